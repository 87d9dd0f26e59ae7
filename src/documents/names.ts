/**
 * Comparing names of people. The same person is spelled in many ways: a lender's system sends
 * `Østergaard`, one bureau keeps `OSTERGAARD`, another `OESTERGAARD`. Every comparison in the
 * program goes through this file, so that what one part takes for a person the next does too.
 * Creditors, courts and other texts that bureaus spell in their own ways compare by the same key.
 */

/** Letters that are no letter with a mark, as systems limited to A to Z write them. */
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

/** The other usual way to write these letters with A to Z: `MUELLER` for Müller. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Ø: 'OE',
  Å: 'AA',
}

/** A letter of another script; apostrophes and accents belong to all. */
const OTHER_SCRIPT = /(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}/u

/** Whether a name has letters of no other script than Latin, as bureaus keep names. */
export function isInLatinLetters(name: string): boolean {
  return !OTHER_SCRIPT.test(name)
}

/** Most names are ASCII and need no normalization. */
const ASCII = /^[\p{ASCII}]*$/u
/** The apostrophes in use: systems exchange them for each other, and some for an accent. */
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
 * A name as a key: capital letters and digits without marks, blanks and punctuation. Letters of
 * other scripts stay. Empty where a text has neither letters nor digits.
 */
export function nameKey(text: string | undefined): string {
  return text === undefined ? '' : capitals(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The words of a name, each as its key: `García-López` has two, `O’Brien` one. */
export function nameWords(text: string): readonly string[] {
  const words = capitals(text.replaceAll(APOSTROPHES, '')).split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '')
}

/**
 * Whether two spellings can be one company's: word by word the same or shortened, as `GRANITE COVE
 * SVGS BK` is Granite Cove Savings Bank. Names that differ in a word are those of two companies.
 */
export function isSameCompany(one: string, other: string): boolean {
  const [words, others] = [companyWords(one), companyWords(other)]
  return (
    words.length === others.length &&
    words.every((word, index) => isShortened(word, others[index] as string))
  )
}

/** Bureaus drop the ampersand or spell it as AND. */
function companyWords(name: string): readonly string[] {
  return nameWords(name).filter((word) => word !== 'AND')
}

/** Whether the shorter word has the first letter and only letters of the longer one, in order. */
function isShortened(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (shorter[0] !== longer[0]) return false
  if (shorter.length === longer.length) return shorter === longer
  let at = 0
  for (const letter of longer) if (letter === shorter[at]) at += 1
  return at === shorter.length
}

/** Bureaus cut long names off. The part that is left must be long enough to tell people apart. */
const CUT_OFF_LENGTH = 20

/** Whether two spellings are one name: marks, case, blanks and punctuation aside, or cut off. */
export function isSameName(one: string, other: string): boolean {
  const keys = keysOf(other)
  return keysOf(one).some((key) => keys.some((each) => agree(key, each)))
}

/** A name has a second key where a letter of it is also spelled with two. */
function keysOf(name: string): readonly string[] {
  const key = nameKey(name)
  const upper = name.toUpperCase().normalize('NFC')
  if (ASCII.test(upper)) return [key]
  const spelledOut = upper.replaceAll(/[ÄÖÜØÅ]/g, (letter) => SPELLED_OUT[letter] ?? letter)
  return [key, nameKey(spelledOut)]
}

function agree(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = one.length < other.length ? one : other
  return shorter.length >= CUT_OFF_LENGTH && one.startsWith(shorter) && other.startsWith(shorter)
}

/**
 * Whether a family name on file is the one that was asked for. A bureau may hold the generation
 * suffix in the family name, and of a name in several parts often only one.
 */
export function isSameFamilyName(onFile: string, lastName: string, suffix = ''): boolean {
  if (nameKey(onFile) === '') return false
  if (isSameName(onFile, lastName) || isSameName(onFile, `${lastName}${suffix}`)) return true
  // Every part of the shorter name must be in the longer one: `García` is a part of `García López`,
  // while `García Ruiz` is another family.
  const [found, asked] = [partsOf(onFile), partsOf(lastName)]
  if (found.length === 0 || asked.length === 0) return false
  return includesAll(asked, found) || includesAll(found, asked)
}

/** An initial is no part by which a family is known. */
function partsOf(name: string): readonly string[] {
  return nameWords(name).filter((word) => word.length > 1)
}

/** Whether all parts are among the words, each in any of its spellings. */
function includesAll(words: readonly string[], parts: readonly string[]): boolean {
  return parts.every((part) => words.some((word) => isSameName(word, part)))
}
