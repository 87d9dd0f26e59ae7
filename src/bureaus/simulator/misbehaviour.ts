/**
 * The faults that can be injected into a simulated bureau by a magic street (`magic.ts`) or in the
 * sandbox. One table has the words, the behavior and the reference.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  FILE_RESULT_STATUS_TYPES,
  SCORE_EXCLUSION_REASON_TYPES,
} from '../../documents/tables/enumerations.ts'
import { words } from '../../documents/wording.ts'
import type { CreditFile, FileRequest, Subject } from '../bureau.ts'
import { PullFailed, type PullFailure } from '../pull-failure.ts'
import { withoutScore } from './scores/simulated-scores.ts'
import { withheldFile } from './simulated-file.ts'

/** A pull without a fault. */
type Pull = (request: FileRequest) => Promise<CreditFile>

/** A pull with an injected fault. */
type Misbehaviour = (
  pull: Pull,
  request: FileRequest,
  bureau: CreditFile['bureau'],
) => Promise<CreditFile>

/** The fault of a bureau in a pull, with its title in plain words. */
export interface BureauFault {
  /** As the console shows it. */
  readonly title: string
  readonly behaviour: Misbehaviour
  /** The word of the table, with its number. Absent for an unrecognized magic street. */
  readonly word?: string
  /** The ID of a fault that was injected in the sandbox. A magic street has none. */
  readonly id?: string | undefined
}

/** The groups of faults of a bureau. */
export const FAULT_GROUPS = [
  'Slow or unreachable',
  'Wrong data',
  'No file',
  'File without a score',
] as const
type FaultGroup = (typeof FAULT_GROUPS)[number]

/** A fault of a bureau, with the word that names it. */
export interface MisbehaviourRow {
  /** The name in faults and magic streets (docs/magic.md). */
  readonly word: string
  readonly group: FaultGroup
  /** In plain words, for lists. */
  readonly title: string
  /** The behavior of the bureau. */
  readonly does: string
  /** The result in the order. */
  readonly shows: string
  readonly behaviour: (seconds: number) => Misbehaviour
}

const SECONDS_DEFAULT = 3

/** The longest delay of a fault: longer than any order waits with the default settings. */
export const SECONDS_MAX = 120

const rejectWith = (failure: PullFailure, text: string) => () =>
  Promise.reject(new PullFailed(failure, false, text))

/** A response that is cut in half, as from a vendor, so that it cannot be read. */
const truncated: Misbehaviour = async (pull, request) => {
  const text = JSON.stringify(await pull(request))
  try {
    return JSON.parse(text.slice(0, text.length / 2)) as CreditFile
  } catch {
    throw new PullFailed('unreadable', false, 'the response ended early')
  }
}

/** The most numbers that are tried for another person. One in ten people has no file. */
const OTHER_PEOPLE_MAX = 50

/**
 * The file of a person who was not requested. The number is in an area that is never issued. Some
 * people have no file, and no file could not be mistaken for that of the requested person, so the
 * next number is tried.
 */
const otherPerson: Misbehaviour = async (pull, request) => {
  for (let step = 1; ; step += 1) {
    const file = await pull({ ...request, subject: anotherThan(request.subject, step) })
    if (file.status === 'FileReturned' || step === OTHER_PEOPLE_MAX) return file
  }
}

/** Another person. The birth date is left out, because a bureau returns no file of a minor. */
function anotherThan(subject: Subject, step: number): Subject {
  const { firstName: _, lastName: __, birthDate: ___, ...rest } = subject
  const serial = String((Number(subject.ssn.slice(3)) + step) % 1_000_000).padStart(6, '0')
  return { ...rest, firstName: 'Morgan', lastName: 'Elsewhere', ssn: `999${serial}` }
}

const NO_FILE_RESULT = 'No file; an alert says why (`NoFileReturnedError`).'

function withStatus(status: CreditFile['status']): () => Misbehaviour {
  return () => async (_pull, _request, bureau) => withheldFile(status, bureau)
}

