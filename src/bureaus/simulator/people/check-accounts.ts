/**
 * Finds contradictions in the accounts of a person file, within each and with the rest of the file.
 */
import { accountOf } from '../planned-account.ts'
import { seedOf } from '../random.ts'
import { paymentsBehind, standingIn } from '../standing.ts'
import {
  type AccountPlan,
  type Ending,
  type Lateness,
  LOSS_ENDINGS,
  lastMonthOf,
} from '../story.ts'
import { ACCOUNT_KINDS, type AccountKind } from '../tables/account-kinds.ts'
import { ADVERSE_MONTHS, CLOSED_MONTHS } from '../tradeline.ts'
import {
  bankruptcyPlans,
  latesOf,
  newestMonth,
  presentMonth,
  type ReportedAccount,
  reportedAtBureau,
  reportedPlan,
} from './custom-accounts.ts'
import { monthAt, type ReadAt } from './file-months.ts'
import type { AccountDifference, CustomAccount, PersonFile } from './person-file.ts'
import { type PersonProblem, problem } from './person-problem.ts'

/** The months that limit when an account can be late. */
interface Terms {
  readonly kind: AccountKind
  readonly opened: number
  /** The first month in which a payment can be late: two months after opening and deferment. */
  readonly firstDue: number
  readonly ended: number
}

/** Returns the problems of an account, and the problems that only a bureau's version of it has. */
export function accountProblems(
  account: CustomAccount,
  file: PersonFile,
  at: ReadAt,
  path: string,
): readonly PersonProblem[] {
  const common = versionProblems(account, file, at)
  const known = new Set(common.map(({ path: name, expected }) => `${name} ${expected}`))
  const differing = Object.entries(account.differences ?? {}).flatMap(([bureau, own]) =>
    versionProblems(reportedAtBureau(account, own), file, at, own)
      .filter(({ path: name, expected }) => !known.has(`${name} ${expected}`))
      .map((each) => ({ ...each, path: `differences.${bureau}${each.path && `.${each.path}`}` })),
  )
  return [...common, ...differing].map((each) =>
    problem(`${path}${each.path && `.${each.path}`}`, each.expected),
  )
}

function versionProblems(
  account: ReportedAccount,
  file: PersonFile,
  at: ReadAt,
  own: AccountDifference = {},
) {
  const kind: AccountKind = ACCOUNT_KINDS[account.kind]
  const opened = monthAt(at, account.opened)
  const terms = {
    kind,
    opened,
    firstDue: opened + (account.deferredMonths ?? 0) + 2,
    ended: account.ended === undefined ? Infinity : monthAt(at, account.ended.month),
  }
  const problems = [
    ...termProblems(account, file, terms, at),
    ...endProblems(account, terms),
    ...ageProblems(account, terms, at),
    ...figureProblems(account, kind),
    ...lateProblems(account, terms, at),
    ...staleProblems(account, terms, at),
  ]
  // The balance check needs a consistent account.
  if (problems.length > 0) return problems
  // A bureau that knows the end does not have the balance of the others.
  const balance = own.ended ? own.balance : account.balance
  return balanceProblems({ ...account, balance }, file, at)
}

/** Checks that the bureau's last report is between the opening and the current month. */
function staleProblems({ lastReported }: ReportedAccount, { opened }: Terms, at: ReadAt) {
  if (lastReported === undefined) return []
  const month = monthAt(at, lastReported)
  return month > opened && month < presentMonth(at)
    ? []
    : [problem('lastReported', 'a month after the opening and before this month')]
}

