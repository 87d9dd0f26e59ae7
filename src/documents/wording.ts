/** Wording of dates, amounts, names and enumerated values in the printed report. */
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

/** Returns the bureau codes for a list of sources, in the order of the bureaus. */
export function bureauCodes(sources: readonly string[]): string {
  if (sources.length === 1) return bureauCode(sources[0] as string)
  const ordered = BUREAUS.filter((bureau) => sources.includes(bureau)) as readonly string[]
  const others = sources.filter((source) => !ordered.includes(source))
  return [...ordered, ...others].map(bureauCode).join(' ')
}

/** Returns the code of a source, or the source itself if it has none. */
export function bureauCode(source: string): string {
  return BUREAU_CODES[source] ?? source
}

/** Returns a date in its known precision: 2024-03-15 as 03/15/2024, 2024-03 as 03/2024. */
export function date(value: string | undefined): string {
  if (value === undefined || codeUnitAt(value, 4) !== DASH) return value ?? ''
  if (value.length === 7) return `${value.slice(5)}/${value.slice(0, 4)}`
  if (value.length !== 10 || codeUnitAt(value, 7) !== DASH) return value
  const day = DAYS[twoDigits(value, 5) * 32 + twoDigits(value, 8)]
  return day === undefined ? value : day + value.slice(0, 4)
}
/** Compared as a character code, because each page of a report has about a hundred dates. */
const DASH = 0x2d

/**
 * The printed days of a year, 32 per month. Building each text again would take four times as long.
 */
const DAYS = Array.from({ length: 13 * 32 }, (_, index) => {
  const [month, day] = [Math.floor(index / 32), index % 32]
  return `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/`
})

/** Returns a time as date, hour and minute in UTC. */
export function time(value: string): string {
  if (codeUnitAt(value, 10) !== LETTER_T || !value.endsWith('Z')) return value
  return `${date(value.slice(0, 10))} ${value.slice(11, 16)} UTC`
}
const LETTER_T = 0x54

/** Returns an amount in whole dollars, or an empty text if there is no amount. */
export function dollars(amount: number | undefined): string {
  return amount === undefined ? '' : `$${grouped(amount)}`
}

/**
 * Returns the beginning of a text, with at most `lengthMax` characters. Half of a surrogate pair is
 * not valid text, so it is left out.
 */
export function truncated(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '')
}

/** Returns a text as the beginning of a sentence. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns a text as the rest of a sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Returns a count with its noun: `1 order`, `2 orders`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Returns a count with separated thousands. `Intl` would cost a hundred times more. */
export function grouped(value: number): string {
  if (value < 1000) return String(value)
  return `${grouped(Math.floor(value / 1000))},${String(value).slice(-3)}`
}

/**
 * Masks a social security number except for its last four digits. Empty if there are fewer than
 * four digits, because they would be most of the number.
 */
export function maskedNumber(ssn: string): string {
  const digits = ssn.replace(/\D/g, '')
  return digits.length < 4 ? '' : `XXX-XX-${digits.slice(-4)}`
}

/** Returns an address on one line, without missing parts. */
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
 * Returns a list of texts, with its own separator before the last: `A, B and C`. `Intl.ListFormat`
 * would first load the data of all languages.
 */
export function listed(texts: readonly string[], beforeLast: string): string {
  const others = texts.slice(0, -1).join(', ')
  return joined(others, beforeLast, texts.at(-1))
}

/** Joins two texts with a separator, which is omitted if a text is missing. */
export function joined(
  first: string | undefined,
  between: string,
  second: string | undefined,
): string {
  if (first === undefined || first === '') return second ?? ''
  return second === undefined || second === '' ? first : first + between + second
}

/** Returns the texts that are neither undefined nor empty. */
export function nonEmpty(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined && text !== '') as string[]
}

/**
 * Returns an enumerated value or the name of a figure in words: `JointContractualLiability` as
 * "Joint contractual liability", `Trimerge_Summary` as "Trimerge summary".
 */
export function words(value: string | undefined): string {
  if (value === undefined) return ''
  let known = SPECIAL_WORDS.get(value)
  if (known === undefined) {
    known = splitWords(value)
    if (SPECIAL_WORDS.size < 2_000) SPECIAL_WORDS.set(value, known)
  }
  return known
}

/**
 * Returns the title of a category of accounts. `Open`, for accounts that are due in full each
 * period, would mislead beside a column of open accounts.
 */
export function categoryTitle(category: string): string {
  return category === 'Open' ? 'Due in full' : words(category)
}

/**
 * Returns a payment rating in words. The types of the standard end at 120 days, but its codes do
 * not.
 */
export function ratingWords({ _Type, _Code }: { readonly _Type: string; readonly _Code: string }) {
  if (_Type === 'LateOver120Days' && _Code === '5') return '120 days late'
  if (_Type === 'LateOver120Days' && _Code === '6') return '150 or more days late'
  return words(_Type)
}

const SPECIAL_WORDS = new Map<string, string>([
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

function splitWords(value: string): string {
  const parts = value.match(/[A-Z]{2,}(?![a-z])|[A-Z][a-z]*|[a-z]+|[0-9.]+/g) ?? [value]
  const lower = parts.map((part, index) =>
    index === 0 || /^[A-Z]{2,}$/.test(part) ? part : part.toLowerCase(),
  )
  return lower.join(' ').replace('Trans union', 'TransUnion')
}

/** Returns in a few words why a bureau returned no file, or an empty text if it returned one. */
export function noFileReason(file: CreditFileValue): string {
  const status = file._ResultStatusType
  return status === undefined || status === 'FileReturned' ? '' : (NO_FILE[status] ?? 'no file')
}

/**
 * Reasons for a missing file, by the status of the bureau. The printed report and the console use
 * the same words.
 */
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
