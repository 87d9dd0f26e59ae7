/**
 * Parses JSON to the same tree as XML, within the same bounds. A property is an element, and each
 * item of a list is an element with the list's name. `JSON.parse` would accept a name twice, has no
 * bounds, and gives no positions, which masking and error messages need.
 */
import { isLegal } from './illegal.ts'
import {
  type Bounds,
  type JsonForm,
  NAME_LENGTH_MAX,
  REQUEST_BOUNDS,
  type XmlNode,
} from './parse.ts'
import { atMost, positionAt, UnreadableDocument, type UnreadableRule } from './unreadable.ts'

/** Parses a document. Throws `UnreadableDocument`. */
export function parseJson(text: string, bounds: Bounds = REQUEST_BOUNDS): XmlNode {
  return new JsonReader(text, bounds).document()
}

/**
 * Reads one document from start to end. It stores an offset and no copy of the text, and its
 * recursion is limited by `depthMax`.
 */
class JsonReader {
  readonly #text: string
  /** Checked while reading, so that a larger document costs no more than the largest valid one. */
  readonly #bounds: Bounds
  #at = 0
  #line = 1
  #valueCount = 0
  #escapeCount = 0

  constructor(text: string, bounds: Bounds) {
    this.#text = text
    this.#bounds = bounds
  }

  document(): XmlNode {
    this.#space()
    if (this.#text[this.#at] !== '{') this.#fail('not well-formed', this.#objectAdvice())
    const roots = this.#properties(0)
    this.#space()
    if (this.#at < this.#text.length) {
      this.#fail('not well-formed', 'text after the end of the document; remove it')
    }
    const [root] = roots
    if (root === undefined) this.#fail('not well-formed', 'the document has no property')
    if (root.json?.listed === true) this.#fail('not well-formed', 'the root must be an object')
    return root
  }

  #objectAdvice(): string {
    const start = this.#text.slice(this.#at, this.#at + 64)
    if (start === '') return 'the body is empty; send a JSON document'
    if (start.startsWith('<')) return 'the body is XML; send it with Content-Type application/xml'
    if (start.startsWith('[')) return 'the document must be an object, not a list'
    if (start.startsWith('"')) return 'the document must be an object; send it unquoted'
    if (/^[\w.-]+=/.test(start)) {
      return 'the body is a form field, a name and an equals sign; send the JSON itself as the body'
    }
    return 'the document must begin with {; send plain JSON with nothing before it'
  }

