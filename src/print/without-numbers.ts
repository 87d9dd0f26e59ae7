/**
 * A report without the social security numbers that its texts quote: a printed page is handed on,
 * and shows only the last four digits of a number. Nearly every text quotes none, and what holds it
 * is not copied.
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
    liabilities: report.liabilities.map((account) =>
      replaced(account, {
        _AccountIdentifier: identifierWithout(account._AccountIdentifier, numbers),
        CREDIT_COMMENT: textsWithout(account.CREDIT_COMMENT, numbers),
      }),
    ),
    publicRecords: report.publicRecords.map((record) =>
      replaced(record, {
        _DocketIdentifier: identifierWithout(record._DocketIdentifier, numbers),
        CREDIT_COMMENT: textsWithout(record.CREDIT_COMMENT, numbers),
      }),
    ),
  }
}

function fileWithout(file: CreditFileValue, numbers: readonly string[]): CreditFileValue {
  return replaced(file, {
    _ALERT_MESSAGE: textsWithout(file._ALERT_MESSAGE, numbers),
    CREDIT_COMMENT: textsWithout(file.CREDIT_COMMENT, numbers),
    CREDIT_ERROR_MESSAGE: textsWithout(file.CREDIT_ERROR_MESSAGE, numbers),
  })
}

/** An object with other values of some members; itself where these are the same. */
function replaced<T extends object>(whole: T, members: Partial<T>): T {
  for (const name in members) {
    if (members[name] !== whole[name]) return { ...whole, ...members }
  }
  return whole
}

/** What has texts, which can quote a number. */
interface Quoting {
  readonly _Text?: readonly string[] | undefined
}

function textsWithout<T extends readonly Quoting[] | undefined>(
  items: T,
  numbers: readonly string[],
): T {
  const isQuoted = ({ _Text: texts = [] }: Quoting) =>
    texts.some((text) => hideAll(text, numbers) !== text)
  if (items === undefined || !items.some(isQuoted)) return items
  return items.map((item) => ({
    ...item,
    _Text: item._Text?.map((text) => hideAll(text, numbers)),
  })) as readonly Quoting[] as T
}

function identifierWithout(identifier: string | undefined, numbers: readonly string[]) {
  return identifier === undefined ? undefined : hideKnown(identifier, numbers)
}
