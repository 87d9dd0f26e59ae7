/** The accounts, public records and inquiries of a person file as plans of a life. */
import { BUREAUS } from '../../../documents/tables/enumerations.ts'
import type {
  AccountPlan,
  BankruptcyPlan,
  InquiryPlan,
  Lateness,
  RecordPlan,
  ReportedFigures,
} from '../story.ts'
import { ACCOUNT_KINDS, type AccountKind } from '../tables/account-kinds.ts'
import { averageRate } from '../tables/mortgage-terms.ts'
import { dayOf, monthAt, type ReadAt } from './file-months.ts'
import type { AccountDifference, CustomAccount, PersonFile } from './person-file.ts'

/** A value without the properties that are not set. */
type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> }
/**
 * Leaves out the properties that are undefined, so that a spread of the result replaces nothing by
 * undefined.
 */
export function given<T extends object>(value: T): Given<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as Given<T>
}

/** The month at which the file was put, counted from the beginning of the world. */
export function presentMonth({ month, epochMonth }: ReadAt): number {
  return month - epochMonth
}

/** An account as a bureau reports it: the file's, with what differs there in its place. */
export type ReportedAccount = Omit<CustomAccount, 'differences' | 'bureaus'> &
  Pick<AccountDifference, 'lastReported'>

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

/** The newest month of which an account is reported. */
export function newestMonth(account: Pick<ReportedAccount, 'lastReported'>, at: ReadAt): number {
  const { lastReported } = account
  return lastReported === undefined ? presentMonth(at) - 1 : monthAt(at, lastReported)
}

/** The late months of an account. */
export function latesOf(account: ReportedAccount, at: ReadAt): readonly Lateness[] | undefined {
  const { lates, history } = account
  if (history !== undefined) return runsOf(history, newestMonth(account, at))
  return lates?.map(({ month, days, months }) => {
    const worst = days / 30
    return { from: monthAt(at, month) - worst + 1, worst, held: months - 1 }
  })
}

function figuresOf(account: ReportedAccount, month: number): ReportedFigures {
  const { balance, limit, highCredit, payment, pastDue, utilizationPercent } = account
  const used =
    utilizationPercent === undefined || limit === undefined
      ? undefined
      : Math.round((limit * utilizationPercent) / 100)
  return { month, balance: balance ?? used, limit, highCredit, payment, pastDue }
}

/** The account as a bureau reports it, from which null takes what the file states of it. */
export function reportedAtBureau(
  { differences: _, bureaus: __, ...common }: CustomAccount,
  own: AccountDifference,
): ReportedAccount {
  const { limit, ended, disputedSince, ...plain } = own
  const kept = { ...common }
  // Late months are stated in one way, and so is what is owed.
  if ((own.lates ?? own.history) !== undefined) {
    delete kept.lates
    delete kept.history
  }
  if (own.balance !== undefined) delete kept.utilizationPercent
  const account: ReportedAccount = { ...kept, ...given(plain) }
  if (limit !== undefined && limit !== null) account.limit = limit
  if (ended !== undefined) account.ended = ended ?? undefined
  if (disputedSince !== undefined) account.disputedSince = disputedSince ?? undefined
  return account
}

/** The usual share of a limit in use, where a file leaves it open. */
const USUAL_USE = 0.2

/**
 * What single bureaus report otherwise. Creditor and number are kept only where the bureau's
 * differ.
 */
function differingOf(
  account: CustomAccount,
  file: PersonFile,
  at: ReadAt,
): AccountPlan['differing'] {
  if (account.differences === undefined) return undefined
  return Object.fromEntries(
    Object.entries(account.differences).map(([bureau, own]) => {
      const {
        id: _,
        household: __,
        creditor,
        number,
        ...plan
      } = reportedPlan(reportedAtBureau(account, own), file, at)
      const named = given({ creditor: own.creditor && creditor, number: own.number && number })
      return [bureau, { ...plan, ...named, limitShown: own.limit !== null }]
    }),
  )
}

function planOf(account: CustomAccount, file: PersonFile, at: ReadAt): AccountPlan {
  const { differences: _, bureaus = BUREAUS, ...own } = account
  const differing = differingOf(account, file, at)
  return { ...reportedPlan(own, file, at), bureaus, ...given({ differing }) }
}

/** The plan of an account, or of how a bureau knows it. */
export function reportedPlan(account: ReportedAccount, file: PersonFile, at: ReadAt): AccountPlan {
  const kind: AccountKind = ACCOUNT_KINDS[account.kind]
  const opened = monthAt(at, account.opened)
  const { id, ownership, limit, utilizationPercent, ended, disputedSince, lastReported } = account
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
      household: isJoint ? file.household : undefined,
      creditor: account.creditor,
      number: account.number,
    }),
    lates: latesOf(account, at),
    ending: ended && { month: monthAt(at, ended.month), how: ended.how },
    disputedFrom: disputedSince === undefined ? undefined : monthAt(at, disputedSince),
    reportedUntil: lastReported === undefined ? undefined : monthAt(at, lastReported),
    reported: figuresOf(account, newestMonth(account, at)),
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

type StatedRecord = PersonFile['publicRecords'][number]

/** A public record as single bureaus report it. */
export function recordVersions(stated: StatedRecord): readonly (readonly [string, StatedRecord])[] {
  return Object.entries(stated.differences ?? {}).map(([bureau, own]) => {
    const { disposed, disputedSince, ...plain } = own
    const version: StatedRecord = { ...stated, ...given(plain) }
    if (disposed !== undefined) version.disposed = disposed ?? undefined
    if (disposed === null) delete version.disposition
    if (disputedSince !== undefined) version.disputedSince = disputedSince ?? undefined
    return [bureau, version]
  })
}

/** The public records of a file that are no bankruptcies. */
export function recordPlans({ publicRecords }: PersonFile, at: ReadAt): readonly RecordPlan[] {
  return publicRecords.map((stated, index) => ({
    ...recordPlanOf(stated, index, at),
    differing: Object.fromEntries(
      recordVersions(stated).map(([bureau, own]) => [bureau, recordPlanOf(own, index, at)]),
    ),
  }))
}

function recordPlanOf(stated: StatedRecord, index: number, at: ReadAt): RecordPlan {
  const { filed, disposed, disputedSince, bureaus = BUREAUS, differences: _, ...own } = stated
  return {
    ...own,
    id: `record ${index + 1}`,
    filed: monthAt(at, filed),
    disposed: disposed === undefined ? undefined : monthAt(at, disposed),
    disputedFrom: disputedSince === undefined ? undefined : monthAt(at, disputedSince),
    bureaus,
  }
}