  /** Reads the properties of an object, from its opening to its closing brace. */
  #properties(depth: number): XmlNode[] {
    const children: XmlNode[] = []
    const names = new Set<string>()
    this.#at += 1
    this.#space()
    if (this.#consume('}')) return children
    for (;;) {
      const name = this.#name(names)
      // A document has one root, as in XML. Otherwise a second property at the top would be
      // silently ignored.
      if (depth === 0 && names.size > 1) {
        this.#fail(
          'not well-formed',
          'a second property beside the first; put all properties inside one with the name REQUEST_GROUP',
        )
      }
      this.#space()
      if (!this.#consume(':')) this.#fail('not well-formed', 'a colon must follow the name')
      this.#space()
      if (this.#text[this.#at] === '[') this.#items(name, depth + 1, children)
      else children.push(this.#value(name, depth + 1, false))
      this.#space()
      if (this.#consume('}')) return children
      if (!this.#consume(',')) this.#fail('not well-formed', this.#commaAdvice('}'))
      this.#space()
    }
  }

  #name(names: Set<string>): string {
    const begin = this.#at
    if (this.#text[begin] !== '"') this.#fail('not well-formed', this.#nameAdvice())
    const name = this.#string()
    if (name.length > NAME_LENGTH_MAX) this.#failAt(begin, 'name too long')
    if (!XML_NAME.test(name)) {
      this.#failAt(begin, 'not well-formed', 'a name that no element or attribute can have')
    }
    if (names.has(name)) {
      this.#failAt(begin, 'not well-formed', 'the object has this name twice; remove one')
    }
    names.add(name)
    return name
  }

  /**
   * Returns advice on common mistakes: comments and trailing commas, which JavaScript allows and
   * strict JSON does not.
   */
  #nameAdvice(): string {
    const found = this.#text[this.#at]
    if (found === '}') return 'a comma before }; remove it'
    if (found === '/' || found === '#') return 'JSON has no comments; remove it'
    return 'a name in double quotation marks must be here'
  }

  #commaAdvice(end: '}' | ']'): string {
    if (this.#at >= this.#text.length) {
      return 'the document ends before its objects are closed; send it complete'
    }
    return `a comma or ${end} must follow the value`
  }

  /**
   * Reads the items of a list as elements with its name. An empty list becomes a node with its own
   * form.
   */
  #items(name: string, depth: number, children: XmlNode[]): void {
    const begin = this.#at
    this.#at += 1
    this.#space()
    if (this.#consume(']')) {
      children.push(this.#node(name, 'empty list', '', begin, true))
      return
    }
    for (;;) {
      if (this.#text[this.#at] === '[') {
        this.#fail('not well-formed', 'a list directly inside a list; remove one pair of brackets')
      }
      children.push(this.#value(name, depth, true))
      this.#space()
      if (this.#consume(']')) return
      if (!this.#consume(',')) this.#fail('not well-formed', this.#commaAdvice(']'))
      this.#space()
    }
  }

  #value(name: string, depth: number, listed: boolean): XmlNode {
    const begin = this.#at
    const { depthMax } = this.#bounds
    if (depth > depthMax) this.#fail('too deep', atMost(depthMax, 'levels'))
    const first = this.#text[begin]
    if (first === '{') {
      const line = this.#line
      const node = this.#node(name, 'object', '', begin, listed)
      const children = this.#properties(depth)
      return { ...node, children, line, contentEnd: this.#at }
    }
    if (first === '"') {
      const text = this.#string()
      const node = this.#node(name, 'string', text, begin + 1, listed)
      return { ...node, contentEnd: this.#at - 1 }
    }
    // A number or literal is stored as text with its form, so that the error can say what to write
    // instead.
    LITERAL.lastIndex = begin
    const literal = LITERAL.exec(this.#text)?.[0]
    if (literal === undefined) this.#fail('not well-formed', this.#valueAdvice())
    this.#at += literal.length
    return this.#node(name, formOf(literal), literal, begin, listed)
  }

  #valueAdvice(): string {
    const found = this.#text[this.#at]
    if (found === undefined) return this.#commaAdvice('}')
    if (found === ']') return 'a comma before ]; remove it'
    if (found === "'") return 'write a string in double quotation marks'
    if (found === '/' || found === '#') return 'JSON has no comments; remove it'
    return 'a value must be here: an object, a list or a string in double quotation marks'
  }

  #node(name: string, form: JsonForm, text: string, start: number, listed: boolean): XmlNode {
    // Counts values here, because objects and list items are all created here.
    this.#valueCount += 1
    const { elementCountMax } = this.#bounds
    if (this.#valueCount > elementCountMax)
      this.#fail('too many values', atMost(elementCountMax, 'values'))
    return {
      name,
      attributes: NO_ATTRIBUTES,
      children: [],
      text,
      line: this.#line,
      contentStart: start,
      contentEnd: this.#at,
      json: { form, listed },
    }
  }

  /** Reads a string in quotation marks, and unescapes it. */
  #string(): string {
    const begin = this.#at
    let text = ''
    let from = begin + 1
    for (let at = from; ; at += 1) {
      const code = this.#text.charCodeAt(at)
      if (code === QUOTE) {
        this.#at = at + 1
        text += this.#text.slice(from, at)
        break
      }
      if (code === BACKSLASH) {
        text += this.#text.slice(from, at) + this.#escaped(at)
        at += this.#text[at + 1] === 'u' ? 5 : 1
        from = at + 1
      } else if (!(code >= 0x20)) this.#failAt(at, 'not well-formed', badCharacter(code))
    }
    // The same order must be possible in XML: a text is stored once and may be written in either
    // format.
    if (!isLegal(text)) {
      this.#failAt(begin, 'not well-formed', 'a string with a character that XML does not allow')
    }
    return text
  }

  #escaped(at: number): string {
    this.#escapeCount += 1
    const { referenceCountMax } = this.#bounds
    if (this.#escapeCount > referenceCountMax)
      this.#failAt(at, 'too many escapes', atMost(referenceCountMax, 'escapes'))
    ESCAPE.lastIndex = at
    const found = ESCAPE.exec(this.#text)
    if (found === null) {
      this.#failAt(at, 'not well-formed', 'a \\ that begins no escape; write \\\\ for a backslash')
    }
    const [, letter = '', hexadecimal] = found
    if (hexadecimal !== undefined) return String.fromCharCode(Number.parseInt(hexadecimal, 16))
    return ESCAPES[letter] ?? letter
  }

  #consume(mark: string): boolean {
    if (this.#text[this.#at] !== mark) return false
    this.#at += 1
    return true
  }

  /**
   * Skips white space. Lines are counted as in editors: CR LF is one line end, and so is a single
   * CR or LF.
   */
  #space(): void {
    for (; ; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === LINE_FEED) this.#line += 1
      else if (code === CARRIAGE_RETURN) {
        if (this.#text.charCodeAt(this.#at + 1) !== LINE_FEED) this.#line += 1
      } else if (code !== 0x20 && code !== 0x09) return
    }
  }

  #fail(rule: UnreadableRule, detail?: string): never {
    this.#failAt(this.#at, rule, detail)
  }

  #failAt(at: number, rule: UnreadableRule, detail?: string): never {
    const { line, column } = positionAt(this.#text, at)
    throw new UnreadableDocument(rule, line, column, detail)
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

const NO_ATTRIBUTES: XmlNode['attributes'] = new Map()

/**
 * Must not be followed by a letter, digit or sign, so that `01` and `1x` are not numbers (RFC 8259
 * section 6).
 */
const LITERAL =
  /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![\w.+-])/y
const ESCAPE = /\\(?:(["\\/bfnrt])|u([0-9A-Fa-f]{4}))/y
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/**
 * XML 1.0 section 2.3. A name that XML does not allow could not be written in the other dialects.
 */
const NAME_START = String.raw`:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}`
const NAME_PART = String.raw`\-.0-9\u00b7\u0300-\u036f\u203f\u2040`
const XML_NAME = new RegExp(`^[${NAME_START}][${NAME_PART}${NAME_START}]*$`, 'u')

function formOf(literal: string): JsonForm {
  if (literal === 'null') return 'null'
  return literal === 'true' || literal === 'false' ? 'boolean' : 'number'
}

function badCharacter(code: number): string {
  return Number.isNaN(code)
    ? 'the document ends inside a string; send it complete'
    : 'a control character or line end inside a string; write an escape, such as \\n'
}
