import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decode } from '../../src/documents/codec/decode.ts'
import { parseText } from '../../src/documents/codec/parse-document.ts'
import { read } from '../../src/documents/codec/read.ts'
import { write } from '../../src/documents/codec/write.ts'
import { DIALECT_LIST, DIALECTS, JSON_NEUTRAL, XML_DIALECTS } from '../../src/documents/dialects.ts'
import type { Element, Value } from '../../src/documents/element.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/tables/documents.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import { arbitraryOf, xmlText } from '../support/arbitrary.ts'
import { EXAMPLES } from '../support/examples.ts'
import { runsOf } from '../support/length.ts'
import { UNBOUNDED } from './conformance-suite.ts'

describe('a written value reads back as the same value, without errors', () => {
  for (const name of DOCUMENT_NAMES) {
    for (const dialect of [...DIALECT_LIST, JSON_NEUTRAL]) {
      test(`${name} in ${dialect.name}${dialect === JSON_NEUTRAL ? ' with neutral words' : ''}`, () => {
        const element: Element = DOCUMENTS[name].element
        fc.assert(
          fc.property(arbitraryOf(element), (value) => {
            const bytes = Buffer.from(write(element, value, dialect))
            const reading = read(element, parseText(decode(bytes), UNBOUNDED))
            assert.deepEqual(reading.issues, [])
            assert.deepEqual(reading.unknown, [])
            assert.equal(reading.dialect, dialect)
            assert.deepEqual(reading.value, value)
          }),
          { numRuns: runsOf(60) },
        )
      })
    }
  }
})

test('text with any XML markup reads back unchanged, in CDATA sections and in elements', () => {
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
      for (const dialect of [DIALECTS.mismo, DIALECTS.json]) {
        const text = write(element, withPage(value, document), dialect)
        const { partial } = read(element, parseText(text))
        assert.equal(pageOf(partial as Value<typeof element>), document)
      }
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

/** Reads the value of a text. Other tests read each example and dialect on its own. */
function valueIn(element: Element, text: string): object {
  return read(element, parseText(text)).value ?? assert.fail(text.slice(0, 500))
}

describe('conversion from XML to JSON and back gives the same text in every dialect', () => {
  for (const name of DOCUMENT_NAMES) {
    test(name, () => {
      const element: Element = DOCUMENTS[name].element
      fc.assert(
        fc.property(arbitraryOf(element), (value) => {
          for (const dialect of XML_DIALECTS) {
            const words = dialect.neutral ? JSON_NEUTRAL : DIALECTS.json
            const xml = write(element, value, dialect)
            const json = write(element, valueIn(element, xml), words)
            assert.equal(write(element, valueIn(element, json), dialect), xml)
          }
        }),
        { numRuns: runsOf(10) },
      )
    })
  }

  test('every example', () => {
    for (const { file, path } of EXAMPLES) {
      const element: Element = operationAt(path).request
      const text = decode(readFileSync(join(import.meta.dirname, '../../examples', file)))
      const value = valueIn(element, text)
      for (const words of [DIALECTS.json, JSON_NEUTRAL]) {
        assert.deepEqual(valueIn(element, write(element, value, words)), value, file)
      }
      for (const dialect of XML_DIALECTS) {
        assert.deepEqual(valueIn(element, write(element, value, dialect)), value, file)
      }
    }
  })
})

function operationAt(path: string) {
  const found = Object.values(OPERATIONS).find((operation) => operation.path === path)
  return found ?? assert.fail(path)
}

test('equal values are written as equal bytes, whatever the order of their keys', () => {
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

test('no two names of an element are the same in any dialect', () => {
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
  return DIALECTS[dialect].prefix === '_' ? `_${name}` : name
}

for (const [title, text] of [
  ['NUL', 'a\0b'],
  ['a control character', 'a\u0008'],
  ['U+FFFE', '\ufffe'],
  ['half of a surrogate pair', '\ud800x'],
] as const) {
  test(`a value that contains ${title} is never written`, () => {
    const value = { MISMOVersionID: text }
    for (const dialect of DIALECT_LIST) {
      assert.throws(() => write(RequestGroup, value, dialect), TypeError)
    }
  })
}
