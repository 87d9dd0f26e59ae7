/**
 * The scorecard of the simulated bureaus: the reasons for which points are lost. It is ours, and
 * resembles the known models in range, order of weight and reasons.
 */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { FactorValue } from '../../documents/tables/response.ts'

// biome-ignore format: a table
const FACTORS = {
  //                Equifax  Experian  TransUnion
  seriousLateness:  ['00039', '39', '039', 'An account was 90 or more days late'],
  derogatory:       ['00040', '40', '040', 'A bankruptcy, collection or charged-off account is on file'],
  recentLateness:   ['00013', '13', '013', 'A late payment was made recently'],
  lateAccounts:     ['00018', '18', '018', 'Several accounts have been paid late'],
  pastDue:          ['00021', '21', '021', 'Amounts are past due'],
  utilization:      ['00010', '10', '010', 'Balances are high in proportion to the limits of revolving accounts'],
  revolvingBalance: ['00011', '11', '011', 'The sum owed on revolving accounts is high'],
  withBalances:     ['00005', '05', '005', 'Many accounts carry balances'],
  loanBalances:     ['00033', '33', '003', 'Loan balances are high in proportion to the original amounts'],
  age:              ['00014', '14', '014', 'Accounts have been established for a short time'],
  revolvingAge:     ['00012', '12', '012', 'Revolving accounts have been established for a short time'],
  inquiries:        ['00008', '08', '008', 'Many inquiries were made in the last 12 months'],
  newAccounts:      ['00009', '09', '009', 'Several accounts were opened recently'],
  newest:           ['00030', '30', '030', 'The newest account was opened a short time ago'],
  noInstallment:    ['00032', '32', '004', 'No open installment loan is on file'],
  noRevolving:      ['00016', '15', '016', 'No open revolving account is on file'],
  established:      ['00028', '28', '028', 'Few accounts are established'],
} as const satisfies Record<string, readonly [string, string, string, string]>

/** The name of a reason for which points are lost. */
export type FactorName = keyof typeof FACTORS

const COLUMNS = { Equifax: 0, Experian: 1, TransUnion: 2 } as const

/** A reason as the bureau codes it. */
export function factorOf(name: FactorName, bureau: BureauName): FactorValue {
  const row = FACTORS[name]
  return { _Code: row[COLUMNS[bureau]], _Text: row[3] }
}
