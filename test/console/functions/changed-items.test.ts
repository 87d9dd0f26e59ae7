/** Tests which differences form one change, and which entries of bureaus form one inquiry. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changesOf,
  type Difference,
  inquiriesOf,
  ownText,
} from '../../../console/src/pages/report/changed-items.ts'

const LENDER = [{ preparedFor: 'Lighthouse Home Loans' }]

const CARD: Difference = {
  kind: 'balanceIncrease',
  title: 'Balance increased',
  borrowerIds: ['B1'],
  bureaus: ['Equifax', 'TransUnion'],
  what: 'HARBOR CARD',
  account: '•••',
  ownership: 'Individual',
  since: '2026-12-19',
  from: 41,
  to: 42,
}
const PAYMENT: Difference = { ...CARD, kind: 'paymentIncrease', from: 10, to: 11 }
const ASKED: Difference = {
  kind: 'newInquiry',
  title: 'New inquiry',
  borrowerIds: ['B1'],
  bureaus: ['Equifax'],
  what: 'ROADRUNNER AUTO FINANCE',
  since: '2026-12-01',
  to: 'Automobile',
}

/** The names of the items, each with the kinds of its changes. */
const listed = (differences: readonly Difference[]) =>
  changesOf(differences, LENDER).items.map(({ what, changes }) =>
    [what, ...changes.map(({ kind }) => kind)].join(' '),
  )

test('the balance and the payment of an account are one change, and the largest change comes first', () => {
  const larger = { what: 'BANK', from: 3_796, to: 5_279 }
  assert.deepEqual(listed([CARD, { ...CARD, ...larger }, PAYMENT, { ...PAYMENT, what: 'BANK' }]), [
    'BANK balanceIncrease paymentIncrease',
    'HARBOR CARD balanceIncrease paymentIncrease',
  ])
})

test('two accounts of one creditor with masked numbers stay separate', () => {
  const second = { since: '2026-12-21', from: 5, to: 9 }
  assert.deepEqual(listed([CARD, { ...CARD, ...second }, PAYMENT, { ...PAYMENT, ...second }]), [
    'HARBOR CARD balanceIncrease paymentIncrease',
    'HARBOR CARD balanceIncrease paymentIncrease',
  ])
  const sameDay = { from: 5, to: 9 }
  assert.equal(listed([CARD, { ...CARD, ...sameDay }, PAYMENT]).length, 3)
})

test('all months that were paid late are lines of one account', () => {
  const late = { ...CARD, kind: 'newLatePayment', from: undefined, to: 'Late30Days' }
  const months = [
    { ...late, since: '2026-11' },
    { ...late, since: '2026-12' },
  ] as readonly Difference[]
  assert.deepEqual(listed(months), ['HARBOR CARD newLatePayment newLatePayment'])
})

test('one inquiry at several bureaus is one change, even if a bureau shortens the name', () => {
  const short = { ...ASKED, what: 'ROADRUNNER AUTO FIN', bureaus: ['TransUnion'] }
  const { items } = changesOf([short, ASKED], LENDER)
  assert.deepEqual(
    items.map(({ what, bureaus, changes }) => [what, bureaus, changes.length]),
    [['ROADRUNNER AUTO FINANCE', ['TransUnion', 'Equifax'], 1]],
  )
  assert.equal(listed([ASKED, ASKED]).length, 2, 'two at one bureau are two')
  assert.equal(listed([ASKED, { ...short, since: '2026-12-02' }]).length, 2)
  assert.equal(listed([ASKED, { ...short, borrowerIds: ['C1'] }]).length, 2)
  assert.equal(listed([ASKED, { ...short, to: 'CreditCard' }]).length, 2)
})

test('inquiries of the lender do not count as changes, but are named', () => {
  const own = { ...ASKED, what: 'LIGHTHOUSE HOME LOANS' }
  const days = ['2026-11-23', '2027-01-07'].map((since) => ({ ...own, since }))
  const changes = changesOf([...days, ASKED], LENDER)
  assert.equal(changes.items.length, 1)
  assert.equal(ownText(changes.own), 'LIGHTHOUSE HOME LOANS, Nov 23, 2026 and Jan 7, 2027')
})

test('the inquiries of a report are merged across bureaus, with the details that any bureau gives', () => {
  const entry = { borrowerIds: ['B1'], date: '2026-10-01', name: 'NORTHQUAY' }
  assert.deepEqual(
    inquiriesOf({
      inquiries: [
        { ...entry, bureaus: ['Equifax'], businessType: 'Finance' },
        { ...entry, bureaus: ['Experian'], loanType: 'Mortgage' },
      ],
    }),
    [
      {
        ...entry,
        bureaus: ['Equifax', 'Experian'],
        businessType: 'Finance',
        loanType: 'Mortgage',
      },
    ],
  )
})
