/** The reason that a vendor gives for a missing file: in codes, in words, or not at all. */
import {
  BUREAUS,
  type BureauName,
  FILE_RESULT_STATUS_TYPES,
} from '../../documents/tables/enumerations.ts'
import type { CreditFile, FileStatus } from '../bureau.ts'
import { withoutFile } from '../without-file.ts'
import type { VendorReportedFailure } from './answer-document.ts'
import type { UpstreamRefusal } from './vendor-answer.ts'

/** The meaning of vendors' words; the first that fits. */
// biome-ignore format: a table
const WORDS: readonly (readonly [RegExp, FileStatus])[] = [
  [/\bfr(?:ee?ze|ozen)\b/i, 'NoFileReturnedCreditFreeze'],
  [/\bsuppressed\b/i, 'NoFileReturnedCreditFreeze'],
  [/\bminor\b/i, 'NoFileReturnedBorrowerIsAMinor'],
  [/\bno[ -]?hit\b|\bno (?:file|record)s?\b|\bnot (?:found|on file)\b|\bunable to locate\b/i, 'NoFileReturnedNoHit'],
  [/\bthin file\b/i, 'NoFileReturnedThinFile'],
]

const NAMES = FILE_RESULT_STATUS_TYPES.filter((name) => name.startsWith('No')).join('|')
const STATUS_NAMES = new RegExp(`\\b(?:${NAMES})\\b`)
const PLACED_STATUS = new RegExp(` \\((?:${NAMES})\\)$`)

/** The status that a text names or describes; undefined where it does neither. */
export function statusIn(text: string): FileStatus | undefined {
  const [named] = STATUS_NAMES.exec(text) ?? []
  return (named as FileStatus | undefined) ?? WORDS.find(([words]) => words.test(text))?.[1]
}

/** Codes by which the standard's error list says what is wrong (Credit Reporting Guide, ch. 4). */
const BORROWER_DATA = /^E0(?:0[2-9]|[12][0-9]|3[0-5])$/
const CREDENTIALS = /^E0(?:36|37|46|51)$/

/** Written for lenders, who can only wait for the operator. */
const OUR_CREDENTIALS = 'The source of the file did not accept this service as a client.'

/** What an error document means for a bureau that was asked for. */
export function rejectedFile(refusal: UpstreamRefusal, bureau: BureauName): CreditFile {
  const { evidence, statuses, faults } = refusal
  const codes = [...faults, ...statuses].flatMap(({ _Code }) => _Code?.trim() ?? [])
  // Only the operator can do anything about it, and texts about a login may hold it.
  if (codes.some((code) => CREDENTIALS.test(code))) {
    return { ...withoutFile(bureau, 'NoFileReturnedError', OUR_CREDENTIALS), evidence }
  }
  const texts = textsFor(faults, bureau)
  const reasons =
    texts.length > 0 ? texts : statuses.flatMap(({ _Description }) => _Description ?? [])
  const status = rejectedStatus(refusal, reasons.join(' '), codes)
  const message = reasons.map(plain).join(' ') || 'The source of the file rejected the order.'
  return { ...withoutFile(bureau, status, message), evidence }
}

/**
 * A text without the borrower before it and the status behind it, which the report shows anyway.
 */
function plain(text: string): string {
  return text.replace(/^BORROWER \S+: /, '').replace(PLACED_STATUS, '')
}

function rejectedStatus(
  { aboutThis }: UpstreamRefusal,
  reasons: string,
  codes: readonly string[],
): FileStatus {
  // An error that does not say which order it is about says nothing about a person.
  if (!aboutThis) return 'NoFileReturnedError'
  if (codes.some((code) => BORROWER_DATA.test(code))) return 'NoFileReturnedInadequateRequestData'
  return statusIn(reasons) ?? 'NoFileReturnedError'
}

/** The texts that name the bureau, or else those that name none. */
export function textsFor(
  faults: readonly VendorReportedFailure[],
  bureau: BureauName,
): readonly string[] {
  const texts = faults.flatMap(({ _SourceType: source, _Text: own = [] }) =>
    own.map((text) => ({ source, text })),
  )
  // Matches spellings such as TRANS UNION too.
  const about = (name: BureauName) =>
    texts.filter(
      ({ source, text }) => source === name || new RegExp(name.replace('U', ' ?U'), 'i').test(text),
    )
  const own = about(bureau)
  const others = new Set(BUREAUS.flatMap((name) => (name === bureau ? [] : about(name))))
  const chosen = own.length > 0 ? own : texts.filter((one) => !others.has(one))
  return chosen.map(({ text }) => text)
}

/** Whether a vendor's refusal is a failure of the vendor and not its answer about the order. */
export function isFailure(refusal: UpstreamRefusal, bureaus: readonly BureauName[]): boolean {
  return bureaus.every((bureau) => rejectedFile(refusal, bureau).status === 'NoFileReturnedError')
}
