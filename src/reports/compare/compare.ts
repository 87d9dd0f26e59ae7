/**
 * The comparison behind a refresh: finds items in the current files that an earlier report did not
 * have.
 */
import { nameKey } from '../../documents/names.ts'
import type { Inquiry, PublicRecord } from '../../documents/tables/tradelines.ts'
import { compareText } from '../comparing.ts'
import { distinctNumbers, maskAllNumbers, maskKnownNumbers } from '../hidden-numbers.ts'
import type { MergedData } from '../report.ts'
import { compareAccountsOverTime } from './compare-accounts.ts'
import { compareFiles } from './compare-files.ts'
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
