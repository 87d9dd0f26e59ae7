/**
 * Finds numbers of persons in texts: social security numbers as people and programs write them, with
 * any of the separators that office programs make of a hyphen.
 */

const SEPARATOR = String.raw`[-\s._/\u2010-\u2015]`
const SEPARATED = String.raw`\d{3}${SEPARATOR}\d{2}${SEPARATOR}?\d{4}`

/** Any person's number. A ZIP code such as 04843-1234 does not match. */
export const ANY_NUMBER = new RegExp(String.raw`(?<!\d)(?:${SEPARATED}|\d{9})(?!\d)`, 'g')

const SEPARATED_NUMBER = new RegExp(String.raw`(?<!\d)${SEPARATED}(?!\d)`)

/**
 * Reports whether a text has a person's number with separators. Nine digits without them can be
 * something else in a field that is not about a person, such as a payment history.
 */
export function hasSeparatedNumber(text: string): boolean {
  return SEPARATED_NUMBER.test(text)
}

const ALONE = /(?<![0-9A-Za-z])NUMBER(?![0-9A-Za-z])/.source
const alone = (number: string) =>
  new RegExp(
    ALONE.replace('NUMBER', () => number),
    'g',
  )

const PERSON = alone(`[0-9]{3}${SEPARATOR}?[0-9]{2}${SEPARATOR}?[0-9]{4}`)
const CARD = alone('[0-9](?:[ -]?[0-9]){12,18}')

/** Removes numbers that look like a social security number or a card number from any text. */
export function withoutNumbers(text: string): string {
  return text.replace(PERSON, '[removed]').replace(CARD, '[removed]')
}

/** Nine digits, also with separators between single digits. */
const SPACED = new RegExp(
  `(?<![0-9A-Za-z])[0-9](?:${SEPARATOR}?[0-9]){8}(?!${SEPARATOR}?[0-9A-Za-z])`,
)

/**
 * Returns whether a text has a number that looks like a social security number or a card number. A
 * reason that the audit trail keeps must not have one.
 */
export function hasPersonalNumber(text: string): boolean {
  // Full-width digits and no-break spaces become the usual ones.
  const plain = text.normalize('NFKC')
  return SPACED.test(plain) || withoutNumbers(plain) !== plain
}
