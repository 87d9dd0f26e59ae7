/** Social security numbers in texts that are passed on more widely than the files are. */
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
  return numbers.reduce((masked, number) => {
    const written = new RegExp([...number].join('[- ]?'), 'g')
    return masked.replace(written, maskedNumber(number))
  }, text)
}

/** Masks every number, as alerts and statements can quote those of other people, too. */
export function hideAll(text: string, numbers: readonly string[]): string {
  return hideKnown(text.replace(ANY_NUMBER, maskedNumber), numbers)
}
