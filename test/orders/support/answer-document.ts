/**
 * Reads a response with a parser that the service does not use, and spells the names as the
 * interface document does. Tests can thus make the same assertions in every dialect.
 */
import assert from 'node:assert/strict'
import { XmlDocument, XmlElement } from 'libxml2-wasm'
import { type DialectName, WORDS } from './order-document.ts'

/**
 * An element or field of a response: its path in the interface's spelling, and its text if it is a
 * scalar.
 */
interface Written {
  readonly path: string
  readonly text: string | undefined
  /** The index of the element that contains it. */
  readonly holder: number
}

/** A response that a test can read. */
export interface AnswerDocument {
  readonly dialect: DialectName
  /** All elements and fields, in order. */
  readonly written: readonly Written[]
  /** Returns the texts at a path. The path may omit its first elements. */
  texts(path: string): readonly string[]
  /** Returns the text at a path that occurs exactly once. */
  text(path: string): string
  /** Returns the value of the KEY with this name. */
  key(name: string): string | undefined
  /** Returns the printed report. */
  printed(): Buffer
}

/** Elements that hold a text in every dialect. */
const TEXT_ELEMENTS = new Set(['_Text', '_UnparsedAddress', '_UnparsedEmployment'])

/** Reads a response, which is a report or an error document. */
export function answerDocument(body: string): AnswerDocument {
  if (body.startsWith('{')) return readable(fromJson(body))
  using document = XmlDocument.fromString(body)
  return answerOf(document)
}

/** Reads a response that has already been parsed. */
export function answerOf({ root }: XmlDocument): AnswerDocument {
  const dialect = dialectOf(root)
  const written: Written[] = []
  collect(root, root.name, -1, dialect, written)
  return readable({ dialect, written })
}

function readable({ dialect, written }: Read): AnswerDocument {
  const texts = (path: string) =>
    written.flatMap((one) =>
      one.text !== undefined && (one.path === path || one.path.endsWith(`.${path}`))
        ? [one.text]
        : [],
    )
  const text = (path: string) => {
    const found = texts(path)
    assert.equal(found.length, 1, `${path} occurs ${found.length} times`)
    return found[0] ?? ''
  }
  return {
    dialect,
    written,
    texts,
    text,
    key: (name) => texts('RESPONSE.KEY.__Value')[texts('RESPONSE.KEY.__Name').indexOf(name)],
    printed: () => Buffer.from(text('EMBEDDED_FILE.DOCUMENT.__cdata'), 'base64'),
  }
}

type Read = Pick<AnswerDocument, 'dialect'> & { readonly written: Written[] }

/**
 * Reads a JSON response. Every value is an object, a string, or a list of either. It uses the words
 * of the request.
 */
function fromJson(json: string): Read {
  const document = JSON.parse(json) as Record<string, Record<string, unknown>>
  const [[root, content] = assert.fail('no root')] = Object.entries(document)
  const spelling = '_MISMOVersionID' in content ? neutral : (name: string) => name
  const written: Written[] = []
  collectJson(root, content, -1, spelling, written)
  return { dialect: 'json', written }
}

function collectJson(
  path: string,
  value: unknown,
  holder: number,
  spelling: (name: string) => string,
  written: Written[],
): void {
  const own = written.length
  if (Array.isArray(value)) {
    for (const one of value) collectJson(path, one, holder, spelling, written)
    return
  }
  written.push({ path, text: typeof value === 'string' ? value : undefined, holder })
  if (typeof value === 'string') return
  assert.ok(typeof value === 'object' && value !== null, path)
  for (const [name, content] of Object.entries(value)) {
    collectJson(`${path}.${spelling(name)}`, content, own, spelling, written)
  }
}

function neutral(name: string): string {
  return WORDS.reduce((text, [word, original]) => text.replace(original, word), name)
}

function dialectOf(root: XmlElement): DialectName {
  const [first] = root.attrs
  if (first === undefined) return 'elements'
  if (first.name.startsWith('_')) return 'literal'
  return first.name === 'StandardVersionID' ? 'neutral' : 'mismo'
}

function collect(
  node: XmlElement,
  path: string,
  holder: number,
  dialect: DialectName,
  written: Written[],
): void {
  const own = written.length
  const scalar = isScalarElement(node, dialect)
  written.push({ path, text: scalar ? node.content : undefined, holder })
  for (const { name, value } of node.attrs) {
    const place = `${path}.${interfaceName(name, dialect)}`
    written.push({ path: place, text: value, holder: own })
  }
  if (node.name === 'DOCUMENT') {
    written.push({ path: `${path}.__cdata`, text: node.content, holder: own })
  }
  for (const child of elementsOf(node)) {
    collect(child, `${path}.${child.name}`, own, dialect, written)
  }
}

function isScalarElement(node: XmlElement, dialect: DialectName): boolean {
  if (TEXT_ELEMENTS.has(node.name)) return true
  return dialect === 'elements' && /[a-z]|^__SSN$/.test(node.name)
}

function elementsOf(node: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  for (let child = node.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElement) found.push(child)
  }
  return found
}

function interfaceName(attribute: string, dialect: DialectName): string {
  if (dialect === 'literal') return attribute
  return `_${dialect === 'mismo' ? neutral(attribute) : attribute}`
}
