/**
 * Archetypes: the kinds of financial lives from which the lives of people who are not personas or
 * custom people are invented.
 */
import type { AccountPlan } from '../story.ts'
import type { AccountKindName } from './account-kinds.ts'

/** How a person repeatedly opens accounts of one kind. Times are ranges in months. */
export interface Habit {
  readonly kind: AccountKindName
  /** The fraction of people with this habit. */
  readonly chance: number
  /** From the start of the financial life to the first account. */
  readonly first: readonly [number, number]
  /** From one account to the next. */
  readonly gap: readonly [number, number]
  /** The maximum number of accounts of this kind that a person opens. */
  readonly most: number
  /** How the previous account ends when the next is opened. */
  readonly replaces?: 'Paid' | 'Refinanced'
  /** The fraction of accounts that are closed, and when. */
  readonly closes?: { readonly share: number; readonly after: readonly [number, number] }
  readonly deferredMonths?: number
  /** `Individual` if absent. */
  readonly ownership?: NonNullable<AccountPlan['ownership']>
}

/** A kind of financial life. */
export interface Archetype {
  /** How common such people are. */
  readonly share: number
  /** Months from the start of the financial life to the epoch. */
  readonly start: readonly [number, number]
  /** Usual utilization of limits, in percent. */
  readonly usePercent: readonly [number, number]
  /** Months between late payments on one account. */
  readonly quiet: readonly [number, number]
  /** The maximum number of payments behind. */
  readonly worst: number
  /** The fraction of unsecured accounts that are charged off. */
  readonly chargedOff: number
  /** The fraction of people who go bankrupt. */
  readonly bankrupt: number
  /** Months between inquiries that lead to no account. */
  readonly inquiries: readonly [number, number]
  readonly habits: readonly Habit[]
  /** No bureau knows such a person. */
  readonly unknown?: true
}

const closes = { share: 0.35, after: [30, 150] } as const

// biome-ignore format: a table
const HABITS = {
  mortgage:     { kind: 'conventionalMortgage', chance: 0.9, first: [60, 150], gap: [60, 150], most: 4, replaces: 'Refinanced' },
  fhaMortgage:  { kind: 'fhaMortgage', chance: 0.3, first: [40, 120], gap: [70, 180], most: 2, replaces: 'Refinanced' },
  vaMortgage:   { kind: 'vaMortgage', chance: 0.12, first: [60, 140], gap: [80, 180], most: 2, replaces: 'Refinanced' },
  second:       { kind: 'secondMortgage', chance: 0.06, first: [110, 200], gap: [200, 300], most: 1, closes },
  homeEquity:   { kind: 'homeEquityLine', chance: 0.3, first: [120, 200], gap: [100, 160], most: 2, closes },
  auto:         { kind: 'autoLoan', chance: 0.85, first: [6, 60], gap: [40, 75], most: 8, replaces: 'Paid' },
  lease:        { kind: 'autoLease', chance: 0.2, first: [30, 90], gap: [37, 45], most: 5 },
  student:      { kind: 'studentLoan', chance: 0.45, first: [0, 6], gap: [12, 12], most: 4, deferredMonths: 48 },
  card:         { kind: 'creditCard', chance: 1, first: [0, 12], gap: [12, 48], most: 9, closes },
  store:        { kind: 'storeCard', chance: 0.6, first: [10, 50], gap: [30, 90], most: 4, closes },
  personal:     { kind: 'personalLoan', chance: 0.3, first: [30, 120], gap: [40, 120], most: 4 },
  charge:       { kind: 'chargeCard', chance: 0.25, first: [40, 140], gap: [200, 300], most: 1 },
  phone:        { kind: 'mobilePhone', chance: 0.2, first: [10, 60], gap: [200, 300], most: 1 },
  family:       { kind: 'creditCard', chance: 0.25, first: [0, 24], gap: [200, 300], most: 1, ownership: 'AuthorizedUser' },
  secured:      { kind: 'securedCard', chance: 0.6, first: [0, 20], gap: [120, 200], most: 2, closes },
  collections:  { kind: 'collection', chance: 0.8, first: [40, 120], gap: [10, 50], most: 6, closes: { share: 0.4, after: [4, 30] } },
  medical:      { kind: 'medicalCollection', chance: 0.5, first: [30, 140], gap: [20, 80], most: 3, closes: { share: 0.4, after: [6, 24] } },
} as const satisfies Record<string, Habit>

