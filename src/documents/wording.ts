/** How the printed report words dates, amounts, names and enumerated values. */
import { codeUnitAt } from '../code-unit.ts'
import { twoDigits } from './months.ts'
import { BUREAUS } from './tables/enumerations.ts'
import type { CreditFileValue } from './tables/response.ts'

/** The mask of a secret value of which nothing may be shown. */
export const HIDDEN = '•••'

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
  if (sources.length === 1) return bureauCode(sources[0] as string)
  const ordered = BUREAUS.filter((bureau) => sources.includes(bureau)) as readonly string[]
  const others = sources.filter((source) => !ordered.includes(source))
  return [...ordered, ...others].map(bureauCode).join(' ')
}

/** The code of a source, itself where it has none. */
export function bureauCode(source: string): string {
  return BUREAU_CODES[source] ?? source
}

/** A date as exact as it is known: 2024-03-15 as 03/15/2024, 2024-03 as 03/2024. */
export function date(value: string | undefined): string {
  if (value === undefined || codeUnitAt(value, 4) !== DASH) return value ?? ''
  if (value.length === 7) return `${value.slice(5)}/${value.slice(0, 4)}`
  if (value.length !== 10 || codeUnitAt(value, 7) !== DASH) return value
  const day = DAYS[twoDigits(value, 5) * 32 + twoDigits(value, 8)]
  return day === undefined ? value : day + value.slice(0, 4)
}
/** By character code: a page of a report words some hundred dates. */
const DASH = 0x2d

/** The days of a year as they are printed, 32 to a month: putting them together takes four times as long. */
const DAYS = Array.from({ length: 13 * 32 }, (_, index) => {
  const [month, day] = [Math.floor(index / 32), index % 32]
  return `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/`
})

/** A time as date, hour and minute in UTC. */
export function time(value: string): string {
  if (codeUnitAt(value, 10) !== LETTER_T || !value.endsWith('Z')) return value
  return `${date(value.slice(0, 10))} ${value.slice(11, 16)} UTC`
}
const LETTER_T = 0x54

/** Whole dollars; empty where there is no amount. */
export function dollars(amount: number | undefined): string {
  return amount === undefined ? '' : `$${grouped(amount)}`
}

/** A count with thousands separated. Locale tables are left aside: they cost a hundred times more. */
export function grouped(value: number): string {
  if (value < 1000) return String(value)
  return `${grouped(Math.floor(value / 1000))},${String(value).slice(-3)}`
}

/**
 * A social security number without all but its last four digits. Empty where there are fewer than
 * four digits, since they would be most of the number.
 */
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
  const place = joined(address._State, ' ', address._PostalCode)
  const street = joined(address._StreetAddress, ', ', address._StreetAddress2)
  return joined(street, ', ', joined(address._City, ', ', place))
}

/**
 * Texts in a row, with something before the last: `A, B and C`. `Intl.ListFormat` loads the languages
 * of the world first.
 */
export function listed(texts: readonly string[], beforeLast: string): string {
  const others = texts.slice(0, -1).join(', ')
  return joined(others, beforeLast, texts.at(-1))
}

/** Two texts with something between them where both are there. */
export function joined(
  first: string | undefined,
  between: string,
  second: string | undefined,
): string {
  if (first === undefined || first === '') return second ?? ''
  return second === undefined || second === '' ? first : first + between + second
}

/** The texts that are there. */
export function present(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined && text !== '') as string[]
}

/**
 * An enumerated value or the name of a figure in words: `JointContractualLiability` as "Joint
 * contractual liability", `Trimerge_Summary` as "Trimerge summary".
 */
export function words(value: string | undefined): string {
  if (value === undefined) return ''
  let known = WORDED.get(value)
  if (known === undefined) {
    known = split(value)
    if (WORDED.size < 2_000) WORDED.set(value, known)
  }
  return known
}

/** A payment rating in words: the type of the standard ends at 120 days, its codes do not. */
export function ratingWords({ _Type, _Code }: { readonly _Type: string; readonly _Code: string }) {
  if (_Type === 'LateOver120Days' && _Code === '5') return '120 days late'
  if (_Type === 'LateOver120Days' && _Code === '6') return '150 or more days late'
  return words(_Type)
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
  ['DeathClaim', 'Deceased indicator'],
  ['SSNVerification', 'SSN verification'],
  ['DifferentSSN', 'Different SSN'],
  ['CollectionOrChargeOff', 'Collection or charge-off'],
  ['ChargeOff', 'Charge-off'],
  ['BankruptcyOrWageEarnerPlan', 'Bankruptcy'],
  ['FICORiskScoreClassic04', 'FICO Risk Score Classic 04'],
  ['ExperianFairIsaac', 'Experian/Fair Isaac Risk Model V2'],
  ['EquifaxBeacon5.0', 'Equifax Beacon 5.0'],
  ['VantageScore4.0', 'VantageScore 4.0'],
  ['FICOScore10T', 'FICO Score 10 T'],
])

function split(value: string): string {
  const parts = value.match(/[A-Z]{2,}(?![a-z])|[A-Z][a-z]*|[a-z]+|[0-9.]+/g) ?? [value]
  const lower = parts.map((part, index) =>
    index === 0 || /^[A-Z]{2,}$/.test(part) ? part : part.toLowerCase(),
  )
  return lower.join(' ').replace('Trans union', 'TransUnion')
}

/** Why a bureau gave no file, in a few words; empty where it gave one. */
export function noFileReason(file: CreditFileValue): string {
  const status = file._ResultStatusType
  return status === undefined || status === 'FileReturned' ? '' : (NO_FILE[status] ?? 'no file')
}

/** Why there is no file, by the status of a bureau: the same words in print and in the console. */
export const NO_FILE: Partial<Record<string, string>> = {
  NoFileReturnedCreditFreeze: 'security freeze',
  NoFileReturnedBorrowerIsAMinor: 'borrower is a minor',
  NoFileReturnedNoHit: 'no hit',
  NoFileReturnedThinFile: 'thin file',
  NoFileReturnedFraudulentRequestData: 'request data flagged as fraudulent',
  NoFileReturnedBadAccessCode: 'access not granted',
  NoFileReturnedInadequateRequestData: 'insufficient request data',
  NoFileReturnedError: 'bureau error or no response',
  Other: 'no file',
}
