/** A report is found by every lender case under which it was returned. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunningService } from '../../support/running-service.ts'
import { runningService } from '../../support/running-service.ts'
import { accountOf } from '../support/account-of.ts'
import { PEOPLE } from '../support/order-document.ts'
import { ordered, rejected, reported, reportIdOf } from '../support/ordered.ts'
import { originOf } from './world.ts'

const { avery, rowan, juno } = PEOPLE

/** Creates an account with one report that was issued under case A and returned under case B. */
async function answeredTwice(service: RunningService, people = [avery], bureaus = 'YYY') {
  const lender = await accountOf(service)
  const asked = { people, bureaus }
  const first = await reported(lender, 'credit_report', { ...asked, lenderCase: 'A' })
  const second = await reported(lender, 'credit_report', { ...asked, lenderCase: 'B' })
  assert.equal(reportIdOf(second), reportIdOf(first))
  return { lender, id: reportIdOf(first) }
}

test('Reissue, Upgrade, Unmerge and Refresh find a report by its second case', async (t) => {
  const service = await runningService(t)
  const couple = [rowan, juno]
  const reissued = await answeredTwice(service)
  // A system that keeps the case in a column of fixed length pads it with spaces.
  for (const lenderCase of ['A', 'B', 'B  ']) {
    const again = await reported(reissued.lender, 'credit_report', {
      action: 'Reissue',
      lenderCase,
    })
    assert.equal(reportIdOf(again), reissued.id)
  }
  const upgraded = await answeredTwice(service, [avery], 'YNN')
  const upgrade = { action: 'Upgrade', lenderCase: 'B', people: [avery], bureaus: 'YYN' }
  assert.equal(originOf(await reported(upgraded.lender, 'credit_report', upgrade)), 'upgraded')
  const unmerged = await answeredTwice(service, couple)
  const unmerge = { action: 'Unmerge', lenderCase: 'B', people: [juno] }
  assert.equal(originOf(await reported(unmerged.lender, 'credit_report', unmerge)), 'unmerged')
  const refreshed = await answeredTwice(service)
  const refresh = await reported(refreshed.lender, 'refresh_report', { lenderCase: 'B' })
  assert.equal(originOf(refresh), 'refreshed')
})

test('a case without a report finds nothing, and neither does another account', async (t) => {
  const service = await runningService(t)
  const { lender } = await answeredTwice(service)
  const asked = { action: 'Reissue', lenderCase: 'C' }
  await rejected(lender, 'credit_report', asked, 'E061')
  await rejected(await accountOf(service), 'credit_report', { ...asked, lenderCase: 'B' }, 'E061')
  await rejected(lender, 'credit_report', { ...asked, lenderCase: 'B', people: [juno] }, 'E061')
})

test('a reissue by number adds its lender case to the report, even an empty one', async (t) => {
  const service = await runningService(t)
  const { lender, id } = await answeredTwice(service)
  const reissue = { action: 'Reissue', lenderCase: '' }
  await rejected(lender, 'credit_report', reissue, 'E061')
  await reported(lender, 'credit_report', { ...reissue, reportId: id, lenderCase: 'C' })
  await reported(lender, 'credit_report', { ...reissue, reportId: id })
  for (const lenderCase of ['C', '']) {
    const again = await ordered(lender, 'credit_report', { ...reissue, lenderCase })
    assert.equal(reportIdOf(again), id)
  }
})

test('the same lender case can be sent any number of times', async (t) => {
  const service = await runningService(t)
  const { lender } = await answeredTwice(service)
  for (const requestId of ['1', '2', '3']) {
    await reported(lender, 'credit_report', { lenderCase: 'B', requestId })
    await reported(lender, 'credit_report', { lenderCase: 'A', requestId })
  }
})
