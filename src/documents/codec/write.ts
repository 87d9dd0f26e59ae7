/**
 * Writes a value of the tables as a document, in XML here and in JSON in `write-json.ts`. Fields
 * and children are in the order of the table, so equal values give equal bytes. Members that are
 * not in the table are not written.
 */
import {
  type Bytes,
  copyBytes,
  createBytes,
  put,
  putBytes,
  reserve,
  wipe,
  written,
} from '../../bytes.ts'
import { codeUnitAt } from '../../code-unit.ts'
import type { Dialect } from '../dialects.ts'
import type { AnyElement, Element } from '../element.ts'
import { planOf } from './carrier-plan.ts'
import { rejectIllegalCharacters } from './illegal.ts'
import { writeJson } from './write-json.ts'

type Content = Readonly<Record<string, unknown>>

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** One buffer for all documents, because they are written one after the other. */
const bytes = createBytes()

/** Writes a complete document in UTF-8. XML documents have a declaration. */
export function writeBytes(element: Element, value: object, dialect: Dialect): Uint8Array {
  if (dialect.carrier === 'property') return Buffer.from(writeJson(element, value, dialect))
  try {
    put(bytes, DECLARATION)
    rootWriter(element, dialect)(bytes, value as Content)
    return new Uint8Array(written(bytes))
  } finally {
    wipe(bytes)
  }
}

/** Writes a complete document as text. */
export function write(element: Element, value: object, dialect: Dialect): string {
  return Buffer.from(writeBytes(element, value, dialect)).toString()
}

// Each element is written by its own function, which is generated from its table once for each
// position where the element can occur. A single function that interprets the tables would look up
// each name of a table in each value, although most values have few of them. These look-ups took
// half of the time of writing.

/** Writes one element. */
type ElementWriter = (to: Bytes, value: Content) => void

const rootWriters = new WeakMap<Element, Map<Dialect, ElementWriter>>()

/** Returns the function that writes a document. */
function rootWriter(element: Element, dialect: Dialect): ElementWriter {
  let byDialect = rootWriters.get(element)
  if (byDialect === undefined) {
    byDialect = new Map()
    rootWriters.set(element, byDialect)
  }
  let writer = byDialect.get(dialect)
  if (writer === undefined) {
    writer = containerWriter(element, dialect, '')
    byDialect.set(dialect, writer)
  }
  return writer
}

/** The tags around a text, and the tag that replaces them if the text is empty. */
interface Tags {
  readonly open: Uint8Array
  readonly close: Uint8Array
  readonly empty: Uint8Array
}

function containerWriter(element: Element, dialect: Dialect, indent: string): ElementWriter {
  const { fields, children } = planOf(element, dialect)
  const asAttributes = dialect.carrier === 'attribute'
  const inner = `${indent}  `
  const source = new Source()
  const written = Array.from(fields.values(), ({ name, wire, toWire }) => {
    const tags = asAttributes ? attributeTags(wire) : elementTags(wire, inner)
    const escaped = asAttributes ? 'ATTRIBUTE_ESCAPED' : 'TEXT_ESCAPED'
    const text = `${source.constant(toWire)}(found)`
    return ifPresent(name, `putTagged(to, ${source.constant(tags)}, ${text}, ${escaped})`)
  })
  // Encoded once per table, not once per element.
  const start = Buffer.from(`${indent}<${element.name}`)
  const end = Buffer.from(`${indent}</${element.name}>\n`)
  const begun = [
    'let found',
    `putBytes(to, ${source.constant(start)})`,
    ...(asAttributes ? written : []),
  ]
  // An element whose table has nothing but attributes is always empty.
  if (asAttributes && children.size === 0) return source.compiled([...begun, 'putBytes(to, EMPTY)'])
  return source.compiled([
    ...begun,
    'const opened = to.length',
    'putBytes(to, OPENED)',
    ...(asAttributes ? [] : written),
    ...Array.from(children.values(), ({ name, child }) => {
      const put = `${source.constant(childWriter(child.element, dialect, inner))}(to, `
      const each = `for (let index = 0; index < found.length; index += 1) ${put}found[index])`
      return ifPresent(name, `if (Array.isArray(found)) ${each}; else ${put}found)`)
    }),
    `if (to.length > opened + OPENED.length) putBytes(to, ${source.constant(end)})`,
    'else { to.length = opened; putBytes(to, EMPTY) }',
  ])
}

/** Returns a statement that runs if the value has a member of this name. */
function ifPresent(name: string, statement: string): string {
  return `if ((found = value[${JSON.stringify(name)}]) !== undefined) { ${statement} }`
}

