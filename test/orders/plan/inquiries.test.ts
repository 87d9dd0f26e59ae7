import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Asked, type OperationPath, PEOPLE } from '../support/order-document.ts'
import { reported } from '../support/ordered.ts'
import { DAY_MS, worldOf } from './world.ts'

const { rowan, juno } = PEOPLE

/** Each order, and the number of inquiries that it leaves on the files of Rowan Castellane. */
// biome-ignore format: a table
const ORDERS: readonly (readonly [string, OperationPath, Asked, number])[] = [
  ['a new report from two bureaus', 'credit_report', { bureaus: 'YYN' }, 2],
  ['an existing report', 'credit_report', { bureaus: 'YYN', requestId: 'CR2' }, 0],
  ['a forced report', 'credit_report', { bureaus: 'YYN', action: 'ForceNew' }, 2],
  ['a reissue', 'credit_report', { bureaus: 'YYN', action: 'Reissue' }, 0],
  ['an upgrade that adds a bureau', 'credit_report', { action: 'Upgrade' }, 1],
  ['an upgrade that adds a borrower', 'credit_report', { action: 'Upgrade', people: [rowan, juno] }, 0],
  ['an unmerge', 'credit_report', { action: 'Unmerge' }, 0],
  ['a refresh', 'refresh_report', {}, 0],
  ['a reissue of a refresh', 'refresh_report', { action: 'Reissue' }, 0],
  ['a pre-qualification', 'pre_qualification', {}, 0],
  ['a mortgage-only report', 'mortgage_only', {}, 3],
  ['a soft mortgage-only report', 'mortgage_only', { typeOther: 'SoftCheck' }, 0],
]

test('only hard pulls appear as inquiries on later files', async (t) => {
  const { service, at } = await worldOf(t)
  let days = 0
  const inquiries = async () => {
    days += 1
    at(days * DAY_MS)
    const asked = { people: [rowan], action: 'ForceNew', requestId: `LOOK${days}` }
    const { answer } = await reported(service, 'pre_qualification', asked)
    return answer.texts('CREDIT_INQUIRY.__Name').filter((name) => name === 'Lighthouse Home Loans')
      .length
  }
  for (const [title, operation, asked, left] of ORDERS) {
    const before = await inquiries()
    await reported(service, operation, { people: [rowan], ...asked })
    assert.equal((await inquiries()) - before, left, title)
  }
})
