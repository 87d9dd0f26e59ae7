/**
 * XML Schema 1.0 of a document in a dialect, for clients that check or generate code before they
 * send. It states the written form: the order of the tables and no further names. The reader is more
 * lenient (free order, unknown names, some values in any case): what the schema refuses may be taken.
 */

import { planOf } from '../codec/carrier-plan.ts'
import { type Dialect, worded } from '../dialects.ts'
import type { AnyElement, Child, Element, Field, TextElement } from '../element.ts'
import type { Kind } from '../kinds.ts'

/** The schema of a document. */
export function xsdOf(element: Element, dialect: Dialect, title: string): string {
  const types = typeNames(element)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">',
    ...indented(1, [
      ...annotation(`${title}, in the dialect ${dialect.name}: ${dialect.doc}`),
      `<xs:element name="${element.name}" type="${types.get(element)}"/>`,
      '<xs:simpleType name="empty">',
      '  <xs:restriction base="xs:string"><xs:length value="0"/></xs:restriction>',
      '</xs:simpleType>',
      ...[...types].flatMap(([type, name]) => complexType(type, name, types, dialect)),
    ]),
    '</xs:schema>',
    '',
  ].join('\n')
}

type TypeNames = ReadonlyMap<Element, string>

/** A name for each element of the tables; where two share theirs, the later is told by its parent. */
function typeNames(root: Element): TypeNames {
  const names = new Map<Element, string>()
  const used = new Set<string>()
  const visit = (element: AnyElement, parent: string) => {
    if (element.form === 'text' || names.has(element)) return
    let name = element.name
    if (used.has(name)) name = `${parent}.${name}`
    for (let count = 2; used.has(name); count += 1) name = `${parent}.${element.name}.${count}`
    used.add(name)
    names.set(element, name)
    for (const child of Object.values(element.children)) visit(child.element, name)
  }
  visit(root, '')
  return names
}

function complexType(
  element: Element,
  name: string,
  types: TypeNames,
  dialect: Dialect,
): readonly string[] {
  const plan = planOf(element, dialect)
  const scalars = [...plan.fields.values()].flatMap(({ wire, field }) =>
    dialect.carrier === 'attribute'
      ? attribute(wire, field, dialect)
      : scalarElement(wire, field, dialect),
  )
  const children = [...plan.children.values()].flatMap(({ child }) =>
    childElement(child, types, dialect),
  )
  const sequence = dialect.carrier === 'element' ? [...scalars, ...children] : children
  return [
    `<xs:complexType name="${name}">`,
    ...indented(1, [
      ...annotation(element.doc),
      ...(sequence.length === 0
        ? []
        : ['<xs:sequence>', ...indented(1, sequence), '</xs:sequence>']),
      ...(dialect.carrier === 'attribute' ? scalars : []),
    ]),
    '</xs:complexType>',
  ]
}

function attribute(wire: string, field: Field<unknown>, dialect: Dialect): readonly string[] {
  const use = field.need === 'optional' ? '' : ' use="required"'
  return [
    `<xs:attribute name="${wire}"${use}>`,
    ...indented(1, [...annotation(field.doc), ...scalarType(field, dialect)]),
    '</xs:attribute>',
  ]
}

function scalarElement(wire: string, field: Field<unknown>, dialect: Dialect): readonly string[] {
  const occurs = field.need === 'optional' ? ' minOccurs="0"' : ''
  return [
    `<xs:element name="${wire}"${occurs}>`,
    ...indented(1, [...annotation(field.doc), ...scalarType(field, dialect)]),
    '</xs:element>',
  ]
}

/** An optional field may be sent empty, which counts as absent. */
function scalarType({ kind, need }: Field<unknown>, dialect: Dialect): readonly string[] {
  if (need !== 'optional' || kind.emptyAllowed) return simpleType(kind, dialect)
  return [
    '<xs:simpleType>',
    '  <xs:union memberTypes="empty">',
    ...indented(2, simpleType(kind, dialect)),
    '  </xs:union>',
    '</xs:simpleType>',
  ]
}

/** The words change in enumerated values only: patterns and bounds hold none. */
function simpleType(kind: Kind<unknown>, dialect: Dialect): readonly string[] {
  const restriction = kind.values === undefined ? kind.xsd : worded(kind.xsd, dialect)
  const lines = restriction.replaceAll('<xs:enumeration', '\n  <xs:enumeration')
  const closed = lines.includes('\n') ? lines.replace('</xs:r', '\n</xs:r') : lines
  return ['<xs:simpleType>', ...indented(1, closed.split('\n')), '</xs:simpleType>']
}

function childElement(
  { element, occurs, max }: Child,
  types: TypeNames,
  dialect: Dialect,
): readonly string[] {
  const min = occurs === 'maybe' || occurs === 'many' ? ' minOccurs="0"' : ''
  const several = occurs === 'many' || occurs === 'some'
  const most = several ? ` maxOccurs="${max ?? 'unbounded'}"` : ''
  if (element.form === 'text') return textElement(element, `${min}${most}`, dialect)
  return [`<xs:element name="${element.name}" type="${types.get(element)}"${min}${most}/>`]
}

function textElement(element: TextElement, occurs: string, dialect: Dialect): readonly string[] {
  return [
    `<xs:element name="${element.name}"${occurs}>`,
    ...indented(1, [...annotation(element.doc), ...simpleType(element.kind, dialect)]),
    '</xs:element>',
  ]
}

function annotation(sentence: string): readonly string[] {
  const text = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return [`<xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>`]
}

function indented(levels: number, lines: readonly string[]): readonly string[] {
  const indent = '  '.repeat(levels)
  return lines.map((line) => indent + line)
}