/**
 * The source text of a function, and the constants that it uses. Names come only from the tables.
 * Nothing that a client sends becomes part of the source text.
 */
class Source {
  readonly #constants: unknown[] = []

  /** Adds a constant and returns its name. */
  constant(value: unknown): string {
    return `constant${this.#constants.push(value)}`
  }

  compiled(lines: readonly string[]): ElementWriter {
    const names = this.#constants.map((_, index) => `constant${index + 1}`)
    const shared = { putBytes, putTagged, OPENED, EMPTY, ATTRIBUTE_ESCAPED, TEXT_ESCAPED }
    const text = `return (to, value) => {\n${lines.join('\n')}\n}`
    const make = new Function(...Object.keys(shared), ...names, text)
    return make(...Object.values(shared), ...this.#constants)
  }
}

function childWriter(element: AnyElement, dialect: Dialect, indent: string) {
  if (element.form === 'container') return containerWriter(element, dialect, indent)
  const { cdata, kind } = element
  const tags = elementTags(element.name, indent)
  return cdata
    ? (to: Bytes, value: string) => putSection(to, tags, kind.write(value))
    : (to: Bytes, value: string) => putTagged(to, tags, kind.write(value), TEXT_ESCAPED)
}

function attributeTags(wire: string): Tags {
  const empty = Buffer.from(` ${wire}=""`)
  return { open: empty.subarray(0, -1), close: empty.subarray(-1), empty }
}

function elementTags(name: string, indent: string): Tags {
  return {
    open: Buffer.from(`${indent}<${name}>`),
    close: Buffer.from(`</${name}>\n`),
    empty: Buffer.from(`${indent}<${name}/>\n`),
  }
}

const OPENED = Buffer.from('>\n')
const EMPTY = Buffer.from('/>\n')

// Writing the texts of a document.

function putTagged(to: Bytes, tags: Tags, text: string, escaped: RegExp): void {
  // Read only once: strings have many representations within V8, and each access of the length must
  // find the right one.
  const { length } = text
  if (length === 0) {
    putBytes(to, tags.empty)
    return
  }
  const { open, close } = tags
  reserve(to, open.length + length + close.length)
  const { array, length: start } = to
  copyBytes(open, array, start)
  const from = start + open.length
  const till = from + length
  // Most texts are plain, so they are written byte by byte without an intermediate string.
  if (!isPlainPut(array, from, text, length)) {
    to.length = from
    putUtf8(to, escapedText(text, escaped))
    putBytes(to, close)
    return
  }
  if (close.length === 1) array[till] = QUOTE
  else copyBytes(close, array, till)
  to.length = till + close.length
}

const QUOTE = 0x22

/** Whether a character is written unchanged as one byte, by character code. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  code >= 0x20 && code < 0x7f && !'&<>"'.includes(String.fromCharCode(code)) ? 1 : 0,
)

/**
 * Writes a text at a position where there is enough room. Returns false if part of the text must be
 * escaped or needs several bytes.
 */
function isPlainPut(array: Uint8Array, at: number, text: string, length: number): boolean {
  for (let index = 0; index < length; index += 1) {
    const code = codeUnitAt(text, index)
    if (PLAIN[code] !== 1) return false
    array[at + index] = code
  }
  return true
}

function putUtf8(to: Bytes, text: string): void {
  // UTF-8 needs at most three bytes per unit of a JavaScript string.
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
/**
 * Line ends and tabs in attributes are escaped, because they would be read back as blanks (XML 1.0
 * section 3.3.3).
 */
const ATTRIBUTE_ESCAPED = /[&<>"\t\n\r]/g
const TEXT_ESCAPED = /[&<>\r]/g

function escapedText(text: string, characters: RegExp): string {
  rejectIllegalCharacters(text)
  return text.replace(characters, (character) => ESCAPES[character] ?? character)
}

/**
 * Writes a CDATA section. A `]]>` in the text is split between two sections. A carriage return is
 * written as a reference between two sections, because readers would turn it into a line feed (XML
 * 1.0 section 2.11).
 */
function putSection(to: Bytes, tags: Tags, text: string): void {
  rejectIllegalCharacters(text)
  const ended = text.includes(']]>') ? text.replaceAll(']]>', ']]]]><![CDATA[>') : text
  const parted = ended.includes('\r') ? ended.replaceAll('\r', ']]>&#13;<![CDATA[') : ended
  putBytes(to, tags.open)
  putUtf8(to, `<![CDATA[${parted}]]>`)
  putBytes(to, tags.close)
}
