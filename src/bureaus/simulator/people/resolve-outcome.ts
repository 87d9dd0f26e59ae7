/**
 * Resolves a wanted outcome: searches for a credit history that states it and leads to the wanted
 * scores, or reports why there is none.
 */
import { BUREAUS, type BureauName } from '../../../documents/tables/enumerations.ts'
import { seedOf } from '../random.ts'
import { fileOfLife } from './custom-file.ts'
import { customLife } from './custom-person.ts'
import { monthAt, type ReadAt } from './file-months.ts'
import { outcomeProblemsOf } from './outcome-checks.ts'
import { draftHistory } from './outcome-draft.ts'
import type { PersonFile } from './person-file.ts'
import { PersonRejected } from './person-problem.ts'
import type { WantedOutcome } from './wanted-outcome.ts'

/**
 * The number of steps from the weakest history to the strongest, and then around the nearest one.
 */
const STEPS = 10
const FINE_STEPS = 6

/**
 * The maximum number of points by which the model of a bureau may differ from the scorecard: as
 * much as for generated people.
 */
const SHIFT_MAX = 30

type Scores = Readonly<Record<BureauName, number | undefined>>
type Shifts = Partial<Record<BureauName, number>>

interface Candidate {
  readonly file: PersonFile
  readonly strength: number
  readonly scores: Scores
  /** The points by which each bureau's model must differ to reach the wanted score. */
  readonly shifts: Shifts
  /** The largest shift. */
  readonly distance: number
}

/**
 * Completes a file, so that its wanted outcome holds in the month of the put. Returns a file
 * without an outcome unchanged. Throws `PersonRejected`.
 */
export function resolveOutcome(id: string, file: PersonFile, at: ReadAt): PersonFile {
  const { outcome } = file
  if (outcome === undefined) return file
  const problems = outcomeProblemsOf(file, at)
  if (problems.length > 0) throw new PersonRejected(problems)
  const candidates = candidatesOf(id, file, outcome, at)
  if (candidates.length === 0) {
    throw new PersonRejected([
      {
        path: 'outcome',
        expected: 'more years: there is no room in the credit history for all of it',
      },
    ])
  }
  const best = nearestOf(candidates)
  const isMet =
    best.distance <= SHIFT_MAX && hasWantedScores(id, withScoreShifts(best), outcome, at)
  if (!isMet) throw new PersonRejected([unreached(outcome, candidates)])
  return withScoreShifts(best)
}

function candidatesOf(
  id: string,
  file: PersonFile,
  outcome: WantedOutcome,
  at: ReadAt,
): Candidate[] {
  const born = file.birthDate === undefined ? undefined : monthAt(at, file.birthDate.slice(0, 7))
  const adultMonths =
    born === undefined ? ADULT_MONTHS_MAX : at.month - at.epochMonth - (born + 18 * 12)
  const seed = seedOf(`outcome ${id}`)
  const candidateAt = (strength: number): Candidate[] => {
    const facts = draftHistory({ outcome, at, adultMonths, seed, strength })
    if (facts === undefined) return []
    const drafted = { ...file, ...facts }
    const scores = scoresOf(id, drafted, at)
    const shifts = shiftsOf(outcome, scores)
    const sizes = Object.values(shifts).map(Math.abs)
    return [{ file: drafted, strength, scores, shifts, distance: Math.max(0, ...sizes) }]
  }
  // Without a wanted score, every history fits: the first one is that of an ordinary person.
  const fromMiddle = steps(0, 1, STEPS).sort((a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5))
  const coarse = fromMiddle.flatMap(candidateAt)
  if (coarse.length === 0) return coarse
  const { strength, distance } = nearestOf(coarse)
  if (distance === 0) return coarse
  const [from, to] = [Math.max(0, strength - 1 / STEPS), Math.min(1, strength + 1 / STEPS)]
  return [...coarse, ...steps(from, to, FINE_STEPS).flatMap(candidateAt)]
}

function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, step) => from + ((to - from) * step) / count)
}

