import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { write } from '../../src/documents/codec/write.ts'
import { type Dialect, XML_DIALECTS } from '../../src/documents/dialects.ts'
import type { Element } from '../../src/documents/element.ts'
import { xsdOf } from '../../src/documents/schemas/xsd.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/tables/documents.ts'
import { arbitraryOf } from '../support/arbitrary.ts'
import { runsOf } from '../support/length.ts'

function validatorOf(element: Element, dialect: Dialect): XsdValidator {
  using schema = XmlDocument.fromString(xsdOf(element, dialect, 'A document'))
  return XsdValidator.fromDoc(schema)
}

function validate(validator: XsdValidator, text: string): void {
  using document = XmlDocument.fromString(text)
  validator.validate(document)
}

/** A path of names to a place that a value may hold. */
type Place = readonly string[]

/** The places of the fields that must be there, down the children that must be there. */
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
      const validator = validatorOf(element, dialect)
      after(() => validator.dispose())

      test('accepts what is written', () => {
        fc.assert(
          fc.property(arbitraryOf(element), (value) => {
            validate(validator, write(element, value, dialect))
          }),
          { numRuns: runsOf(25) },
        )
      })

      test('refuses a document without any one of the required fields', () => {
        const [value] = fc.sample(arbitraryOf(element), { numRuns: 1, seed: 7 })
        for (const place of requiredPlaces(element)) {
          const text = write(element, without(value, place) as object, dialect)
          assert.throws(() => validate(validator, text), XmlValidateError, place.join('/'))
        }
      })
    })
  }
}
