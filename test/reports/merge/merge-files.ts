/** Credit files and accounts for tests of merging, with minimal content and fictional people. */
import type { CreditFile, FileAccount } from '../../../src/bureaus/bureau.ts'
import { BUREAU_OFFICES } from '../../../src/bureaus/offices.ts'
import type { BureauName } from '../../../src/documents/tables/enumerations.ts'
import { type MergeInput, mergeFiles } from '../../../src/reports/merge/merge.ts'

/** Returns an open card that is paid as agreed, with the given changes. */
export function account(changes: Partial<FileAccount> = {}): FileAccount {
  return {
    subscriberCode: '402BB01234',
    _AccountIdentifier: '4266841234567890',
    _AccountOpenedDate: '2019-03-14',
    _AccountOwnershipType: 'Individual',
    _AccountReportedDate: '2024-05-10',
    _AccountStatusType: 'Open',
    _AccountType: 'Revolving',
    _ConsumerDisputeIndicator: false,
    _DerogatoryDataIndicator: false,
    CreditCounselingIndicator: false,
    CreditLoanType: 'CreditCard',
    _CREDITOR: { _Name: 'HARBOR CARD' },
    ...changes,
  }
}

/** Returns a delivered file without any items, with the given changes. */
export function file(bureau: BureauName, changes: Partial<CreditFile> = {}): CreditFile {
  return {
    bureau,
    status: 'FileReturned',
    owningBureau: BUREAU_OFFICES[bureau],
    alerts: [],
    variations: [],
    comments: [],
    accounts: [],
    publicRecords: [],
    inquiries: [],
    creditors: [],
    person: {
      _BirthDate: '1980-02-03',
      _FirstName: 'TEST',
      _LastName: 'PERSON',
      _MiddleName: '',
      _SSN: '900123456',
      _UnparsedName: 'TEST PERSON',
      _UnparsedEmployment: '',
    },
    ...changes,
  }
}

/** Merges the files of one or more borrowers, given as one list for each borrower. */
export function merged(
  files: readonly (readonly CreditFile[])[],
  changes: Partial<MergeInput> = {},
) {
  return mergeFiles({
    reportId: '700100',
    responseId: 'CR700100',
    borrowers: files.map((pulls, position) => ({
      borrowerId: ['B1', 'C1'][position] ?? '',
      pulls,
    })),
    scope: 'all',
    scores: true,
    mergedOn: '2024-06-01',
    ...changes,
  })
}

/** Merges accounts of one borrower, given as one list for each bureau. */
export function mergedAccounts(byBureau: Partial<Record<BureauName, readonly FileAccount[]>>) {
  return merged([filesOf(byBureau)]).liabilities
}

/** Returns the files of a borrower with these accounts. */
export function filesOf(
  byBureau: Partial<Record<BureauName, readonly FileAccount[]>>,
): CreditFile[] {
  return Object.entries(byBureau).map(([bureau, accounts]) =>
    file(bureau as BureauName, { accounts }),
  )
}
