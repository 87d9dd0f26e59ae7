/** The comparison behind a refresh: what is on the files today that was not on those of a report. */

import { nameKey } from '../../documents/names.ts'
import type { Inquiry, PublicRecord } from '../../documents/tables/tradelines.ts'
import { compareText } from '../comparing.ts'
import type { MergedData } from '../report.ts'
import { compareAccountsOverTime } from './compare-accounts.ts'
import { compareFiles } from './compare-identity.ts'
import {
  type Difference,
  type DifferenceKind,
  difference,
  type FoundDifference,
  KIND_ROWS,
} from './differences.ts'

import { borrowersOf, bureausOf, continuations } from './match-over-time.ts'

// Public records and inquiries at two times.

/** The public records that are new, and those that have changed. */
function compareRecords(
  base: readonly PublicRecord[],
  current: readonly PublicRecord[],
): Difference[] {
  return continuations(base, current, recordLikeness).flatMap(({ now, before }) => {
    const [then] = before
    if (then !== undefined) return recordChanges(then, now)
    return [recordDifference(now, 'newPublicRecord', { since: now._FiledDate, to: now._Type })]
  })
}

/**
 * A docket of one court is one case, even where its kind has changed, as chapter 13 may become
 * chapter 7. Without a docket all else by which a case is known must agree.
 */
function recordLikeness(before: PublicRecord, now: PublicRecord): number {
  if (before.BorrowerID !== now.BorrowerID) return 0
  const dockets = [nameKey(before._DocketIdentifier), nameKey(now._DocketIdentifier)]
  const sameCourt = nameKey(before._CourtName) === nameKey(now._CourtName)
  const sameDay = before._FiledDate === now._FiledDate
  const sameType = before._Type === now._Type
  if (dockets[0] !== dockets[1]) return 0
  if (dockets[0] === '')
    return sameCourt && sameDay && sameType && samePlaintiff(before, now) ? 2 : 0
  if (!sameDay || !(sameType || areBankruptcies(before, now))) return 0
  // Bureaus do not spell courts alike, and not always the same bureau's spelling is shown.
  return 1 + (sameCourt ? 1 : 0) + (sameType ? 0.5 : 0)
}

function samePlaintiff(before: PublicRecord, now: PublicRecord): boolean {
  return nameKey(before._PlaintiffName) === nameKey(now._PlaintiffName)
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

/** The inquiries that are new. Two of one inquirer on one day at one bureau are two. */
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

const ORDER = new Map(KIND_ROWS.map(([kind], position) => [kind, position]))

/**
 * The differences of two reports about the same borrowers and bureaus, merged with scope `all`,
 * such as the report of an application and the files of the day before closing. They are listed by
 * kind and, within a kind, the latest first. Scores are not compared.
 */
export function compareReports(base: MergedData, current: MergedData): readonly Difference[] {
  const numbers = numbersOnFile(base, current)
  return [
    ...compareAccountsOverTime(base.liabilities, current.liabilities),
    ...compareRecords(base.publicRecords, current.publicRecords),
    ...compareInquiries(base.inquiries, current.inquiries),
    ...compareFiles(base.files, current.files),
  ]
    .map((difference) => withoutNumbers(difference, numbers))
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

/** Social security numbers on any of the files, as nine digits. */
function numbersOnFile(...reports: MergedData[]): string[] {
  const numbers = reports.flatMap(({ files }) =>
    files.map((file) => file._BORROWER._SSN.replace(/\D/g, '')),
  )
  return [...new Set(numbers)].filter((number) => number.length === 9)
}

/**
 * Some creditors take the social security number as the number of the account, and some alerts and
 * statements quote it; a list of differences is passed on more widely than the files are.
 */
function withoutNumbers(found: Difference, numbers: readonly string[]): Difference {
  const { what, account } = found
  const quoting = QUOTING.includes(found.kind)
  const hidden = hide(quoting ? what.replace(ANY_NUMBER, `XXX-XX-$1`) : what, numbers)
  return account === undefined
    ? { ...found, what: hidden }
    : { ...found, what: hidden, account: hide(account, numbers) }
}

/** Kinds whose text can quote numbers of other people, too. */
const QUOTING: readonly Difference['kind'][] = ['newAlert', 'newStatement', 'fileUnavailable']
const ANY_NUMBER = /(?<!\d)\d{3}[- ]?\d{2}[- ]?(\d{4})(?!\d)/g

function hide(text: string, numbers: readonly string[]): string {
  return numbers.reduce((masked, number) => {
    const written = new RegExp([...number].join('[- ]?'), 'g')
    return masked.replace(written, `XXX-XX-${number.slice(5)}`)
  }, text)
}
