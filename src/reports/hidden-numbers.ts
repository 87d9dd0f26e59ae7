/** Social security numbers in texts that are passed on more widely than the files are. */
import { codeUnitAt } from '../code-unit.ts'
import type { CreditFileValue } from '../documents/tables/response.ts'
import { maskedNumber } from '../documents/wording.ts'
import type { Report } from './report.ts'

/** A number as people write it, of anyone. A ZIP code such as 04843-1234 is none. */
const ANY_NUMBER = /(?<!\d)(?:\d{3}[- ]\d{2}[- ]?\d{4}|\d{9})(?!\d)/g

/** The numbers among texts, as nine digits. */
export function distinctNumbers(texts: readonly string[]): string[] {
  const numbers = texts.map((text) => text.replace(/\D/g, ''))
  return [...new Set(numbers)].filter((number) => number.length === 9)
}

/** Masks known numbers: some creditors take one as the number of the account. */
export function hideKnown(text: string, numbers: readonly string[]): string {
  if (!hasNineDigits(text)) return text
  const plain = text.replace(/[- ]/g, '')
  return numbers.reduce((masked, number) => {
    // Nearly no text quotes a number, and to make an expression for each would cost more than to look.
    if (!plain.includes(number)) return masked
    const written = new RegExp([...number].join('[- ]?'), 'g')
    return masked.replace(written, maskedNumber(number))
  }, text)
}

/** Masks every number, as alerts and statements can quote those of other people, too. */
export function hideAll(text: string, numbers: readonly string[]): string {
  if (!hasNineDigits(text)) return text
  return hideKnown(text.replace(ANY_NUMBER, maskedNumber), numbers)
}

/** Whether a text is long enough in digits to quote a number at all. */
function hasNineDigits(text: string): boolean {
  let digits = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = codeUnitAt(text, index)
    if (code >= 48 && code <= 57) digits += 1
  }
  return digits >= 9
}

// A report without the numbers that its texts quote: a printed page is handed on, and shows only the
// last four digits of a number. Nearly every text quotes none, and what holds it is not copied.

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
