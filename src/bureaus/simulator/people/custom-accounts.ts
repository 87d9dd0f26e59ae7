/**
 * Converts the accounts, public records, inquiries and alerts of a person file to plans of a life.
 */
import { BUREAUS } from '../../../documents/tables/enumerations.ts'
import { ALERT_MONTHS } from '../file-alerts.ts'
import type {
  AccountPlan,
  AlertPlan,
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

/** A type without the properties that are undefined. */
type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> }
/**
 * Removes undefined properties, so that a spread of the result overwrites nothing with undefined.
 */
export function withoutUndefined<T extends object>(value: T): WithoutUndefined<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as WithoutUndefined<T>
}

/** Returns the month in which the file was put, counted from the beginning of the world. */
export function presentMonth({ month, epochMonth }: ReadAt): number {
  return month - epochMonth
}

/** An account as a bureau reports it: that of the file, with the bureau's differences applied. */
export type ReportedAccount = Omit<CustomAccount, 'differences' | 'bureaus'> &
  Pick<AccountDifference, 'lastReported'>

/** Converts a history, which is written newest month first, to runs of late months. */
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

/** Returns the newest month for which an account is reported. */
export function newestMonth(account: Pick<ReportedAccount, 'lastReported'>, at: ReadAt): number {
  const { lastReported } = account
  return lastReported === undefined ? presentMonth(at) - 1 : monthAt(at, lastReported)
}

/** Returns the late months of an account. */
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

/**
 * Returns the account as a bureau reports it. A null in the differences removes a value of the
 * file.
 */
export function reportedAtBureau(
  { differences: _, bureaus: __, ...common }: CustomAccount,
  own: AccountDifference,
): ReportedAccount {
  const { limit, ended, disputedSince, ...changes } = own
  const base = { ...common }
  // Late months have only one notation, and so does the balance.
  if ((own.lates ?? own.history) !== undefined) {
    delete base.lates
    delete base.history
  }
  if (own.balance !== undefined) delete base.utilizationPercent
  const account: ReportedAccount = { ...base, ...withoutUndefined(changes) }
  if (limit !== undefined && limit !== null) account.limit = limit
  if (ended !== undefined) account.ended = ended ?? undefined
  if (disputedSince !== undefined) account.disputedSince = disputedSince ?? undefined
  return account
}

/** The fraction of a limit in use if a file does not state it. */
const DEFAULT_UTILIZATION = 0.2

/**
 * Returns the versions of single bureaus. They contain creditor and number only if the bureau's are
 * different.
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
      const named = withoutUndefined({
        creditor: own.creditor && creditor,
        number: own.number && number,
      })
      return [bureau, { ...plan, ...named, limitShown: own.limit !== null }]
    }),
  )
}

function planOf(account: CustomAccount, file: PersonFile, at: ReadAt): AccountPlan {
  const { differences: _, bureaus = BUREAUS, ...own } = account
  const differing = differingOf(account, file, at)
  return { ...reportedPlan(own, file, at), bureaus, ...withoutUndefined({ differing }) }
}

/** Returns the plan of an account, or of a bureau's version of it. */
export function reportedPlan(account: ReportedAccount, file: PersonFile, at: ReadAt): AccountPlan {
  const kind: AccountKind = ACCOUNT_KINDS[account.kind]
  const opened = monthAt(at, account.opened)
  const { id, ownership, limit, utilizationPercent, ended, disputedSince, lastReported } = account
  const isJoint = ownership === 'JointContractualLiability' && file.household !== undefined
  return {
    exact: true,
    ...withoutUndefined({
      id,
      kind: account.kind,
      opened,
      amount: account.amount ?? limit,
      termMonths: account.termMonths,
      ratePercent:
        account.ratePercent ??
        (kind.type === 'Mortgage' ? averageRate(at.epochMonth + opened) : undefined),
      deferredMonths: account.deferredMonths,
      use: utilizationPercent === undefined ? DEFAULT_UTILIZATION : utilizationPercent / 100,
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
    ...withoutUndefined({
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

/** Returns the accounts of a file, collections last. */
export function accountPlans(file: PersonFile, at: ReadAt): readonly AccountPlan[] {
  return [
    ...file.accounts.map((account) => planOf(account, file, at)),
    ...collectionPlans(file, at),
  ]
}

/** Returns the inquiries of a file. Those of the current month are made on its first day. */
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

/** Returns the months of everything that leads to a file: openings, filings and inquiries. */
export function factMonths(file: PersonFile, at: ReadAt): readonly number[] {
  return [
    ...[...file.accounts, ...file.collections].map(({ opened }) => opened),
    ...[...file.bankruptcies, ...file.publicRecords].map(({ filed }) => filed),
    ...file.inquiries.map(({ on }) => on),
  ].map((text) => monthAt(at, text))
}

/** The duration of a pending bankruptcy in months, by chapter. */
const PENDING_MONTHS = { 7: 5, 13: 48 } as const

/** Returns the bankruptcies of a file. A pending one ends in the usual way of its chapter. */
export function bankruptcyPlans(
  { bankruptcies }: PersonFile,
  at: ReadAt,
): readonly BankruptcyPlan[] {
  return bankruptcies.map(({ chapter, filed, disposed, disposition }) => {
    const from = monthAt(at, filed)
    const pendingUntil = Math.max(presentMonth(at) + 1, from + PENDING_MONTHS[chapter])
    return {
      chapter,
      filed: from,
      disposed: disposed === undefined ? pendingUntil : monthAt(at, disposed),
      disposition: disposition ?? (chapter === 7 ? 'Discharged' : 'Completed'),
    }
  })
}

/** Returns the alerts of a file. One without an end stays on file as long as the law provides. */
export function alertPlans({ alerts }: PersonFile, at: ReadAt): readonly AlertPlan[] {
  return alerts.map(({ kind, from: stated, until, bureaus }) => {
    const from = monthAt(at, stated)
    const lawful = kind === 'deceased' ? undefined : from + ALERT_MONTHS[kind]
    const last = until === undefined ? lawful : monthAt(at, until)
    return { kind, from, ...withoutUndefined({ until: last, bureaus }) }
  })
}

type StatedRecord = PersonFile['publicRecords'][number]

/** Returns the versions of a public record at single bureaus. */
export function recordVersions(stated: StatedRecord): readonly (readonly [string, StatedRecord])[] {
  return Object.entries(stated.differences ?? {}).map(([bureau, own]) => {
    const { disposed, disputedSince, ...changes } = own
    const version: StatedRecord = { ...stated, ...withoutUndefined(changes) }
    if (disposed !== undefined) version.disposed = disposed ?? undefined
    if (disposed === null) delete version.disposition
    if (disputedSince !== undefined) version.disputedSince = disputedSince ?? undefined
    return [bureau, version]
  })
}

/** Returns the public records of a file, except bankruptcies. */
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
