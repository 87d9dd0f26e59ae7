/**
 * The comparison behind a refresh: finds items in the current files that an earlier report did not
 * have.
 */
import { nameKey } from '../../documents/names.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { CreditFileValue } from '../../documents/tables/response.ts'
import type { Inquiry, PublicRecord } from '../../documents/tables/tradelines.ts'
import { compareText } from '../comparing.ts'
import { distinctNumbers, maskAllNumbers, maskKnownNumbers } from '../hidden-numbers.ts'
import type { MergedData } from '../report.ts'
import { compareAccountsOverTime } from './compare-accounts.ts'
import {
  type Difference,
  type DifferenceKind,
  difference,
  type FoundDifference,
  KIND_ROWS,
} from './differences.ts'
import { borrowersOf, bureausOf, matchOverTime } from './match-over-time.ts'

// Public records and inquiries of both reports.

/** Returns the public records that are new or have changed. */
function compareRecords(
  base: readonly PublicRecord[],
  current: readonly PublicRecord[],
): Difference[] {
  return matchOverTime(base, current, recordKey, recordLikeness).flatMap(({ now, before }) => {
    const [then] = before
    if (then !== undefined) return recordChanges(then, now)
    return [recordDifference(now, 'newPublicRecord', { since: now._FiledDate, to: now._Type })]
  })
}

/** The facts about a public record that decide which earlier record it is. */
interface RecordKey {
  readonly record: PublicRecord
  readonly docket: string
  readonly court: string
  readonly plaintiff: string
}

function recordKey(record: PublicRecord): RecordKey {
  return {
    record,
    docket: nameKey(record._DocketIdentifier),
    court: nameKey(record._CourtName),
    plaintiff: nameKey(record._PlaintiffName),
  }
}

/**
 * Returns how alike two public records are. A docket of one court is one case even if its type has
 * changed, as chapter 13 may become chapter 7. Without a docket, court, day, type and plaintiff
 * must all agree.
 */
function recordLikeness(one: RecordKey, other: RecordKey): number {
  const [before, now] = [one.record, other.record]
  if (one.docket !== other.docket || before.BorrowerID !== now.BorrowerID) return 0
  const sameCourt = one.court === other.court
  const sameDay = before._FiledDate === now._FiledDate
  const sameType = before._Type === now._Type
  if (one.docket === '')
    return sameCourt && sameDay && sameType && one.plaintiff === other.plaintiff ? 2 : 0
  if (!sameDay || !(sameType || areBankruptcies(before, now))) return 0
  // Bureaus spell courts differently, and the two reports can show the spellings of different
  // bureaus.
  return 1 + (sameCourt ? 1 : 0) + (sameType ? 0.5 : 0)
}

function areBankruptcies(...records: PublicRecord[]): boolean {
  return records.every(({ _Type: type }) => type.startsWith('Bankruptcy'))
}

function recordChanges(then: PublicRecord, now: PublicRecord): Difference[] {
  const changed = (found: Partial<FoundDifference>) =>
    recordDifference(now, 'publicRecordChanged', found)
  const changes: Difference[] = []
  if (then._Type !== now._Type) changes.push(changed({ from: then._Type, to: now._Type }))
  const { _DispositionType: disposition, _DispositionDate: since } = now
  if (disposition !== undefined && disposition !== then._DispositionType) {
    changes.push(changed({ since, from: then._DispositionType, to: disposition }))
  }
  const [from, to] = [then._LegalObligationAmount, now._LegalObligationAmount ?? 0]
  if (to > (from ?? 0)) changes.push(changed({ from, to }))
  return changes
}

function recordDifference(
  record: PublicRecord,
  kind: DifferenceKind,
  found: Partial<FoundDifference>,
): Difference {
  return difference({
    kind,
    borrowerIds: borrowersOf(record),
    bureaus: bureausOf(record),
    what: record._CourtName ?? record._PlaintiffName ?? '',
    account: record._DocketIdentifier,
    ...found,
  })
}

/**
 * Returns the new inquiries. Two inquiries by one inquirer on one day at one bureau count as two.
 */
function compareInquiries(base: readonly Inquiry[], current: readonly Inquiry[]): Difference[] {
  const known = new Map<string, number>()
  for (const inquiry of base) known.set(keyOf(inquiry), (known.get(keyOf(inquiry)) ?? 0) + 1)
  return current.flatMap((inquiry) => {
    const left = known.get(keyOf(inquiry)) ?? 0
    known.set(keyOf(inquiry), left - 1)
    return left > 0 ? [] : [newInquiry(inquiry)]
  })
}

