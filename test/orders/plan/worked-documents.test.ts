import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EXAMPLE_NAMES } from '../../../scripts/pages/actions-page.ts'
import { readAnswer } from '../support/ordered.ts'
import { requestOf, STEPS, shownAnswer, shownRequest } from './worked.ts'
import { DAY_MS, worldOf } from './world.ts'

const folder = join(import.meta.dirname, 'worked')

test('the documents in docs/actions.md match the requests and responses of the service', async (t) => {
  const { service, at } = await worldOf(t)
  for (const step of STEPS) {
    at(step.day * DAY_MS)
    const answered = await service.post(step.operation, requestOf(step))
    readAnswer(step.operation, answered)
    holds(`requests/${step.name}.xml`, shownRequest(step))
    holds(`answers/${step.name}.xml`, shownAnswer(answered.body))
  }
})

test('the page shows every worked document', () => {
  assert.deepEqual(EXAMPLE_NAMES.toSorted(), STEPS.map(({ name }) => name).toSorted())
})

/** Compares a document with its file. With UPDATE=1, writes the file first. */
function holds(file: string, text: string): void {
  const path = join(folder, file)
  if (process.env.UPDATE === '1') writeFileSync(path, text)
  assert.equal(text, readFileSync(path, 'utf8'), file)
}
