/**
 * Comparison of names of people. The same person is spelled in many ways: a lender's system sends
 * `Østergaard`, one bureau has `OSTERGAARD`, another `OESTERGAARD`. Every comparison in the program
 * uses this file, so that all parts agree about who is the same person. Creditors, courts and other
 * texts that bureaus spell differently are compared by the same key.
 */

/** Letters that are not a basic letter with a mark, as systems limited to A–Z write them. */
const BASIC_LETTERS: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  Ł: 'L',
  Ŋ: 'NG',
  Ŧ: 'T',
  Þ: 'TH',
  ẞ: 'SS',
}
const NOT_BASIC = new RegExp(`[${Object.keys(BASIC_LETTERS).join('')}]`, 'g')

/** The other common spelling of these letters with A–Z: `MUELLER` for Müller. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Ø: 'OE',
  Å: 'AA',
}

/** A letter of another script. Apostrophes and accents belong to all scripts. */
const OTHER_SCRIPT = /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u

/** Returns whether all letters of a name are Latin, as bureaus store names. */
export function isInLatinLetters(name: string): boolean {
  return !OTHER_SCRIPT.test(name)
}

/** Most names are ASCII and need no normalization. */
const ASCII = /^[\p{ASCII}]*$/u
/** The apostrophes in use. Systems replace them with each other, and some with an accent. */
const APOSTROPHES = /['’ʼ`´]/g

function capitals(text: string): string {
  const upper = text.toUpperCase()
  if (ASCII.test(upper)) return upper
  return upper
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(NOT_BASIC, (letter) => BASIC_LETTERS[letter] ?? letter)
}

/**
 * Returns the key of a name: its letters and digits in capitals, without marks, blanks and
 * punctuation. Letters of other scripts stay. Empty if a text has neither letters nor digits.
 */
export function nameKey(text: string | undefined): string {
  return text === undefined ? '' : capitals(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns the words of a name, each as its key: `García-López` has two, `O’Brien` one. */
export function nameWords(text: string): readonly string[] {
  const words = capitals(text.replaceAll(APOSTROPHES, '')).split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '')
}

/**
 * Returns whether two spellings can be the same company: each word is the same or shortened, as
 * `GRANITE COVE SVGS BK` is Granite Cove Savings Bank. Names that differ in a word are two
 * companies.
 */
export function isSameCompany(one: string, other: string): boolean {
  const [words, others] = [companyWords(one), companyWords(other)]
  return (
    words.length === others.length &&
    words.every((word, index) => isShortened(word, others[index] as string))
  )
}

/** Omits AND, because bureaus drop the ampersand or spell it as AND. */
function companyWords(name: string): readonly string[] {
  return nameWords(name).filter((word) => word !== 'AND')
}

/**
 * Returns whether the shorter word has the same first letter, and only letters of the longer word,
 * in the same order.
 */
function isShortened(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (shorter[0] !== longer[0]) return false
  if (shorter.length === longer.length) return shorter === longer
  let at = 0
  for (const letter of longer) if (letter === shorter[at]) at += 1
  return at === shorter.length
}

/** Bureaus truncate long names. The remaining part must be long enough to distinguish people. */
const TRUNCATED_LENGTH_MIN = 20

/**
 * Returns whether two spellings are the same name, apart from marks, case, blanks, punctuation and
 * truncation.
 */
export function isSameName(one: string, other: string): boolean {
  const keys = keysOf(other)
  return keysOf(one).some((key) => keys.some((each) => keysMatch(key, each)))
}

/**
 * Returns the keys of a name. It has a second key if one of its letters can also be spelled with
 * two letters.
 */
function keysOf(name: string): readonly string[] {
  const key = nameKey(name)
  const upper = name.toUpperCase().normalize('NFC')
  if (ASCII.test(upper)) return [key]
  const spelledOut = upper.replaceAll(/[ÄÖÜØÅ]/g, (letter) => SPELLED_OUT[letter] ?? letter)
  return [key, nameKey(spelledOut)]
}

function keysMatch(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = one.length < other.length ? one : other
  return (
    shorter.length >= TRUNCATED_LENGTH_MIN && one.startsWith(shorter) && other.startsWith(shorter)
  )
}

/**
 * Returns whether a family name on file is the requested one. A bureau may store the generation
 * suffix in the family name, and often stores only one part of a name with several parts.
 */
export function isSameFamilyName(onFile: string, lastName: string, suffix = ''): boolean {
  if (nameKey(onFile) === '') return false
  if (isSameName(onFile, lastName) || isSameName(onFile, `${lastName}${suffix}`)) return true
  // Every part of the shorter name must be in the longer one: `García` is a part of `García López`,
  // whereas `García Ruiz` is another family.
  const [found, requested] = [partsOf(onFile), partsOf(lastName)]
  if (found.length === 0 || requested.length === 0) return false
  return includesAll(requested, found) || includesAll(found, requested)
}

/** Returns the parts of a name without initials, which do not identify a family. */
function partsOf(name: string): readonly string[] {
  return nameWords(name).filter((word) => word.length > 1)
}

/** Returns whether all parts are among the words, in any of their spellings. */
function includesAll(words: readonly string[], parts: readonly string[]): boolean {
  return parts.every((part) => words.some((word) => isSameName(word, part)))
}
