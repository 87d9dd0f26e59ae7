/**
 * The types of public records except bankruptcies: where they are filed, by whom, and how they end.
 */
import type { FilePublicRecord } from '../../bureau.ts'

type Disposition = NonNullable<FilePublicRecord['_DispositionType']>

/** The properties that public records of a type share. */
export interface RecordType {
  /** The disposition while the record is open. */
  readonly open: Disposition
  /** The possible final dispositions. The first is the usual one. */
  readonly ends: readonly [Disposition, ...Disposition[]]
  /** Filed with a court or with the county recorder. */
  readonly office: 'court' | 'recorder'
  /**
   * The plaintiff or creditor if a file names none. STATE is replaced with the name of the state.
   */
  readonly plaintiff: string
  /** Range of the dollars owed, if a file states no amount. */
  readonly amount?: readonly [number, number]
  /**
   * Whether the record is shown until it is paid, regardless of age (FCRA 605(a)(3) counts from the
   * payment).
   */
  readonly staysUntilPaid?: true
}

const taxLien = {
  open: 'Unreleased',
  ends: ['Released', 'Withdrawn'],
  office: 'recorder',
  amount: [900, 14_000],
  staysUntilPaid: true,
} as const
const lien = {
  open: 'Unreleased',
  ends: ['Released', 'Satisfied', 'Withdrawn'],
  office: 'recorder',
  amount: [400, 9000],
} as const
const support = {
  open: 'Unsatisfied',
  ends: ['Satisfied', 'Released', 'Vacated'],
  office: 'court',
  plaintiff: 'STATE CHILD SUPPORT SERVICES',
  amount: [500, 12_000],
} as const
const order = {
  open: 'Granted',
  ends: ['Released', 'Satisfied', 'Vacated'],
  office: 'court',
  plaintiff: 'DUNMORE COLLECTION BUREAU',
  amount: [400, 6000],
} as const
const eviction = {
  open: 'Filed',
  ends: ['Dismissed', 'Granted', 'Satisfied', 'Settled'],
  office: 'court',
  plaintiff: 'ELM COURT APARTMENTS',
  amount: [700, 5200],
} as const

/** The types that a custom person can have, by their MISMO names. */
export const RECORD_TYPES = {
  Judgment: {
    open: 'Unsatisfied',
    ends: ['Satisfied', 'Released', 'Settled', 'Vacated', 'Dismissed'],
    office: 'court',
    plaintiff: 'STONEGATE RECEIVABLES',
    amount: [600, 9000],
  },
  LawSuit: {
    open: 'Pending',
    ends: ['Dismissed', 'Settled', 'Withdrawn', 'Adjudicated'],
    office: 'court',
    plaintiff: 'LARKSPUR RECOVERY SERVICES',
    amount: [600, 9000],
  },
  TaxLienFederal: { ...taxLien, plaintiff: 'INTERNAL REVENUE SERVICE' },
  TaxLienState: { ...taxLien, plaintiff: 'STATE DEPARTMENT OF REVENUE' },
  TaxLienCounty: { ...taxLien, plaintiff: 'COUNTY TREASURER' },
  TaxLienCity: { ...taxLien, plaintiff: 'CITY TREASURER' },
  Lien: { ...lien, plaintiff: 'MAPLE RIDGE HOMEOWNERS ASSOCIATION' },
  MechanicsLien: { ...lien, plaintiff: 'HOLLIS ROOFING AND SIDING' },
  MedicalLien: { ...lien, plaintiff: 'MILLBROOK GENERAL HOSPITAL' },
  Attachment: order,
  Garnishment: order,
  ChildSupport: support,
  FamilySupport: support,
  SpouseSupport: { ...support, plaintiff: 'STATE FAMILY COURT SERVICES' },
  ForcibleDetainer: eviction,
  UnlawfulDetainer: eviction,
  Foreclosure: {
    open: 'Filed',
    ends: ['RealEstateSold', 'Dismissed', 'Cancelled', 'Rescinded'],
    office: 'court',
    plaintiff: 'TALLPINE HOME LENDING',
  },
  NoticeOfDefault: {
    open: 'Filed',
    ends: ['Rescinded', 'Cancelled', 'Released'],
    office: 'recorder',
    plaintiff: 'TALLPINE HOME LENDING',
  },
} as const satisfies Readonly<Partial<Record<FilePublicRecord['_Type'], RecordType>>>

/** A type of public record that a custom person can have. */
export type RecordTypeName = keyof typeof RECORD_TYPES

/** All final dispositions of these types. */
export const RECORD_DISPOSITIONS = [
  ...new Set(Object.values(RECORD_TYPES).flatMap(({ ends }) => ends as readonly Disposition[])),
].sort()

/** Dispositions after which the record is no longer adverse. */
export const CLEARED_DISPOSITIONS: ReadonlySet<Disposition> = new Set([
  'Cancelled',
  'Dismissed',
  'Rescinded',
  'Vacated',
  'Withdrawn',
])
