/** Finds the reason that a vendor gives for a missing file: a code, a text, or none. */
import {
  BUREAUS,
  type BureauName,
  FILE_RESULT_STATUS_TYPES,
} from '../../documents/tables/enumerations.ts'
import { maskedNumber } from '../../documents/wording.ts'
import { ANY_NUMBER } from '../../person-number.ts'
import type { CreditFile, FileStatus, Subject } from '../bureau.ts'
import { withoutFile } from '../without-file.ts'
import type { UpstreamErrorMessage } from './answer-document.ts'
import type { UpstreamErrorDocument } from './vendor-answer.ts'

/** Words for the consumer and their file. Vendors also write about their accounts and servers. */
const CONSUMER = '(?:consumer|borrower|applicant|subject|person|individual)'
const FILE = '(?:(?:credit |consumer )?(?:file|record)s?)'

const words = (...patterns: readonly string[]) => new RegExp(patterns.join('|'), 'i')

/** The statuses that vendors' words mean. The first match counts. */
const WORDS: readonly (readonly [RegExp, FileStatus])[] = [
  [
    words(
      `\\b(?:${FILE}|credit|report|${CONSUMER})\\b.{0,40}\\b(?:fr(?:ee?ze|ozen)|suppressed)\\b`,
      `(?<!\\bno )\\b(?:security|credit|file|consumer) freeze\\b`,
      `\\bfr(?:ee?ze|ozen)\\b.{0,20}\\b${FILE}\\b`,
      `^\\W*fr(?:ee?ze|ozen)\\W*$`,
    ),
    'NoFileReturnedCreditFreeze',
  ],
  [
    words(`\\b${CONSUMER}\\b.{0,20}\\bminor\\b`, `\\ba minor\\b(?! \\w+ error)`, `^\\W*minor\\W*$`),
    'NoFileReturnedBorrowerIsAMinor',
  ],
  [
    words(
      `\\bno[ -]?hit\\b`,
      `\\bno ${FILE}\\b(?! server)`,
      `\\b(?:${FILE}|${CONSUMER})\\b.{0,20}\\bnot (?:found|on file)\\b`,
      `\\bunable to locate\\b.{0,20}\\b(?:${FILE}|${CONSUMER})\\b`,
      `^\\W*(?:(?:equifax|experian|trans ?union)\\W*)?not (?:found|on file)\\W*$`,
    ),
    'NoFileReturnedNoHit',
  ],
  [words(`\\bthin file\\b`), 'NoFileReturnedThinFile'],
]

const NAMES = FILE_RESULT_STATUS_TYPES.filter((name) => name.startsWith('No')).join('|')
const STATUS_NAMES = new RegExp(`\\b(?:${NAMES})\\b`)
const TRAILING_STATUS = new RegExp(` \\((?:${NAMES})\\)$`)

/** Returns the status that a text names or describes, or undefined if it does neither. */
export function statusIn(text: string): FileStatus | undefined {
  const [named] = STATUS_NAMES.exec(text) ?? []
  return (named as FileStatus | undefined) ?? WORDS.find(([words]) => words.test(text))?.[1]
}

/** Codes of the standard's error list for invalid data (Credit Reporting Guide, ch. 4). */
const BORROWER_DATA = /^E0(?:0[2-9]|[12][0-9]|3[0-5])$/
const CREDENTIALS = /^E0(?:36|37|46|51)$/
/** Words of vendors with codes of their own. */
const CREDENTIALS_WORDS =
  /\b(?:log[ -]?[io]n|pass ?word|user ?(?:id|name)|credentials|unauthori[sz]ed)\b/i

/** The text for lenders, who can only wait until the operator corrects the credentials. */
const CREDENTIALS_MESSAGE = 'The source of the file did not accept this service as a client.'

/** Returns the file of a requested bureau for an error document. */
export function rejectedFile(document: UpstreamErrorDocument, bureau: BureauName): CreditFile {
  const { evidence, statuses, errors } = document
  const codes = [...errors, ...statuses].flatMap(({ _Code }) => _Code?.trim() ?? [])
  const texts = textsFor(errors, bureau)
  const reasons =
    texts.length > 0 ? texts : statuses.flatMap(({ _Description }) => _Description ?? [])
  // Only the operator can correct this, and texts about a login may contain it.
  if (codes.some((code) => CREDENTIALS.test(code)) || CREDENTIALS_WORDS.test(reasons.join(' '))) {
    return { ...withoutFile(bureau, 'NoFileReturnedError', CREDENTIALS_MESSAGE), evidence }
  }
  const status = rejectedStatus(document, reasons.join(' '), codes)
  const message = reasons.map(plainText).join(' ') || 'The source of the file rejected the order.'
  return { ...withoutFile(bureau, status, message), evidence }
}

