/** Tests payment ratings and late counts of vendors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileAccount } from '../../../src/bureaus/bureau.ts'
import { readAnswer } from '../../../src/bureaus/upstream/vendor-answer.ts'
import { vendorFile } from '../../../src/bureaus/upstream/vendor-file.ts'
import { ASKED, recorded } from './answers.ts'

/** Returns the mortgage of a response in which it has this history and these attributes. */
function accountWith(history: string, codeSystem = 'Other', attributes = ''): FileAccount {
  const bytes = recorded('per-bureau', (text) =>
    text
      .replace(/<_CURRENT_RATING[\s\S]*?<_PAYMENT_PATTERN[^>]*>/, history)
      .replace('<CREDIT_LIABILITY ', `$&${attributes} `)
      .replace('<CREDIT_RESPONSE', `$& CreditRatingCodeType="${codeSystem}"`),
  )
  const answer = readAnswer({ bytes, charset: undefined }, ASKED, 'vendor')
  assert.ok(answer.kind === 'report')
  const [account] = vendorFile(answer, 'Equifax', {
    subject: ASKED.subject,
    scoreWanted: false,
  }).accounts
  assert.ok(account)
  return account
}

// biome-ignore format: a table
const CURRENT = [
  ['_Type="ChargeOff"',            'Other',      '9',  'ChargeOff'],
  ['_Type="Repossession"',         'Other',      '8',  'Repossession'],
  ['_Type="LateOver120Days"',      'Other',      '5',  'LateOver120Days'],
  ['_Code="9"',                    'Equifax',    '9',  'CollectionOrChargeOff'],
  ['_Code="R2"',                   'Other',      'R2', 'Late30Days'],
  ['_Code="09"',                   'TransUnion', '09', 'CollectionOrChargeOff'],
  ['_Code="8A"',                   'TransUnion', '8A', 'ForeclosureOrRepossession'],
  ['_Code="00"',                   'TransUnion', '00', 'TooNew'],
  ['_Code="2"',                    'Experian',   '2',  'NoDataAvailable'],
  ['_Code="ZZ"',                   'Other',      'ZZ', 'NoDataAvailable'],
  ['_Code="9" _Type="Collection"', 'Other',      '9',  'Collection'],
] as const

for (const [sent, codeSystem, code, type] of CURRENT) {
  test(`a current rating with ${sent} and the codes of ${codeSystem} is ${type}`, () => {
    const { _CURRENT_RATING: rating } = accountWith(`<_CURRENT_RATING ${sent}/>`, codeSystem)
    assert.deepEqual([rating?._Code, rating?._Type], [code, type])
  })
}

test('adverse ratings with only a type keep their dates, and an empty rating is none', () => {
  const account = accountWith(
    `<_CURRENT_RATING _Code="" _Type=""/><_HIGHEST_ADVERSE_RATING _Type="Late60Days" _Date="2024-05"/>
     <_MOST_RECENT_ADVERSE_RATING/><_PRIOR_ADVERSE_RATING/>
     <_PRIOR_ADVERSE_RATING _Type="Late60Days" _Date="2024-05"/>`,
  )
  assert.equal(account._CURRENT_RATING, undefined)
  assert.equal(account._MOST_RECENT_ADVERSE_RATING, undefined)
  const late = { _Code: '3', _Type: 'Late60Days', _Date: '2024-05' }
  assert.deepEqual(account._HIGHEST_ADVERSE_RATING, late)
  assert.deepEqual(account._PRIOR_ADVERSE_RATING, [late])
})

test('a payment pattern without its month is a remark of the account', () => {
  const account = accountWith('<_PAYMENT_PATTERN _Data="321CCC"/>')
  assert.equal(account._PAYMENT_PATTERN, undefined)
  assert.deepEqual(
    account.CREDIT_COMMENT?.flatMap(({ _Text }) => _Text),
    ['The payment history 321CCC has no month and is not used.'],
  )
  assert.deepEqual(accountWith('<_PAYMENT_PATTERN _Data=""/>').CREDIT_COMMENT, [])
})

test('a payment pattern that begins after the response is a remark of the account', () => {
  const account = accountWith('<_PAYMENT_PATTERN _Data="21CC" _StartDate="2031-07"/>')
  assert.equal(account._PAYMENT_PATTERN, undefined)
  assert.deepEqual(
    account.CREDIT_COMMENT?.flatMap(({ _Text }) => _Text),
    ['The payment history 21CC begins in the future and is not used.'],
  )
})

// biome-ignore format: a table
const LETTERS = [
  ['CN21C', 'CN21C', 'the characters of the standard'],
  ['cnC',   'CNC',   'small letters'],
  ['LGCC',  '99CC',  'charge-off and collection'],
  ['KJHC',  '888C',  'repossession, surrender and foreclosure'],
  ['E-BDC', 'CXXXC', 'zero balance and months without history'],
] as const

for (const [sent, read, what] of LETTERS) {
  test(`the payment pattern ${sent} is ${read}: ${what}`, () => {
    const account = accountWith(`<_PAYMENT_PATTERN _Data="${sent}" _StartDate="2024-05"/>`)
    assert.deepEqual(account._PAYMENT_PATTERN, { _Data: read, _StartDate: '2024-05' })
  })
}

test('a balloon payment is a remark of the account', () => {
  const account = accountWith(
    '',
    undefined,
    '_BalloonPaymentAmount="48000" _BalloonPaymentDueDate="2031-07"',
  )
  assert.deepEqual(
    account.CREDIT_COMMENT?.flatMap(({ _Text }) => _Text),
    ['Balloon payment: $48,000, due 07/2031.'],
  )
  assert.equal('_BalloonPaymentAmount' in account, false)
})

test('late payments of 120 days are late payments of 90 or more days', () => {
  const lateCount = (counts: string) => accountWith(`<_LATE_COUNT ${counts}/>`)._LATE_COUNT?._90Days
  assert.equal(lateCount('_30Days="2" _60Days="1" _90Days="0" _120Days="3"'), 3)
  assert.equal(lateCount('_30Days="2" _60Days="1" _90Days="4" _120Days="3"'), 4)
  const year = '<PERIODIC_LATE_COUNT _Type="FirstYear" _90Days="0" _120Days="3"/>'
  const account = accountWith(`<_LATE_COUNT _90Days="0" _120Days="3">${year}</_LATE_COUNT>`)
  assert.equal(account._LATE_COUNT?.PERIODIC_LATE_COUNT?.[0]?._90Days, 3)
})
