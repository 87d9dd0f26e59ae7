/**
 * Reads person files and finds what in them cannot be: a file that contradicts itself would make
 * reports that no bureau returns. Problems name path and rule and repeat no value.
 */
import { isSameName } from '../../../documents/names.ts'
import { parseYaml } from '../../../yaml.ts'
import { isRecordShown } from '../civil-records.ts'
import { findPersona } from '../personas.ts'
import type { Lateness } from '../story.ts'
import { ACCOUNT_KINDS, type AccountKind } from '../tables/account-kinds.ts'
import { RECORD_TYPES, type RecordType } from '../tables/public-record-types.ts'
import {
  bankruptcyPlans,
  latesOf,
  newestMonth,
  presentMonth,
  type ReportedAccount,
  recordVersions,
  reportedAtBureau,
} from './custom-accounts.ts'
import { monthAt, type ReadAt } from './month-text.ts'
import { type CustomAccount, PersonFile, type PersonProblem } from './person-file.ts'

/** A file that cannot be read, or contradicts itself. */
export class PersonRejected extends Error {
  override readonly name = 'PersonRejected'
  readonly problems: readonly PersonProblem[]

  constructor(problems: readonly PersonProblem[]) {
    super(
      problems
        .map(({ path, expected }) => (path === '' ? expected : `${path}: ${expected}`))
        .join('\n'),
    )
    this.problems = problems
  }
}

/** The value of a file in YAML or JSON. Throws `PersonRejected`. */
export function parsePersonText(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 0 })
  } catch (error) {
    const { linePos } = error as { linePos?: readonly [{ line: number; col: number }] }
    const where =
      linePos === undefined ? '' : ` (line ${linePos[0].line}, column ${linePos[0].col})`
    throw new PersonRejected([{ path: '', expected: `the file is neither YAML nor JSON${where}` }])
  }
}

/** The file of a person, checked by itself. Throws `PersonRejected`. */
export function readPersonFile(value: unknown, at: ReadAt): PersonFile {
  const read = PersonFile.safeParse(value)
  if (!read.success) {
    throw new PersonRejected(
      read.error.issues.map(({ path, code, message }) => ({
        path: path.map(String).join('.'),
        expected: code === 'unrecognized_keys' ? 'unknown property' : message,
      })),
    )
  }
  const problems = problemsOf(read.data, at)
  if (problems.length > 0) throw new PersonRejected(problems)
  return read.data
}

/** What in a file cannot be. */
function problemsOf(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  return [
    ...outcomeProblems(file),
    ...identityProblems(file, at),
    ...uniqueIds(file),
    ...file.accounts.flatMap((account, index) =>
      accountProblems(account, file, at, `accounts.${index}`),
    ),
    ...collectionProblems(file, at),
    ...bankruptcyProblems(file, at),
    ...recordProblems(file, at),
    ...inquiryProblems(file, at),
  ]
}

const problem = (path: string, expected: string): PersonProblem => ({ path, expected })

const FACTS = ['accounts', 'collections', 'bankruptcies', 'publicRecords', 'inquiries'] as const

function outcomeProblems(file: PersonFile): readonly PersonProblem[] {
  if (file.outcome === undefined) return []
  return FACTS.filter((name) => file[name].length > 0).map((name) =>
    problem(name, 'give either an outcome or what it follows from, not both'),
  )
}

function identityProblems(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  const problems: PersonProblem[] = []
  const persona = file.ssn === undefined ? undefined : findPersona(file.ssn)
  if (persona !== undefined) {
    problems.push(problem('ssn', `a number that is not that of the persona ${persona.id}`))
  }
  for (const [bureau, { lastName, frozen, status }] of Object.entries(file.bureaus)) {
    if (frozen && status !== undefined) {
      problems.push(problem(`bureaus.${bureau}`, 'either frozen or a status, not both'))
    }
    if (lastName !== undefined && file.name === undefined) {
      problems.push(problem('name', 'a name, where a bureau has another one'))
    }
  }
  const since = file.onFileSince
  if (since !== undefined && monthAt(at, since) > presentMonth(at)) {
    problems.push(problem('onFileSince', 'a month that is not in the future'))
  }
  return problems
}

function uniqueIds({ accounts, collections }: PersonFile): readonly PersonProblem[] {
  const seen = new Set<string>()
  const named = [
    ...accounts.map(({ id }, index) => [`accounts.${index}.id`, id] as const),
    ...collections.map(({ id }, index) => [`collections.${index}.id`, id] as const),
  ]
  return named.flatMap(([path, id]) => {
    if (id === undefined) return []
    if (seen.has(id)) return [problem(path, 'an ID that no other account of the file has')]
    seen.add(id)
    return []
  })
}

/** Months in which an account can be as late as stated: the first one is the month after opening. */
interface Terms {
  readonly kind: AccountKind
  readonly opened: number
  readonly firstDue: number
  readonly ended: number
}

