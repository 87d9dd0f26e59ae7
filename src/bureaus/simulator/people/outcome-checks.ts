/** Finds wanted outcomes that no credit history can have, with the reasons. */
import { BUREAUS } from '../../../documents/tables/enumerations.ts'
import { MORTGAGE_SCORE_MODELS } from '../../score-models.ts'
import { BANKRUPTCY_MONTHS } from '../derogatory-records.ts'
import { monthAt, type ReadAt } from './file-months.ts'
import type { PersonFile } from './person-file.ts'
import { type PersonProblem, problem } from './person-problem.ts'
import type { WantedLates, WantedOutcome } from './wanted-outcome.ts'

/** The range of months from filing to disposition, by chapter. */
export const BANKRUPTCY_DURATION_MONTHS = { 7: [4, 6], 13: [36, 60] } as const

type WantedBankruptcy = NonNullable<WantedOutcome['bankruptcy']>

/**
 * Returns the range of months before the put in which a bankruptcy may have ended, or may have been
 * filed if it is pending.
 */
export function bankruptcyMonthsAgo(
  { chapter, disposition, year, month }: WantedBankruptcy,
  at: ReadAt,
): { readonly least: number; readonly most: number } {
  const present = at.month - at.epochMonth
  const isPending = disposition === 'Filed'
  const takes =
    isPending || disposition === 'Dismissed' ? 0 : BANKRUPTCY_DURATION_MONTHS[chapter][0]
  const pendingMost = chapter === 7 ? 8 : 40
  const open = {
    least: isPending ? 1 : 2,
    most: isPending ? pendingMost : BANKRUPTCY_MONTHS[chapter] - 2 - takes,
  }
  if (month !== undefined) {
    const ago = present - monthAt(at, month)
    return { least: ago, most: ago }
  }
  if (year === undefined) return open
  const lastAgo = at.month - (year * 12 + 11)
  return { least: Math.max(open.least, lastAgo), most: Math.min(open.most, lastAgo + 11) }
}

/** Returns the reasons for which an outcome is impossible. */
export function outcomeProblemsOf(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  const { outcome } = file
  if (outcome === undefined) return []
  return [
    ...scoreProblems(outcome, file),
    ...outcome.lates.flatMap((late, index) =>
      lateProblems(late, outcome, `outcome.lates.${index}`),
    ),
    ...repeatedLateProblems(outcome),
    ...bankruptcyProblems(outcome, at),
    ...cardProblems(outcome, at),
    ...countProblems(outcome),
  ]
}

function scoreProblems(outcome: WantedOutcome, file: PersonFile): readonly PersonProblem[] {
  const { middleScore, scores } = outcome
  if (middleScore !== undefined && scores !== undefined) {
    return [problem('outcome.scores', 'either a middle score or the scores of the bureaus')]
  }
  const silent = BUREAUS.filter((bureau) => {
    const own = file.bureaus[bureau]
    return (
      own?.frozen ||
      own?.unscored !== undefined ||
      (own?.status ?? 'FileReturned') !== 'FileReturned'
    )
  })
  if (middleScore !== undefined && silent.length > 0) {
    return [
      problem(
        'outcome.middleScore',
        'none, as a bureau returns no file or no score: state the scores of the others instead',
      ),
    ]
  }
  return BUREAUS.flatMap((bureau) => {
    const score = scores?.[bureau]
    if (score === undefined) return []
    const path = `outcome.scores.${bureau}`
    if (silent.includes(bureau))
      return [problem(path, 'no score: this bureau returns no file or no score')]
    const { minimum, maximum } = MORTGAGE_SCORE_MODELS[bureau]
    if (score >= minimum && score <= maximum) return []
    return [problem(path, `a score from ${minimum} to ${maximum}, the range of the model`)]
  })
}

function lateProblems(late: WantedLates, outcome: WantedOutcome, path: string) {
  const { on, within, days30, days60, days90 } = late
  const problems: PersonProblem[] = []
  if (days90 > 0 && days60 === 0) {
    problems.push(
      problem(`${path}.days60`, 'at least 1: a payment is 60 days late before it is 90 days late'),
    )
  }
  if (days60 > 0 && days30 === 0) {
    problems.push(
      problem(`${path}.days30`, 'at least 1: a payment is 30 days late before it is 60 days late'),
    )
  }
  const count = days30 + days60 + days90
  if (count > within - 2) {
    problems.push(problem(path, `at most ${within - 2} late months in ${within}`))
  }
  if (on === 'mortgage' && outcome.openMortgages === 0) {
    problems.push(
      problem('outcome.openMortgages', 'at least 1: there is a late payment on a mortgage'),
    )
  }
  return problems
}

function repeatedLateProblems({ lates }: WantedOutcome): readonly PersonProblem[] {
  return lates.flatMap(({ on }, index) =>
    lates.findIndex((other) => other.on === on) < index
      ? [problem(`outcome.lates.${index}.on`, 'each kind of account once')]
      : [],
  )
}

