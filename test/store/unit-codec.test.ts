/**
 * Tests that units reach the writing thread unchanged, and that a thread without the statement
 * texts reports it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Unit } from '../../src/store/engine/database.ts'
import { TextsUnknown, UnitDecoder, UnitEncoder } from '../../src/store/engine/unit-codec.ts'

const value = fc.oneof(
  fc.constant(null),
  fc.double({ noNaN: true }),
  fc.maxSafeInteger(),
  fc.string({ unit: 'grapheme' }),
  fc.uint8Array(),
)
const statement = fc.record(
  { sql: fc.string({ minLength: 1 }), params: fc.array(value), rows: fc.nat() },
  { requiredKeys: ['sql', 'params'], noNullPrototype: true },
)
const units = fc.array(fc.array(statement), { maxLength: 5 }) as fc.Arbitrary<Unit[]>

test('every unit is decoded as it was encoded, whatever was sent before', () => {
  fc.assert(
    fc.property(units, (sent) => {
      const [encoder, decoder] = [new UnitEncoder(), new UnitDecoder()]
      for (const unit of [...sent, ...sent]) {
        assert.deepEqual(decoder.decode(encoder.encode(unit)), unit)
      }
    }),
  )
})

test('the text of a statement is sent only once', () => {
  const encoder = new UnitEncoder()
  const unit = [{ sql: 'select 1', params: [] }]
  assert.deepEqual([encoder.encode(unit).texts, encoder.encode(unit).texts], [['select 1'], []])
})

test('a thread without the statement texts rejects the unit, and accepts it after a reset', () => {
  const encoder = new UnitEncoder()
  const unit = [{ sql: 'select $1', params: ['x'] }]
  encoder.encode(unit)
  const decoder = new UnitDecoder()
  assert.throws(() => decoder.decode(encoder.encode(unit)), TextsUnknown)
  assert.throws(
    () => decoder.decode(encoder.encode([...unit, { sql: 'more', params: [] }])),
    TextsUnknown,
  )
  encoder.reset()
  assert.deepEqual(decoder.decode(encoder.encode(unit)), unit)
})

test('encoders do not share their statement numbers', () => {
  const decoder = new UnitDecoder()
  const [one, other] = [new UnitEncoder(), new UnitEncoder()]
  const units = [[{ sql: 'one', params: [1] }], [{ sql: 'other', params: [2] }]]
  assert.deepEqual(decoder.decode(one.encode(units[0] as Unit)), units[0])
  assert.deepEqual(decoder.decode(other.encode(units[1] as Unit)), units[1])
  assert.deepEqual(decoder.decode(one.encode(units[0] as Unit)), units[0])
})