/** The problems of an account, and those that it has only as a bureau reports it. */
function accountProblems(
  account: CustomAccount,
  file: PersonFile,
  at: ReadAt,
  path: string,
): readonly PersonProblem[] {
  const common = versionProblems(account, file, at)
  const known = new Set(common.map(({ path: name, expected }) => `${name} ${expected}`))
  const differing = Object.entries(account.differences ?? {}).flatMap(([bureau, own]) =>
    versionProblems(reportedAtBureau(account, own), file, at)
      .filter(({ path: name, expected }) => !known.has(`${name} ${expected}`))
      .map((each) => ({ ...each, path: `differences.${bureau}${each.path && `.${each.path}`}` })),
  )
  return [...common, ...differing].map((each) => problem(`${path}.${each.path}`, each.expected))
}

function versionProblems(account: ReportedAccount, file: PersonFile, at: ReadAt) {
  const kind: AccountKind = ACCOUNT_KINDS[account.kind]
  const opened = monthAt(at, account.opened)
  const terms = {
    kind,
    opened,
    firstDue: opened + (account.deferredMonths ?? 0) + 2,
    ended: account.ended === undefined ? Infinity : monthAt(at, account.ended.month),
  }
  return [
    ...termProblems(account, file, terms, at),
    ...endProblems(account, terms),
    ...figureProblems(account, kind),
    ...lateProblems(account, terms, at),
    ...staleProblems(account, terms, at),
  ]
}

/** What a bureau has last heard of an account lies within its time. */
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
  if (BAD_ENDS.has(how) && month - opened < 8) {
    problems.push(
      problem(
        'ended.month',
        'at least 8 months after the opening, as the late payments before it take that long',
      ),
    )
  }
  return problems
}
const BAD_ENDS: ReadonlySet<string> = new Set([
  'ChargedOff',
  'ChargedOffAndSold',
  'Repossessed',
  'Foreclosed',
])

/** An account with what its rules about figures look at. */
interface Figured extends ReportedAccount {
  readonly isLine: boolean
}

/** Whether both are given, and the first is more than the second. */
const exceeds = (one: number | undefined, other: number | undefined) =>
  one !== undefined && other !== undefined && one > other

const onlyOfLines = (name: 'limit' | 'highCredit' | 'utilizationPercent') => (figured: Figured) =>
  !figured.isLine && figured[name] !== undefined

// biome-ignore format: a table
const FIGURE_RULES: readonly (readonly [name: string, expected: string, isBroken: (figured: Figured) => boolean])[] = [
  ['limit', 'only of cards and lines', onlyOfLines('limit')],
  ['highCredit', 'only of cards and lines', onlyOfLines('highCredit')],
  ['utilizationPercent', 'only of cards and lines', onlyOfLines('utilizationPercent')],
  ['limit', 'a limit, where a balance or utilization is given', ({ balance, limit, utilizationPercent, isLine }) => isLine && limit === undefined && (balance ?? utilizationPercent) !== undefined],
  ['balance', 'at most 120 % of the limit', ({ balance, limit }) => limit !== undefined && exceeds(balance, 1.2 * limit)],
  ['utilizationPercent', 'either a balance or a utilization', ({ balance, utilizationPercent }) => balance !== undefined && utilizationPercent !== undefined],
  ['balance', 'at most the original amount', ({ balance, amount, isLine }) => !isLine && exceeds(balance, amount)],
  ['highCredit', 'at least the balance', ({ balance, highCredit }) => exceeds(balance, highCredit)],
  ['pastDue', 'at most the balance', ({ pastDue, balance }) => exceeds(pastDue, balance)],
]

function figureProblems(account: ReportedAccount, kind: AccountKind) {
  const figured = { ...account, isLine: kind.form === 'revolving' }
  return FIGURE_RULES.filter(([, , isBroken]) => isBroken(figured)).map(([name, expected]) =>
    problem(name, expected),
  )
}

/** The most payments behind before something worse follows, by kind. */
function worstOf({ form, type, collateral }: AccountKind): number {
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
  if (history !== undefined) problems.push(...stepProblems(runs, 'history'))
  const newest = newestMonth(account, at)
  if ((history?.length ?? 0) > newest + 1 - terms.opened) {
    problems.push(problem('history', 'no more months than since the opening'))
  }
  if (pastDue > 0 && !runs.some((run) => endOf(run) >= newest)) {
    problems.push(problem('pastDue', 'only of an account that is late last month'))
  }
  return problems
}

const endOf = ({ from, first = 1, worst, held = 0 }: Lateness) => from + worst - first + held

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
  if (endOf(run) >= ended) problems.push(problem(path, 'late before the account ended'))
  if (run.worst > worstOf(kind)) {
    problems.push(
      problem(
        path,
        `at most ${worstOf(kind) * 30} days late: after that such an account is charged off, repossessed or foreclosed; use ended`,
      ),
    )
  }
  return problems
}

/** One payment is due each month, so an account becomes at most 30 days later from month to month. */
function stepProblems(runs: readonly Lateness[], path: string): readonly PersonProblem[] {
  const jumps = runs.some((run, index) => {
    const before = runs[index - 1]
    const behind = before !== undefined && endOf(before) === run.from - 1 ? before.worst : 0
    return (run.first ?? 1) > behind + 1
  })
  return jumps ? [problem(path, 'at most 30 days later from one month to the next')] : []
}

