/** Personas in lists: found by a text, grouped and sorted by their scores, couples together. */
import { BUREAUS, type BureauName } from '../../../src/documents/tables/enumerations.ts'
import { representativeScore } from '../../../src/reports/representative-score.ts'
import type { ApiResponse } from '../api/call.ts'
import { bureauLetters, outcomeText } from './bureaus.tsx'

/** A test borrower with known results. */
export type Persona = ApiResponse<'GET /sandbox/personas'>['items'][number]

/** Whether a text is in anything that is known of a persona. */
export function personaMatches(persona: Persona, text: string): boolean {
  const { id, firstName, lastName, ssn, story, outcome, traits } = persona
  const outcomes = Object.values(outcome).map(({ status, words }) => `${status} ${words}`)
  return [id, `${firstName} ${lastName}`, ssn, story, groupOf(persona), ...traits, ...outcomes]
    .join(' ')
    .toLowerCase()
    .includes(text.trim().toLowerCase())
}

/** The lowest middle score of each group, the highest first. */
export const SCORE_BANDS = [
  [740, 'Excellent: 740 and above'],
  [670, 'Good: 670 to 739'],
  [580, 'Fair: 580 to 669'],
  [0, 'Poor: below 580'],
] as const

const COUPLES = 'Couples, for joint orders'
const PARTIAL = 'A file or score is missing'
const NO_FILE = 'No file at any bureau'

/** All groups, in the order of lists. */
const GROUPS: readonly string[] = [
  ...SCORE_BANDS.map(([, name]) => name),
  COUPLES,
  PARTIAL,
  NO_FILE,
]

/** The middle of three scores, the lower of two, or the only one. */
export function middleOf({ outcome }: { readonly outcome: Outcomes }) {
  return representativeScore(BUREAUS.flatMap((bureau) => outcome[bureau]?.score ?? []))
}

/** The range of a middle score, by its lowest score. */
export function bandOf(persona: Persona): number | undefined {
  const { score } = middleOf(persona) ?? {}
  return score === undefined ? undefined : SCORE_BANDS.find(([lowest]) => score >= lowest)?.[0]
}

/** The group of a persona: couples, by the middle score, or by what is missing. */
function groupOf(persona: Persona): string {
  if (persona.joint !== undefined) return COUPLES
  const all = BUREAUS.map((bureau) => persona.outcome[bureau])
  if (all.every((each) => each?.status !== 'FileReturned')) return NO_FILE
  if (all.some((each) => each?.score === undefined)) return PARTIAL
  const band = bandOf(persona)
  return SCORE_BANDS.find(([lowest]) => lowest === band)?.[1] ?? PARTIAL
}

/** One persona, or the two of a couple. */
export type PersonaUnit = readonly [Persona, (Persona | undefined)?]

/** A heading, and who is below it: the highest middle score first. */
export type PersonaGroup = readonly [heading: string, units: readonly PersonaUnit[]]

/** Personas for a list. Who is one of a couple brings the other. */
export function personaGroups(
  found: readonly Persona[],
  all: readonly Persona[],
): readonly PersonaGroup[] {
  const units = all.flatMap((persona, at): PersonaUnit[] => {
    const partnerAt = all.findIndex(({ id }) => id === persona.joint)
    const partner = all[partnerAt]
    if (partner !== undefined && partnerAt < at) return []
    return found.some((each) => each === persona || each === partner) ? [[persona, partner]] : []
  })
  const scoreOf = ([persona]: PersonaUnit) => middleOf(persona)?.score ?? 0
  const groups = Map.groupBy(
    units.toSorted((one, other) => scoreOf(other) - scoreOf(one)),
    ([persona]) => groupOf(persona),
  )
  return GROUPS.flatMap((heading) => {
    const inside = groups.get(heading)
    return inside === undefined ? [] : [[heading, inside] as const]
  })
}

/** What a bureau returns of a persona or a custom person. */
export type Outcome = Omit<Persona['outcome'][BureauName], 'words'>

/** What each bureau returns. */
export type Outcomes = Readonly<Record<BureauName, Outcome>>

/** What a bureau returns: a score, or why there is none. */
export function resultText(result: Outcome | undefined): string {
  const { score, status } = result ?? {}
  return String(score ?? (status === 'FileReturned' ? 'no score' : outcomeText(status)))
}

/** As `resultText`, where there is room for one word. */
export function shortResultText(result: Outcome | undefined): string {
  const isFrozen = result?.status === 'NoFileReturnedCreditFreeze'
  return isFrozen ? 'frozen' : resultText(result)
}

/** The results of all bureaus: `EFX 703 · XPN 745 · TUC 717`; once where all are the same. */
export function scoresText({ outcome }: Persona): string {
  const texts = BUREAUS.map((bureau) => resultText(outcome[bureau]))
  if (texts.every((text) => text === texts[0])) return texts[0] ?? ''
  return BUREAUS.map((bureau, at) => `${bureauLetters(bureau)} ${texts[at]}`).join(' · ')
}
