/**
 * Checks whether bureaus can report the balances of a file. The account is built as for a report,
 * so that it has the same end as in reports.
 */
import { accountOf } from '../planned-account.ts'
import { seedOf } from '../random.ts'
import { paymentsBehind, standingIn } from '../standing.ts'
import type { Ending } from '../story.ts'
import {
  bankruptcyPlans,
  newestMonth,
  type ReportedAccount,
  reportedPlan,
} from './custom-accounts.ts'
import type { ReadAt } from './file-months.ts'
import type { PersonFile } from './person-file.ts'
import { type PersonProblem, problem } from './person-problem.ts'

/** Ends that leave a loss, which the balance states. */
const LOSSES: ReadonlySet<string> = new Set(['ChargedOff', 'ChargedOffAndSold', 'Repossessed'])

/** Returns the problems of the balance in the last reported month. */
export function balanceProblems(
  stated: ReportedAccount,
  file: PersonFile,
  at: ReadAt,
): readonly PersonProblem[] {
  const month = newestMonth(stated, at)
  const plan = reportedPlan(stated, file, at)
  if (plan.opened > month) return []
  // Values that are drawn for the account do not decide whether it has ended, so any seed will do.
  const account = accountOf(plan, { bankruptcies: bankruptcyPlans(file, at) }, seedOf('check'))
  if (account.ending !== undefined && account.ending.month <= month) {
    // A utilization also describes how the account was used before its end.
    return stated.balance ? endedProblems(stated, account.ending) : []
  }
  const owesNothing = standingIn(account, month).balance === 0
  if (!owesNothing || paymentsBehind(account, month) === 0) return []
  const name = DECIDING.find((each) => stated[each] !== undefined) ?? 'balance'
  return [problem(name, 'more than 0, as the last reported month is late')]
}

/** The fields that decide the balance. The first one given counts. */
const DECIDING = ['balance', 'utilizationPercent', 'limit', 'amount'] as const

/** Returns the problems of a balance of an ended account. */
function endedProblems(stated: ReportedAccount, { how }: Ending): readonly PersonProblem[] {
  if (LOSSES.has(how)) return []
  if (how === 'IncludedInBankruptcy') {
    return [problem('balance', 'absent or 0, as a bankruptcy includes the account')]
  }
  if (how === stated.ended?.how) {
    return [problem('balance', 'absent or 0, as the account has ended')]
  }
  if (stated.termMonths !== undefined) {
    return [problem('termMonths', 'a term that is not over, where a balance is given')]
  }
  return [
    problem('balance', 'absent or 0, or termMonths given: the usual terms of such a loan are over'),
  ]
}
