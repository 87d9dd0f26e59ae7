/**
 * Text to a tree of elements, within bounds. Names are compared as written: MISMO 2.x has no
 * namespaces, so a prefix makes a name unknown. Nothing is fetched, no entity is declared.
 */
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { adviceOf, bareAmpersand } from './advice.ts'
import { withoutProlog } from './prolog.ts'
import type { Requirements } from './requirements.ts'
import { countOf, UnreadableDocument } from './unreadable.ts'

/** What a node of a JSON document was written as; an empty list has a node that says so. */
export type JsonForm = 'object' | 'string' | 'number' | 'boolean' | 'null' | 'empty list'

/**
 * An element as written, with its place in the text. In JSON, it is a property or an item of a
 * list.
 */
export interface XmlNode {
  /** As written, with a prefix if it has one. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, XmlAttribute>
  /** In the order of the document. */
  readonly children: readonly XmlNode[]
  /** All character data directly inside, CDATA sections included, as one text. */
  readonly text: string
  /** From 1, as editors count; errors name it. */
  readonly line: number
  /** Offsets of the content in the text, for cutting it out. */
  readonly contentStart: number
  readonly contentEnd: number
  /** Only in JSON. The content of a string is what its quotes enclose, of any other form all of it. */
  readonly json?: { readonly form: JsonForm; readonly listed: boolean }
}

/**
 * An attribute as written. Its offset lets masking replace the value in the text without writing
 * the document again.
 */
export interface XmlAttribute {
  /** Unescaped. */
  readonly value: string
  /** Offset of the end of the quoted value, quote included. */
  readonly end: number
}

/**
 * The bounds of a document: they keep a small body from becoming a large tree, or a long
 * computation.
 */
export interface Bounds {
  /** Deepest nesting of elements: a request has seven levels, eight with its fields as elements. */
  readonly depthMax: number
  /** Of the whole document. */
  readonly elementCountMax: number
  /** Of one element. */
  readonly attributeCountMax: number
  /** Of all elements. */
  readonly attributeTotalMax: number
  /** Comments, processing instructions and CDATA sections. */
  readonly asideCountMax: number
  /** Ampersands anywhere in the text: a reference costs more to read than a letter. */
  readonly referenceCountMax: number
}

/**
 * The bounds of a request. The size is bounded before. They are a multiple of what the largest
 * valid request needs.
 */
export const REQUEST_BOUNDS: Bounds = {
  depthMax: 32,
  elementCountMax: 2_000,
  attributeCountMax: 64,
  attributeTotalMax: 16_000,
  asideCountMax: 2_000,
  referenceCountMax: 16_000,
}

/** The bounds of an answer with its printed report inside. */
export const ANSWER_BOUNDS: Bounds = {
  depthMax: 32,
  elementCountMax: 200_000,
  attributeCountMax: 64,
  attributeTotalMax: 2_000_000,
  asideCountMax: 200_000,
  referenceCountMax: 1_000_000,
}

/** Longest name of an element, attribute, property, instruction or entity, and longest reference. */
export const NAME_LENGTH_MAX = 256

/** How much of a text is parsed between two looks at what is not finished in it. */
const SLICE_LENGTH = 16_384

/** What is parsed at once; no honest order was seen that is longer. */
const AT_ONCE_LENGTH = 32_768

type Building = { -readonly [K in keyof XmlNode]: XmlNode[K] } & {
  attributes: Map<string, XmlAttribute>
  children: XmlNode[]
}

