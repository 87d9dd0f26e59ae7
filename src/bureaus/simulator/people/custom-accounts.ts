/** The accounts, collections, inquiries and bankruptcies of a person file as plans of a life. */
import { BUREAUS, type BureauName } from '../../../documents/tables/enumerations.ts'
import type {
  AccountPlan,
  BankruptcyPlan,
  InquiryPlan,
  Lateness,
  ReportedFigures,
} from '../story.ts'
import { ACCOUNT_KINDS, type AccountKind } from '../tables/account-kinds.ts'
import { averageRate } from '../tables/mortgage-terms.ts'
import { dayOf, monthAt, type ReadAt } from './month-text.ts'
import type { CustomAccount, PersonFile } from './person-file.ts'

/** A value without the properties that are not set. */
type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> }
export function given<T extends object>(value: T): Given<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as Given<T>
}

/** The month at which the file was put, counted from the beginning of the world. */
export function presentMonth({ month, epochMonth }: ReadAt): number {
  return month - epochMonth
}

type Reported = Partial<
  Pick<
    CustomAccount,
    | 'balance'
    | 'limit'
    | 'highCredit'
    | 'payment'
    | 'pastDue'
    | 'lates'
    | 'history'
    | 'ended'
    | 'disputedSince'
  >
>

/** Runs of late months from a history, which is written newest month first. */
function runsOf(history: string, newest: number): readonly Lateness[] {
  const behind = [...history].toReversed().map((character) => Number(character) || 0)
  const oldest = newest - history.length + 1
  const runs: { from: number; first: number; worst: number; held: number }[] = []
  behind.forEach((count, index) => {
    const run = runs.at(-1)
    const before = behind[index - 1] ?? 0
    if (count === 0) return
    if (run !== undefined && before > 0 && count === before) run.held++
    else if (run !== undefined && before > 0 && count === before + 1 && run.held === 0) run.worst++
    else runs.push({ from: oldest + index, first: count, worst: count, held: 0 })
  })
  return runs
}

/** The late months of an account. */
export function latesOf({ lates, history }: Reported, at: ReadAt): readonly Lateness[] | undefined {
  if (history !== undefined) return runsOf(history, presentMonth(at) - 1)
  return lates?.map(({ month, days, months }) => {
    const worst = days / 30
    return { from: monthAt(at, month) - worst + 1, worst, held: months - 1 }
  })
}

/** What changes from bureau to bureau. */
function versionOf(reported: Reported, at: ReadAt): Partial<AccountPlan> {
  const { ended, disputedSince } = reported
  return given({
    lates: latesOf(reported, at),
    ending: ended && { month: monthAt(at, ended.month), how: ended.how },
    disputedFrom: disputedSince === undefined ? undefined : monthAt(at, disputedSince),
  })
}

function figuresOf(
  { balance, limit, highCredit, payment, pastDue }: Reported,
  utilizationPercent: number | undefined,
  month: number,
): ReportedFigures {
  const used =
    utilizationPercent === undefined || limit === undefined
      ? undefined
      : Math.round((limit * utilizationPercent) / 100)
  return { month, balance: balance ?? used, limit, highCredit, payment, pastDue }
}

/** The usual share of a limit in use, where a file leaves it open. */
const USUAL_USE = 0.2

function differingOf(account: CustomAccount, at: ReadAt, month: number): AccountPlan['differing'] {
  const { differences, utilizationPercent, ...common } = account
  if (differences === undefined) return undefined
  const entries = Object.entries(differences) as [BureauName, Reported][]
  return Object.fromEntries(
    entries.map(([bureau, own]) => {
      const use = own.balance === undefined ? utilizationPercent : undefined
      const reported = figuresOf({ ...common, ...given(own) }, use, month)
      return [bureau, { ...versionOf(own, at), reported }]
    }),
  )
}

function planOf(account: CustomAccount, file: PersonFile, at: ReadAt): AccountPlan {
  const kind: AccountKind = ACCOUNT_KINDS[account.kind]
  const month = presentMonth(at) - 1
  const opened = monthAt(at, account.opened)
  const { id, ownership, limit, utilizationPercent } = account
  const isJoint = ownership === 'JointContractualLiability' && file.household !== undefined
  return {
    exact: true,
    ...given({
      id,
      kind: account.kind,
      opened,
      amount: account.amount ?? limit,
      termMonths: account.termMonths,
      ratePercent:
        account.ratePercent ??
        (kind.type === 'Mortgage' ? averageRate(at.epochMonth + opened) : undefined),
      deferredMonths: account.deferredMonths,
      use: utilizationPercent === undefined ? USUAL_USE : utilizationPercent / 100,
      ownership,
      bureaus: account.bureaus ?? BUREAUS,
      household: isJoint ? file.household : undefined,
      creditor: account.creditor,
      number: account.number,
      reported: figuresOf(account, utilizationPercent, month),
      differing: differingOf(account, at, month),
    }),
    ...versionOf(account, at),
  }
}

function collectionPlans({ collections }: PersonFile, at: ReadAt): readonly AccountPlan[] {
  return collections.map((collection, index) => ({
    exact: true,
    ...given({
      id: collection.id ?? `collection ${index + 1}`,
      kind: collection.medical ? ('medicalCollection' as const) : ('collection' as const),
      opened: monthAt(at, collection.opened),
      amount: collection.amount,
      bureaus: collection.bureaus ?? BUREAUS,
      creditor: collection.collector,
      originalCreditor: collection.originalCreditor,
      ending:
        collection.paid === undefined
          ? undefined
          : { month: monthAt(at, collection.paid), how: 'Paid' as const },
      disputedFrom:
        collection.disputedSince === undefined ? undefined : monthAt(at, collection.disputedSince),
    }),
  }))
}

/** The accounts of a file, collections last. */
export function accountPlans(file: PersonFile, at: ReadAt): readonly AccountPlan[] {
  return [
    ...file.accounts.map((account) => planOf(account, file, at)),
    ...collectionPlans(file, at),
  ]
}

/** The inquiries of a file. Those of the present month are made on its first day. */
export function inquiryPlans({ inquiries }: PersonFile, at: ReadAt): readonly InquiryPlan[] {
  return inquiries.map(({ on, kind, creditor, bureaus }, index) => {
    const month = monthAt(at, on)
    return {
      id: `inquiry ${index + 1}`,
      month,
      kind,
      bureaus: bureaus ?? BUREAUS,
      creditor,
      day: dayOf(on) ?? (month === presentMonth(at) ? 1 : undefined),
    }
  })
}

/** Months that a bankruptcy takes which is pending. */
const TAKES_MONTHS = { 7: 5, 13: 48 } as const

/** The bankruptcies of a file. One that is pending ends as such bankruptcies do. */
export function bankruptcyPlans(
  { bankruptcies }: PersonFile,
  at: ReadAt,
): readonly BankruptcyPlan[] {
  return bankruptcies.map(({ chapter, filed, disposed, disposition }) => {
    const from = monthAt(at, filed)
    const pendingUntil = Math.max(presentMonth(at) + 1, from + TAKES_MONTHS[chapter])
    return {
      chapter,
      filed: from,
      disposed: disposed === undefined ? pendingUntil : monthAt(at, disposed),
      disposition: disposition ?? (chapter === 7 ? 'Discharged' : 'Completed'),
    }
  })
}
