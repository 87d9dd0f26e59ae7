/**
 * Recognizes items that a vendor lists several times. An identifier is unique in a document of the
 * standard, so items with the same one can be the same item.
 */
import type { UpstreamResponse } from './answer-document.ts'

/** Returns the identifiers that several items have. Many vendors give none, which is empty here. */
export function repeatedIds<T>(
  items: readonly T[],
  idOf: (item: T) => string,
): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const item of items) {
    const id = idOf(item)
    if (id === '') continue
    if (seen.has(id)) repeated.add(id)
    else seen.add(id)
  }
  return repeated
}

/**
 * Omits items that repeat another one with its identifier and all its data, which must not double
 * the debts. Nothing is lost with them, so no remark counts them.
 */
export function withoutRepeats(response: UpstreamResponse): UpstreamResponse {
  return {
    ...response,
    CREDIT_LIABILITY: distinct(response.CREDIT_LIABILITY, (one) => one.CreditLiabilityID),
    CREDIT_PUBLIC_RECORD: distinct(
      response.CREDIT_PUBLIC_RECORD,
      (one) => one.CreditPublicRecordID,
    ),
    CREDIT_INQUIRY: distinct(response.CREDIT_INQUIRY, (one) => one.CreditInquiryID),
  }
}

function distinct<T>(
  items: readonly T[] | undefined,
  idOf: (item: T) => string,
): readonly T[] | undefined {
  if (items === undefined) return undefined
  const repeated = repeatedIds(items, idOf)
  if (repeated.size === 0) return items
  const keyOf = (item: T, index: number) =>
    repeated.has(idOf(item)) ? JSON.stringify(item) : index
  return [...new Map(items.map((item, index) => [keyOf(item, index), item])).values()]
}
