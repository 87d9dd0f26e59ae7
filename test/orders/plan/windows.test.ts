import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf } from '../support/account-of.ts'
import { type Asked, type OperationPath, PEOPLE } from '../support/order-document.ts'
import { ordered, reported } from '../support/ordered.ts'
import { DAY_MS, originOf, worldOf } from './world.ts'

const { rowan, juno } = PEOPLE
const couple = [rowan, juno]

/** An order at the end of a window, and its outcome inside and after the window. */
interface WindowCase {
  readonly title: string
  readonly windowDays: number
  readonly operation: OperationPath
  readonly asked: Asked
  readonly inside: string
  readonly beyond: string
}

const TOO_OLD = (days: number) => `The report was first issued more than ${days} days ago`

function windows(reportDays: number, refreshDays: number): readonly WindowCase[] {
  const asked = { people: couple, bureaus: 'YYN' }
  const tooOld = TOO_OLD(reportDays)
  const report = { windowDays: reportDays, operation: 'credit_report' } as const
  // biome-ignore format: a table
  return [
    { ...report, title: 'Submit finds a report', asked, inside: 'existing', beyond: 'new' },
    { ...report, title: 'Reissue', asked: { ...asked, action: 'Reissue' }, inside: 'reissued', beyond: tooOld },
    { ...report, title: 'Upgrade', asked: { ...asked, action: 'Upgrade', bureaus: 'YYY' }, inside: 'upgraded', beyond: tooOld },
    { ...report, title: 'Unmerge', asked: { ...asked, action: 'Unmerge', people: [rowan] }, inside: 'unmerged', beyond: tooOld },
    { title: 'Refresh', windowDays: refreshDays, operation: 'refresh_report', asked, inside: 'refreshed', beyond: TOO_OLD(refreshDays) },
  ]
}

async function outcome(...order: Parameters<typeof ordered>): Promise<string | undefined> {
  const result = await ordered(...order)
  return originOf(result) ?? result.answer.texts('CREDIT_ERROR_MESSAGE._Text').join()
}

for (const [title, flags, reportDays, refreshDays] of [
  ['with the default settings', {}, 30, 120],
  ['with shorter windows set', { 'report-window-days': 7, 'refresh-window-days': 9 }, 7, 9],
] as const) {
  test(`a window ends after its last millisecond ${title}`, async (t) => {
    const { service, at } = await worldOf(t, flags)
    for (const { windowDays, operation, asked, ...one } of windows(reportDays, refreshDays)) {
      at(0)
      const account = await accountOf(service)
      await reported(account, 'credit_report', {
        people: couple,
        bureaus: 'YYN',
        requestId: 'BASE',
      })
      // The order after the window goes first, because it would otherwise find the report of
      // the order inside it.
      at(windowDays * DAY_MS + 1)
      if (one.beyond !== 'new') assert.equal(await outcome(account, operation, asked), one.beyond)
      at(windowDays * DAY_MS)
      assert.equal(await outcome(account, operation, asked), one.inside, one.title)
      at(windowDays * DAY_MS + 1)
      const later = { ...asked, requestId: 'LATER' }
      if (one.beyond === 'new') assert.equal(await outcome(account, operation, later), 'new')
    }
  })
}

test('an upgrade extends neither its own window nor that of its base report', async (t) => {
  const { service, at } = await worldOf(t)
  await reported(service, 'credit_report', { bureaus: 'YNN' })
  at(29 * DAY_MS)
  await reported(service, 'credit_report', { action: 'Upgrade', bureaus: 'YYN' })
  at(30 * DAY_MS + 1)
  const tooOld = TOO_OLD(30)
  for (const action of ['Reissue', 'Upgrade']) {
    assert.equal(await outcome(service, 'credit_report', { action }), tooOld)
  }
  assert.equal(await outcome(service, 'credit_report', { bureaus: 'YYN' }), 'new')
})

test('a refresh can be reissued for 30 days after it was issued, however old its base report', async (t) => {
  const { service, at } = await worldOf(t)
  await reported(service, 'credit_report')
  at(120 * DAY_MS)
  await reported(service, 'refresh_report')
  at(150 * DAY_MS)
  assert.equal(await outcome(service, 'refresh_report', { action: 'Reissue' }), 'reissued')
  at(150 * DAY_MS + 1)
  const again = { action: 'Reissue', requestId: 'CR2' }
  assert.equal(await outcome(service, 'refresh_report', again), TOO_OLD(30))
})

test('the setting for the retry window holds to the millisecond', async (t) => {
  const { service, at } = await worldOf(t, { 'retry-window-ms': 60_000 })
  const retried = async () =>
    (await ordered(service, 'credit_report')).headers.get('trimerge-retry') === 'yes'
  assert.equal(await retried(), false)
  at(60_000)
  assert.equal(await retried(), true)
  at(60_001)
  assert.equal(await retried(), false)
})