function termProblems(
  account: ReportedAccount,
  { birthDate }: PersonFile,
  { kind, opened }: Terms,
  at: ReadAt,
): readonly PersonProblem[] {
  const problems: PersonProblem[] = []
  const isLoan = kind.form === 'amortised'
  if (!isLoan) {
    for (const name of ['amount', 'termMonths', 'ratePercent', 'deferredMonths'] as const) {
      if (account[name] !== undefined) problems.push(problem(name, 'only of loans'))
    }
  }
  if (account.deferredMonths !== undefined && account.kind !== 'studentLoan') {
    problems.push(problem('deferredMonths', 'only of student loans'))
  }
  if (account.ownership === 'AuthorizedUser' && isLoan) {
    problems.push(problem('ownership', 'AuthorizedUser only of cards and lines'))
  }
  if (birthDate !== undefined && account.ownership !== 'AuthorizedUser') {
    const adult = monthAt(at, birthDate.slice(0, 7)) + ADULT_MONTHS
    if (opened < adult) problems.push(problem('opened', 'a month after the 18th birthday'))
  }
  if (opened < presentMonth(at) - OLDEST_MONTHS) {
    problems.push(problem('opened', 'a month of the last 50 years'))
  }
  return problems
}
const ADULT_MONTHS = 18 * 12
const OLDEST_MONTHS = 50 * 12

function endProblems({ ended }: ReportedAccount, { kind, opened, ended: month }: Terms) {
  if (ended === undefined) return []
  const problems: PersonProblem[] = []
  const { how } = ended
  if (month <= opened) problems.push(problem('ended.month', 'a month after the opening'))
  if (how === 'Foreclosed' && kind.type !== 'Mortgage') {
    problems.push(problem('ended.how', 'Foreclosed only of mortgages'))
  }
  if (how === 'Repossessed' && kind.collateral === undefined) {
    problems.push(problem('ended.how', 'Repossessed only of vehicle loans and leases'))
  }
  if (how === 'Refinanced' && kind.form !== 'amortised') {
    problems.push(problem('ended.how', 'Refinanced only of loans'))
  }
  if (LOSS_ENDINGS.has(how) && month - opened < 8) {
    problems.push(
      problem(
        'ended.month',
        'at least 8 months after the opening, as the late payments before it take that long',
      ),
    )
  }
  return problems
}

/** Checks that the bureaus still report an account that ended. */
function ageProblems({ ended }: ReportedAccount, { ended: month }: Terms, at: ReadAt) {
  if (ended === undefined) return []
  const isLost = LOSS_ENDINGS.has(ended.how)
  if (presentMonth(at) - month < (isLost ? ADVERSE_MONTHS : CLOSED_MONTHS)) return []
  const years = isLost ? 'seven' : 'ten'
  return [problem('', `an end in the last ${years} years: older accounts are not reported`)]
}

/** An account, with the fact on which the rules about its figures depend. */
interface CheckedAccount extends ReportedAccount {
  readonly isLine: boolean
}

/** Reports whether both are given and the first is greater than the second. */
const exceeds = (one: number | undefined, other: number | undefined) =>
  one !== undefined && other !== undefined && one > other

const onlyOfLines =
  (name: 'limit' | 'highCredit' | 'utilizationPercent') => (checked: CheckedAccount) =>
    !checked.isLine && checked[name] !== undefined

// biome-ignore format: a table
const FIGURE_RULES: readonly (readonly [name: string, expected: string, isBroken: (checked: CheckedAccount) => boolean])[] = [
  ['limit', 'only of cards and lines', onlyOfLines('limit')],
  ['highCredit', 'only of cards and lines', onlyOfLines('highCredit')],
  ['utilizationPercent', 'only of cards and lines', onlyOfLines('utilizationPercent')],
  ['limit', 'a limit, where a balance or utilization is given', ({ balance, limit, utilizationPercent, isLine }) => isLine && limit === undefined && (balance ?? utilizationPercent) !== undefined],
  ['balance', 'at most 120 % of the limit', ({ balance, limit }) => limit !== undefined && exceeds(balance, 1.2 * limit)],
  ['utilizationPercent', 'either a balance or a utilization', ({ balance, utilizationPercent }) => balance !== undefined && utilizationPercent !== undefined],
  ['balance', 'at most the original amount', ({ balance, amount, isLine }) => !isLine && exceeds(balance, amount)],
  ['highCredit', 'at least the balance', ({ balance, limit = 0, utilizationPercent = 0, highCredit }) => exceeds(balance ?? Math.round((limit * utilizationPercent) / 100), highCredit)],
  ['amount', 'more than 0', ({ amount }) => amount === 0],
  ['pastDue', 'at most the balance', ({ pastDue, balance, highCredit }) => exceeds(pastDue, balance ?? highCredit)],
]

