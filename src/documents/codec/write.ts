/**
 * From a value of the tables to XML text: fields and children in the order of the table, so equal
 * values give equal bytes. What the table does not list is not written.
 */
import type { Dialect } from '../dialects.ts'
import type { AnyElement, Element } from '../element.ts'
import { planOf } from './carrier-plan.ts'

type Content = Readonly<Record<string, unknown>>

/** Writes a whole document, with its XML declaration. */
export function write(element: Element, value: object, dialect: Dialect): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${container(element, value as Content, dialect, '')}`
}

function container(element: Element, value: Content, dialect: Dialect, indent: string): string {
  const plan = planOf(element, dialect)
  const inner = `${indent}  `
  let attributes = ''
  let content = ''
  for (const { name, wire, toWire } of plan.fields.values()) {
    const scalar = value[name]
    if (scalar === undefined) continue
    const text = toWire(scalar)
    if (dialect.carrier === 'attribute') attributes += ` ${wire}="${escapedAttribute(text)}"`
    else content += simple(inner, wire, escapedText(text))
  }
  for (const { name, child } of plan.children.values()) {
    const found = value[name]
    if (found === undefined) continue
    for (const one of Array.isArray(found) ? found : [found]) {
      content += nested(child.element, one, dialect, inner)
    }
  }
  if (content === '') return `${indent}<${element.name}${attributes}/>\n`
  return `${indent}<${element.name}${attributes}>\n${content}${indent}</${element.name}>\n`
}

function nested(element: AnyElement, value: unknown, dialect: Dialect, indent: string): string {
  if (element.form === 'container') {
    return container(element, value as Content, dialect, indent)
  }
  const text = element.kind.write(value as string)
  return simple(indent, element.name, element.cdata ? cdata(text) : escapedText(text))
}

function simple(indent: string, name: string, content: string): string {
  return content === '' ? `${indent}<${name}/>\n` : `${indent}<${name}>${content}</${name}>\n`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function escapedAttribute(text: string): string {
  return needsCare(text) ? escaped(text, /[&<>"\t\n\r]/g) : text
}

function escapedText(text: string): string {
  return needsCare(text) ? escaped(text, /[&<>\r]/g) : text
}

/** Nearly every value stands as it is: one look tells. */
function needsCare(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
  return /[\u0000-\u001f&<>"\ud800-\udfff\ufffe\uffff]/.test(text)
}

function escaped(text: string, characters: RegExp): string {
  refuseIllegal(text)
  return text.replace(characters, (character) => ESCAPES[character] ?? character)
}

/**
 * A CDATA section. Its end mark is split between two sections, and a carriage return, which a reader
 * would turn into a line feed (XML 1.0 section 2.11), stands as a reference between two.
 */
function cdata(text: string): string {
  refuseIllegal(text)
  const ended = text.includes(']]>') ? text.replaceAll(']]>', ']]]]><![CDATA[>') : text
  return `<![CDATA[${ended.includes('\r') ? ended.replaceAll('\r', ']]>&#13;<![CDATA[') : ended}]]>`
}

/** Characters that no XML 1.0 document may hold (XML 1.0 section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

function refuseIllegal(text: string): void {
  if (ILLEGAL.test(text) || !text.isWellFormed()) {
    throw new TypeError('a value contains a character that XML does not allow')
  }
}
