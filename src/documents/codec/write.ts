/**
 * From a value of the tables to the bytes of a document, in XML here and in JSON next door: fields and children in the order of the table, so
 * equal values give equal bytes. What the table does not list is not written.
 */
import { type Bytes, createBytes, put, putBytes, reserve, wipe, written } from '../../bytes.ts'
import type { Dialect } from '../dialects.ts'
import type { AnyElement, Element, TextElement } from '../element.ts'
import { type FieldPlan, planOf } from './carrier-plan.ts'
import { rejectIllegal } from './illegal.ts'
import { writeJson } from './write-json.ts'

type Content = Readonly<Record<string, unknown>>

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Kept from document to document, which are written one after the other. */
const bytes = createBytes(1 << 16)

/** Writes a whole document in UTF-8; XML has its declaration. */
export function writeBytes(element: Element, value: object, dialect: Dialect): Uint8Array {
  if (dialect.carrier === 'property') return Buffer.from(writeJson(element, value, dialect))
  try {
    put(bytes, DECLARATION)
    putContainer(bytes, rootPlan(element, dialect), value as Content)
    return new Uint8Array(written(bytes))
  } finally {
    wipe(bytes)
  }
}

/** Writes a whole document as text. */
export function write(element: Element, value: object, dialect: Dialect): string {
  return Buffer.from(writeBytes(element, value, dialect)).toString()
}

// What is the same each time that a document is written: its names and where they stand, as bytes.

interface WrittenContainer {
  readonly form: 'container'
  readonly start: Uint8Array
  readonly end: Uint8Array
  /** Fields that are attributes, and fields that are elements: one of them is empty. */
  readonly attributes: readonly WrittenField[]
  readonly elements: readonly WrittenField[]
  readonly children: readonly WrittenChild[]
}

interface WrittenField extends Tagged {
  readonly name: string
  readonly toWire: FieldPlan['toWire']
}

/** What stands before and after a text, and in their place where it is empty. */
interface Tagged {
  readonly open: Uint8Array
  readonly close: Uint8Array
  readonly empty: Uint8Array
}

interface WrittenText extends Tagged {
  readonly form: 'text'
  readonly element: TextElement
}

interface WrittenChild {
  readonly name: string
  readonly plan: WrittenContainer | WrittenText
}

const plans = new WeakMap<Element, Map<Dialect, WrittenContainer>>()

/** The plan of a document, with a plan for each place where an element can stand in it. */
function rootPlan(element: Element, dialect: Dialect): WrittenContainer {
  let byDialect = plans.get(element)
  if (byDialect === undefined) {
    byDialect = new Map()
    plans.set(element, byDialect)
  }
  let plan = byDialect.get(dialect)
  if (plan === undefined) {
    plan = containerPlan(element, dialect, '')
    byDialect.set(dialect, plan)
  }
  return plan
}

function containerPlan(element: Element, dialect: Dialect, indent: string): WrittenContainer {
  const { fields, children } = planOf(element, dialect)
  const asAttributes = dialect.carrier === 'attribute'
  const inner = `${indent}  `
  const planned = Array.from(fields.values(), ({ name, wire, toWire }) => {
    return { name, toWire, ...(asAttributes ? attributeTags(wire) : elementTags(wire, inner)) }
  })
  return {
    form: 'container',
    start: Buffer.from(`${indent}<${element.name}`),
    end: Buffer.from(`${indent}</${element.name}>\n`),
    attributes: asAttributes ? planned : [],
    elements: asAttributes ? [] : planned,
    children: Array.from(children.values(), ({ name, child }) => {
      return { name, plan: childPlan(child.element, dialect, inner) }
    }),
  }
}

function childPlan(element: AnyElement, dialect: Dialect, indent: string): WrittenChild['plan'] {
  if (element.form === 'container') return containerPlan(element, dialect, indent)
  return { form: 'text', element, ...elementTags(element.name, indent) }
}

function attributeTags(wire: string): Tagged {
  const empty = Buffer.from(` ${wire}=""`)
  return { open: empty.subarray(0, -1), close: empty.subarray(-1), empty }
}