/** Parses a document, or throws `UnreadableDocument`. */
export function parse(
  text: string,
  bounds: Bounds = REQUEST_BOUNDS,
  requirements: Requirements = 'interface',
): XmlNode {
  const steps = new TreeBuilder(text, bounds, requirements).steps()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The large document that is being parsed in turns; the next one waits for it. */
let underway: Promise<unknown> = Promise.resolve()

/**
 * Parses a document as `parse` does, and lets other work go on after each slice of it. A document
 * that takes long to parse, by accident or on purpose, then delays only other documents as large.
 */
export async function parseInTurns(
  text: string,
  bounds: Bounds = REQUEST_BOUNDS,
  requirements: Requirements = 'interface',
) {
  const steps = new TreeBuilder(text, bounds, requirements).steps()
  const first = steps.next()
  if (first.done === true) return first.value
  // The next document waits for the end of this one, not for its success.
  const tree = underway.then(() => inTurns(steps))
  const ended = () => undefined
  underway = tree.then(ended, ended)
  return tree
}

async function inTurns(steps: Steps): Promise<XmlNode> {
  for (;;) {
    await setImmediate()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

type Steps = Generator<undefined, XmlNode>

/** What the parser holds of a token whose end it has not seen. */
interface Unfinished {
  readonly name: string
  readonly piTarget: string
  readonly entity: string
  readonly text: string
}

/** Holds the parser and the open elements while one document is read. */
class TreeBuilder {
  /**
   * Without namespaces, so that names stay as written. Positions are needed for errors and masking.
   */
  readonly #parser = new SaxesParser({ xmlns: false, position: true })
  readonly #text: string
  readonly #bounds: Bounds
  readonly #open: Building[] = []
  #elementCount = 0
  #attributeTotal = 0
  #asideCount = 0
  #referenceCount = 0
  #root: XmlNode | undefined
  #closedLine: number | undefined

  constructor(text: string, bounds: Bounds, requirements: Requirements) {
    this.#text = withoutProlog(text, bounds.asideCountMax, requirements)
    this.#bounds = bounds
    const parser = this.#parser
    parser.on('error', (error) => this.#reject(error.message))
    parser.on('xmldecl', ({ version }) => {
      if (version !== undefined && version !== '1.0')
        this.#fail('version', 'only XML 1.0 is supported')
    })
    parser.on('opentagstart', (tag) => this.#start(tag.name))
    parser.on('attribute', ({ name, value }) => this.#attribute(name, value))
    parser.on('opentag', () => this.#opened())
    parser.on('text', (text) => this.#characters(text))
    parser.on('cdata', (text) => {
      this.#aside()
      this.#characters(text)
    })
    parser.on('comment', () => this.#aside())
    parser.on('processinginstruction', ({ target, body }) => {
      this.#aside()
      this.#checkInstruction(target, body)
    })
    parser.on('closetag', (tag) => this.#close(tag.isSelfClosing))
  }

  /** Parses what may be parsed at once, and then a slice with each step. */
  *steps(): Steps {
    for (let at = 0; at < this.#text.length; at += SLICE_LENGTH) {
      if (at >= AT_ONCE_LENGTH) yield
      const slice = this.#text.slice(at, at + SLICE_LENGTH)
      this.#countReferences(slice)
      this.#parser.write(slice)
      this.#checkUnfinished()
    }
    this.#parser.close()
    if (this.#root === undefined) this.#fail('not well-formed', 'no root element')
    return this.#root as XmlNode
  }

  /** Rejects a text for what the parser says of it. */
  #reject(message: string): never {
    const { position } = this.#parser
    const { entity } = this.#parser as unknown as Unfinished
    if (entity !== '' || message.includes('entity')) this.#rejectAmpersand()
    const last = this.#text.charAt(position - 1)
    this.#fail('not well-formed', adviceOf(message, last, this.#lastLine()))
  }

  /** The line of the element that is open, or that the parser just closed for another's end tag. */
  #lastLine(): number | undefined {
    return this.#closedLine ?? this.#open.at(-1)?.line
  }

  #rejectAmpersand(): void {
    const found = bareAmpersand(this.#text.slice(0, this.#parser.position))
    if (found === undefined) return
    throw new UnreadableDocument('not well-formed', found.line, found.column, found.detail)
  }

  /**
   * Throws out of the parser's event handler, which ends the parse: no byte behind the error is
   * read.
   */
  #fail(rule: UnreadableDocument['rule'], detail?: string): never {
    throw new UnreadableDocument(rule, this.#parser.line, this.#parser.column, detail)
  }

  #start(name: string): void {
    this.#elementCount += 1
    if (this.#open.length >= this.#bounds.depthMax) this.#fail('too deep')
    if (this.#elementCount > this.#bounds.elementCountMax) this.#fail('too many elements')
    this.#checkName(name)
    this.#closedLine = undefined
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
    this.#attributeTotal += 1
    if (
      attributes.size >= this.#bounds.attributeCountMax ||
      this.#attributeTotal > this.#bounds.attributeTotalMax
    ) {
      this.#fail('too many attributes')
    }
    this.#checkName(name)
    // The parser looks for this only when the element's last attribute is read.
    if (attributes.has(name)) this.#reject('duplicate attribute')
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
    this.#closedLine = node.line
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#root = node
    else parent.children.push(node)
  }

  #checkName(name: string): void {
    if (name.length > NAME_LENGTH_MAX) this.#fail('name too long')
  }

  #aside(): void {
    this.#asideCount += 1
    if (this.#asideCount > this.#bounds.asideCountMax)
      this.#fail('too many comments and processing instructions')
  }

  /** The parser takes `<?name??>`, where a space must follow the name (XML 1.0 section 2.6). */
  #checkInstruction(target: string, body: string): void {
    if (!body.startsWith('?')) return
    if (this.#text.endsWith(`<?${target}${body}?>`, this.#parser.position)) {
      this.#fail('not well-formed', 'no space after the name of a processing instruction')
    }
  }

  #countReferences(slice: string): void {
    this.#referenceCount += countOf('&', slice)
    if (this.#referenceCount > this.#bounds.referenceCountMax) this.#fail('too many references')
  }

  /**
   * Rejects a name before its end is seen. A text that is being parsed is a tree of its pieces
   * until it is read, which takes far more memory than the text: reading one letter flattens it.
   */
  #checkUnfinished(): void {
    const { name, piTarget, entity, text } = this.#parser as unknown as Unfinished
    this.#checkName(name)
    this.#checkName(piTarget)
    if (entity.length > NAME_LENGTH_MAX) this.#rejectAmpersand()
    this.#checkName(entity)
    text.charCodeAt(0)
  }
}
