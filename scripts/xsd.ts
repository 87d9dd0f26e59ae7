/**
 * XML Schema 1.0 of documents in a dialect, for clients that validate documents before sending or
 * generate code. The schema states the written form, without further names. The reader is more
 * lenient: it accepts unknown names, any order, and some values in any case. The service may
 * therefore accept documents that the schema rejects.
 */
import { planOf } from '../src/documents/codec/carrier-plan.ts'
import { type Dialect, dialectWord } from '../src/documents/dialects.ts'
import {
  type AnyElement,
  type Child,
  type Element,
  type Field,
  isRepeatable,
  type TextElement,
} from '../src/documents/element.ts'
import { anyText, enumeration, type Kind } from '../src/documents/kinds.ts'
import {
  elementsOf,
  isRequest,
  type TypeNames,
  typeNames,
} from '../src/documents/schemas/type-names.ts'
import { DOCUMENTS } from '../src/documents/tables/documents.ts'

/** Returns the schema of documents with these roots. */
export function xsdOf(roots: readonly Element[], dialect: Dialect, title: string): string {
  const types = typeNames(new Map(roots.map((root) => [root.name, root])), dialect)
  const requests = elementsOf(roots.filter(isRequest))
  const schema = { dialect, types, requests }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">',
    ...indented(1, [
      ...annotation(`${title}, in the dialect ${dialect.name}: ${dialect.doc}`),
      ...roots.flatMap((root) => rootElement(root, schema)),
      ...[...types.elements].flatMap(([name, element]) => complexType(element, schema, name)),
      ...[...types.enumerations].flatMap(([name, values]) =>
        namedEnumeration(name, values, dialect),
      ),
      ...(requests.size > 0 ? EMPTY : []),
    ]),
    '</xs:schema>',
    '',
  ].join('\n')
}

interface Schema {
  readonly dialect: Dialect
  readonly types: TypeNames
  /** The elements of requests, which clients write. */
  readonly requests: ReadonlySet<Element>
}

const EMPTY = [
  '<xs:simpleType name="Empty">',
  '  <xs:restriction base="xs:string"><xs:length value="0"/></xs:restriction>',
  '</xs:simpleType>',
]

/**
 * Returns the element of a root. Its type is anonymous, so that code generators make one class for
 * both.
 */
function rootElement(root: Element, schema: Schema): readonly string[] {
  return [
    `<xs:element name="${root.name}">`,
    ...indented(1, complexType(root, schema)),
    '</xs:element>',
  ]
}

function complexType(element: Element, schema: Schema, name?: string): readonly string[] {
  const { dialect } = schema
  const plan = planOf(element, dialect)
  const asAttributes = dialect.carrier === 'attribute'
  const isRequestPart = schema.requests.has(element)
  const scalars = [...plan.fields.values()].flatMap(({ wire, field }) =>
    scalar(asAttributes ? 'attribute' : 'element', wire, field, isRequestPart, schema),
  )
  const children = [...plan.children.values()].map(({ child }) => child)
  const inside = [
    ...(asAttributes ? [] : scalars),
    ...children.flatMap((child) => childElement(child, schema)),
  ]
  const isUnordered = isRequestPart && !children.some(isRepeatable)
  const isOrdered = isRequestPart && !isUnordered && inside.length > 0
  return [
    name === undefined ? '<xs:complexType>' : `<xs:complexType name="${name}">`,
    ...indented(1, [
      ...annotation(isOrdered ? `${element.doc} ${WHY_ORDERED}` : element.doc),
      ...group(isUnordered ? 'all' : 'sequence', inside),
      ...(asAttributes ? scalars : []),
    ]),
    '</xs:complexType>',
  ]
}

const WHY_ORDERED =
  'The service accepts the elements in any order; XML Schema 1.0 can only state that where none repeats.'

function group(kind: 'all' | 'sequence', inside: readonly string[]): readonly string[] {
  return inside.length === 0 ? [] : [`<xs:${kind}>`, ...indented(1, inside), `</xs:${kind}>`]
}

function scalar(
  carrier: 'attribute' | 'element',
  wire: string,
  field: Field<unknown>,
  isRequestPart: boolean,
  schema: Schema,
): readonly string[] {
  const isOptional = field.need === 'optional'
  const occurs = carrier === 'element' ? isOptional && ' minOccurs="0"' : !isOptional && USE
  const mayBeEmpty = isRequestPart && isOptional && !field.kind.emptyAllowed
  const start = `xs:${carrier} name="${wire}"${occurs || ''}`
  return typed(`xs:${carrier}`, start, field.doc, field.kind, mayBeEmpty, schema)
}

const USE = ' use="required"'

/**
 * Returns a declaration with its simple type. An optional field may be sent empty, which counts as
 * absent.
 */
function typed(
  tag: string,
  start: string,
  doc: string,
  kind: Kind<unknown>,
  mayBeEmpty: boolean,
  { types }: Schema,
): readonly string[] {
  const named = kind.values === undefined ? undefined : types.enumerationOf(kind.values)
  const inside = mayBeEmpty ? emptyOr(kind, named) : named === undefined ? simpleType(kind.xsd) : []
  const type = named === undefined || mayBeEmpty ? '' : ` type="${named}"`
  return [`<${start}${type}>`, ...indented(1, [...annotation(doc), ...inside]), `</${tag}>`]
}

function emptyOr(kind: Kind<unknown>, named: string | undefined): readonly string[] {
  const union =
    named === undefined
      ? ['<xs:union memberTypes="Empty">', ...indented(1, simpleType(kind.xsd)), '</xs:union>']
      : [`<xs:union memberTypes="Empty ${named}"/>`]
  return ['<xs:simpleType>', ...indented(1, union), '</xs:simpleType>']
}