function figureProblems(account: ReportedAccount, kind: AccountKind) {
  const checked = { ...account, isLine: kind.form === 'revolving' }
  return FIGURE_RULES.filter(([, , isBroken]) => isBroken(checked)).map(([name, expected]) =>
    problem(name, expected),
  )
}

/** Returns the maximum number of payments behind before an account ends badly, by kind. */
function missedPaymentsMax({ form, type, collateral }: AccountKind): number {
  if (form !== 'amortised') return type === 'CreditLine' ? 6 : 5
  return collateral === undefined ? 6 : 4
}

function lateProblems(
  account: ReportedAccount,
  terms: Terms,
  at: ReadAt,
): readonly PersonProblem[] {
  const { lates, history, pastDue = 0 } = account
  if (lates !== undefined && history !== undefined) {
    return [problem('history', 'either lates or a history')]
  }
  const runs = latesOf(account, at) ?? []
  const problems = runs.flatMap((run, index) =>
    runProblems(run, terms, history === undefined ? `lates.${index}` : 'history'),
  )
  // The end of a history is cut like that of any account, but a stated late payment must show.
  const oldest = presentMonth(at) - ADVERSE_MONTHS
  lates?.forEach(({ month }, index) => {
    if (monthAt(at, month) >= oldest) return
    problems.push(
      problem(`lates.${index}`, 'a month of the last seven years: older ones are not reported'),
    )
  })
  problems.push(
    ...(history === undefined ? overlapProblems(runs) : increaseProblems(runs, 'history')),
  )
  const newest = newestMonth(account, at)
  if (history !== undefined && history.length > newest + 1 - terms.opened) {
    problems.push(problem('history', 'no more months than since the opening'))
  }
  if (pastDue > 0 && !runs.some((run) => lastMonthOf(run) >= newest)) {
    problems.push(problem('pastDue', 'only of an account that is late last month'))
  }
  return problems
}

function runProblems(
  run: Lateness,
  { kind, firstDue, ended }: Terms,
  path: string,
): PersonProblem[] {
  const problems: PersonProblem[] = []
  if (run.from < firstDue) {
    problems.push(
      problem(
        path,
        'late no sooner than two months after opening and deferment, the months that lead up to it included',
      ),
    )
  }
  if (lastMonthOf(run) >= ended) problems.push(problem(path, 'late before the account ended'))
  if (run.worst > missedPaymentsMax(kind)) {
    problems.push(
      problem(
        path,
        `at most ${missedPaymentsMax(kind) * 30} days late: after that such an account is charged off, repossessed or foreclosed; use ended`,
      ),
    )
  }
  return problems
}

/**
 * Checks that the lateness increases by at most 30 days a month, because one payment is due each
 * month.
 */
function increaseProblems(runs: readonly Lateness[], path: string): readonly PersonProblem[] {
  const jumps = runs.some((run, index) => {
    const before = runs[index - 1]
    const behind = before !== undefined && lastMonthOf(before) === run.from - 1 ? before.worst : 0
    return (run.first ?? 1) > behind + 1
  })
  return jumps ? [problem(path, 'at most 30 days later from one month to the next')] : []
}

/**
 * Checks that no entry states more days for a month than another one. The months that lead up to an
 * entry may be those of others.
 */
function overlapProblems(runs: readonly Lateness[]): readonly PersonProblem[] {
  return runs.flatMap((run, index) =>
    runs.some((other) => behindIn(other, lastMonthOf(run)) > run.worst)
      ? [
          problem(
            `lates.${index}.days`,
            'at least the days that another entry states for the month',
          ),
        ]
      : [],
  )
}

