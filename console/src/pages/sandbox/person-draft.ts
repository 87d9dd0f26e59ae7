/** A person file while it is edited: JSON text, which the form changes and the preview reads. */
import { BUREAUS, type BureauName } from '../../../../src/documents/tables/enumerations.ts'
import type { ApiBody } from '../../api/call.ts'

/** The file of a person as it is sent. */
export type PersonFile = NonNullable<ApiBody<'PUT /sandbox/people/:id'>>

/** What a report shall state. */
export type Outcome = NonNullable<PersonFile['outcome']>

/** Late payments on accounts of one kind. */
export type Lates = NonNullable<Outcome['lates']>[number]

/** A file to begin with. */
export interface Example {
  /** Also the ID that the new person is given. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly file: PersonFile
}

/** A person of whom nothing is stated: the service chooses all of it. */
export const BLANK: PersonFile = { outcome: {} }

/** What new people can begin with in place of `BLANK`. */
export const EXAMPLES: readonly Example[] = [
  {
    id: 'late-mortgage',
    title: 'Late mortgage payment',
    text: 'Middle score 641, one payment 30 days late in the last year.',
    file: { outcome: { middleScore: 641, lates: [{ on: 'mortgage', within: 12, days30: 1 }] } },
  },
  {
    id: 'thin-file',
    title: 'Thin file',
    text: 'One card, opened three months ago: files without a score.',
    file: {
      accounts: [
        { id: 'card', kind: 'creditCard', opened: '3 months ago', limit: 500, balance: 120 },
      ],
    },
  },
  {
    id: 'two-frozen',
    title: 'Two bureaus frozen',
    text: 'Only TransUnion returns a file. Its score is 712.',
    file: {
      outcome: { scores: { TransUnion: 712 } },
      bureaus: { Equifax: { frozen: true }, Experian: { frozen: true } },
    },
  },
  {
    id: 'disputed',
    title: 'Disputed account',
    text: 'Middle score 690, and one account that the borrower disputes.',
    file: { outcome: { middleScore: 690, disputed: 1 } },
  },
  {
    id: 'disagreement',
    title: 'Bureaus that disagree',
    text: 'A balance, a late payment, a loan and a collection differ between the bureaus.',
    file: {
      accounts: [
        { id: 'home', kind: 'conventionalMortgage', opened: '26 months ago', amount: 285_000 },
        {
          id: 'card',
          kind: 'creditCard',
          opened: '6 years ago',
          limit: 12_000,
          balance: 3_180,
          differences: {
            TransUnion: { balance: 2_950, lates: [{ month: '5 months ago', days: 30 }] },
          },
        },
        {
          id: 'car',
          kind: 'autoLoan',
          opened: '31 months ago',
          amount: 27_400,
          termMonths: 72,
          bureaus: ['Equifax', 'Experian'],
        },
      ],
      collections: [{ opened: '20 months ago', amount: 412, bureaus: ['Experian'] }],
    },
  },
  {
    id: 'bankruptcy',
    title: 'Discharged bankruptcy',
    text: 'Chapter 7, discharged; middle score 620.',
    file: { outcome: { middleScore: 620, bankruptcy: { chapter: 7, disposition: 'Discharged' } } },
  },
  {
    id: 'collections',
    title: 'Collections',
    text: 'Two collections; middle score 590.',
    file: { outcome: { middleScore: 590, collections: 2 } },
  },
  {
    id: 'fraud-alert',
    title: 'Fraud alert',
    text: 'An extended fraud alert at every bureau; middle score 730.',
    file: {
      outcome: { middleScore: 730 },
      alerts: [{ kind: 'fraudExtended', from: '2 months ago', until: 'in 80 months' }],
    },
  },
  {
    id: 'excellent',
    title: 'Excellent credit',
    text: 'Middle score 790, one mortgage, never late.',
    file: { outcome: { middleScore: 790, openMortgages: 1 } },
  },
]

/** The file of an example, described by its title. */
export function exampleFile({ title, file }: Example): PersonFile {
  return { description: title, ...file }
}

/** The ID of an example, with a number where a person has it already. */
export function freeId(id: string, taken: readonly string[]): string {
  const numbered = [id, ...taken.map((_, at) => `${id}-${at + 2}`)]
  return numbered.find((each) => !taken.includes(each)) ?? id
}

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

/**
 * Sets it. A middle score needs three scored files, so the other bureaus are given the scores that
 * they had with it.
 */
export function withBureauFile(
  file: PersonFile,
  bureau: BureauName,
  what: string,
  scores: ReadonlyMap<BureauName, number>,
): PersonFile {
  const { frozen: _, status: __, unscored: ___, ...rest } = file.bureaus?.[bureau] ?? {}
  const own = { ...rest, ...resultOf(what) }
  const { [bureau]: ____, ...others } = file.bureaus ?? {}
  const bureaus = Object.keys(own).length === 0 ? others : { ...others, [bureau]: own }
  const { bureaus: _____, ...person } = file
  const next = Object.keys(bureaus).length === 0 ? person : { ...person, bureaus }
  return what === '' || next.outcome === undefined ? next : withoutScoreOf(next, bureau, scores)
}

function resultOf(what: string): NonNullable<NonNullable<PersonFile['bureaus']>['Equifax']> {
  if (what === '') return {}
  if (what === 'frozen') return { frozen: true }
  type AtBureau = ReturnType<typeof resultOf>
  return what.startsWith('NoFile')
    ? { status: what as NonNullable<AtBureau['status']> }
    : { unscored: what as NonNullable<AtBureau['unscored']> }
}

function withoutScoreOf(
  file: PersonFile,
  bureau: BureauName,
  before: ReadonlyMap<BureauName, number>,
): PersonFile {
  const { middleScore, scores } = file.outcome ?? {}
  if (middleScore === undefined) {
    return scores?.[bureau] === undefined ? file : withScore(file, bureau, undefined)
  }
  const scored = BUREAUS.filter((each) => bureauFileOf(file, each) === '')
  return scored.reduce<PersonFile>(
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
