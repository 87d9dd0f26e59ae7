import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decode } from '../../src/documents/codec/decode.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'
import { type ConformanceCase, conformanceCases, UNBOUNDED } from './conformance-suite.ts'

// Four cases without a DTD (one of them not well-formed) contain DOCTYPE only in comments or CDATA.
const cases = conformanceCases()
const withoutDtd = cases.filter(({ hasDoctype }) => !hasDoctype)

/**
 * A case with two attributes of the same expanded name, which also have the same name as written.
 */
const DUPLICATE_AS_WRITTEN = 'rmt-ns10-035'

function rejectedIds(among: readonly ConformanceCase[]): string[] {
  return among.filter(({ bytes }) => isRejected(bytes)).map(({ id }) => id)
}

function isRejected(bytes: Uint8Array): boolean {
  try {
    parse(decode(bytes), UNBOUNDED)
    return false
  } catch (error) {
    if (error instanceof UnreadableDocument) return true
    throw error
  }
}

function ids(among: readonly ConformanceCase[]): string[] {
  return among.map(({ id }) => id)
}

describe('the W3C conformance suite for XML 1.0', () => {
  test('230 of 230 documents without a DTD that are not well-formed are rejected', () => {
    const malformed = withoutDtd.filter(
      ({ id, wellFormed, namespaces }) =>
        !wellFormed && (!namespaces || id === DUPLICATE_AS_WRITTEN),
    )
    assert.equal(malformed.length, 230)
    assert.deepEqual(rejectedIds(malformed), ids(malformed))
  })

  test('75 of 75 well-formed documents without a DTD are read', () => {
    const good = withoutDtd.filter(({ wellFormed }) => wellFormed)
    assert.equal(good.length, 75)
    assert.deepEqual(rejectedIds(good), [])
  })

  test('every document with a DTD is rejected', () => {
    const declared = cases.filter(({ hasDoctype }) => hasDoctype)
    assert.equal(declared.length, 1_655)
    assert.deepEqual(rejectedIds(declared), ids(declared))
  })
})
