/** Personas in lists: found by a text, grouped by their scores. */
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import type { ApiResponse } from '../api/call.ts'
import { outcomeText } from './bureaus.tsx'

/** A test borrower with known results. */
export type Persona = ApiResponse<'GET /sandbox/personas'>['items'][number]

/** Whether a text is in anything that is known of a persona. */
export function personaMatches(persona: Persona, text: string): boolean {
  const { id, firstName, lastName, ssn, story, outcome } = persona
  const outcomes = Object.values(outcome).map(({ status, words }) => `${status} ${words}`)
  return [id, `${firstName} ${lastName}`, ssn, story, groupOf(persona), ...outcomes]
    .join(' ')
    .toLowerCase()
    .includes(text.trim().toLowerCase())
}

/** The lowest representative score of each group, the highest first. */
const BANDS = [
  [740, 'Excellent: 740 and above'],
  [670, 'Good: 670 to 739'],
  [580, 'Fair: 580 to 669'],
  [0, 'Poor: below 580'],
] as const

const PARTIAL = 'A file or score is missing'
const NO_FILE = 'No file at any bureau'

/** All groups, in the order of lists. */
export const PERSONA_GROUPS: readonly string[] = [
  ...BANDS.map(([, name]) => name),
  PARTIAL,
  NO_FILE,
]

/** Whether a group is a range of middle scores. */
export function isScoreBand(group: string): boolean {
  return BANDS.some(([, name]) => name === group)
}

/** The group of a persona: by the middle score, or by what is missing. */
export function groupOf({ outcome }: Persona): string {
  const all = BUREAUS.map((bureau) => outcome[bureau])
  if (all.every((each) => each?.status !== 'FileReturned')) return NO_FILE
  const scores = all.flatMap((each) => each?.score ?? []).sort((one, other) => one - other)
  if (scores.length < BUREAUS.length) return PARTIAL
  const middle = scores[1] ?? 0
  return BANDS.find(([lowest]) => middle >= lowest)?.[1] ?? PARTIAL
}

/** The score of each bureau, or why there is none: `703 · 745 · 717`; once where all are the same. */
export function scoresText({ outcome }: Persona): string {
  const texts = BUREAUS.map((bureau) => {
    const { score, status } = outcome[bureau] ?? {}
    return String(score ?? (status === 'FileReturned' ? 'no score' : outcomeText(status)))
  })
  return [...(texts.every((text) => text === texts[0]) ? texts.slice(0, 1) : texts)].join(' · ')
}
