/** A person file while it is edited: JSON text that the form changes and the preview parses. */
import { BUREAUS, type BureauName } from '../../../../../src/documents/tables/enumerations.ts'
import type { ApiBody } from '../../../api/call.ts'

/** The file of a person, as sent to the API. */
export type PersonFile = NonNullable<ApiBody<'PUT /sandbox/people/:id'>>

/** The desired contents of a report. */
export type Outcome = NonNullable<PersonFile['outcome']>

/** Late payments on accounts of one kind. */
export type Lates = NonNullable<Outcome['lates']>[number]

/** A person without any stated outcome, so that the service chooses everything. */
export const BLANK: PersonFile = { outcome: {} }

/** Returns the text of a file. */
export function textOf(file: PersonFile): string {
  return JSON.stringify(file, null, 2)
}

/** Parses a text; returns undefined if it is not a JSON object. */
export function fileOf(text: string): PersonFile | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as PersonFile) : undefined
  } catch {
    return undefined
  }
}

/** Sets or removes one field of the outcome. An undefined value removes it. */
export function withWish<K extends keyof Outcome>(
  file: PersonFile,
  key: K,
  value: Outcome[K] | undefined,
): PersonFile {
  const { [key]: _, ...rest } = file.outcome ?? {}
  return { ...file, outcome: value === undefined ? rest : { ...rest, [key]: value } }
}

/** Sets the middle score, which replaces the scores of single bureaus. */
export function withMiddleScore(file: PersonFile, score: number | undefined): PersonFile {
  return withWish(
    score === undefined ? file : withWish(file, 'scores', undefined),
    'middleScore',
    score,
  )
}

/** Sets the score of one bureau, which replaces a middle score. */
export function withScore(
  file: PersonFile,
  bureau: BureauName,
  score: number | undefined,
): PersonFile {
  const { [bureau]: _, ...others } = file.outcome?.scores ?? {}
  const scores = score === undefined ? others : { ...others, [bureau]: score }
  const without = score === undefined ? file : withWish(file, 'middleScore', undefined)
  return withWish(without, 'scores', Object.keys(scores).length === 0 ? undefined : scores)
}

/**
 * Returns the result of a bureau: `frozen`, a status without a file, or why its file has no score;
 * empty for a scored file.
 */
export function bureauFileOf({ bureaus }: PersonFile, bureau: BureauName): string {
  const { frozen, status, unscored } = bureaus?.[bureau] ?? {}
  return frozen ? 'frozen' : (status ?? unscored ?? '')
}

/** Sets the result of a bureau. */
function withBureauFile(file: PersonFile, bureau: BureauName, what: string): PersonFile {
  const { frozen: _, status: __, unscored: ___, ...rest } = file.bureaus?.[bureau] ?? {}
  const own = { ...rest, ...resultOf(what) }
  const { [bureau]: ____, ...others } = file.bureaus ?? {}
  const bureaus = Object.keys(own).length === 0 ? others : { ...others, [bureau]: own }
  const { bureaus: _____, ...person } = file
  return Object.keys(bureaus).length === 0 ? person : { ...person, bureaus }
}

/** A middle score that was replaced by scores of single bureaus. */
export interface ReplacedScore {
  readonly middleScore: number
  readonly scores: NonNullable<Outcome['scores']>
}

/** A file, and the middle score that was replaced in it. */
interface Scored {
  readonly file: PersonFile
  readonly replaced: ReplacedScore | undefined
}

/**
 * Sets the result of a bureau. A middle score needs three scored files. If a file loses its score,
 * the other bureaus keep the scores that they had with the middle score. The middle score returns
 * with the third scored file.
 */
export function withChosenFile(
  { file, replaced }: Scored,
  bureau: BureauName,
  what: string,
  scores: ReadonlyMap<BureauName, number>,
): Scored {
  const next = withBureauFile(file, bureau, what)
  if (next.outcome === undefined) return { file: next, replaced: undefined }
  if (what === '') return withMiddleAgain(next, replaces(file, replaced) ? replaced : undefined)
  const { middleScore } = next.outcome
  if (middleScore === undefined) return { file: withScore(next, bureau, undefined), replaced }
  const changed = withScoresFor(next, middleScore, scores)
  return { file: changed, replaced: { middleScore, scores: changed.outcome?.scores ?? {} } }
}

/** Returns whether scores of single bureaus, all unchanged, still replace the middle score. */
export function replaces(file: PersonFile | undefined, replaced: ReplacedScore | undefined) {
  if (file?.outcome === undefined || replaced === undefined) return false
  const { middleScore, scores = {} } = file.outcome
  const isChanged = BUREAUS.some(
    (each) => scores[each] !== undefined && scores[each] !== replaced.scores[each],
  )
  return middleScore === undefined && !isChanged && !hasThreeFiles(file)
}

function withMiddleAgain(file: PersonFile, replaced: ReplacedScore | undefined): Scored {
  if (!hasThreeFiles(file) || replaced === undefined) return { file, replaced }
  return { file: withMiddleScore(file, replaced.middleScore), replaced: undefined }
}

const isScored = (file: PersonFile, bureau: BureauName) => bureauFileOf(file, bureau) === ''

/** Returns whether every bureau returns a file that can have a score. */
export const hasThreeFiles = (file: PersonFile) => BUREAUS.every((each) => isScored(file, each))

function resultOf(what: string): NonNullable<NonNullable<PersonFile['bureaus']>['Equifax']> {
  if (what === '') return {}
  if (what === 'frozen') return { frozen: true }
  type AtBureau = ReturnType<typeof resultOf>
  return what.startsWith('NoFile')
    ? { status: what as NonNullable<AtBureau['status']> }
    : { unscored: what as NonNullable<AtBureau['unscored']> }
}

function withScoresFor(
  file: PersonFile,
  middleScore: number,
  before: ReadonlyMap<BureauName, number>,
): PersonFile {
  return BUREAUS.filter((each) => isScored(file, each)).reduce(
    (changed, each) => withScore(changed, each, before.get(each) ?? middleScore),
    withWish(file, 'middleScore', undefined),
  )
}

/** Sets the name. A name has both parts; without either, the service invents one. */
export function withName(file: PersonFile, change: { first?: string; last?: string }): PersonFile {
  const { name, ...rest } = file
  const next = { first: '', last: '', ...name, ...change }
  return next.first === '' && next.last === '' ? rest : { ...rest, name: next }
}

/** Sets a text, or removes it if it is empty. */
export function withText(file: PersonFile, key: 'ssn' | 'description', value: string): PersonFile {
  const { [key]: _, ...rest } = file
  return value === '' ? rest : { ...rest, [key]: value }
}

/** Returns the number in a field; undefined if the field is empty. */
export function numberOf(text: string): number | undefined {
  return text === '' ? undefined : Number(text)
}
