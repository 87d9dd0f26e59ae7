/**
 * A report without the social security numbers that its texts quote: a printed page is handed on,
 * and shows only the last four digits of a number.
 */
import type { CreditFileValue } from '../documents/tables/response.ts'
import { distinctNumbers, hideAll, hideKnown } from '../reports/hidden-numbers.ts'
import type { Report } from '../reports/report.ts'

/** Masks numbers in alerts, comments and errors, and where they are the number of an account. */
export function withoutNumbers(report: Report): Report {
  const { files, borrowers } = report
  const numbers = distinctNumbers([
    ...files.map((file) => file._BORROWER._SSN),
    ...borrowers.map((borrower) => borrower._SSN),
  ])
  return {
    ...report,
    files: files.map((file) => fileWithout(file, numbers)),
    comments: textsWithout(report.comments, numbers),
    liabilities: report.liabilities.map((account) => ({
      ...account,
      _AccountIdentifier: identifierWithout(account._AccountIdentifier, numbers),
      CREDIT_COMMENT: textsWithout(account.CREDIT_COMMENT ?? [], numbers),
    })),
    publicRecords: report.publicRecords.map((record) => ({
      ...record,
      _DocketIdentifier: identifierWithout(record._DocketIdentifier, numbers),
      CREDIT_COMMENT: textsWithout(record.CREDIT_COMMENT ?? [], numbers),
    })),
  }
}

function fileWithout(file: CreditFileValue, numbers: readonly string[]): CreditFileValue {
  return {
    ...file,
    _ALERT_MESSAGE: textsWithout(file._ALERT_MESSAGE ?? [], numbers),
    CREDIT_COMMENT: textsWithout(file.CREDIT_COMMENT ?? [], numbers),
    CREDIT_ERROR_MESSAGE: textsWithout(file.CREDIT_ERROR_MESSAGE ?? [], numbers),
  }
}

function textsWithout<T extends { readonly _Text?: readonly string[] | undefined }>(
  items: readonly T[],
  numbers: readonly string[],
): T[] {
  return items.map((item) =>
    item._Text === undefined
      ? item
      : { ...item, _Text: item._Text.map((text) => hideAll(text, numbers)) },
  )
}

function identifierWithout(identifier: string | undefined, numbers: readonly string[]) {
  return identifier === undefined ? undefined : hideKnown(identifier, numbers)
}
