/** Masks social security numbers in texts that reach more people than the credit files do. */
import { codeUnitAt } from '../code-unit.ts'
import type { CreditFileValue } from '../documents/tables/response.ts'
import { maskedNumber } from '../documents/wording.ts'
import type { Report } from './report.ts'

/** Any person's number as people write it. A ZIP code such as 04843-1234 does not match. */
const ANY_NUMBER = /(?<!\d)(?:\d{3}[- ]\d{2}[- ]?\d{4}|\d{9})(?!\d)/g

/** Returns the distinct social security numbers among texts, as nine digits. */
export function distinctNumbers(texts: readonly string[]): string[] {
  const numbers = texts.map((text) => text.replace(/\D/g, ''))
  return [...new Set(numbers)].filter((number) => number.length === 9)
}

/** Masks known numbers, because some creditors use one as the account number. */
export function hideKnown(text: string, numbers: readonly string[]): string {
  if (!hasNineDigits(text)) return text
  const plain = text.replace(/[- ]/g, '')
  return numbers.reduce((masked, number) => {
    // Almost no text quotes a number, and building an expression for each number would cost more
    // than this check.
    if (!plain.includes(number)) return masked
    const written = new RegExp([...number].join('[- ]?'), 'g')
    return masked.replace(written, maskedNumber(number))
  }, text)
}

/** Masks every number, because alerts and statements can also quote other people's. */
export function hideAll(text: string, numbers: readonly string[]): string {
  if (!hasNineDigits(text)) return text
  return hideKnown(text.replace(ANY_NUMBER, maskedNumber), numbers)
}

/** Reports whether a text has enough digits to quote a number at all. */
function hasNineDigits(text: string): boolean {
  let digits = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = codeUnitAt(text, index)
    if (code >= 48 && code <= 57) digits += 1
  }
  return digits >= 9
}

// The printed page is passed on, so it shows only the last four digits of a number. Objects whose
// texts quote no number, which are nearly all, are not copied.

/**
 * Masks numbers in alerts, comments and error messages, and account or docket numbers that contain
 * one.
 */
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

/**
 * Returns a copy of an object with some members replaced, or the object itself if they are equal.
 */
function replaced<T extends object>(whole: T, members: Partial<T>): T {
  for (const name in members) {
    if (members[name] !== whole[name]) return { ...whole, ...members }
  }
  return whole
}

/** An item with texts that can quote a number. */
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
