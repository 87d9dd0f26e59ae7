/** Remarks that bureaus add to accounts, with the code of each bureau (our choice). */
import type { BureauName } from '../../../documents/tables/enumerations.ts'
import type { Comment } from '../../../documents/tables/tradelines.ts'

// biome-ignore format: a table
const REMARKS = {
  //                  Equifax  Experian  TransUnion
  realEstateMortgage: ['RM', '31', 'REM', 'REAL ESTATE MORTGAGE'],
  secondMortgage:     ['SM', '30', 'SMT', 'SECOND MORTGAGE'],
  homeEquityLine:     ['HE', '32', 'HEL', 'LINE OF CREDIT SECURED BY A HOME'],
  autoLoan:           ['AT', '33', 'AUT', 'MOTOR VEHICLE LOAN'],
  autoLease:          ['AL', '34', 'LSE', 'MOTOR VEHICLE LEASE'],
  studentLoan:        ['SL', '35', 'STU', 'STUDENT LOAN'],
  deferred:           ['DF', '36', 'DEF', 'PAYMENT DEFERRED'],
  unsecuredLoan:      ['UN', '37', 'UNS', 'UNSECURED LOAN'],
  creditCard:         ['CC', '38', 'CRC', 'CREDIT CARD'],
  chargeAccount:      ['CG', '39', 'CHG', 'CHARGE ACCOUNT'],
  securedCard:        ['SC', '40', 'SEC', 'CREDIT CARD SECURED BY A DEPOSIT'],
  authorizedUser:     ['AU', '41', 'AUU', 'AUTHORIZED USER'],
  medical:            ['MD', '42', 'MED', 'MEDICAL DEBT'],
  paid:               ['PD', '51', 'PAI', 'ACCOUNT PAID'],
  refinanced:         ['RF', '52', 'REF', 'REFINANCED'],
  transferred:        ['TR', '53', 'TRF', 'TRANSFERRED TO ANOTHER LENDER'],
  closedByConsumer:   ['CZ', '54', 'CBC', 'CLOSED AT THE REQUEST OF THE CONSUMER'],
  closedByCreditor:   ['CW', '55', 'CBG', 'CLOSED BY THE CREDIT GRANTOR'],
  chargedOff:         ['CO', '61', 'PRL', 'CHARGED OFF AS A LOSS'],
  sold:               ['SO', '62', 'SLD', 'CHARGED OFF AND SOLD TO ANOTHER COMPANY'],
  repossessed:        ['RP', '63', 'RPO', 'REPOSSESSION'],
  foreclosed:         ['FC', '64', 'FOR', 'FORECLOSED'],
  bankruptcy:         ['BK', '65', 'BKL', 'INCLUDED IN A BANKRUPTCY'],
  collection:         ['CL', '66', 'CLA', 'PLACED FOR COLLECTION'],
  disputed:           ['DP', '71', 'AID', 'THE CONSUMER DISPUTES THIS ACCOUNT'],
} as const satisfies Record<string, readonly [string, string, string, string]>

/** The name of a remark. */
export type RemarkName = keyof typeof REMARKS

function commentsOf(bureau: BureauName, column: 0 | 1 | 2): Readonly<Record<RemarkName, Comment>> {
  const entries = Object.entries(REMARKS).map(([name, row]) => [
    name,
    { _Code: row[column], _SourceType: bureau, _Type: 'BureauRemarks', _Text: [row[3]] },
  ])
  return Object.fromEntries(entries)
}

/** Every remark as each bureau writes it. Created once, because files share them. */
export const REMARK_COMMENTS: Readonly<Record<BureauName, Readonly<Record<RemarkName, Comment>>>> =
  {
    Equifax: commentsOf('Equifax', 0),
    Experian: commentsOf('Experian', 1),
    TransUnion: commentsOf('TransUnion', 2),
  }
