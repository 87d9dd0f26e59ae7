/** Public records and inquiries at two times. */

import { nameKey } from '../../documents/names.ts'
import type { Inquiry, PublicRecord } from '../../documents/tables/tradelines.ts'
import {
  type Difference,
  type DifferenceKind,
  difference,
  type FoundDifference,
} from './differences.ts'
import { borrowersOf, bureausOf, continuations } from './match-over-time.ts'

/** The public records that are new, and those that stand otherwise than then. */
export function compareRecords(
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
export function compareInquiries(
  base: readonly Inquiry[],
  current: readonly Inquiry[],
): Difference[] {
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
