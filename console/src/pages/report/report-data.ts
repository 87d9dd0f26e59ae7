/** What the report page shows, as the API returns it. */
import type { ApiResponse } from '../../api/call.ts'

/** A report with everything that the page draws. */
export type Report = ApiResponse<'GET /reports/:id'>

/** Whom an item is about, by the letters of the printed report: B borrower, C co-borrower. */
export function applicantsOf(
  { borrowers }: Report,
  { borrowerIds }: { readonly borrowerIds: readonly string[] },
): string {
  return borrowers
    .flatMap(({ id }, index) => (borrowerIds.includes(id) ? [index === 0 ? 'B' : 'C'] : []))
    .join(' ')
}
