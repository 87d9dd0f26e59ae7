import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { planOf } from '../../src/documents/codec/carrier-plan.ts'
import { DIALECT_LIST, DIALECTS, type Dialect } from '../../src/documents/dialects.ts'
import type { Element } from '../../src/documents/element.ts'
import type { JsonSchema } from '../../src/documents/kinds.ts'
import { schemaOf } from '../../src/documents/schemas/json-schema.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/tables/documents.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'

function at(schema: JsonSchema, ...names: readonly string[]): JsonSchema {
  return names.reduce((above, name) => {
    const found = above.properties?.[name] ?? above.items?.properties?.[name]
    return found ?? assert.fail(`no ${name}`)
  }, schema)
}

const order = ['REQUEST', 'REQUEST_DATA', 'CREDIT_REQUEST'] as const

describe('the JSON schema of the request', () => {
  test('marks a field as an attribute in the dialects that write it as one', () => {
    const { xml, description } = at(
      schemaOf(RequestGroup, DIALECTS.literal),
      ...order,
      '_StandardVersionID',
    )
    assert.deepEqual(xml, { name: '_StandardVersionID', attribute: true })
    assert.equal(description, 'Version of the credit documents; returned in the response.')
    const element = at(schemaOf(RequestGroup, DIALECTS.elements), ...order, '_StandardVersionID')
    assert.deepEqual(element.xml, { name: '_StandardVersionID' })
  })

  test('lists enumerated values in the words of the dialect', () => {
    const place = [...order, 'CREDIT_REQUEST_DATA', 'CREDIT_SCORE_MODEL_NAME'] as const
    const mismo = at(schemaOf(RequestGroup, DIALECTS.mismo), ...place, '_Type')
    const neutral = at(schemaOf(RequestGroup, DIALECTS.neutral), ...place, '_Type')
    assert.ok(mismo.enum?.includes('EquifaxBeacon5.0'))
    assert.ok(neutral.enum?.includes('BureauABeacon5.0'))
    assert.equal(neutral.enum?.length, mismo.enum?.length)
  })

  test('limits the number of repeated elements', () => {
    const borrower = at(
      schemaOf(RequestGroup, DIALECTS.mismo),
      ...order,
      'LOAN_APPLICATION',
      'BORROWER',
    )
    assert.deepEqual([borrower.type, borrower.minItems, borrower.maxItems], ['array', 1, 2])
    assert.ok(borrower.items?.required?.includes('_SSN'))
    assert.ok(!borrower.items?.required?.includes('_BirthDate'))
  })
})

/** Compares the schema with the table at every level. */
function compare(table: Element, schema: JsonSchema, dialect: Dialect): void {
  const plan = planOf(table, dialect)
  const properties = schema.properties ?? {}
  assert.deepEqual(Object.keys(properties), [...plan.fields.keys(), ...plan.children.keys()])
  assert.equal(schema.xml?.name, table.name)
  for (const [wire, { field }] of plan.fields) {
    assert.equal(schema.required?.includes(wire) ?? false, field.need !== 'optional')
  }
  for (const [name, { child }] of plan.children) {
    const content = properties[name]?.items ?? properties[name] ?? {}
    if (child.element.form === 'container') compare(child.element, content, dialect)
    else assert.equal(content.type, 'string')
  }
}

for (const name of DOCUMENT_NAMES) {
  test(`the schema of ${name} has every field and child with its need`, () => {
    for (const dialect of DIALECT_LIST) {
      const { element } = DOCUMENTS[name]
      compare(element, schemaOf(element, dialect), dialect)
    }
  })
}
