/** Personas in lists: searched by text, grouped and sorted by score, with couples together. */
import { BUREAUS, type BureauName } from '../../../src/documents/tables/enumerations.ts'
import { representativeScore } from '../../../src/reports/representative-score.ts'
import type { ApiResponse } from '../api/call.ts'
import { bureauLetters, outcomeText } from './bureaus.tsx'

/** A test borrower with known results. */
export type Persona = ApiResponse<'GET /sandbox/personas'>['items'][number]

/** Returns a name such as `Gideon Prescott Sr`: a father and a son differ only in the suffix. */
export const personaName = ({ firstName, lastName, suffix }: Names) =>
  [firstName, lastName, suffix].join(' ').trimEnd()

/** Custom people in lists have no suffix. */
type Names = Pick<Persona, 'firstName' | 'lastName'> & Partial<Pick<Persona, 'suffix'>>

/** What a persona does not have: `without a late payment` is no match for `late`. */
const NEGATED = /\b(?:never|without) [^,;:.]*/g

/**
 * Returns whether any text about a persona contains a search term. What the persona does not have
 * counts only if the term says so, too, as in `never late`.
 */
export function personaMatches(persona: Persona, text: string): boolean {
  const { id, ssn, story, outcome, traits } = persona
  const outcomes = Object.values(outcome).map(({ status, words }) => `${status} ${words}`)
  const wanted = text.trim().toLowerCase()
  const all = [id, personaName(persona), ssn, story, groupOf(persona), ...traits, ...outcomes]
    .join('. ')
    .toLowerCase()
  return (/\b(?:never|without)\b/.test(wanted) ? all : all.replace(NEGATED, '')).includes(wanted)
}

/** The lowest middle score of each group, highest first. */
export const SCORE_BANDS = [
  [740, 'Excellent: 740 and above'],
  [670, 'Good: 670 to 739'],
  [580, 'Fair: 580 to 669'],
  [0, 'Poor: below 580'],
] as const

const COUPLES = 'Couples, for joint orders'
const PARTIAL = 'A file or score is missing'
const NO_FILE = 'No file at any bureau'

/** All groups, in the order in which lists show them. */
const GROUPS: readonly string[] = [
  ...SCORE_BANDS.map(([, name]) => name),
  COUPLES,
  PARTIAL,
  NO_FILE,
]

/** Returns the middle of three scores, the lower of two, or the only one. */
export function middleOf({ outcome }: { readonly outcome: Outcomes }) {
  return representativeScore(BUREAUS.flatMap((bureau) => outcome[bureau]?.score ?? []))
}

/** Returns the score band of a persona, identified by its lowest score. */
export function bandOf(persona: Persona): number | undefined {
  const { score } = middleOf(persona) ?? {}
  return score === undefined ? undefined : SCORE_BANDS.find(([lowest]) => score >= lowest)?.[0]
}

/** Returns the group of a persona: couples, the band of the middle score, or what is missing. */
function groupOf(persona: Persona): string {
  if (persona.joint !== undefined) return COUPLES
  const all = BUREAUS.map((bureau) => persona.outcome[bureau])
  if (all.every((each) => each?.status !== 'FileReturned')) return NO_FILE
  if (all.some((each) => each?.score === undefined)) return PARTIAL
  const band = bandOf(persona)
  return SCORE_BANDS.find(([lowest]) => lowest === band)?.[1] ?? PARTIAL
}

/** One persona, or both personas of a couple. */
export type PersonaUnit = readonly [Persona, (Persona | undefined)?]

/** A heading and its personas, highest middle score first. */
export type PersonaGroup = readonly [heading: string, units: readonly PersonaUnit[]]

/** Groups the found personas for a list. A persona of a couple is listed with its partner. */
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

/** A bureau's result for a persona or a custom person. */
export type Outcome = Omit<Persona['outcome'][BureauName], 'words'>

/** The results of all bureaus. */
export type Outcomes = Readonly<Record<BureauName, Outcome>>

/** Returns a bureau's result as text: a score, or why there is none. */
export function resultText(result: Outcome | undefined): string {
  const { score, status } = result ?? {}
  return String(score ?? (status === 'FileReturned' ? 'no score' : outcomeText(status)))
}

/** Returns the same as `resultText`, shortened to one word. */
export function shortResultText(result: Outcome | undefined): string {
  const isFrozen = result?.status === 'NoFileReturnedCreditFreeze'
  return isFrozen ? 'frozen' : resultText(result)
}

/** Returns all results, such as `EFX 703 · XPN 745 · TUC 717`; only one if all are equal. */
export function scoresText({ outcome }: Persona): string {
  const texts = BUREAUS.map((bureau) => resultText(outcome[bureau]))
  if (texts.every((text) => text === texts[0])) return texts[0] ?? ''
  return BUREAUS.map((bureau, at) => `${bureauLetters(bureau)} ${texts[at]}`).join(' · ')
}
