/** A person file while it is edited: JSON text, which the form changes and the preview reads. */
import type { ApiBody } from '../../api/call.ts'

/** The file of a person as it is sent. */
export type PersonFile = NonNullable<ApiBody<'PUT /sandbox/people/:id'>>

/** What a report shall state. */
export type Outcome = NonNullable<PersonFile['outcome']>

/** Late payments on accounts of one kind. */
export type Lates = NonNullable<Outcome['lates']>[number]

/** What a new person begins with. */
export const EXAMPLES: readonly (readonly [name: string, file: PersonFile])[] = [
  [
    'One recent late mortgage payment',
    { outcome: { middleScore: 641, lates: [{ on: 'mortgage', within: 12, days30: 1 }] } },
  ],
  ['Excellent credit', { outcome: { middleScore: 790, openMortgages: 1 } }],
  [
    'Discharged bankruptcy',
    { outcome: { middleScore: 620, bankruptcy: { chapter: 7, disposition: 'Discharged' } } },
  ],
  ['Collections', { outcome: { middleScore: 590, collections: 2 } }],
  [
    'Accounts, one by one',
    {
      accounts: [
        { id: 'home', kind: 'conventionalMortgage', opened: '26 months ago', amount: 285_000 },
        { id: 'card', kind: 'creditCard', opened: '9 years ago', limit: 12_000, balance: 3_180 },
      ],
    },
  ],
]

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
