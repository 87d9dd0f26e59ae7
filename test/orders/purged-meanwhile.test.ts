/** Tests an order whose report is purged while the order returns it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { runningService } from '../support/running-service.ts'
import { orderDocument } from './support/order-document.ts'

test('a report that is purged while a Reissue returns it is not stored again', async (t) => {
  const service = await runningService(t, { flags: { 'log-level': 'silent' } })
  const { orders, reports, retention } = service.storage.store
  const { complete } = orders
  const answered = (await service.post('credit_report', orderDocument('credit_report'))).body
  const reportId = /CreditReportIdentifier="(?<id>\w+)"/.exec(answered)?.groups?.id ?? ''
  const [account = ''] = (await service.storage.store.accounts.list()).map(({ name }) => name)
  const scope = { reportId, reportsBefore: Date.now() * 2, refusalsBefore: 0, inquiriesBefore: 0 }
  const purge = () => {
    const pace = { batch: 9, between: async () => true, now: Date.now }
    const record = { id: `D${Math.random()}`, begunAt: Date.now(), by: SERVICE, scope }
    return retention.purge(record, pace)
  }
  Object.assign(orders, {
    complete: async (completion: Parameters<typeof complete>[0]) => {
      await purge()
      return complete(completion)
    },
  })
  const reissue = () =>
    service.post('credit_report', orderDocument('credit_report', { action: 'Reissue', reportId }))
  const meanwhile = (await reissue()).body
  assert.match(meanwhile, /_Code="E001"/)
  assert.match((await reissue()).body, /_Code="E061"/)
  assert.equal(await reports.find(account, reportId), undefined)
  assert.equal((await purge()).orders, 0, 'nothing is left to purge')
})
