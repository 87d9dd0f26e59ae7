/** Social security numbers in texts that are passed on more widely than the files are. */
import { codeUnitAt } from '../code-unit.ts'
import { maskedNumber } from '../documents/wording.ts'

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