/**
 * Returns a file with the borrower's data masked in the vendor's words. Lenders log them, and the
 * console shows them to users who may not see unmasked documents.
 */
export function withMaskedSubject(file: CreditFile, subject: Subject): CreditFile {
  if (file.message === undefined) return file
  const message = file.message
    .replace(numberPattern(subject.ssn), maskedNumber)
    .replace(ANY_NUMBER, maskedNumber)
    .replace(CARD_NUMBER, '[number]')
  return { ...file, message: maskedWords(message, subject) }
}

/** Matches a number with any separator between its digits. */
function numberPattern(ssn: string): RegExp {
  return new RegExp([...ssn].join('[^0-9A-Za-z]?'), 'g')
}

const CARD_NUMBER = /(?<!\d)\d(?:[- ]?\d){11,18}(?!\d)/g

/** Masks the names, the street and the birth date of a person in a text. */
function maskedWords(text: string, { address, birthDate = '', ...person }: Subject): string {
  const names = [person.firstName, person.middleName, person.lastName].filter(
    (name) => name.length > 1,
  )
  const [year = '', month = '', day = ''] = birthDate.split('-')
  const dates =
    day === ''
      ? []
      : [birthDate, `${month}/${day}/${year}`, `${+month}/${+day}/${year}`, `${month}${day}${year}`]
  const masks: readonly (readonly [words: readonly string[], mask: string])[] = [
    [[address.street].filter((street) => street !== ''), '[street]'],
    [dates, '[birth date]'],
    [names, '[name]'],
  ]
  return masks.reduce(
    (masked, [words, mask]) =>
      words.reduce((part, word) => part.replace(wholeWord(word), mask), masked),
    text,
  )
}

/** Matches a word in any case and without accents too, but not as a part of another. */
function wholeWord(word: string): RegExp {
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const escaped = [word, plain]
    .map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped})(?![\\p{L}\\p{N}])`, 'giu')
}

/** Removes the borrower before a text and the status after it, which the report shows anyway. */
function plainText(text: string): string {
  return text.replace(/^BORROWER \S+: /, '').replace(TRAILING_STATUS, '')
}

function rejectedStatus(
  { aboutThis }: UpstreamErrorDocument,
  reasons: string,
  codes: readonly string[],
): FileStatus {
  // An error that does not identify its order says nothing about a person.
  if (!aboutThis) return 'NoFileReturnedError'
  if (codes.some((code) => BORROWER_DATA.test(code))) return 'NoFileReturnedInadequateRequestData'
  return statusIn(reasons) ?? 'NoFileReturnedError'
}

interface ErrorText {
  readonly source: string | undefined
  readonly text: string
}

function textsIn(errors: readonly UpstreamErrorMessage[]): readonly ErrorText[] {
  return errors.flatMap(({ _SourceType: source, _Text: own = [] }) =>
    own.map((text) => ({ source, text })),
  )
}

/** Reports whether a text names the bureau, also in spellings such as TRANS UNION. */
function isAbout({ source, text }: ErrorText, bureau: BureauName): boolean {
  return source === bureau || new RegExp(bureau.replace('U', ' ?U'), 'i').test(text)
}

/** Returns the texts that name the bureau. */
export function textsAbout(
  errors: readonly UpstreamErrorMessage[],
  bureau: BureauName,
): readonly string[] {
  return textsIn(errors)
    .filter((one) => isAbout(one, bureau))
    .map(({ text }) => text)
}

/** Returns the texts that name the bureau. If none does, returns those that name no bureau. */
export function textsFor(
  errors: readonly UpstreamErrorMessage[],
  bureau: BureauName,
): readonly string[] {
  const own = textsAbout(errors, bureau)
  if (own.length > 0) return own
  return textsIn(errors)
    .filter((one) => !BUREAUS.some((other) => isAbout(one, other)))
    .map(({ text }) => text)
}

/**
 * Reports whether a vendor's error document is a failure of the vendor, and not a response about
 * the order.
 */
export function isFailure(
  document: UpstreamErrorDocument,
  bureaus: readonly BureauName[],
): boolean {
  return bureaus.every((bureau) => rejectedFile(document, bureau).status === 'NoFileReturnedError')
}
