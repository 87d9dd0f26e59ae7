/** Whether what a vendor says of a person is about the one who was asked for. */
import type { Subject } from '../bureau.ts'

/** Letters that have no accent to take away, as systems without them write them. */
const PLAIN: Readonly<Record<string, string>> = {
  Ø: 'O',
  Æ: 'AE',
  Œ: 'OE',
  Ł: 'L',
  Đ: 'D',
  Þ: 'TH',
}

function letters(name: string): string {
  return name
    .toUpperCase()
    .normalize('NFKD')
    .replaceAll(/[ØÆŒŁĐÞ]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^\p{L}]/gu, '')
}

/** Whether a family name is the subject's, with or without suffix, case, accents and blanks. */
export function isFamilyName(name: string, { lastName, suffix }: Subject): boolean {
  const told = letters(name)
  if (told === '') return false
  return told === letters(lastName) || told === letters(lastName + suffix)
}

/** Whether a number, with or without dashes, is the subject's. */
export function isNumber(ssn: string, subject: Subject): boolean {
  return ssn.replaceAll('-', '').trim() === subject.ssn
}