function simpleType(restriction: string): readonly string[] {
  return ['<xs:simpleType>', `  ${restriction}`, '</xs:simpleType>']
}

/**
 * Returns the type of an enumeration. Only enumerated values depend on the words of the dialect;
 * patterns and bounds do not.
 */
function namedEnumeration(name: string, values: readonly string[], dialect: Dialect) {
  const rows = values.map((value) => `<xs:enumeration value="${dialectWord(value, dialect)}"/>`)
  return [
    `<xs:simpleType name="${name}">`,
    '  <xs:restriction base="xs:string">',
    ...indented(2, rows),
    '  </xs:restriction>',
    '</xs:simpleType>',
  ]
}

function childElement(child: Child, schema: Schema): readonly string[] {
  const { element, occurs, max } = child
  const min = occurs === 'maybe' || occurs === 'many' ? ' minOccurs="0"' : ''
  const most = isRepeatable(child) ? ` maxOccurs="${max ?? 'unbounded'}"` : ''
  if (element.form === 'text') return textElement(element, `${min}${most}`, schema)
  return [
    `<xs:element name="${element.name}" type="${schema.types.nameOf(element)}"${min}${most}/>`,
  ]
}

function textElement(element: TextElement, occurs: string, schema: Schema): readonly string[] {
  const start = `xs:element name="${element.name}"${occurs}`
  return typed('xs:element', start, element.doc, element.kind, false, schema)
}

function annotation(sentence: string): readonly string[] {
  const text = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return [`<xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>`]
}

function indented(levels: number, lines: readonly string[]): readonly string[] {
  const indent = '  '.repeat(levels)
  return lines.map((line) => indent + line)
}

// Merging elements of the same name, such as the responses of all operations. The merged element
// has the content of all of them, so that a generated class reads every document with its root.
// Content that not all of them have is optional.

/** Merges elements of the same name. */
function merged(elements: readonly Element[]): Element {
  const [first, ...others] = new Set(elements)
  if (first === undefined || others.length === 0) return first ?? throwNothingToMerge()
  const all = [first, ...others]
  return {
    ...first,
    fields: Object.fromEntries(
      namesOf(all.map(({ fields }) => Object.keys(fields))).map((name) => {
        const found = all.flatMap(({ fields }) => ownProperty(fields, name) ?? [])
        return [name, mergedField(found, found.length < all.length)]
      }),
    ),
    children: Object.fromEntries(
      namesOf(all.map(({ children }) => Object.keys(children))).map((name) => {
        const found = all.flatMap(({ children }) => ownProperty(children, name) ?? [])
        return [name, mergedChild(found, found.length < all.length)]
      }),
    ),
  }
}

function throwNothingToMerge(): never {
  throw new TypeError('nothing to merge')
}

function ownProperty<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/**
 * Returns all names in order. A name that only a later list has follows the name before it in that
 * list.
 */
function namesOf(lists: readonly (readonly string[])[]): readonly string[] {
  const names: string[] = []
  for (const list of lists) {
    let at = 0
    for (const name of list) {
      const known = names.indexOf(name)
      if (known === -1) names.splice(at, 0, name)
      at = (known === -1 ? at : known) + 1
    }
  }
  return names
}

function mergedField(fields: readonly Field<unknown>[], isPartial: boolean): Field<unknown> {
  const [first] = fields
  if (first === undefined) return throwNothingToMerge()
  const needs = new Set(fields.map(({ need }) => need))
  const need = isPartial || needs.has('optional') ? 'optional' : first.need
  return { ...first, need, kind: mergedKind(fields.map(({ kind }) => kind)) }
}

function mergedChild(children: readonly Child[], isPartial: boolean): Child {
  const isOptional =
    isPartial || children.some(({ occurs }) => occurs === 'maybe' || occurs === 'many')
  const isMany = children.some(isRepeatable)
  const maxima = children.map((child) => (isRepeatable(child) ? child.max : 1))
  const max = maxima.includes(undefined) ? undefined : Math.max(...maxima.map((one) => one ?? 1))
  const element = mergedElement(children.map((child) => child.element))
  if (!isMany) return { element, occurs: isOptional ? 'maybe' : 'one' }
  const occurs = isOptional ? 'many' : 'some'
  return max === undefined ? { element, occurs } : { element, occurs, max }
}

function mergedElement(elements: readonly AnyElement[]): AnyElement {
  const [first] = elements
  if (first === undefined) return throwNothingToMerge()
  if (first.form === 'container') {
    return merged(elements.filter((element) => element.form === 'container'))
  }
  const texts = elements.filter((element) => element.form === 'text')
  return { ...first, kind: mergedKind(texts.map(({ kind }) => kind)) as Kind<string> }
}

/** Merges kinds. Enumerations get all values; other kinds that differ become any text. */
function mergedKind(kinds: readonly Kind<unknown>[]): Kind<unknown> {
  const [first = anyText] = kinds
  if (kinds.every(({ xsd }) => xsd === first.xsd)) return first
  const values = kinds.map((kind) => kind.values)
  if (values.includes(undefined)) return anyText
  return enumeration([...new Set(values.flatMap((list) => list ?? []))])
}

/**
 * Each root as one element with the content of all documents with that root, for generating
 * classes.
 */
export const MERGED_ROOTS: readonly Element[] = Map.groupBy(
  Object.values(DOCUMENTS).map(({ element }): Element => element),
  ({ name }) => name,
)
  .values()
  .map(merged)
  .toArray()
