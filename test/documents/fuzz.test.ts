import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { cut, neverStoredNames } from '../../src/documents/cut.ts'
import { decode } from '../../src/documents/decode.ts'
import { describe } from '../../src/documents/describe.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/documents.ts'
import type { Element } from '../../src/documents/element.ts'
import { NotReadable } from '../../src/documents/not-readable.ts'
import { parse } from '../../src/documents/parse.ts'
import { read } from '../../src/documents/read.ts'
import { EXAMPLES } from '../examples.ts'

const examples = EXAMPLES.map(({ file }) =>
  readFileSync(join(import.meta.dirname, '../../examples', file)),
)
const names = neverStoredNames(DOCUMENTS.request.element)

/** All that happens to a body; true where it was a document. */
function isRead(element: Element, bytes: Uint8Array): boolean {
  try {
    const text = decode(bytes)
    const root = parse(text)
    const { dialect, partial, value, issues } = read(element, root)
    assert.equal(value === undefined, issues.length > 0)
    describe(element, dialect, partial)
    parse(cut(text, root, names))
    return true
  } catch (error) {
    if (error instanceof NotReadable) return false
    throw error
  }
}

const token = fc.constantFrom(
  ...['<', '>', '"', "'", '&', '&#0;', '&lt;', '<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '/>'],
  ...['<!DOCTYPE a>', '</REQUEST>', '<BORROWER/>', '<BORROWER>', '__proto__=""', '_SSN="x"', '\0'],
  ...['<_Text>', '</_Text>', 'xmlns="x"', ' ', '\r', '\ufeff', '😀', 'y'.repeat(300)],
)

const change = fc.record({
  /** Where, as a part of the length. */
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof(fc.constant(0), fc.nat(40), fc.nat(2_000)),
  repeated: fc.oneof(fc.constant(0), fc.nat(300)),
  inserted: fc.oneof(
    token.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(Buffer.alloc(0)),
  ),
})

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

function changed(bytes: Buffer, { at, removed, repeated, inserted }: Change): Buffer {
  const place = Math.floor(at * bytes.length)
  return Buffer.concat([
    bytes.subarray(0, place),
    inserted,
    bytes.subarray(place, place + repeated),
    bytes.subarray(place + removed),
  ])
}

const element = fc.constantFrom(...DOCUMENT_NAMES).map((name): Element => DOCUMENTS[name].element)

test('an order that was damaged is read or refused, and nothing else', () => {
  let readCount = 0
  let refusedCount = 0
  const changes = fc.array(change, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(element, fc.constantFrom(...examples), changes, (table, example, several) => {
      if (isRead(table, several.reduce(changed, example))) readCount += 1
      else refusedCount += 1
    }),
    { numRuns: 4_000 },
  )
  assert.ok(readCount > 20 && refusedCount > 20, `${readCount} read, ${refusedCount} refused`)
})

test('an order in which names and values changed places is read or refused', () => {
  const words = examples.flatMap((bytes) => decode(bytes).match(/[\w.-]+/g) ?? [])
  const word = fc.constantFrom(...new Set(words), '__proto__', 'constructor', 'toString')
  let readCount = 0
  fc.assert(
    fc.property(element, fc.constantFrom(...examples), word, word, (table, example, from, to) => {
      const text = decode(example)
        .replace(/encoding="[^"]*"/, '')
        .replaceAll(from, to)
      if (isRead(table, Buffer.from(text))) readCount += 1
    }),
    { numRuns: 2_000 },
  )
  assert.ok(readCount > 100, `${readCount} read`)
})

test('bytes at random are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      assert.equal(isRead(DOCUMENTS.request.element, bytes), false)
    }),
  )
})
