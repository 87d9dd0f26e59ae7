import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { parse } from '../../src/documents/codec/parse.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import { parseRequest } from '../../src/orders/intake/parse-request.ts'
import { cpuMs } from '../fuzz/cpu.ts'
import { partOf } from '../support/length.ts'
import { type Answered, EXPENSIVE_DOCUMENTS } from './expensive-documents.ts'

const BODY_BYTES = 1_048_576

/** The maximum time for which one document may block all others. */
const BLOCK_MS_MAX = 50

/** A small document may be parsed in one piece. This size is small. */
const SMALL_BYTES = 65_536

interface Cost {
  readonly answered: Answered
  /** The longest CPU time of this thread between two turns of the event loop. */
  readonly blockMs: number
}

async function answeredTo(bytes: Uint8Array): Promise<Answered> {
  try {
    await parseRequest(OPERATIONS.mortgage_only, bytes, undefined, 'interface', new Date())
    return 'read'
  } catch (error) {
    if (error instanceof UnreadableDocument) return error.rule
    throw error
  }
}

async function costOf(bytes: Uint8Array): Promise<Cost> {
  let answered: Answered | undefined
  let since = cpuMs()
  let blockMs = 0
  const answering = answeredTo(bytes).then((found) => {
    answered = found
  })
  blockMs = Math.max(blockMs, cpuMs() - since)
  while (answered === undefined) {
    since = cpuMs()
    await setImmediate()
    blockMs = Math.max(blockMs, cpuMs() - since)
  }
  await answering
  return { answered, blockMs }
}

/** Returns the least of several measurements, to exclude the other load of the machine. */
async function leastCostOf(bytes: Uint8Array): Promise<Cost> {
  const first = await costOf(bytes)
  if (first.blockMs < BLOCK_MS_MAX / 2) return first
  const costs = [first, await costOf(bytes), await costOf(bytes)]
  return { ...first, blockMs: Math.min(...costs.map(({ blockMs }) => blockMs)) }
}

describe(`an expensive document blocks others for less than ${BLOCK_MS_MAX} ms`, () => {
  for (const { title, answered, make } of partOf(EXPENSIVE_DOCUMENTS, 2)) {
    test(title, async () => {
      const bytes = Buffer.from(make(BODY_BYTES))
      assert.ok(bytes.length <= BODY_BYTES && bytes.length > BODY_BYTES * 0.99)
      const cost = await leastCostOf(bytes)
      assert.equal(cost.answered, answered)
      assert.ok(cost.blockMs < BLOCK_MS_MAX, `${cost.blockMs} ms`)
      const small = await leastCostOf(Buffer.from(make(SMALL_BYTES)))
      assert.ok(small.blockMs < BLOCK_MS_MAX, `${small.blockMs} ms for a small document`)
    })
  }
})

test('control: parsed in one piece, such a document blocks others more than four times as long', async () => {
  const carriageReturns = EXPENSIVE_DOCUMENTS.find(({ title }) => title === 'A8 carriage returns')
  const text = carriageReturns?.make(BODY_BYTES) ?? ''
  const { blockMs } = await leastCostOf(Buffer.from(text))
  const since = cpuMs()
  parse(text)
  assert.ok(cpuMs() - since > 4 * blockMs)
})

test('a name without an end is rejected as soon as it is too long', () => {
  const text = EXPENSIVE_DOCUMENTS.find(({ title }) => title === 'A8 a name of an element')?.make(
    BODY_BYTES,
  )
  assert.throws(
    () => parse(text ?? ''),
    (error) => error instanceof UnreadableDocument && error.column <= 16_384,
  )
})

test('a small order does not wait for large ones', async () => {
  const text = EXPENSIVE_DOCUMENTS.find(({ title }) => title === 'A8 text')?.make(BODY_BYTES) ?? ''
  let largeDone = 0
  const large = Array.from({ length: 3 }, async () => {
    await answeredTo(Buffer.from(text))
    largeDone += 1
  })
  assert.equal(await answeredTo(Buffer.from('<a/>')), 'read')
  assert.equal(largeDone, 0)
  await Promise.all(large)
})
