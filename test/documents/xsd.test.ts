import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { MERGED_ROOTS, xsdOf } from '../../scripts/xsd.ts'
import { parse, type XmlNode } from '../../src/documents/codec/parse.ts'
import { read } from '../../src/documents/codec/read.ts'
import { write } from '../../src/documents/codec/write.ts'
import { type Dialect, XML_DIALECTS } from '../../src/documents/dialects.ts'
import { type Element, isRepeatable } from '../../src/documents/element.ts'
import { elementsOf } from '../../src/documents/schemas/type-names.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/tables/documents.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'
import { arbitraryOf } from '../support/arbitrary.ts'
import { runsOf } from '../support/length.ts'
import { UNBOUNDED } from './conformance-suite.ts'

function validatorOf(roots: readonly Element[], dialect: Dialect): XsdValidator {
  using schema = XmlDocument.fromString(xsdOf(roots, dialect, 'A document'))
  return XsdValidator.fromDoc(schema)
}

function validate(validator: XsdValidator, text: string): void {
  using document = XmlDocument.fromString(text)
  validator.validate(document)
}

/** The path of names to a part of a value. */
type Place = readonly string[]

/** Returns the paths of required fields in required children. */
function requiredPlaces(element: Element, above: Place = []): Place[] {
  const own = Object.entries(element.fields)
    .filter(([, field]) => field.need !== 'optional')
    .map(([name]) => [...above, name])
  const below = Object.entries(element.children).flatMap(([name, { element: child, occurs }]) => {
    if (occurs === 'maybe' || occurs === 'many') return []
    const nested = child.form === 'text' ? [] : requiredPlaces(child, [...above, name])
    return [[...above, name], ...nested]
  })
  return [...own, ...below]
}

function without(value: unknown, [name = '', ...rest]: Place): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, [name, ...rest]))
  const { [name]: found, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [name]: without(found, rest) }
}

for (const name of DOCUMENT_NAMES) {
  for (const dialect of XML_DIALECTS) {
    describe(`schema ${dialect.name}/${name}`, () => {
      const element: Element = DOCUMENTS[name].element
      const validator = validatorOf([element], dialect)
      after(() => validator.dispose())

      test('accepts every written document', () => {
        fc.assert(
          fc.property(arbitraryOf(element), (value) => {
            validate(validator, write(element, value, dialect))
          }),
          { numRuns: runsOf(25) },
        )
      })

      test('rejects a document without any one of the required fields', () => {
        const [value] = fc.sample(arbitraryOf(element), { numRuns: 1, seed: 7 })
        for (const place of requiredPlaces(element)) {
          const text = write(element, without(value, place) as object, dialect)
          assert.throws(() => validate(validator, text), XmlValidateError, place.join('/'))
        }
      })
    })
  }
}

/** Reverses the children of elements without repeated children. */
function turned(xml: string): string {
  const root = parse(xml, UNBOUNDED)
  const shown = (node: XmlNode): string => {
    const names = node.children.map(({ name }) => name)
    const inner = node.children.map(shown)
    const isFree = new Set(names).size === names.length && !REPEATING.has(node.name)
    const attributes = Array.from(
      node.attributes,
      ([name, { value }]) => ` ${name}="${escaped(value)}"`,
    )
    const text = node.children.length === 0 ? escaped(node.text) : ''
    const content = [text, ...(isFree ? inner.reverse() : inner)]
    return `<${node.name}${attributes.join('')}>${content.join('')}</${node.name}>`
  }
  return shown(root)
}

/** Elements with children that can repeat. XML Schema 1.0 fixes the order of their children. */
const REPEATING = new Set(
  [...elementsOf(MERGED_ROOTS)]
    .filter(({ children }) => Object.values(children).some(isRepeatable))
    .map(({ name }) => name),
)

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (mark) => `&#${mark.codePointAt(0)};`)
}

for (const dialect of XML_DIALECTS) {
  describe(`schema ${dialect.name}/trimerge`, () => {
    const validator = validatorOf(MERGED_ROOTS, dialect)
    after(() => validator.dispose())

    test('accepts every document', () => {
      for (const name of DOCUMENT_NAMES) {
        const element: Element = DOCUMENTS[name].element
        fc.assert(
          fc.property(arbitraryOf(element), (value) => {
            validate(validator, write(element, value, dialect))
          }),
          { numRuns: runsOf(10) },
        )
      }
    })

    test('accepts a request in the orders that the service accepts', () => {
      let turnedCount = 0
      fc.assert(
        fc.property(arbitraryOf(RequestGroup), (value) => {
          const text = write(RequestGroup, value, dialect)
          const other = turned(text)
          turnedCount += Number(
            other.indexOf('LOAN_APPLICATION') < other.indexOf('CREDIT_REQUEST_DATA'),
          )
          validate(validator, other)
          assert.deepEqual(read(RequestGroup, parse(other, UNBOUNDED)).value, value)
        }),
        { numRuns: runsOf(10) },
      )
      assert.ok(turnedCount > 0)
    })

    test('rejects names that no document has', () => {
      const [value] = fc.sample(arbitraryOf(RequestGroup), { numRuns: 1, seed: 7 })
      const text = write(RequestGroup, value ?? {}, dialect)
      const wrong = text.replaceAll('LOAN_APPLICATION', 'LOAN')
      assert.throws(() => validate(validator, wrong), XmlValidateError)
    })
  })
}
