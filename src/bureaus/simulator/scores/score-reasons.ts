/**
 * The reasons for which the scorecard of the simulated bureaus deducts points. The scorecard is our
 * own, and resembles the known models in range, order of weights and reasons.
 */
import type { BureauName } from '../../../documents/tables/enumerations.ts'
import type { FactorValue } from '../../../documents/tables/response.ts'

/** The reasons, each with the code of every bureau and its text. */
// biome-ignore format: a table
export const FACTORS = {
  //                Equifax  Experian  TransUnion
  seriousAndRecord: ['00038', '38', '038', 'Serious delinquency, and a public record or collection'],
  seriousLateness:  ['00039', '39', '039', 'Serious delinquency'],
  derogatory:       ['00040', '40', '040', 'Public record or collection'],
  recentRecord:     ['00020', '20', '020', 'Time since a public record or collection'],
  recentLateness:   ['00013', '13', '013', 'Time since a late payment'],
  lateAccounts:     ['00018', '18', '018', 'Number of accounts paid late'],
  pastDue:          ['00021', '21', '021', 'Amounts past due'],
  utilization:      ['00010', '10', '010', 'Balances in proportion to card limits'],
  revolvingBalance: ['00011', '11', '011', 'Total balance of revolving accounts'],
  withBalances:     ['00005', '05', '005', 'Number of accounts with balances'],
  loanBalances:     ['00033', '33', '003', 'Loan balances in proportion to original amounts'],
  age:              ['00014', '14', '014', 'Length of time accounts have been open'],
  revolvingAge:     ['00012', '12', '012', 'Length of time revolving accounts have been open'],
  inquiries:        ['00008', '08', '008', 'Number of inquiries in the last 12 months'],
  newAccounts:      ['00009', '09', '009', 'Number of recently opened accounts'],
  newest:           ['00030', '30', '030', 'Time since the newest account was opened'],
  noInstallment:    ['00032', '32', '004', 'Lack of an open installment loan'],
  noRevolving:      ['00016', '15', '016', 'Lack of an open revolving account'],
  established:      ['00028', '28', '028', 'Number of established accounts'],
} as const satisfies Record<string, readonly [string, string, string, string]>

/** The name of a reason for which points are lost. */
export type FactorName = keyof typeof FACTORS

const COLUMNS = { Equifax: 0, Experian: 1, TransUnion: 2 } as const

/** Returns a reason with the code of the bureau. */
export function factorOf(name: FactorName, bureau: BureauName): FactorValue {
  const row = FACTORS[name]
  return { _Code: row[COLUMNS[bureau]], _Text: row[3] }
}

/**
 * Points lost by reason. Records and serious lateness have losses of their own, but share reasons.
 */
export type Losses = Record<Exclude<FactorName, 'seriousAndRecord' | 'recentRecord'>, number>

/** The facts of a file that decide whether a reason is true. */
export interface Facts {
  /** Months since the latest payment that was 30 to 180 days late. */
  latestLate: number
  /** Accounts with a month that was 30 to 180 days late. */
  lateAccounts: number
  /** Accounts that were 90 or more days late or lost, without collections. */
  seriousAccounts: number
  /** Including paid ones. */
  collections: number
  records: number
  /** Months since the latest public record or collection. */
  latestRecord: number
  /** Accounts with a balance that was reported within a month. */
  withBalance: number
  /** Utilization of cards that report a limit. */
  utilization: number
  /** The fraction of the original amounts of open loans that is still owed. */
  loanShare: number
  /** Months since the oldest account was opened. */
  oldest: number
  /** In months, without collections. */
  averageAge: number
  /** Undefined without any revolving account. */
  oldestRevolving: number | undefined
  /** Accounts that are at least a year old. */
  established: number
  openedInYear: number
  /** Months since the newest account was opened; infinite without one. */
  newest: number
}

/**
 * Reports whether a file has serious lateness with a record or collection, or a collection with a
 * record.
 */