function bankruptcyProblems({ bankruptcy }: WantedOutcome, at: ReadAt): readonly PersonProblem[] {
  if (bankruptcy === undefined) return []
  const { chapter, disposition, year, month } = bankruptcy
  const path = 'outcome.bankruptcy'
  if (year !== undefined && month !== undefined) {
    return [problem(`${path}.month`, 'either a year or a month')]
  }
  const other = chapter === 7 ? 'Completed' : 'Discharged'
  if (disposition === other) {
    const usual =
      chapter === 7
        ? 'Discharged: chapter 7 has no plan to complete'
        : 'Completed: chapter 13 ends with its plan'
    return [problem(`${path}.disposition`, usual)]
  }
  const expected = brokenTimeRule(bankruptcy, at)
  const where = `${path}.${month === undefined ? 'year' : 'month'}`
  return expected === undefined ? [] : [problem(where, expected)]
}

/** Returns the rule that the time of a bankruptcy breaks, if any. */
function brokenTimeRule(bankruptcy: WantedBankruptcy, at: ReadAt): string | undefined {
  const { chapter, disposition } = bankruptcy
  const { least, most } = bankruptcyMonthsAgo(bankruptcy, at)
  if (most < 1) return 'a time before this month'
  const isPending = disposition === 'Filed'
  const takes =
    isPending || disposition === 'Dismissed' ? 0 : BANKRUPTCY_DURATION_MONTHS[chapter][0]
  if (least <= most && least + takes < BANKRUPTCY_MONTHS[chapter]) return undefined
  return isPending
    ? 'a filing so recent that it can be pending'
    : `a time in the ${BANKRUPTCY_MONTHS[chapter] / 12} years for which chapter ${chapter} is reported, counted from the filing`
}

/** The number of months after a petition in which no card is opened. */
export const MONTHS_WITHOUT_NEW_CARD = 8

/**
 * Checks for cards after a bankruptcy, which ends earlier ones: an outcome about cards needs newer
 * ones.
 */
function cardProblems({ bankruptcy, lates, utilizationPercent }: WantedOutcome, at: ReadAt) {
  if (bankruptcy === undefined || bankruptcy.disposition === 'Dismissed') return []
  const { most } = bankruptcyMonthsAgo(bankruptcy, at)
  const takes =
    bankruptcy.disposition === 'Filed' ? 0 : BANKRUPTCY_DURATION_MONTHS[bankruptcy.chapter][1]
  const months = most + takes - MONTHS_WITHOUT_NEW_CARD
  const problems: PersonProblem[] = []
  const expected = 'none: a bankruptcy this recent leaves no card for it'
  if (utilizationPercent !== undefined && months < 2) {
    problems.push(problem('outcome.utilizationPercent', expected))
  }
  lates.forEach(({ on, days30, days60, days90 }, index) => {
    if (on !== 'revolving' || months >= days30 + days60 + days90 + 4) return
    problems.push(problem(`outcome.lates.${index}`, expected))
  })
  return problems
}

function countProblems(outcome: WantedOutcome): readonly PersonProblem[] {
  const { accounts, oldestAccountYears, utilizationPercent } = outcome
  const problems: PersonProblem[] = []
  const needed = accountsNeeded(outcome)
  if (accounts !== undefined && accounts < needed) {
    problems.push(
      problem('outcome.accounts', `at least ${needed}, as the rest of the outcome needs them`),
    )
  }
  const years = yearsNeeded(outcome)
  if (oldestAccountYears !== undefined && oldestAccountYears < years) {
    problems.push(
      problem(
        'outcome.oldestAccountYears',
        `at least ${years}, as the rest of the outcome takes that long`,
      ),
    )
  }
  if (utilizationPercent !== undefined && accounts === 0) {
    problems.push(problem('outcome.utilizationPercent', 'no utilization without an account'))
  }
  return problems
}

/**
 * Returns the minimum number of accounts for an outcome: those that it names, and one that is
 * scored.
 */
export function accountsNeeded(outcome: WantedOutcome): number {
  const { collections, chargeOffs, repossessions, foreclosures, lates, openMortgages } = outcome
  const lateOn = (form: WantedLates['on']) => lates.some(({ on }) => on === form)
  const mortgages = openMortgages ?? (lateOn('mortgage') ? 1 : 0)
  const loans = lateOn('installment') ? 1 : 0
  const named = collections + chargeOffs + repossessions + foreclosures + mortgages + loans
  // A card, and a debt from before a bankruptcy.
  return named + 1 + (outcome.bankruptcy === undefined ? 0 : 1)
}

/** Returns the minimum number of years of credit for all parts of an outcome. */
function yearsNeeded({
  lates,
  chargeOffs,
  repossessions,
  foreclosures,
  bankruptcy,
}: WantedOutcome) {
  const lost = chargeOffs + repossessions + foreclosures > 0 ? 2 : 0
  const late = Math.max(
    0,
    ...lates.map(({ days30, days60, days90 }) =>
      Math.ceil((days30 * 2 + days60 + days90 + 6) / 12),
    ),
  )
  return Math.max(1, lost, late, bankruptcy === undefined ? 0 : 3)
}
