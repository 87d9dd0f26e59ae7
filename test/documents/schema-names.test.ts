/**
 * The names in the published schemas stay distinct in the classes that code generators create from
 * them.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse, type XmlNode } from '../../src/documents/codec/parse.ts'
import { XML_DIALECTS } from '../../src/documents/dialects.ts'
import { UNBOUNDED } from './conformance-suite.ts'

const folder = join(import.meta.dirname, '../../schema')

/** Returns a name as the strictest generator sees it: without underscores, and in lower case. */
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

/** Returns the names that a generator would turn into the same name. */
function clashes(names: readonly string[]): string[] {
  const groups = Map.groupBy(names, generated)
  return [...groups.values()].filter(({ length }) => length > 1).map((group) => group.join(' = '))
}

/** Returns the classes of a schema: its types, and its roots, whose types have no name. */
function classesOf(schema: XmlNode): readonly (readonly [name: string, type: XmlNode])[] {
  const types = schema.children.filter(({ name }) => name === 'xs:complexType')
  const roots = schema.children.filter(({ name }) => name === 'xs:element')
  return [
    ...types.map((type) => [nameOf(type), type] as const),
    ...roots.map((root) => [nameOf(root), root] as const),
  ]
}

/** The content of a type without its name and documentation. */
function contentOf(type: XmlNode): string {
  const shown = ({ name, attributes, children, text }: XmlNode): unknown => [
    name,
    [...attributes].map(([key, { value }]) => [key, value]),
    text.trim(),
    children.map(shown),
  ]
  return JSON.stringify(type.children.map(shown))
}

describe('in each XML schema', () => {
  for (const { name: dialect } of XML_DIALECTS) {
    for (const file of readdirSync(join(folder, dialect))) {
      test(`${dialect}/${file}: a generator creates distinct names`, () => {
        const schema = parse(readFileSync(join(folder, dialect, file), 'utf8'), UNBOUNDED)
        const classes = classesOf(schema)
        const simple = schema.children.filter(({ name }) => name === 'xs:simpleType')
        assert.deepEqual(clashes([...classes.map(([name]) => name), ...simple.map(nameOf)]), [])
        for (const [name, type] of classes) {
          const members = all(type, 'xs:attribute', 'xs:element').filter((one) => one !== type)
          // A member in C# cannot have the name of its class.
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

test('control: a clash of names is found', () => {
  assert.deepEqual(clashes(['BORROWER', '_BORROWER', 'KEY']), ['BORROWER = _BORROWER'])
  assert.deepEqual(clashes(['CREDIT_FILE', 'CreditFile']), ['CREDIT_FILE = CreditFile'])
})

for (const file of readdirSync(join(folder, 'json'))) {
  test(`json/${file}: a generator creates distinct definitions and properties`, () => {
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