function collectionProblems({ collections }: PersonFile, at: ReadAt): readonly PersonProblem[] {
  return collections.flatMap(({ opened, amount, medical, paid }, index) => {
    const path = `collections.${index}`
    const problems: PersonProblem[] = []
    const age = presentMonth(at) - monthAt(at, opened)
    if (age >= SEVEN_YEARS)
      problems.push(
        problem(`${path}.opened`, 'a month of the last seven years: older ones are not reported'),
      )
    if (medical && (amount <= 500 || age < 12)) {
      problems.push(
        problem(
          path,
          'a medical collection above $500 and at least a year old: others are not reported',
        ),
      )
    }
    if (medical && paid !== undefined) {
      problems.push(
        problem(`${path}.paid`, 'an unpaid medical collection: paid ones are not reported'),
      )
    }
    if (paid !== undefined && monthAt(at, paid) <= monthAt(at, opened)) {
      problems.push(problem(`${path}.paid`, 'a month after the opening'))
    }
    return problems
  })
}
const SEVEN_YEARS = 84
const SHOWN_MONTHS = { 7: 120, 13: SEVEN_YEARS } as const

function bankruptcyProblems(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  const plans = bankruptcyPlans(file, at)
  return file.bankruptcies.flatMap((stated, index) => {
    const path = `bankruptcies.${index}`
    const { chapter, filed, disposed } = plans[index] as (typeof plans)[number]
    const problems: PersonProblem[] = []
    if (presentMonth(at) - filed >= SHOWN_MONTHS[chapter]) {
      problems.push(
        problem(
          `${path}.filed`,
          `a month of the last ${SHOWN_MONTHS[chapter] / 12} years: older ones are not reported`,
        ),
      )
    }
    if (stated.disposed === undefined && stated.disposition !== undefined) {
      problems.push(problem(`${path}.disposed`, 'a month, where there is a disposition'))
    }
    if (disposed <= filed) problems.push(problem(`${path}.disposed`, 'a month after the filing'))
    problems.push(...durationProblems(stated.disposition, chapter, disposed - filed, path))
    return problems
  })
}

function durationProblems(
  disposition: 'Discharged' | 'Completed' | 'Dismissed' | undefined,
  chapter: 7 | 13,
  months: number,
  path: string,
): readonly PersonProblem[] {
  if (disposition === (chapter === 7 ? 'Completed' : 'Discharged')) {
    return [
      problem(
        `${path}.disposition`,
        chapter === 7 ? 'Discharged or Dismissed' : 'Completed or Dismissed',
      ),
    ]
  }
  if (disposition === 'Dismissed') return []
  const [least, most] = chapter === 7 ? [2, 12] : [36, 60]
  return months >= least && months <= most
    ? []
    : [problem(`${path}.disposed`, `chapter ${chapter} takes ${least} to ${most} months`)]
}

function recordProblems({ publicRecords }: PersonFile, at: ReadAt): readonly PersonProblem[] {
  return publicRecords.flatMap((stated, index) => {
    const path = `publicRecords.${index}`
    const versions = recordVersions(stated).map(
      ([bureau, own]) => [`${path}.differences.${bureau}`, own] as const,
    )
    // A bureau's version repeats the problems of the record that it does not change.
    const common = recordVersionProblems(stated, at, path)
    return common.length > 0
      ? common
      : versions.flatMap(([where, own]) => recordVersionProblems(own, at, where))
  })
}

function recordVersionProblems(
  stated: PersonFile['publicRecords'][number],
  at: ReadAt,
  path: string,
): readonly PersonProblem[] {
  const { type, disposed, disposition } = stated
  const filed = monthAt(at, stated.filed)
  const ended = disposed === undefined ? undefined : monthAt(at, disposed)
  const problems: PersonProblem[] = []
  if (!isRecordShown({ type, filed, disposed: ended }, presentMonth(at))) {
    problems.push(
      problem(`${path}.filed`, 'a month of the last seven years: older ones are not reported'),
    )
  }
  if (ended !== undefined && ended <= filed) {
    problems.push(problem(`${path}.disposed`, 'a month after the filing'))
  }
  if (disposition !== undefined && disposed === undefined) {
    problems.push(problem(`${path}.disposed`, 'a month, where there is a disposition'))
  }
  const { ends }: RecordType = RECORD_TYPES[type]
  if (disposition !== undefined && !ends.includes(disposition)) {
    problems.push(problem(`${path}.disposition`, `one of ${ends.join(', ')} for this type`))
  }
  return problems
}

function inquiryProblems({ inquiries }: PersonFile, at: ReadAt): readonly PersonProblem[] {
  return inquiries.flatMap(({ on }, index) =>
    presentMonth(at) - monthAt(at, on) < 24
      ? []
      : [
          problem(
            `inquiries.${index}.on`,
            'a month of the last two years: older ones are not reported',
          ),
        ],
  )
}

/** Whether an order names the person of a file. */
export function isNamed(lastName: string, known: { lastName: string; former: string | undefined }) {
  return (
    isSameName(lastName, known.lastName) ||
    (known.former !== undefined && isSameName(lastName, known.former))
  )
}