function elementTags(name: string, indent: string): Tagged {
  return {
    open: Buffer.from(`${indent}<${name}>`),
    close: Buffer.from(`</${name}>\n`),
    empty: Buffer.from(`${indent}<${name}/>\n`),
  }
}

// The elements of one document.

const OPENED = Buffer.from('>\n')
const EMPTY = Buffer.from('/>\n')

function putContainer(to: Bytes, plan: WrittenContainer, value: Content): void {
  putBytes(to, plan.start)
  for (const field of plan.attributes) {
    const scalar = value[field.name]
    if (scalar !== undefined) putTagged(to, field, field.toWire(scalar), ATTRIBUTE_ESCAPED)
  }
  const opened = to.length
  putBytes(to, OPENED)
  putContent(to, plan, value)
  if (to.length > opened + OPENED.length) putBytes(to, plan.end)
  else {
    to.length = opened
    putBytes(to, EMPTY)
  }
}

function putContent(to: Bytes, plan: WrittenContainer, value: Content): void {
  for (const field of plan.elements) {
    const scalar = value[field.name]
    if (scalar !== undefined) putTagged(to, field, field.toWire(scalar), TEXT_ESCAPED)
  }
  for (const { name, plan: child } of plan.children) {
    const found = value[name]
    if (found === undefined) continue
    if (Array.isArray(found)) for (const one of found) putChild(to, child, one)
    else putChild(to, child, found)
  }
}

function putChild(to: Bytes, plan: WrittenChild['plan'], value: unknown): void {
  if (plan.form === 'container') {
    putContainer(to, plan, value as Content)
    return
  }
  const text = plan.element.kind.write(value as string)
  if (plan.element.cdata) putSection(to, plan, text)
  else putTagged(to, plan, text, TEXT_ESCAPED)
}

function putTagged(to: Bytes, tags: Tagged, text: string, escaped: RegExp): void {
  if (text === '') {
    putBytes(to, tags.empty)
    return
  }
  const { open, close } = tags
  reserve(to, open.length + text.length + close.length)
  const { array, length: start } = to
  array.set(open, start)
  const from = start + open.length
  const till = from + text.length
  if (!isPlainPut(array, from, text)) {
    to.length = from
    putUtf8(to, escapedText(text, escaped))
    putBytes(to, close)
    return
  }
  if (close.length === 1) array[till] = QUOTE
  else array.set(close, till)
  to.length = till + close.length
}

const QUOTE = 0x22

/** By character code whether it stands as it is, as one byte. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  code >= 0x20 && code < 0x7f && !'&<>"'.includes(String.fromCharCode(code)) ? 1 : 0,
)

/** Puts a text where there is room for it. False where not all of it stands as it is. */
function isPlainPut(array: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (PLAIN[code] !== 1) return false
    array[at + index] = code
  }
  return true
}

function putUtf8(to: Bytes, text: string): void {
  reserve(to, 3 * text.length)
  to.length += to.array.write(text, to.length)
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
const ATTRIBUTE_ESCAPED = /[&<>"\t\n\r]/g
const TEXT_ESCAPED = /[&<>\r]/g

function escapedText(text: string, characters: RegExp): string {
  rejectIllegal(text)
  return text.replace(characters, (character) => ESCAPES[character] ?? character)
}

/**
 * A CDATA section. Its end mark is split between two sections, and a carriage return, which a reader
 * would turn into a line feed (XML 1.0 section 2.11), stands as a reference between two.
 */
function putSection(to: Bytes, tags: Tagged, text: string): void {
  rejectIllegal(text)
  const ended = text.includes(']]>') ? text.replaceAll(']]>', ']]]]><![CDATA[>') : text
  const parted = ended.includes('\r') ? ended.replaceAll('\r', ']]>&#13;<![CDATA[') : ended
  putBytes(to, tags.open)
  putUtf8(to, `<![CDATA[${parted}]]>`)
  putBytes(to, tags.close)
}
