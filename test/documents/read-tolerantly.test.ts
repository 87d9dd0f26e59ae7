import '../support/setup.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parse } from '../../src/documents/codec/parse.ts'
import { read } from '../../src/documents/codec/read.ts'
import { readTolerantly } from '../../src/documents/codec/read-tolerantly.ts'
import { write } from '../../src/documents/codec/write.ts'
import { DIALECTS, XML_DIALECTS } from '../../src/documents/dialects.ts'
import {
  type Element,
  element,
  many,
  one,
  optional,
  required,
} from '../../src/documents/element.ts'
import { count, enumeration, flag, partialDate, text } from '../../src/documents/kinds.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/tables/documents.ts'
import { arbitraryOf } from '../support/arbitrary.ts'
import { runsOf } from '../support/length.ts'
import { UNBOUNDED } from './conformance-suite.ts'

/** Removes the blanks around texts, because vendors pad them. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, trimmed(own)]))
}

describe('a valid document is read as by the strict reader, except for blanks around texts', () => {
  for (const name of DOCUMENT_NAMES) {
    for (const dialect of XML_DIALECTS) {
      test(`${name} in ${dialect.name}`, () => {
        const table: Element = DOCUMENTS[name].element
        fc.assert(
          fc.property(arbitraryOf(table), (value) => {
            const tree = parse(write(table, value, dialect), UNBOUNDED)
            const { value: found, omitted } = readTolerantly(table, tree)
            assert.deepEqual(found, trimmed(value))
            assert.deepEqual(omitted, [])
          }),
          { numRuns: runsOf(20) },
        )
      })
    }
  }
})

const damage = fc.constantFrom('', 'x'.repeat(5_000), '2026-13-45', '+1,2.3', 'Nobody', ' \t ', 'é')

test('a damaged document is read as a valid value of the table', () => {
  const table: Element = DOCUMENTS['credit-report-response'].element
  const changes = fc.array(fc.tuple(fc.nat(400), fc.option(damage)), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(arbitraryOf(table), changes, (value, damages) => {
      let at = -1
      const by = new Map(damages)
      const [, document = ''] = write(table, value, DIALECTS.mismo).split('?>\n')
      const damaged = document.replaceAll(/ ([_A-Za-z0-9]+)="[^"]*"/g, (whole, name: string) => {
        at += 1
        if (!by.has(at)) return whole
        const change = by.get(at)
        return change === null || change === undefined ? '' : ` ${name}="${change}"`
      })
      const { value: found } = readTolerantly(table, parse(damaged, UNBOUNDED))
      if (found === undefined) return
      const again = read(table, parse(write(table, found, DIALECTS.mismo), UNBOUNDED))
      assert.deepEqual(again.issues, [])
    }),
    { numRuns: runsOf(60) },
  )
})

const Item = element({
  name: 'ITEM',
  doc: 'Something.',
  fields: {
    _Type: required(enumeration(['Open', 'Closed'] as const), 'What it is.'),
    _Amount: optional(count, 'How much.'),
    _Date: optional(partialDate, 'When, as exact as known.'),
    _Sure: optional(flag, 'Whether it is sure.'),
    _Note: optional(text(10), 'What else.'),
  },
})
const List = element({
  name: 'LIST',
  doc: 'Things.',
  fields: { _Name: required(text(10), 'Of what.') },
  children: { ITEM: many(Item), HEAD: one(Item) },
})

function item(attributes: string) {
  const tree = parse(`<LIST _Name="a"><HEAD _Type="Open" ${attributes}/></LIST>`)
  return readTolerantly(List, tree).value?.HEAD
}

// biome-ignore format: a table
const FORMS: readonly (readonly [string, string, unknown])[] = [
  ['_Amount', '206117.000000', 206_117],
  ['_Amount', '+715', 715],
  ['_Amount', '$1,234,567.89', 1_234_567],
  ['_Amount', '000312', 312],
  ['_Amount', '12a', undefined],
  ['_Amount', '-5', undefined],
  ['_Date', '2026-02-00', '2026-02'],
  ['_Date', '2026-00-00', '2026'],
  ['_Date', '02/2026', '2026-02'],
  ['_Date', '20260201', '2026-02-01'],
  ['_Date', '2026-02-01T10:00:00.000-05:00', '2026-02-01'],
  ['_Date', '02/01/2026', '2026-02-01'],
  ['_Date', '2026-02-30', '2026-02'],
  ['_Date', '0000-00-00', undefined],
  ['_Date', '0001-01-01T00:00:00', undefined],
  ['_Date', '01/01/1900', undefined],
  ['_Date', '9999-12-31', undefined],
  ['_Date', '1234567', undefined],
  ['_Date', '2026-19', undefined],
  ['_Sure', 'true', true],
  ['_Sure', 'No', false],
  ['_Sure', 'perhaps', undefined],
  ['_Note', '  padded  ', 'padded'],
  ['_Note', 'longer than it may be', 'longer tha'],
  ['_Note', 'longer th😀', 'longer th'],
  ['_Note', '', undefined],
]

for (const [name, written, expected] of FORMS) {
  test(`${name} written ${JSON.stringify(written)} is ${JSON.stringify(expected)}`, () => {
    const found: Readonly<Record<string, unknown>> | undefined = item(`${name}="${written}"`)
    assert.equal(found?.[name], expected)
  })
}

test('an enumerated value is recognized in upper or lower case', () => {
  const tree = parse('<LIST _Name="a"><HEAD _Type="CLOSED"/></LIST>')
  assert.equal(readTolerantly(List, tree).value?.HEAD._Type, 'Closed')
})

test('an item without a required field is omitted and named, unless it has a default', () => {
  const tree = parse('<LIST _Name="a"><HEAD _Type="Open"/><ITEM/><ITEM _Type="Open"/></LIST>')
  const strict = readTolerantly(List, tree)
  assert.deepEqual([strict.value?.ITEM?.length, strict.omitted], [1, ['ITEM']])
  const defaults = readTolerantly(List, tree, new Map([[Item, { _Type: 'Closed' }]]))
  assert.deepEqual(
    defaults.value?.ITEM?.map(({ _Type }) => _Type),
    ['Closed', 'Open'],
  )
  assert.deepEqual(defaults.omitted, [])
})

test('a document without a required field or with another root is not read', () => {
  for (const written of ['<LIST _Name="a"/>', '<LIST><HEAD _Type="Open"/></LIST>', '<OTHER/>']) {
    assert.equal(readTolerantly(List, parse(written)).value, undefined)
  }
})

test('of repeated single elements the first valid one is used, and text between elements is ignored', () => {
  const tree = parse(
    '<LIST _Name="a">loose<HEAD/><HEAD _Type="Closed"/><HEAD _Type="Open"/></LIST>',
  )
  assert.equal(readTolerantly(List, tree).value?.HEAD._Type, 'Closed')
})