function nearestOf(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((one, other) => (other.distance < one.distance ? other : one))
}

const ADULT_MONTHS_MAX = 600

/** Returns the Classic scores of a file in the month of the put, without later accounts. */
function scoresOf(id: string, file: PersonFile, { epochMonth, month }: ReadAt): Scores {
  const life = customLife(
    { id, file: { ...file, goesOnAs: 'nothing' }, putMonth: month },
    epochMonth,
  )
  const askedAt = new Date(Date.UTC(Math.floor(month / 12), month % 12, 15))
  const scoreAt = (bureau: BureauName) => fileOfLife(life, bureau, epochMonth, askedAt).score?.value
  return {
    Equifax: scoreAt('Equifax'),
    Experian: scoreAt('Experian'),
    TransUnion: scoreAt('TransUnion'),
  }
}

function middleOf(scores: Scores): number {
  const sorted = BUREAUS.map((bureau) => scores[bureau] ?? 0).sort((a, b) => a - b)
  return sorted[1] ?? 0
}

/** Returns the points by which each model must differ to reach the wanted scores. */
function shiftsOf({ middleScore, scores: wanted }: WantedOutcome, scores: Scores): Shifts {
  if (middleScore !== undefined) {
    const shift = middleScore - middleOf(scores)
    return { Equifax: shift, Experian: shift, TransUnion: shift }
  }
  return Object.fromEntries(
    BUREAUS.flatMap((bureau) => {
      const score = wanted?.[bureau]
      // A file without a score counts as the largest distance.
      return score === undefined ? [] : [[bureau, score - (scores[bureau] ?? -10_000)]]
    }),
  )
}

function withScoreShifts({ file, shifts }: Candidate): PersonFile {
  const bureaus = { ...file.bureaus }
  for (const bureau of BUREAUS) {
    const shift = shifts[bureau]
    if (shift !== undefined && shift !== 0)
      bureaus[bureau] = { ...bureaus[bureau], scoreShift: shift }
  }
  return { ...file, bureaus }
}

/** Reports whether the wanted scores result. The limits of a model's range can prevent this. */
function hasWantedScores(
  id: string,
  file: PersonFile,
  outcome: WantedOutcome,
  at: ReadAt,
): boolean {
  const scores = scoresOf(id, file, at)
  if (outcome.middleScore !== undefined) return middleOf(scores) === outcome.middleScore
  return BUREAUS.every((bureau) => {
    const wanted = outcome.scores?.[bureau]
    return wanted === undefined || scores[bureau] === wanted
  })
}

/**
 * Returns the problem of scores that cannot be reached, with the range that the rest of the outcome
 * allows.
 */
function unreached({ middleScore, scores = {} }: WantedOutcome, candidates: readonly Candidate[]) {
  const isMiddle = middleScore !== undefined
  const path = isMiddle ? 'outcome.middleScore' : 'outcome.scores'
  const bureaus = BUREAUS.filter((bureau) => isMiddle || scores[bureau] !== undefined)
  const scored = candidates.filter((each) =>
    bureaus.every((bureau) => each.scores[bureau] !== undefined),
  )
  if (scored.length === 0)
    return { path, expected: 'none, as the rest of the file leads to no score' }
  if (isMiddle) {
    const range = rangeOf(scored.map((each) => middleOf(each.scores)))
    return {
      path,
      expected: `a score from ${range}, as the rest of the outcome leads to no other`,
    }
  }
  const ranges = bureaus.map(
    (bureau) => `${bureau} ${rangeOf(scored.map((each) => each.scores[bureau] ?? 0))}`,
  )
  return {
    path,
    expected: `scores that one credit history leads to, at most ${2 * SHIFT_MAX} points apart from what the models make of it: ${ranges.join(', ')}`,
  }
}

/** Returns the range of scores that can be reached from the scores of several histories. */
function rangeOf(scores: readonly number[]): string {
  return `${Math.min(...scores) - SHIFT_MAX} to ${Math.max(...scores) + SHIFT_MAX}`
}
