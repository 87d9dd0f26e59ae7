/**
 * Text to a tree of elements, within bounds. Names are compared as written: MISMO 2.x has no
 * namespaces, so a prefix makes a name unknown. Nothing is fetched, no entity is declared.
 */
import { SaxesParser } from 'saxes'
import { NotReadable } from './not-readable.ts'

/** An element as written, with where it stands in the text. */
export interface XmlNode {
  readonly name: string
  readonly attributes: ReadonlyMap<string, XmlAttribute>
  readonly children: readonly XmlNode[]
  /** All character data directly inside, CDATA sections included, as one text. */
  readonly text: string
  readonly line: number
  /** Offsets of the content in the text, for cutting it out. */
  readonly contentStart: number
  readonly contentEnd: number
}

export interface XmlAttribute {
  readonly value: string
  /** Offset of the end of the quoted value, quote included. */
  readonly end: number
}

/** The bounds of a document. */
export interface Bounds {
  readonly depthMax: number
  readonly elementCountMax: number
  readonly attributeCountMax: number
}

/** The bounds of a request (design section 7). The size is bounded before. */
export const REQUEST_BOUNDS: Bounds = {
  depthMax: 32,
  elementCountMax: 2_000,
  attributeCountMax: 64,
}

/** Longest name of an element or attribute. */
const NAME_LENGTH_MAX = 256

type Building = { -readonly [K in keyof XmlNode]: XmlNode[K] } & {
  attributes: Map<string, XmlAttribute>
  children: XmlNode[]
}

/** Parses a document, or throws `NotReadable`. */
export function parse(text: string, bounds: Bounds = REQUEST_BOUNDS): XmlNode {
  refuseDoctype(text)
  const build = new TreeBuilder(text, bounds)
  return build.tree()
}

/** Holds the parser and the open elements while one document is read. */
class TreeBuilder {
  readonly #parser = new SaxesParser({ xmlns: false, position: true })
  readonly #text: string
  readonly #bounds: Bounds
  readonly #open: Building[] = []
  #elementCount = 0
  #root: XmlNode | undefined

  constructor(text: string, bounds: Bounds) {
    this.#text = text
    this.#bounds = bounds
    const parser = this.#parser
    parser.on('error', (error) => this.#fail('not well-formed', ruleOf(error.message)))
    parser.on('doctype', () => this.#fail('doctype'))
    parser.on('xmldecl', ({ version }) => {
      if (version !== undefined && version !== '1.0') this.#fail('version', 'only XML 1.0 is read')
    })
    parser.on('opentagstart', (tag) => this.#start(tag.name))
    parser.on('attribute', ({ name, value }) => this.#attribute(name, value))
    parser.on('opentag', () => this.#opened())
    parser.on('text', (text) => this.#characters(text))
    parser.on('cdata', (text) => this.#characters(text))
    parser.on('closetag', (tag) => this.#close(tag.isSelfClosing))
  }

  tree(): XmlNode {
    this.#parser.write(this.#text).close()
    if (this.#root === undefined) this.#fail('not well-formed', 'there is no root element')
    return this.#root as XmlNode
  }

  #fail(rule: NotReadable['rule'], detail?: string): never {
    throw new NotReadable(rule, this.#parser.line, this.#parser.column, detail)
  }

  #start(name: string): void {
    this.#elementCount += 1
    if (this.#open.length >= this.#bounds.depthMax) this.#fail('too deep')
    if (this.#elementCount > this.#bounds.elementCountMax) this.#fail('too many elements')
    this.#checkName(name)
    this.#open.push({
      name,
      attributes: new Map(),
      children: [],
      text: '',
      line: this.#parser.line,
      contentStart: 0,
      contentEnd: 0,
    })
  }

  #attribute(name: string, value: string): void {
    const attributes = this.#open.at(-1)?.attributes
    if (attributes === undefined) return
    if (attributes.size >= this.#bounds.attributeCountMax) this.#fail('too many attributes')
    this.#checkName(name)
    attributes.set(name, { value, end: this.#parser.position })
  }

  #opened(): void {
    const node = this.#open.at(-1)
    if (node !== undefined) node.contentStart = this.#parser.position
  }

  #characters(text: string): void {
    const node = this.#open.at(-1)
    if (node !== undefined) node.text += text
  }

  #close(selfClosing: boolean): void {
    const node = this.#open.pop()
    if (node === undefined) return
    const end = this.#parser.position
    node.contentEnd = selfClosing ? node.contentStart : this.#text.lastIndexOf('</', end)
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#root = node
    else parent.children.push(node)
  }

  #checkName(name: string): void {
    if (name.length > NAME_LENGTH_MAX) this.#fail('name too long')
  }
}

/** The rule in a parser's message, without the part of the document that it quotes. */
function ruleOf(message: string): string {
  const rule = message.replace(/^\d+:\d+: /, '')
  return rule.includes(':') ? rule.slice(0, rule.indexOf(':')) : rule.replace(/\.$/, '')
}

/**
 * Throws where a DOCTYPE stands before the root element. The parser would read it to its end first,
 * however long it is; elsewhere a DOCTYPE is not well-formed and the parser refuses it at once.
 */
function refuseDoctype(text: string): void {
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text.charAt(at)) || text.charAt(at) === '\uFEFF') at += 1
    else if (text.startsWith('<?', at)) at = after(text, '?>', at)
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at)
    else break
  }
  if (!text.startsWith('<!DOCTYPE', at)) return
  const lines = text.slice(0, at).split(/\r\n|\r|\n/)
  throw new NotReadable('doctype', lines.length, (lines.at(-1) ?? '').length + 1)
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  return found === -1 ? text.length : found + end.length
}
