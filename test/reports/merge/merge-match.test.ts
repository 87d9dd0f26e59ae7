/** Tests which accounts of different files are merged into one line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileAccount } from '../../../src/bureaus/bureau.ts'
import { account, filesOf, merged, mergedAccounts } from './merge-files.ts'

type Changes = Partial<FileAccount>
const mortgage = { _AccountType: 'Mortgage', CreditLoanType: 'Mortgage' } as const
const collection = {
  _AccountType: 'Open',
  CreditLoanType: 'Collection',
  _CREDITOR: undefined,
} as const

/** Changes to the account at Equifax and at Experian, and the number of lines. */
// biome-ignore format: a table
const pairs: readonly [title: string, equifax: Changes, experian: Changes, lines: number][] = [
  ['accounts with the same number, month and type are one line', {}, {}, 1],
  ['punctuation of the number is ignored', { _AccountIdentifier: '4266-8412 3456/7890' }, {}, 1],
  ['letters of the number match in any case', { _AccountIdentifier: 'ab1234' }, { _AccountIdentifier: 'AB1234' }, 1],
  ['another number is another account', { _AccountIdentifier: '4266841234567891' }, {}, 2],
  ['a leading zero makes another number', { _AccountIdentifier: '04266841234567890' }, {}, 2],
  ['hidden last digits match', { _AccountIdentifier: '426684123456XXXX' }, {}, 1],
  ['hidden first digits match', { _AccountIdentifier: '************7890' }, {}, 1],
  ['hidden middle digits match', { _AccountIdentifier: '4266********7890' }, {}, 1],
  ['two masked numbers match if their common visible digits agree', { _AccountIdentifier: '426684****' }, { _AccountIdentifier: '42668412XXXX' }, 1],
  ['two masked numbers without common visible digits are two accounts', { _AccountIdentifier: '426684****' }, { _AccountIdentifier: '****567890' }, 2],
  ['numbers whose visible digits differ are two accounts', { _AccountIdentifier: '426685XXXX' }, {}, 2],
  ['fewer than four visible digits do not identify an account', { _AccountIdentifier: '426XXXXXXXXXXXXX' }, {}, 2],
  ['a number that is shorter than the visible digits of the other is another account', { _AccountIdentifier: '426684' }, { _AccountIdentifier: '4266***6684' }, 2],
  ['masked numbers of creditors with different names are two accounts', { _AccountIdentifier: '426684XXXX', _CREDITOR: { _Name: 'LIGHTHOUSE BANK' } }, {}, 2],
  ['masked numbers match if a creditor name is abbreviated', { _AccountIdentifier: '426684XXXX', _CREDITOR: { _Name: 'HARBOR CRD' } }, {}, 1],
  ['masked numbers without a creditor are two accounts', { _AccountIdentifier: '426684XXXX', _CREDITOR: undefined }, {}, 2],
  ['full numbers match even if the creditor names differ', { _CREDITOR: { _Name: 'LIGHTHOUSE BANK' } }, {}, 1],
  ['accounts without a number are not merged', { _AccountIdentifier: undefined }, { _AccountIdentifier: undefined }, 2],
  ['a number of zeros is not an account number', { _AccountIdentifier: '00000000' }, { _AccountIdentifier: '00000000' }, 2],
  ['opening dates one month apart match', { _AccountOpenedDate: '2019-04' }, {}, 1],
  ['opening dates in adjacent months of different years match', { _AccountOpenedDate: '2018-12-30' }, { _AccountOpenedDate: '2019-01-02' }, 1],
  ['opening dates two months apart are two accounts', { _AccountOpenedDate: '2019-05-14' }, {}, 2],
  ['opening dates with only a year do not match', { _AccountOpenedDate: '2019' }, { _AccountOpenedDate: '2019' }, 2],
  ['accounts without an opening date are not merged', { _AccountOpenedDate: undefined }, { _AccountOpenedDate: undefined }, 2],
  ['another account type is another account', { _AccountType: 'Installment' }, {}, 2],
  ['an open account is not a credit line', { _AccountType: 'Open', CreditLoanType: undefined }, { _AccountType: 'CreditLine', CreditLoanType: undefined }, 2],
  ['a credit line matches a revolving account', { _AccountType: 'CreditLine' }, {}, 1],
  ['an unknown account type matches any', { _AccountType: 'Unknown' }, {}, 1],
  ['an unknown loan type matches any', { CreditLoanType: undefined }, {}, 1],
  ['another loan type is another account', { CreditLoanType: 'Automobile' }, {}, 2],
  ['loan types that bureaus use interchangeably match', { CreditLoanType: 'ChargeAccount' }, {}, 1],
  ['a mortgage matches a more specific type of mortgage', { ...mortgage, CreditLoanType: 'FHARealEstateMortgage' }, mortgage, 1],
  ['a second mortgage does not match a first one', { ...mortgage, CreditLoanType: 'SecondMortgage' }, mortgage, 2],
  ['a mortgage that one bureau reports as an installment loan matches', { ...mortgage, _AccountType: 'Installment' }, mortgage, 1],
  ['a car loan that one bureau reports as a mortgage is another account', { _AccountType: 'Mortgage', CreditLoanType: 'Automobile' }, { _AccountType: 'Installment', CreditLoanType: 'Automobile' }, 2],
  ['collections for the same creditor match', { ...collection, _OriginalCreditorName: 'Bay Clinic' }, { ...collection, _OriginalCreditorName: 'BAY CLINIC' }, 1],
  ['collections for different creditors do not match', { ...collection, _OriginalCreditorName: 'BAY CLINIC' }, { ...collection, _OriginalCreditorName: 'CITY GAS' }, 2],
  ['a collection does not match the account that it collects', { ...collection, _AccountType: 'Revolving' }, {}, 2],
  ['a payment history without a start month is not merged', { _PAYMENT_PATTERN: { _Data: 'CCC', _StartDate: '2024' } }, {}, 2],
]

