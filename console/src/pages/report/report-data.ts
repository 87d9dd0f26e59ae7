/** The data of the report page, as the API returns it. */
import { nameKey } from '../../../../src/documents/names.ts'
import { NO_FILE, words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { capitalized, dollarsText } from '../../format.ts'

/** A report with all data that its page shows. */
export type Report = ApiResponse<'GET /reports/:id'>

/**
 * Returns the applicants of an item by the letters of the printed report: B for the borrower, C for
 * the co-borrower.
 */
export function applicantsOf(
  { borrowers }: Report,
  { borrowerIds }: { readonly borrowerIds: readonly string[] },
): string {
  return borrowers
    .flatMap(({ id }, index) => (borrowerIds.includes(id) ? [index === 0 ? 'B' : 'C'] : []))
    .join(' ')
}

/**
 * Returns the bureaus that a refresh did not compare, with the applicant if it is only one of two,
 * and with the reason if the refresh asked for no file. Other missing files are alerts of the report.
 */
export function notComparedTexts(
  report: Report,
  { notCompared, partlyCompared = [] }: NonNullable<Report['refresh']>,
): readonly string[] {
  const textOf = (bureau: string, letter: string, files: Report['files']) => {
    const isAsked = files.some((file) => file.bureau === bureau)
    const notes = [letter, isAsked ? '' : 'no file in the base report'].filter((one) => one !== '')
    return notes.length === 0 ? bureau : `${bureau} (${notes.join(': ')})`
  }
  const ofOne = partlyCompared.flatMap(({ borrowerId, bureaus }) => {
    const letter = applicantsOf(report, { borrowerIds: [borrowerId] })
    const own = report.files.filter((file) => file.borrowerId === borrowerId)
    return bureaus.map((bureau) => textOf(bureau, letter, own))
  })
  return [...notCompared.map((bureau) => textOf(bureau, '', report.files)), ...ofOne]
}

/**
 * Returns whether a report has only accounts secured by real estate, and neither public records nor
 * inquiries. It says nothing about those.
 */
export function isMortgageOnly({ summary }: Report): boolean {
  return summary.operation === 'mortgage_only'
}

/** Returns whether an inquirer is the lender for whom one of the reports was prepared. */
export function isOwnInquirer(
  name: string,
  reports: readonly Pick<Report, 'preparedFor'>[],
): boolean {
  return reports.some(({ preparedFor }) => nameKey(preparedFor) === nameKey(name))
}

/** The notice on reports of simulated bureaus. */
export const SIMULATED = 'Simulated: not a consumer report'

/** Returns the names of the borrowers, which are initials until the report is revealed. */
export function namesOf({ borrowers }: Report): string {
  return borrowers.map(({ name }) => name).join(' and ')
}

/** Returns the URL of a comparison, with the report that this one was created from, if any. */
export function compareAddress({ summary }: Report): string {
  const { id, baseReportId } = summary
  return baseReportId === undefined
    ? `/compare/reports?one=${id}`
    : `/compare/reports?one=${baseReportId}&other=${id}`
}

/** Returns the name of the borrower whose file it is. */
export function personOf(
  { borrowers }: Report,
  { borrowerId }: Pick<Report['files'][number], 'borrowerId'>,
): string {
  return borrowers.find(({ id }) => id === borrowerId)?.name ?? ''
}

/** Returns whether the bureau delivered the file. */
export function isReturned({ status }: Report['files'][number]): boolean {
  return status === 'FileReturned'
}

/** Returns whether a time had passed when the report was fetched, by the service's clock. */
export const isOver = ({ now }: Report, until: string) => now > until

/** Returns the text of an alert. If the text is masked, returns its category in words. */
export function alertText(text: string): string {
  if (text === 'CreditFileSuppressed') return capitalized(`${FREEZE}: no file`)
  return /\s/.test(text) ? text : words(text)
}

/** The console's usual words for a frozen file. */
const FREEZE = NO_FILE.NoFileReturnedCreditFreeze ?? ''

/** Returns why a bureau returned no score. */
export const exclusionText = (reason = '') => words(reason.replace(/^NotScored/, ''))

/**
 * Returns an account number unless it is fully masked. A number without visible digits does not
 * distinguish accounts.
 */
export function shownNumber(number = ''): string {
  return /\d/.test(number) ? number : ''
}

/**
 * Returns payment terms in words. Bureaus write `MONTHLY`, and `MIN95` for a minimum payment. The
 * amount is omitted if the payment beside it is the same.
 */
export function termsText(terms = '', payment?: number): string {
  const minimum = /^MIN(\d+)$/.exec(terms)?.[1]
  if (minimum !== undefined) {
    return Number(minimum) === payment ? 'Minimum' : `Minimum ${dollarsText(Number(minimum))}`
  }
  return /^[A-Z ]+$/.test(terms) ? capitalized(terms.toLowerCase()) : terms
}
