/** What is kept of a card: its brand and last four digits, never the number or the code. */

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^(?:5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^6(?:011|5)/, 'Discover'],
]

/** Brand and last four of a card number; empty where there is no number to speak of. */
export function cardKept(accountIdentifier: string): string {
  const digits = accountIdentifier.replaceAll(/\D/g, '')
  if (digits.length < 12) return ''
  const brand = BRANDS.find(([prefix]) => prefix.test(digits))?.[1] ?? 'Card'
  return `${brand} ending ${digits.slice(-4)}`
}
