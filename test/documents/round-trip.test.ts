import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decode } from '../../src/documents/codec/decode.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { read } from '../../src/documents/codec/read.ts'
import { write } from '../../src/documents/codec/write.ts'
import { DIALECT_LIST, DIALECTS } from '../../src/documents/dialects.ts'
import type { Element, Value } from '../../src/documents/element.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/tables/documents.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'
import { arbitraryOf, xmlText } from '../support/arbitrary.ts'
import { runsOf } from '../support/length.ts'
import { UNBOUNDED } from './conformance-suite.ts'

describe('a value that is written reads back as the same value, without a fault', () => {
  for (const name of DOCUMENT_NAMES) {
    for (const dialect of DIALECT_LIST) {
      test(`${name} in ${dialect.name}`, () => {
        const element: Element = DOCUMENTS[name].element
        fc.assert(
          fc.property(arbitraryOf(element), (value) => {
            const bytes = Buffer.from(write(element, value, dialect))
            const reading = read(element, parse(decode(bytes), UNBOUNDED))
            assert.deepEqual(reading.issues, [])
            assert.deepEqual(reading.unknown, [])
            assert.equal(reading.dialect.name, dialect.name)
            assert.deepEqual(reading.value, value)
          }),
          { numRuns: runsOf(60) },
        )
      })
    }
  }
})

test('text with every mark of XML in it survives in a CDATA section and in an element', () => {
  const { element } = DOCUMENTS['refresh-response']
  const [value] = fc.sample(arbitraryOf(element), { numRuns: 1, seed: 1 })
  if (value === undefined) assert.fail('no value')
  const pages = fc.constantFrom(
    ']]>',
    ']]]]>>',
    '\r',
    '\r\n',
    '\t\n ',
    ']]>\r]]>',
    '&amp;<b/>',
    '😀',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pages, xmlText)), (parts) => {
      const document = parts.join('')
      const text = write(element, withPage(value, document), DIALECTS.mismo)
      const { partial } = read(element, parse(text))
      assert.equal(pageOf(partial as Value<typeof element>), document)
    }),
  )
})

type Answer = Value<(typeof DOCUMENTS)['refresh-response']['element']>

function withPage(value: Answer, DOCUMENT: string): Answer {
  const { RESPONSE } = value
  const { CREDIT_RESPONSE } = RESPONSE.RESPONSE_DATA
  const EMBEDDED_FILE = { ...CREDIT_RESPONSE.EMBEDDED_FILE, DOCUMENT }
  return {
    ...value,
    RESPONSE: {
      ...RESPONSE,
      RESPONSE_DATA: { CREDIT_RESPONSE: { ...CREDIT_RESPONSE, EMBEDDED_FILE } },
    },
  }
}

function pageOf(value: Answer): string {
  return value.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE.EMBEDDED_FILE.DOCUMENT
}

test('equal values give equal bytes, whatever the order of their keys', () => {
  fc.assert(
    fc.property(arbitraryOf(RequestGroup), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse())
      assert.equal(
        write(RequestGroup, turned, DIALECTS.literal),
        write(RequestGroup, value, DIALECTS.literal),
      )
    }),
    { numRuns: runsOf(20) },
  )
})

test('no two names of an element meet in any dialect', () => {
  const visit = (element: Element) => {
    for (const dialect of DIALECT_LIST) {
      const fields = Object.keys(element.fields).map((name) => spelledIn(name, dialect.name))
      const names = [...fields, ...Object.keys(element.children)]
      assert.deepEqual([...new Set(names)], names, element.name)
    }
    for (const { element: child } of Object.values(element.children)) {
      if (child.form === 'container') visit(child)
    }
  }
  for (const name of DOCUMENT_NAMES) visit(DOCUMENTS[name].element)
})

function spelledIn(name: string, dialect: keyof typeof DIALECTS): string {
  return dialect === 'literal' || dialect === 'elements' ? `_${name}` : name
}

for (const [title, text] of [
  ['NUL', 'a\0b'],
  ['a control character', 'a\u0008'],
  ['U+FFFE', '\ufffe'],
  ['half of a surrogate pair', '\ud800x'],
] as const) {
  test(`a value that holds ${title} is never written`, () => {
    const value = { MISMOVersionID: text }
    for (const dialect of DIALECT_LIST) {
      assert.throws(() => write(RequestGroup, value, dialect), TypeError)
    }
  })
}
