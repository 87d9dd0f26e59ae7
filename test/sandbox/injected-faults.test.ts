/** Tests which pulls an injected fault applies to. Most cases are tested through the control plane. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileRequest } from '../../src/bureaus/bureau.ts'
import { faultFinder } from '../../src/sandbox/injected-faults.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { runningService } from '../support/running-service.ts'

test('an order that began before a reset uses up no fault of the new world', async (t) => {
  const { storage } = await runningService(t)
  const { sandbox } = storage.store
  await sandbox.reset({ epoch: 0, frozen: false, ids: 'random' }, SERVICE)
  const fault = await sandbox.addFault({ bureau: 'Equifax', word: 'FROZEN', orders: 1 }, 0, SERVICE)
  const state = await sandbox.state()
  const find = faultFinder(() => state, storage.store)
  const requestOf = (orderId: string, world: number) => ({ orderId, world }) as FileRequest
  const earlier = requestOf('O1', state.generation - 1)
  assert.equal(await find('Equifax', earlier), undefined)
  assert.equal((await sandbox.usesOfFaults()).size, 0)
  const next = requestOf('O2', state.generation)
  assert.equal((await find('Equifax', next))?.id, fault.id)
  assert.equal((await sandbox.usesOfFaults()).get(fault.id), 1)
})