function isSeriousAndRecord({ seriousAccounts, latestRecord, collections, records }: Facts) {
  return (seriousAccounts > 0 && latestRecord < Infinity) || (collections > 0 && records > 0)
}

type Condition = (facts: Facts) => boolean

/**
 * The conditions of each reason: when it is obvious to a reader of the file, and when it is true at
 * all, if that is less. A good file has few obvious reasons, but models give the reasons of every
 * score below their maximum.
 */
const REASON_CONDITIONS: Readonly<Record<FactorName, readonly [Condition, Condition?]>> = {
  seriousAndRecord: [isSeriousAndRecord],
  seriousLateness: [
    ({ seriousAccounts, latestRecord }) => seriousAccounts > 0 && latestRecord === Infinity,
  ],
  derogatory: [(facts) => facts.latestRecord < Infinity && !isSeriousAndRecord(facts)],
  recentRecord: [({ latestRecord }) => latestRecord <= 60],
  recentLateness: [({ latestLate }) => latestLate <= 24, ({ latestLate }) => latestLate < Infinity],
  lateAccounts: [({ lateAccounts }) => lateAccounts >= 3],
  pastDue: [() => true],
  utilization: [({ utilization }) => utilization >= 0.1, ({ utilization }) => utilization > 0],
  revolvingBalance: [({ utilization }) => utilization >= 0.1, ({ utilization }) => utilization > 0],
  withBalances: [({ withBalance }) => withBalance >= 3, ({ withBalance }) => withBalance > 0],
  loanBalances: [({ loanShare }) => loanShare >= 0.2, ({ loanShare }) => loanShare > 0],
  age: [({ oldest, averageAge }) => oldest < 120 || averageAge < 60, () => true],
  revolvingAge: [
    ({ oldestRevolving }) => oldestRevolving !== undefined && oldestRevolving < 120,
    ({ oldestRevolving }) => oldestRevolving !== undefined,
  ],
  inquiries: [() => true],
  newAccounts: [({ openedInYear }) => openedInYear >= 2, ({ openedInYear }) => openedInYear > 0],
  newest: [({ newest }) => newest <= 12, ({ newest }) => newest < 24],
  noInstallment: [() => true],
  noRevolving: [() => true],
  established: [({ established }) => established < 4],
}

/** The number of reasons of a score. */
const REASONS = 4

/** A scorecard that is filled in for a file. */
export interface FilledScorecard {
  /** Points lost by reason. */
  readonly losses: Losses
  readonly facts: Facts
}

/**
 * Returns the losses of shared reasons: lateness and records are one reason if a file has both, and
 * the age of a record is another.
 */
function sharedReasons({ losses, facts }: FilledScorecard): Partial<Record<FactorName, number>> {
  const { derogatory, seriousLateness } = losses
  if (facts.latestRecord === Infinity) return { seriousLateness: seriousLateness + derogatory }
  return {
    seriousAndRecord: seriousLateness + 0.6 * derogatory,
    derogatory: 0.6 * derogatory,
    recentRecord: 0.4 * derogatory,
  }
}

/**
 * Returns the reasons of a score, the largest loss first: the obvious ones, and then others that
 * are true, if there are fewer than four.
 */
export function topReasons(card: FilledScorecard): readonly FactorName[] {
  const lost = { ...card.losses, seriousLateness: 0, derogatory: 0, ...sharedReasons(card) }
  const reasons = (Object.entries(lost) as [FactorName, number][])
    .filter(([, loss]) => loss >= 0.5)
    .sort((a, b) => b[1] - a[1])
    .map(([name]) => name)
  const isObvious = (name: FactorName) => REASON_CONDITIONS[name][0](card.facts)
  const isTrue = (name: FactorName) => REASON_CONDITIONS[name][1]?.(card.facts) ?? false
  const obvious = reasons.filter(isObvious)
  const others = reasons.filter((name) => !isObvious(name) && isTrue(name))
  return [...obvious, ...others].slice(0, REASONS)
}