for (const [title, equifax, experian, lines] of pairs) {
  test(`matching: ${title}`, () => {
    const found = mergedAccounts({ Equifax: [account(equifax)], Experian: [account(experian)] })
    assert.equal(found.length, lines)
  })
}

test('an account that three bureaus report alike is one line that names all three', () => {
  const [line, ...more] = mergedAccounts({
    Equifax: [account({ subscriberCode: 'E1' })],
    Experian: [account({ subscriberCode: 'X1' })],
    TransUnion: [account({ subscriberCode: 'T1' })],
  })
  assert.equal(more.length, 0)
  assert.deepEqual(line?.CREDIT_REPOSITORY, [
    { _SourceType: 'Equifax', _SubscriberCode: 'E1' },
    { _SourceType: 'Experian', _SubscriberCode: 'X1' },
    { _SourceType: 'TransUnion', _SubscriberCode: 'T1' },
  ])
})

test('two accounts of one bureau are never merged, even if they are equal', () => {
  assert.equal(mergedAccounts({ Equifax: [account(), account()] }).length, 2)
})

test('an account that matches two accounts of another bureau is not merged with either', () => {
  const lines = mergedAccounts({ Equifax: [account()], Experian: [account(), account()] })
  assert.equal(lines.length, 3)
})

test('a duplicate at one bureau does not prevent a merge of the other two', () => {
  const lines = mergedAccounts({
    Equifax: [account()],
    Experian: [account()],
    TransUnion: [account(), account()],
  })
  const sources = lines.map((line) => line.CREDIT_REPOSITORY?.map((one) => one._SourceType).join())
  assert.deepEqual(sources.sort(), ['Equifax,Experian', 'TransUnion', 'TransUnion'])
})

test('an equal full number takes precedence over a masked number that also matches', () => {
  const lines = mergedAccounts({
    Equifax: [account()],
    Experian: [account(), account({ _AccountIdentifier: '426684XXXXXXXXXX' })],
  })
  assert.deepEqual(lines.map((line) => line.CREDIT_REPOSITORY?.length).sort(), [1, 2])
})

test('three accounts stay separate if two of them were opened too far apart', () => {
  const lines = mergedAccounts({
    Equifax: [account({ _AccountOpenedDate: '2019-01' })],
    Experian: [account({ _AccountOpenedDate: '2019-02' })],
    TransUnion: [account({ _AccountOpenedDate: '2019-03' })],
  })
  assert.equal(lines.length, 3)
})

type Ownership = FileAccount['_AccountOwnershipType']

/**
 * The ownership for the first and the second borrower, and that of the common line, if there is
 * one.
 */
const couples: readonly [Ownership, Ownership, Ownership | undefined][] = [
  ['JointContractualLiability', 'JointContractualLiability', 'JointContractualLiability'],
  ['JointParticipating', 'JointContractualLiability', 'JointContractualLiability'],
  ['Individual', 'AuthorizedUser', 'Individual'],
  ['AuthorizedUser', 'Individual', 'Individual'],
  ['AuthorizedUser', 'JointParticipating', 'JointParticipating'],
  ['Maker', 'Comaker', 'Maker'],
  ['Individual', 'Comaker', 'Comaker'],
  ['AuthorizedUser', 'AuthorizedUser', 'AuthorizedUser'],
  ['Individual', 'Individual', undefined],
  ['Individual', 'JointContractualLiability', undefined],
  ['Undesignated', 'JointContractualLiability', undefined],
]

for (const [first, second, together] of couples) {
  const outcome = together === undefined ? 'two lines' : `one line as ${together}`
  test(`an account of both borrowers as ${first} and ${second} is ${outcome}`, () => {
    const { liabilities } = merged([
      filesOf({ Equifax: [account({ _AccountOwnershipType: first })] }),
      filesOf({ Experian: [account({ _AccountOwnershipType: second })] }),
    ])
    const expected =
      together === undefined
        ? [
            ['B1', first],
            ['C1', second],
          ]
        : [['B1 C1', together]]
    const found = liabilities.map((line) => [line.BorrowerID, line._AccountOwnershipType])
    assert.deepEqual(found, expected)
  })
}

test('a joint account on all six files is one line, with the first file of the first bureau', () => {
  const joint = account({ _AccountOwnershipType: 'JointContractualLiability' })
  const files = () => filesOf({ Experian: [joint], TransUnion: [joint] })
  const { liabilities } = merged([
    files(),
    [...files(), ...filesOf({ Equifax: [{ ...joint, subscriberCode: 'E9' }] })],
  ])
  assert.equal(liabilities.length, 1)
  assert.equal(liabilities[0]?.BorrowerID, 'B1 C1')
  assert.equal(liabilities[0]?.CreditFileID, 'File2-EFX')
  assert.deepEqual(
    liabilities[0]?.CREDIT_REPOSITORY?.map((one) => one._SourceType),
    ['Equifax', 'Experian', 'TransUnion'],
  )
})

test('a remark says that a borrower is only an authorized user of the other’s account', () => {
  const { liabilities } = merged([
    filesOf({ Equifax: [account()] }),
    filesOf({ Equifax: [account({ _AccountOwnershipType: 'AuthorizedUser' })] }),
  ])
  assert.deepEqual(
    liabilities.map((line) => line.CREDIT_COMMENT?.map((comment) => comment._Text)),
    [[['Borrower C1 is an authorized user of this account.']]],
  )
})
