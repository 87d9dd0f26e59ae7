/** What the report page shows, as the API returns it. */
import { nameKey } from '../../../../src/documents/names.ts'
import { NO_FILE, words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { capitalized, dollarsText } from '../../format.ts'

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

/** Whether an inquirer is the lender for whom the reports were made. */
export function isOwnInquirer(
  name: string,
  reports: readonly Pick<Report, 'preparedFor'>[],
): boolean {
  return reports.some(({ preparedFor }) => nameKey(preparedFor) === nameKey(name))
}

/** Whether the bureau delivered the file. */
export function isReturned({ status }: Report['files'][number]): boolean {
  return status === 'FileReturned'
}

/** Whether a moment was before the report was read, by the service's clock. */
export const isOver = ({ now }: Report, until: string) => now > until

/** The text of an alert; where that is masked, its category in words. */
export function alertText(text: string): string {
  if (text === 'CreditFileSuppressed') return capitalized(`${FREEZE}: no file`)
  return /\s/.test(text) ? text : words(text)
}

/** The words for a frozen file everywhere else. */
const FREEZE = NO_FILE.NoFileReturnedCreditFreeze ?? ''

/** Why a bureau gave no score. */
export const exclusionText = (reason = '') => words(reason.replace(/^NotScored/, ''))

/** The number of an account; one that is masked does not tell one account from another. */
export function shownNumber(number = ''): string {
  return /\d/.test(number) ? number : ''
}

/**
 * Payment terms in words; bureaus write `MONTHLY`, and `MIN95` for a minimum payment. Beside a payment
 * of that amount, the amount is not repeated.
 */
export function termsText(terms = '', payment?: number): string {
  const minimum = /^MIN(\d+)$/.exec(terms)?.[1]
  if (minimum !== undefined) {
    return Number(minimum) === payment ? 'Minimum' : `Minimum ${dollarsText(Number(minimum))}`
  }
  return /^[A-Z ]+$/.test(terms) ? capitalized(terms.toLowerCase()) : terms
}
