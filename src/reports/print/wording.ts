/** How the printed report words dates, amounts, names and enumerated values. */
import { BUREAUS, type BureauName } from '../../documents/enumerations.ts'
import type { CreditFileValue } from '../../documents/response.ts'
import type { Report } from '../report.ts'

/** Three-letter codes of the bureaus, as mortgage reports print them. */
export const BUREAU_CODES: Readonly<Record<string, string>> = {
  Equifax: 'EFX',
  Experian: 'XPN',
  TransUnion: 'TUC',
  MergedData: 'Merged',
  Other: 'Other',
}

/** The bureau codes of a list of sources, in the order of the bureaus. */
export function bureauCodes(sources: readonly string[]): string {
  const ordered = BUREAUS.filter((bureau) => sources.includes(bureau)) as readonly string[]
  const others = sources.filter((source) => !ordered.includes(source))
  return [...ordered, ...others].map((source) => BUREAU_CODES[source] ?? source).join(' ')
}

/** A date as exact as it is known: 2024-03-15 as 03/15/2024, 2024-03 as 03/2024. */
export function date(value: string | undefined): string {
  if (value === undefined || value.charCodeAt(4) !== DASH) return value ?? ''
  if (value.length === 7) return `${value.slice(5)}/${value.slice(0, 4)}`
  if (value.length !== 10 || value.charCodeAt(7) !== DASH) return value
  return `${value.slice(5, 7)}/${value.slice(8)}/${value.slice(0, 4)}`
}
const DASH = 0x2d

/** A time as date, hour and minute in UTC. */
export function time(value: string): string {
  const parts = TIME.exec(value)
  return parts === null ? value : `${parts[2]}/${parts[3]}/${parts[1]} ${parts[4]}:${parts[5]} UTC`
}
const TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?Z$/

/** Whole dollars; empty where there is no amount. */
export function dollars(amount: number | undefined): string {
  return amount === undefined ? '' : `$${grouped(amount)}`
}

/** A number with thousands separated. Locale tables are left aside: they cost a hundred times more. */
export function grouped(value: number): string {
  const digits = String(value)
  if (digits.length <= 3) return digits
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A price in dollars and cents. */
export function price(cents: number): string {
  return `$${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
}

/** A social security number without all but its last four digits. */
export function maskedNumber(ssn: string): string {
  const digits = ssn.replace(/\D/g, '')
  return digits.length < 4 ? '' : `XXX-XX-${digits.slice(-4)}`
}

/** An address on one line, without what is missing. */
export function addressLine(address: {
  readonly _StreetAddress?: string | undefined
  readonly _StreetAddress2?: string | undefined
  readonly _City?: string | undefined
  readonly _State?: string | undefined
  readonly _PostalCode?: string | undefined
}): string {
  const place = present([address._State, address._PostalCode]).join(' ')
  return present([address._StreetAddress, address._StreetAddress2, address._City, place]).join(', ')
}

/** The texts that are there. */
export function present(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined && text !== '') as string[]
}

/** An enumerated value in words: `JointContractualLiability` as "Joint contractual liability". */
export function words(value: string | undefined): string {
  if (value === undefined) return ''
  let known = WORDED.get(value)
  if (known === undefined) {
    known = split(value)
    if (WORDED.size < 2_000) WORDED.set(value, known)
  }
  return known
}

const WORDED = new Map<string, string>([
  ['LateOver120Days', '120 or more days late'],
  ['Late30Days', '30 days late'],
  ['Late60Days', '60 days late'],
  ['Late90Days', '90 days late'],
  ['JointContractualLiability', 'Joint'],
  ['JointParticipating', 'Joint, participating'],
  ['FACTAActiveDuty', 'Active duty alert'],
  ['FACTAAddressDiscrepancy', 'Address discrepancy'],
  ['FACTAFraudVictimExtended', 'Extended fraud alert'],
  ['FACTAFraudVictimInitial', 'Initial fraud alert'],
  ['FACTARiskScoreValue', 'Score affected by inquiries'],
  ['SSNVerification', 'SSN verification'],
  ['DifferentSSN', 'Different SSN'],
  ['CollectionOrChargeOff', 'Collection or charge-off'],
  ['ChargeOff', 'Charge-off'],
  ['FICORiskScoreClassic04', 'FICO Risk Score Classic 04'],
  ['ExperianFairIsaac', 'Experian/Fair Isaac Risk Model V2'],
  ['EquifaxBeacon5.0', 'Equifax Beacon 5.0'],
])

function split(value: string): string {
  const parts = value.match(/[A-Z]{2,}(?![a-z])|[A-Z][a-z]*|[a-z]+|[0-9.]+/g) ?? [value]
  const lower = parts.map((part, index) =>
    index === 0 || /^[A-Z]{2,}$/.test(part) ? part : part.toLowerCase(),
  )
  return lower.join(' ').replace('Trans union', 'TransUnion')
}

/** A name of our own figures in words: `_TotalLate30Days` as "Total late 30 days". */
export function figureWords(name: string): string {
  return words(name.replace(/^_+/, '').replaceAll('_', ' ').trim()) || name
}

/** The letters of the borrowers whose identifiers are listed: B, C, or both. */
export function whose(report: Report, ids: string): string {
  const only = letterOf(report, ids)
  if (only !== '' || !ids.includes(' ')) return only
  const letters = ids.split(/\s+/).map((id) => letterOf(report, id))
  return present(letters).join(' ')
}

function letterOf(report: Report, id: string): string {
  const found = report.borrowers.find((borrower) => borrower.BorrowerID === id)
  if (found === undefined) return ''
  return found._PrintPositionType === 'CoBorrower' ? 'C' : 'B'
}

/** Why a bureau gave no file, in a few words; empty where it gave one. */
export function noFileReason(file: CreditFileValue): string {
  const status = file._ResultStatusType
  return status === undefined || status === 'FileReturned' ? '' : (NO_FILE[status] ?? 'no file')
}

const NO_FILE: Partial<Record<string, string>> = {
  NoFileReturnedCreditFreeze: 'security freeze',
  NoFileReturnedBorrowerIsAMinor: 'borrower is a minor',
  NoFileReturnedNoHit: 'no record found',
  NoFileReturnedThinFile: 'file too thin',
  NoFileReturnedFraudulentRequestData: 'request data taken for fraudulent',
  NoFileReturnedBadAccessCode: 'access not granted',
  NoFileReturnedInadequateRequestData: 'request data not sufficient',
  NoFileReturnedError: 'bureau did not answer in time or failed',
  Other: 'no file',
}

/** The file of a borrower at a bureau. */
export function fileOf(
  report: Report,
  borrowerId: string,
  bureau: BureauName,
): CreditFileValue | undefined {
  return report.files.find(
    (file) => file.BorrowerID === borrowerId && file.CreditRepositorySourceType === bureau,
  )
}
