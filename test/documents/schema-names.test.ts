/** The names in the published schemas stay distinct in the classes that generators make of them. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse, type XmlNode } from '../../src/documents/codec/parse.ts'
import { XML_DIALECTS } from '../../src/documents/dialects.ts'
import { UNBOUNDED } from './conformance-suite.ts'

const folder = join(import.meta.dirname, '../../schema')

/** As the strictest generator sees a name: without underscores, in one case. */
function generated(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

function nameOf(node: XmlNode): string {
  return node.attributes.get('name')?.value ?? ''
}

function all(node: XmlNode, ...names: readonly string[]): XmlNode[] {
  const found = node.children.flatMap((child) => all(child, ...names))
  return names.includes(node.name) ? [node, ...found] : found
}

/** What of a name clashes: two that a generator would make one of. */
function clashes(names: readonly string[]): string[] {
  const groups = Map.groupBy(names, generated)
  return [...groups.values()].filter(({ length }) => length > 1).map((group) => group.join(' = '))
}

/** Classes have the names of types, and of roots, whose types have none. */
function classesOf(schema: XmlNode): readonly (readonly [name: string, type: XmlNode])[] {
  const types = schema.children.filter(({ name }) => name === 'xs:complexType')
  const roots = schema.children.filter(({ name }) => name === 'xs:element')
  return [
    ...types.map((type) => [nameOf(type), type] as const),
    ...roots.map((root) => [nameOf(root), root] as const),
  ]
}

/** The content of a type without its name and sentence. */
function contentOf(type: XmlNode): string {
  const shown = ({ name, attributes, children, text }: XmlNode): unknown => [
    name,
    [...attributes].map(([key, { value }]) => [key, value]),
    text.trim(),
    children.map(shown),
  ]
  return JSON.stringify(type.children.map(shown))
}

describe('in each schema of XML', () => {
  for (const { name: dialect } of XML_DIALECTS) {
    for (const file of readdirSync(join(folder, dialect))) {
      test(`${dialect}/${file}: no two names are one for a generator`, () => {
        const schema = parse(readFileSync(join(folder, dialect, file), 'utf8'), UNBOUNDED)
        const classes = classesOf(schema)
        const simple = schema.children.filter(({ name }) => name === 'xs:simpleType')
        assert.deepEqual(clashes([...classes.map(([name]) => name), ...simple.map(nameOf)]), [])
        for (const [name, type] of classes) {
          const members = all(type, 'xs:attribute', 'xs:element').filter((one) => one !== type)
          // A member of C# cannot have the name of its class.
          assert.deepEqual(clashes([name, ...members.map(nameOf)]), [], name)
        }
        for (const list of simple) {
          const values = all(list, 'xs:enumeration')
          assert.deepEqual(
            clashes(values.map(({ attributes }) => attributes.get('value')?.value ?? '')),
            [],
            nameOf(list),
          )
        }
      })

      test(`${dialect}/${file}: no type is repeated under another name`, () => {
        const schema = parse(readFileSync(join(folder, dialect, file), 'utf8'), UNBOUNDED)
        const types = schema.children.filter(({ name }) => /Type$/.test(name))
        const groups = Map.groupBy(types, contentOf)
        assert.deepEqual(
          [...groups.values()].filter(({ length }) => length > 1).map((group) => group.map(nameOf)),
          [],
        )
      })
    }
  }
})

test('a clash is found: the control', () => {
  assert.deepEqual(clashes(['BORROWER', '_BORROWER', 'KEY']), ['BORROWER = _BORROWER'])
  assert.deepEqual(clashes(['CREDIT_FILE', 'CreditFile']), ['CREDIT_FILE = CreditFile'])
})

for (const file of readdirSync(join(folder, 'json'))) {
  test(`json/${file}: no two definitions or properties are one for a generator`, () => {
    const schema = JSON.parse(readFileSync(join(folder, 'json', file), 'utf8')) as {
      $defs: Record<string, { properties?: object; enum?: string[] }>
    }
    assert.deepEqual(clashes(Object.keys(schema.$defs)), [])
    for (const [name, { properties = {}, enum: values = [] }] of Object.entries(schema.$defs)) {
      assert.deepEqual(clashes(Object.keys(properties)), [], name)
      assert.deepEqual(clashes(values), [], name)
    }
  })
}
