/** A person file while it is edited: JSON text, which the form changes and the preview reads. */
import { BUREAUS, type BureauName } from '../../../../../src/documents/tables/enumerations.ts'
import type { ApiBody } from '../../../api/call.ts'

/** The file of a person as it is sent. */
export type PersonFile = NonNullable<ApiBody<'PUT /sandbox/people/:id'>>

/** What a report shall state. */
export type Outcome = NonNullable<PersonFile['outcome']>

/** Late payments on accounts of one kind. */
export type Lates = NonNullable<Outcome['lates']>[number]

/** A person of whom nothing is stated: the service chooses all of it. */
export const BLANK: PersonFile = { outcome: {} }

/** The text of a file. */
export function textOf(file: PersonFile): string {
  return JSON.stringify(file, null, 2)
}

/** The file of a text; undefined where it is no JSON object. */
export function fileOf(text: string): PersonFile | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as PersonFile) : undefined
  } catch {
    return undefined
  }
}

/** Sets or removes one wish; empty texts are removed. */
export function withWish<K extends keyof Outcome>(
  file: PersonFile,
  key: K,
  value: Outcome[K] | undefined,
): PersonFile {
  const { [key]: _, ...rest } = file.outcome ?? {}
  return { ...file, outcome: value === undefined ? rest : { ...rest, [key]: value } }
}

/** The middle score, in place of the scores of single bureaus. */
export function withMiddleScore(file: PersonFile, score: number | undefined): PersonFile {
  return withWish(
    score === undefined ? file : withWish(file, 'scores', undefined),
    'middleScore',
    score,
  )
}

/** The score of one bureau, in place of a middle score. */
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

/** What a bureau returns: `frozen`, a status without a file, or why a file has no score. */
export function bureauFileOf({ bureaus }: PersonFile, bureau: BureauName): string {
  const { frozen, status, unscored } = bureaus?.[bureau] ?? {}
  return frozen ? 'frozen' : (status ?? unscored ?? '')
}

/** Sets it. */
function withBureauFile(file: PersonFile, bureau: BureauName, what: string): PersonFile {
  const { frozen: _, status: __, unscored: ___, ...rest } = file.bureaus?.[bureau] ?? {}
  const own = { ...rest, ...resultOf(what) }
  const { [bureau]: ____, ...others } = file.bureaus ?? {}
  const bureaus = Object.keys(own).length === 0 ? others : { ...others, [bureau]: own }
  const { bureaus: _____, ...person } = file
  return Object.keys(bureaus).length === 0 ? person : { ...person, bureaus }
}

/** A middle score that scores of single bureaus replaced. */
export interface ReplacedScore {
  readonly middleScore: number
  readonly scores: NonNullable<Outcome['scores']>
}

/** A file, and the middle score that it had. */
interface Scored {
  readonly file: PersonFile
  readonly replaced: ReplacedScore | undefined
}

/**
 * Sets what a bureau returns. A middle score needs three scored files, so the other bureaus are given
 * the scores that they had with it, and it returns with the third file.
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

/** Whether scores of single bureaus are still in place of the middle score, none of them changed. */
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

/** Whether every bureau returns a file that can have a score. */
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

/** The name, which has both parts or is invented. */
export function withName(file: PersonFile, change: { first?: string; last?: string }): PersonFile {
  const { name, ...rest } = file
  const next = { first: '', last: '', ...name, ...change }
  return next.first === '' && next.last === '' ? rest : { ...rest, name: next }
}

/** Sets a text, or removes it where it is empty. */
export function withText(file: PersonFile, key: 'ssn' | 'description', value: string): PersonFile {
  const { [key]: _, ...rest } = file
  return value === '' ? rest : { ...rest, [key]: value }
}

/** A number of a field; undefined where it is empty. */
export function numberOf(text: string): number | undefined {
  return text === '' ? undefined : Number(text)
}