function keyOf(inquiry: Inquiry): string {
  const { BorrowerID: id, _Date: date, _Name: name } = inquiry
  return [id, ...bureausOf(inquiry), date, nameKey(name) || name].join('|')
}

function newInquiry(inquiry: Inquiry): Difference {
  return difference({
    kind: 'newInquiry',
    borrowerIds: borrowersOf(inquiry),
    bureaus: bureausOf(inquiry),
    what: inquiry._Name,
    since: inquiry._Date,
    to: inquiry.CreditLoanType,
  })
}

// The identity of a borrower in the files of both reports: names, addresses, employments, alerts.

/** Compares the files of all borrowers, except for accounts, records and inquiries. */
export function compareFiles(
  base: readonly CreditFileValue[],
  current: readonly CreditFileValue[],
): Difference[] {
  const borrowerIds = [...new Set(current.map(({ BorrowerID: id }) => id))]
  return borrowerIds.flatMap((borrowerId) => {
    const then = base.filter((file) => file.BorrowerID === borrowerId)
    const now = current.filter((file) => file.BorrowerID === borrowerId)
    return [
      ...STATED_FACTS.flatMap(([kind, factsOf]) =>
        newFacts(kind, borrowerId, then.flatMap(factsOf), now.flatMap(factsOf)),
      ),
      ...now.flatMap((file) =>
        fileChanges(
          then.find((other) => isSameBureau(file, other)),
          file,
        ),
      ),
    ]
  })
}

/** A fact that a file states about the borrower. */
interface StatedFact {
  /** Undefined for a file that is not of a single bureau. */
  readonly bureau: BureauName | undefined
  /** Equal if two files state the same fact. */
  readonly key: string
  /** As the file spells it. */
  readonly what: string
  readonly since?: string | undefined
  readonly to?: string | undefined
}

// biome-ignore format: a table
const STATED_FACTS: readonly [DifferenceKind, (file: CreditFileValue) => StatedFact[]][] = [
  ['newAlert', alerts],
  ['newStatement', statements],
  ['newName', names],
  ['newAddress', addresses],
  ['newEmployment', employments],
]

/**
 * Returns the facts that current files state and no earlier file did. Each is listed once, with the
 * bureaus that state it.
 */
function newFacts(
  kind: DifferenceKind,
  borrowerId: string,
  then: readonly StatedFact[],
  now: readonly StatedFact[],
): Difference[] {
  const known = new Set(then.map(({ key }) => key))
  const added = Map.groupBy(
    now.filter(({ key }) => key !== '' && !known.has(key)),
    ({ key }) => key,
  )
  return [...added.values()].flatMap((facts) => {
    const [first] = facts
    if (first === undefined) return []
    const bureaus = BUREAUS.filter((bureau) => facts.some((one) => one.bureau === bureau))
    const { what, since, to } = first
    return [difference({ kind, borrowerIds: [borrowerId], bureaus, what, since, to })]
  })
}

function alerts(file: CreditFileValue): StatedFact[] {
  if (!isReturned(file)) return []
  return (file._ALERT_MESSAGE ?? []).map((alert) => {
    const text = alert._Text.join(' ').trim()
    return {
      bureau: bureauOf(file),
      key: `${alert._CategoryType ?? ''}${nameKey(text)}`,
      what: text,
      to:
        alert._CategoryType === 'Other' ? alert._CategoryTypeOtherDescription : alert._CategoryType,
    }
  })
}

function statements(file: CreditFileValue): StatedFact[] {
  return (file.CREDIT_COMMENT ?? [])
    .filter(({ _Type: type }) => type === 'ConsumerStatement')
    .map(({ _Text: texts = [] }) => statedFact(file, texts.join(' ').trim()))
}

function names(file: CreditFileValue): StatedFact[] {
  const { _BORROWER: person } = file
  const whole = [person._FirstName, person._MiddleName, person._LastName]
  const aliases = (person._ALIAS ?? []).map(
    (alias) => alias._UnparsedName || joined([alias._FirstName, alias._LastName]),
  )
  return [person._UnparsedName || joined(whole), ...aliases].map((name) => statedFact(file, name))
}

function addresses(file: CreditFileValue): StatedFact[] {
  const { _RESIDENCE: residences = [], _UnparsedAddress: unparsed = [] } = file._BORROWER
  const known = residences.map((home) => {
    const { _StreetAddress: street, _City: city, _State: state, _PostalCode: zip } = home
    const what = [street, city, joined([state, zip])].filter((part) => part !== '').join(', ')
    return { ...statedFact(file, what), key: addressKey(what), since: home._DateReported }
  })
  if (known.length > 0) return known
  return unparsed.map((address) => ({ ...statedFact(file, address), key: addressKey(address) }))
}

