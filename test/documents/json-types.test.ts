/**
 * The published JSON Schema accepts every written document, and rejects one with any part in
 * another form.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decode } from '../../src/documents/codec/decode.ts'
import { parseText } from '../../src/documents/codec/parse-document.ts'
import { read } from '../../src/documents/codec/read.ts'
import { write } from '../../src/documents/codec/write.ts'
import { DIALECTS, type Dialect, JSON_DIALECTS } from '../../src/documents/dialects.ts'
import type { Element } from '../../src/documents/element.ts'
import {
  DOCUMENT_NAMES,
  DOCUMENTS,
  type DocumentName,
} from '../../src/documents/tables/documents.ts'
import { arbitraryOf } from '../support/arbitrary.ts'
import { EXAMPLES } from '../support/examples.ts'
import { schemaErrors } from '../support/json-schemas.ts'
import { runsOf } from '../support/length.ts'
import { UNBOUNDED } from './conformance-suite.ts'

const root = join(import.meta.dirname, '../..')
/** Returns the errors of a document by its schema. */
function errorsOf(name: DocumentName, dialect: Dialect, document: unknown): readonly string[] {
  return schemaErrors(name, dialect.neutral ? 'neutral' : 'mismo', document)
}

type Damaged = Generator<readonly [what: string, value: unknown]>

/** Yields copies of a document with one value, list or object in another form. */
function* damaged(value: unknown): Damaged {
  if (Array.isArray(value)) yield* damagedList(value)
  else if (typeof value === 'object' && value !== null) yield* damagedObject(value)
  else yield [' as a number', 12]
}

function* damagedList(list: readonly unknown[]): Damaged {
  for (const [index, item] of list.entries()) {
    for (const [what, other] of damaged(item)) yield [`[${index}]${what}`, list.with(index, other)]
  }
  if (list.length > 0) yield [' without its list', list[0]]
}

function* damagedObject(object: object): Damaged {
  yield [' with an unknown property', { ...object, unknown: 'x' }]
  for (const [name, content] of Object.entries(object)) {
    for (const [what, other] of damaged(content)) {
      yield [`.${name}${what}`, { ...object, [name]: other }]
    }
  }
}

for (const name of DOCUMENT_NAMES) {
  const element: Element = DOCUMENTS[name].element
  for (const dialect of JSON_DIALECTS) {
    describe(`schema json/${name} with ${dialect.neutral ? 'neutral words' : 'the words of MISMO'}`, () => {
      test('accepts every written document', () => {
        fc.assert(
          fc.property(arbitraryOf(element), (value) => {
            const document: unknown = JSON.parse(write(element, value, dialect))
            assert.deepEqual(errorsOf(name, dialect, document), [])
          }),
          { numRuns: runsOf(25) },
        )
      })

      test('rejects any value in another form that the service rejects or ignores', () => {
        const [value] = fc.sample(arbitraryOf(element), { numRuns: 1, seed: 7 })
        const document: unknown = JSON.parse(write(element, value ?? {}, dialect))
        let count = 0
        for (const [what, other] of damaged(document)) {
          count += 1
          assert.notDeepEqual(errorsOf(name, dialect, other), [], what)
        }
        assert.ok(count > 10)
      })
    })
  }
}

test('every example is valid in JSON, with either words', () => {
  for (const { file, path } of EXAMPLES) {
    const isOptional = path === '/credit_report' || path === '/pre_qualification'
    const name = isOptional ? 'request-payment-optional' : 'request'
    const element: Element = DOCUMENTS[name].element
    const text = decode(readFileSync(join(root, 'examples', file)))
    const { value } = read(element, parseText(text))
    for (const dialect of JSON_DIALECTS) {
      const document: unknown = JSON.parse(write(element, value ?? assert.fail(file), dialect))
      assert.deepEqual(errorsOf(name, dialect, document), [], file)
    }
  }
  for (const [file, name, dialect] of [
    ['credit-report.json', 'request-payment-optional', JSON_DIALECTS[0]],
    ['joint-mortgage-only.json', 'request', JSON_DIALECTS[1]],
  ] as const) {
    const document: unknown = JSON.parse(readFileSync(join(root, 'examples', file), 'utf8'))
    assert.deepEqual(errorsOf(name, dialect ?? DIALECTS.json, document), [], file)
  }
})

test('responses recorded in XML are valid in JSON', () => {
  for (const [file, name] of [
    ['credit-report-joint', 'credit-report-response'],
    ['mortgage-only-frozen-at-one', 'mortgage-only-response'],
    ['refresh-joint', 'refresh-response'],
    ['refused-for-several-faults', 'error-response'],
  ] as const) {
    const element: Element = DOCUMENTS[name].element
    const xml = readFileSync(join(root, 'test/golden', `${file}.xml`), 'utf8')
    const { value } = read(element, parseText(xml, UNBOUNDED))
    const document: unknown = JSON.parse(write(element, value ?? assert.fail(file), DIALECTS.json))
    assert.deepEqual(errorsOf(name, DIALECTS.json, document), [], file)
  }
})