// biome-ignore format: a table
const OWN_ROWS: readonly MisbehaviourRow[] = [
  { word: 'SLOW', group: 'Slow or unreachable', title: 'Responds slowly', does: `Responds after 3 seconds, or after the whole number of seconds that follows (\`SLOW 20\`, at most ${SECONDS_MAX}).`, shows: 'The file, after the delay. No file if the delay is longer than the timeout.',
    behaviour: (seconds) => async (pull, request) => {
      await sleep(seconds * 1000, undefined, { signal: request.signal })
      return pull(request)
    } },
  { word: 'TIMEOUT', group: 'Slow or unreachable', title: 'Never responds', does: 'Never responds.', shows: `${NO_FILE_RESULT} The order waits until the timeout.`,
    behaviour: () => (_pull, { signal }) => sleep(2 ** 30, undefined, { signal }).then(rejectWith('late', 'the bureau did not respond')) },
  { word: 'UNREACHABLE', group: 'Slow or unreachable', title: 'Rejects connections', does: 'Rejects connections.', shows: NO_FILE_RESULT,
    behaviour: () => rejectWith('not sent', 'the connection was refused') },
  { word: 'GARBAGE', group: 'Wrong data', title: 'Returns unreadable data', does: 'Returns data that is not a credit file.', shows: NO_FILE_RESULT,
    behaviour: () => async () => ({ html: '<h1>It works!</h1>' }) as unknown as CreditFile },
  { word: 'TRUNCATED', group: 'Wrong data', title: 'Returns half of the file', does: 'Returns half of the file.', shows: NO_FILE_RESULT,
    behaviour: () => truncated },
  { word: 'OTHER PERSON', group: 'Wrong data', title: "Returns another person's file", does: 'Returns the file of another person.', shows: `${NO_FILE_RESULT} The response, the report and the printed page contain no data of the other person.`,
    behaviour: () => otherPerson },
  { word: 'REFUSE', group: 'No file', title: 'Rejects the access code', does: 'Rejects the access code of the service.', shows: 'No file: the bureau rejected the access code (`NoFileReturnedBadAccessCode`).',
    behaviour: withStatus('NoFileReturnedBadAccessCode') },
  { word: 'NO HIT', group: 'No file', title: 'Has no file of the borrower', does: 'Has no file of the consumer.', shows: 'No file: the bureau does not know the borrower (`NoFileReturnedNoHit`).',
    behaviour: withStatus('NoFileReturnedNoHit') },
  { word: 'THIN', group: 'No file', title: 'Has only a thin file', does: 'Has only a thin file, which it does not return.', shows: 'No file: too little on file (`NoFileReturnedThinFile`).',
    behaviour: withStatus('NoFileReturnedThinFile') },
  { word: 'FROZEN', group: 'No file', title: 'Has a security freeze', does: 'Has a security freeze on the file.', shows: 'No file: security freeze (`NoFileReturnedCreditFreeze`).',
    behaviour: withStatus('NoFileReturnedCreditFreeze') },
]

/**
 * A status that also has a word of its own has the title of that word, so that lists show only one
 * of them.
 */
const STATUS_TITLES = {
  NoFileReturnedCreditFreeze: 'Has a security freeze',
  NoFileReturnedBorrowerIsAMinor: 'Reports the borrower as a minor',
  NoFileReturnedNoHit: 'Has no file of the borrower',
  NoFileReturnedThinFile: 'Has only a thin file',
  NoFileReturnedFraudulentRequestData: 'Suspects fraud in the request',
  NoFileReturnedBadAccessCode: 'Rejects the access code',
  NoFileReturnedInadequateRequestData: 'Needs more data in the request',
  NoFileReturnedError: 'Returns an error',
  Other: 'Returns no file for another reason',
} as const

const STATUS_ROWS: readonly MisbehaviourRow[] = FILE_RESULT_STATUS_TYPES.filter(
  (status) => status !== 'FileReturned',
).map((status) => ({
  word: status,
  group: 'No file',
  title: STATUS_TITLES[status],
  does: 'Returns no file.',
  shows: `No file (\`${status}\`).`,
  behaviour: withStatus(status),
}))

const UNSCORED_ROWS: readonly MisbehaviourRow[] = SCORE_EXCLUSION_REASON_TYPES.map((reason) => ({
  word: reason,
  group: 'File without a score',
  title: `Returns no score: ${words(reason.replace('NotScored', '')).toLowerCase()}`,
  does: 'Returns the file without a score.',
  shows: `The file without a score (\`${reason}\`).`,
  behaviour: () => async (pull, request) => {
    const { score, furtherScores, ...file } = await pull(request)
    if (score === undefined) return file
    const further = furtherScores?.map((each) => withoutScore(each, reason))
    return { ...file, score: withoutScore(score, reason), furtherScores: further }
  },
}))

/** Every fault that can be injected into a bureau. */
export const MISBEHAVIOURS: readonly MisbehaviourRow[] = [
  ...OWN_ROWS,
  ...STATUS_ROWS,
  ...UNSCORED_ROWS,
]

/** Normalizes a word: case, spaces and hyphens do not matter. */
export function normalizeWord(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]+/g, '')
}

/**
 * A word and the integer after it. Matched before spaces are removed: `SLOW 2.5` is not `SLOW 25`.
 */
const WITH_NUMBER = /^\s*([A-Z](?:.*[A-Z])?)\s*([0-9]{1,3})?\s*$/is

const BY_WORD = new Map(MISBEHAVIOURS.map((row) => [normalizeWord(row.word), row]))

/** Returns the fault that a text names, in any case and spacing, or undefined if it names none. */
export function misbehaviourOf(text: string): BureauFault | undefined {
  const [, spelled = '', digits] = WITH_NUMBER.exec(text) ?? []
  const row = BY_WORD.get(normalizeWord(spelled))
  if (row === undefined || (digits !== undefined && row.word !== 'SLOW')) return undefined
  const seconds = digits === undefined ? SECONDS_DEFAULT : Number(digits)
  if (seconds > SECONDS_MAX) return undefined
  const isSlow = row.word === 'SLOW'
  const title = isSlow ? `${row.title} (${seconds} s)` : row.title
  const word = isSlow ? `${row.word} ${seconds}` : row.word
  return { title, word, behaviour: row.behaviour(seconds) }
}