/** Omits the ZIP+4 extension, which is not always present. */
function addressKey(address: string): string {
  return nameKey(address).replace(/(\d{5})\d{4}$/, '$1')
}

function employments(file: CreditFileValue): StatedFact[] {
  return [statedFact(file, file._BORROWER._UnparsedEmployment)]
}

function statedFact(file: CreditFileValue, what: string): StatedFact {
  return { bureau: bureauOf(file), key: nameKey(what), what: what.trim() }
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

/**
 * Compares the person in one bureau's files. Without a current file, returns only that the file is
 * unavailable, or nothing if the bureau returned no file for the base either.
 */
function fileChanges(then: CreditFileValue | undefined, now: CreditFileValue): Difference[] {
  if (isReturned(now)) return then !== undefined && isReturned(then) ? personChanges(then, now) : []
  if (then !== undefined && !isReturned(then)) return []
  const reason = now.CREDIT_ERROR_MESSAGE?.[0]?._Text.join(' ') ?? ''
  return [fileDifference(now, 'fileUnavailable', { what: reason, to: now._ResultStatusType })]
}

function personChanges(then: CreditFileValue, now: CreditFileValue): Difference[] {
  const [from, to] = [then._BORROWER._BirthDate, now._BORROWER._BirthDate]
  const [numberThen, number] = [then, now].map((file) => file._BORROWER._SSN.replace(/\D/g, ''))
  const changes: Difference[] = []
  // A less precise date agrees with a more precise one that begins with it. An empty date agrees
  // with every date.
  if (!from.startsWith(to) && !to.startsWith(from)) {
    changes.push(fileDifference(now, 'birthDateChanged', { from, to }))
  }
  if (numberThen && number && numberThen !== number) {
    changes.push(fileDifference(now, 'ssnChanged', {}))
  }
  return changes
}

function fileDifference(
  file: CreditFileValue,
  kind: DifferenceKind,
  found: { what?: string; from?: string; to?: string | undefined },
): Difference {
  const bureaus = BUREAUS.filter((bureau) => bureau === file.CreditRepositorySourceType)
  return difference({ kind, borrowerIds: [file.BorrowerID], bureaus, what: '', ...found })
}

function bureauOf(file: CreditFileValue): BureauName | undefined {
  return BUREAUS.find((bureau) => bureau === file.CreditRepositorySourceType)
}

function isSameBureau(a: CreditFileValue, b: CreditFileValue): boolean {
  return a.CreditRepositorySourceType === b.CreditRepositorySourceType
}

/** Reports whether a file was returned, which is assumed if its source states no status. */
function isReturned({ _ResultStatusType: status }: CreditFileValue): boolean {
  return status === undefined || status === 'FileReturned'
}

// All differences between two reports.

const ORDER = new Map(KIND_ROWS.map(([kind], position) => [kind, position]))

/**
 * Compares two reports about the same borrowers and bureaus, merged with scope `all`, such as the
 * report of an application and the files of the day before closing. Differences are sorted by kind
 * and, within a kind, latest first. Scores are not compared.
 */
export function compareReports(base: MergedData, current: MergedData): readonly Difference[] {
  const files = [...base.files, ...current.files]
  const numbers = distinctNumbers(files.map((file) => file._BORROWER._SSN))
  return [
    ...compareAccountsOverTime(base.liabilities, current.liabilities),
    ...compareRecords(base.publicRecords, current.publicRecords),
    ...compareInquiries(base.inquiries, current.inquiries),
    ...compareFiles(base.files, current.files),
  ]
    .map((difference) => withMaskedNumbers(difference, numbers))
    .toSorted(inOrder)
}

function inOrder(a: Difference, b: Difference): number {
  return (
    (ORDER.get(a.kind) ?? 0) - (ORDER.get(b.kind) ?? 0) ||
    compareText(b.since, a.since) ||
    compareText(a.what, b.what) ||
    compareText(a.account, b.account) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  )
}

/**
 * Masks social security numbers. Some creditors use one as the account number, some alerts and
 * statements quote one, and a list of differences reaches more people than the files do.
 */
function withMaskedNumbers(found: Difference, numbers: readonly string[]): Difference {
  const { what, account } = found
  const hidden = (QUOTING.includes(found.kind) ? maskAllNumbers : maskKnownNumbers)(what, numbers)
  return account === undefined
    ? { ...found, what: hidden }
    : { ...found, what: hidden, account: maskKnownNumbers(account, numbers) }
}

/** Kinds whose texts can also quote numbers of other people. */
const QUOTING: readonly Difference['kind'][] = ['newAlert', 'newStatement', 'fileUnavailable']