const { mortgage, fhaMortgage, vaMortgage, second, homeEquity, auto, lease, student, card } = HABITS
const { store, personal, charge, phone, family, secured, collections, medical } = HABITS

/** Opens few accounts, at long intervals. */
const seldom = { gap: [60, 180], most: 5 } as const

/**
 * The archetypes, with their share of all people in tenths of a percent. Together they resemble
 * published figures of the population (docs/simulator.md), which a test checks. Some personas
 * continue as `careful` and `established` people, so these two archetypes must not change.
 */
// biome-ignore format: a table
export const ARCHETYPES = {
  seasoned:    { share: 242, start: [280, 520], usePercent: [1, 9],  quiet: [700, 9000], worst: 1, chargedOff: 0,     bankrupt: 0,    inquiries: [24, 120],
                 habits: [{ ...mortgage, gap: [100, 200] }, { ...auto, first: [6, 40] }, { ...card, most: 12, gap: [18, 54] }, { ...store, ...seldom }, charge, homeEquity] },
  settled:     { share: 147, start: [180, 400], usePercent: [8, 45], quiet: [500, 5000], worst: 2, chargedOff: 0,     bankrupt: 0,    inquiries: [12, 48],
                 habits: [mortgage, fhaMortgage, vaMortgage, auto, student, card, { ...store, chance: 0.9 }, personal, family, second] },
  careful:     { share: 70, start: [150, 380], usePercent: [2, 14], quiet: [300, 3000], worst: 1, chargedOff: 0,     bankrupt: 0,    inquiries: [14, 60],
                 habits: [mortgage, vaMortgage, homeEquity, auto, lease, student, card, store, charge, phone] },
  established: { share: 32, start: [100, 300],  usePercent: [10, 40], quiet: [90, 900],  worst: 2, chargedOff: 0.01,  bankrupt: 0,    inquiries: [8, 36],
                 habits: [mortgage, fhaMortgage, homeEquity, auto, lease, student, card, store, personal, phone, family] },
  stretched:   { share: 205, start: [90, 300],  usePercent: [45, 95], quiet: [240, 1300], worst: 6, chargedOff: 0.03,  bankrupt: 0.03, inquiries: [4, 20],
                 habits: [fhaMortgage, auto, student, card, store, personal, phone, medical, second] },
  young:       { share: 65, start: [26, 70],    usePercent: [8, 60], quiet: [200, 2000], worst: 2, chargedOff: 0.01,  bankrupt: 0,    inquiries: [6, 30],
                 habits: [student, card, { ...auto, first: [10, 40] }, { ...store, first: [6, 30] }, phone, family, secured] },
  troubled:    { share: 78, start: [80, 240],   usePercent: [55, 99], quiet: [10, 80],   worst: 6, chargedOff: 0.2,   bankrupt: 0.15, inquiries: [3, 14],
                 habits: [fhaMortgage, auto, student, card, store, personal, phone, collections, medical] },
  recovering:  { share: 37, start: [120, 260],  usePercent: [10, 50], quiet: [60, 400],  worst: 3, chargedOff: 0.04,  bankrupt: 1,    inquiries: [6, 24],
                 habits: [auto, student, card, store, { ...secured, chance: 1, first: [100, 120], gap: [300, 400] }] },
  newcomer:    { share: 53, start: [1, 5],      usePercent: [5, 60], quiet: [90, 900],   worst: 1, chargedOff: 0,     bankrupt: 0,    inquiries: [4, 20],
                 habits: [{ ...secured, chance: 1, first: [0, 2] }, { ...card, first: [8, 20] }, phone] },
  retired:     { share: 43, start: [260, 480],  usePercent: [2, 20], quiet: [500, 5000], worst: 1, chargedOff: 0,     bankrupt: 0,    inquiries: [300, 600],
                 habits: [{ ...card, most: 4, closes: { share: 1, after: [90, 130] } }, { ...auto, most: 3, first: [6, 40], gap: [50, 70] }] },
  invisible:   { share: 27, start: [1, 2],      usePercent: [5, 60], quiet: [90, 900],   worst: 1, chargedOff: 0,     bankrupt: 0,    inquiries: [300, 600],
                 habits: [], unknown: true },
} as const satisfies Record<string, Archetype>

/** The name of an archetype. */
export type ArchetypeName = keyof typeof ARCHETYPES
