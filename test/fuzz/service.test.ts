import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandbox } from '../../src/sandbox/embedded/start-sandbox.ts'
import { runsOf } from '../support/length.ts'
import { honestOrder, wrongAnswer } from './service.ts'

const SEED = 20_261_121
const COUNT = runsOf(300)

test(`${COUNT} damaged orders over HTTP get 200 if the document is readable, and 400 otherwise`, async () => {
  await using sandbox = await startSandbox()
  const first = await honestOrder(sandbox)
  assert.equal(first.status, 200)
  const wrong: string[] = []
  for (let index = 0; index < COUNT; index += 1) {
    const found = await wrongAnswer(sandbox, SEED, index)
    if (found !== undefined) wrong.push(found)
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(await honestOrder(sandbox), first)
})