/** Returns the number of payments behind in a month of a run; 0 outside. */
function behindIn(run: Lateness, month: number): number {
  if (month < run.from || month > lastMonthOf(run)) return 0
  return Math.min(run.worst, (run.first ?? 1) + month - run.from)
}

/** Ends that leave a loss, which the balance states. */
const LOSSES: ReadonlySet<string> = new Set(['ChargedOff', 'ChargedOffAndSold', 'Repossessed'])

/**
 * Returns the problems of the term, and of the balance in the last reported month. The account is
 * built as for a report, so that it has the same end as in reports.
 */
function balanceProblems(
  stated: ReportedAccount,
  file: PersonFile,
  at: ReadAt,
): readonly PersonProblem[] {
  const month = newestMonth(stated, at)
  const plan = reportedPlan(stated, file, at)
  // Values that are drawn for the account do not decide whether it has ended, so any seed will do.
  const account = accountOf(plan, { bankruptcies: bankruptcyPlans(file, at) }, seedOf('check'))
  const unreported = [
    ...shortTermProblems(stated, plan, account.ending),
    ...petitionProblems(stated, plan, account.ending),
  ]
  if (unreported.length > 0 || plan.opened > month) return unreported
  if (account.ending !== undefined && account.ending.month <= month) {
    // A utilization also describes how the account was used before its end.
    return stated.balance ? endedProblems(stated, account.ending) : []
  }
  const owesNothing = standingIn(account, month).balance === 0
  if (!owesNothing || paymentsBehind(account, month) === 0) return []
  const name =
    BALANCE_FIELDS.find((each) => stated[each] === 0) ??
    BALANCE_FIELDS.find((each) => stated[each] !== undefined) ??
    'balance'
  return [problem(name, 'more than 0, as the last reported month is late')]
}

/** Returns the problem of a loan that would be paid before its stated end or payments. */
function shortTermProblems(
  stated: ReportedAccount,
  { ending, lates = [], reported }: AccountPlan,
  actual: Ending | undefined,
): readonly PersonProblem[] {
  if (actual?.how !== 'Paid' || actual === ending) return []
  const isEndLost = ending !== undefined && (ending.how !== 'Paid' || ending.month > actual.month)
  const isLateLost = lates.some((late) => lastMonthOf(late) >= actual.month)
  const isPaymentLost = stated.payment && reported && reported.month >= actual.month
  if (!isEndLost && !isLateLost && !isPaymentLost) return []
  if (stated.termMonths !== undefined) {
    return [
      problem('termMonths', 'a term that lasts until the end and the payments that are given'),
    ]
  }
  const payments = stated.history === undefined ? 'lates' : 'history'
  const path = isEndLost ? 'ended.month' : isLateLost ? payments : 'payment'
  return [problem(path, 'within the usual terms of such a loan, or termMonths given')]
}

/** Returns the problem of an end or of late payments after a bankruptcy that includes the account. */
function petitionProblems(
  stated: ReportedAccount,
  { ending, lates = [] }: AccountPlan,
  actual: Ending | undefined,
): readonly PersonProblem[] {
  if (actual?.how !== 'IncludedInBankruptcy') return []
  const rule = 'not after the filing of a bankruptcy, which includes the account'
  if (ending !== undefined) return [problem('ended.month', rule)]
  const isLateLost = lates.some((late) => lastMonthOf(late) >= actual.month)
  return isLateLost ? [problem(stated.history === undefined ? 'lates' : 'history', rule)] : []
}

/** The fields that decide the balance. One that is 0 counts, otherwise the first one given. */
const BALANCE_FIELDS = ['balance', 'utilizationPercent', 'limit', 'amount', 'highCredit'] as const

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
    return [problem('termMonths', 'a term that has not ended, because a balance is given')]
  }
  return [
    problem('balance', 'absent or 0, or termMonths given: the usual terms of such a loan are over'),
  ]
}
