/** Masks social security numbers in texts that reach more people than the credit files do. */
import { codeUnitAt } from '../code-unit.ts'
import type { CreditFileValue } from '../documents/tables/response.ts'
import { maskedNumber } from '../documents/wording.ts'
import { ANY_NUMBER } from '../person-number.ts'
import type { Report } from './report.ts'

/** Returns the distinct social security numbers among texts, as nine digits. */
export function distinctNumbers(texts: readonly string[]): string[] {
  const numbers = texts.map((text) => text.replace(/\D/g, ''))
  return [...new Set(numbers)].filter((number) => number.length === 9)
}

/** Masks known numbers, because some creditors use one as the account number. */
export function maskKnownNumbers(text: string, numbers: readonly string[]): string {
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
export function maskAllNumbers(text: string, numbers: readonly string[]): string {
  if (!hasNineDigits(text)) return text
  return maskKnownNumbers(text.replace(ANY_NUMBER, maskedNumber), numbers)
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
export function maskNumbers(report: Report): Report {
  const { files, borrowers } = report
  const numbers = distinctNumbers([
    ...files.map((file) => file._BORROWER._SSN),
    ...borrowers.map((borrower) => borrower._SSN),
  ])
  return {
    ...report,
    files: files.map((file) => maskFile(file, numbers)),
    comments: maskTexts(report.comments, numbers),
    liabilities: report.liabilities.map((account) =>
      withChanges(account, {
        _AccountIdentifier: maskIdentifier(account._AccountIdentifier, numbers),
        CREDIT_COMMENT: maskTexts(account.CREDIT_COMMENT, numbers),
      }),
    ),
    publicRecords: report.publicRecords.map((record) =>
      withChanges(record, {
        _DocketIdentifier: maskIdentifier(record._DocketIdentifier, numbers),
        CREDIT_COMMENT: maskTexts(record.CREDIT_COMMENT, numbers),
      }),
    ),
  }
}

function maskFile(file: CreditFileValue, numbers: readonly string[]): CreditFileValue {
  return withChanges(file, {
    _ALERT_MESSAGE: maskTexts(file._ALERT_MESSAGE, numbers),
    CREDIT_COMMENT: maskTexts(file.CREDIT_COMMENT, numbers),
    CREDIT_ERROR_MESSAGE: maskTexts(file.CREDIT_ERROR_MESSAGE, numbers),
  })
}

/**
 * Returns a copy of an object with some members replaced, or the object itself if they are equal.
 */
function withChanges<T extends object>(whole: T, members: Partial<T>): T {
  for (const name in members) {
    if (members[name] !== whole[name]) return { ...whole, ...members }
  }
  return whole
}

/** An item with texts that can quote a number. */
interface Quotable {
  readonly _Text?: readonly string[] | undefined
}

function maskTexts<T extends readonly Quotable[] | undefined>(
  items: T,
  numbers: readonly string[],
): T {
  const quotesNumber = ({ _Text: texts = [] }: Quotable) =>
    texts.some((text) => maskAllNumbers(text, numbers) !== text)
  if (items === undefined || !items.some(quotesNumber)) return items
  return items.map((item) => ({
    ...item,
    _Text: item._Text?.map((text) => maskAllNumbers(text, numbers)),
  })) as readonly Quotable[] as T
}

function maskIdentifier(identifier: string | undefined, numbers: readonly string[]) {
  return identifier === undefined ? undefined : maskKnownNumbers(identifier, numbers)
}
