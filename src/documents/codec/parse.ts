/**
 * Parses text to a tree of elements, within bounds. Names are compared as written: MISMO 2.x has no
 * namespaces, so a prefix makes a name unknown. The parser fetches nothing and declares no
 * entities.
 */
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { adviceOf, bareAmpersand } from './advice.ts'
import { withoutProlog } from './prolog.ts'
import type { Requirements } from './requirements.ts'
import { atMost, countOf, UnreadableDocument } from './unreadable.ts'

/**
 * The form of a node in a JSON document. An empty list is represented by a node with its own form.
 */
export type JsonForm = 'object' | 'string' | 'number' | 'boolean' | 'null' | 'empty list'

/**
 * An element as written, with its position in the text. In JSON, it is a property or a list item.
 */
export interface XmlNode {
  /** The name as written, with its prefix if it has one. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, XmlAttribute>
  /** The child elements, in document order. */
  readonly children: readonly XmlNode[]
  /** All character data directly inside, including CDATA sections, as one text. */
  readonly text: string
  /** The line, counted from 1 as in editors. Errors mention it. */
  readonly line: number
  /** Offsets of the content in the text, so that it can be cut out. */
  readonly contentStart: number
  readonly contentEnd: number
  /**
   * Only in JSON. The content of a string is the text between its quotation marks; the content of
   * any other form is the whole value.
   */
  readonly json?: { readonly form: JsonForm; readonly listed: boolean }
}

/**
 * Returns whether an attribute belongs to XML and its schemas, such as `xmlns:xsi` and
 * `xsi:schemaLocation`. It has no meaning in MISMO 2.x, and many serializers add it.
 */
export function isAttributeOfXml(name: string): boolean {
  return /^(?:xmlns|xml:|xsi:)/.test(name)
}

/**
 * An attribute as written. Its offset lets masking replace the value in the text without writing
 * the document again.
 */
export interface XmlAttribute {
  /** The unescaped value. */
  readonly value: string
  /** The offset of the end of the quoted value, including the quotation mark. */
  readonly end: number
}

/**
 * The bounds of a document. They keep a small body from becoming a large tree or a long
 * computation.
 */
export interface Bounds {
  /**
   * The deepest nesting of elements. A request has seven levels, or eight if its fields are
   * elements.
   */
  readonly depthMax: number
  /** The most elements of a document. */
  readonly elementCountMax: number
  /** The most attributes of an element. */
  readonly attributeCountMax: number
  /** The most attributes of a document. */
  readonly attributeTotalMax: number
  /** The most comments, processing instructions and CDATA sections. */
  readonly asideCountMax: number
  /** The most ampersands in the text, because a reference costs more to read than a letter. */
  readonly referenceCountMax: number
}

/**
 * The bounds of a request, whose size has been checked before. They are a multiple of what the
 * largest valid request needs.
 */
export const REQUEST_BOUNDS: Bounds = {
  depthMax: 32,
  elementCountMax: 2_000,
  attributeCountMax: 64,
  attributeTotalMax: 16_000,
  asideCountMax: 2_000,
  referenceCountMax: 16_000,
}

/** The bounds of a response, including its printed report. */
export const RESPONSE_BOUNDS: Bounds = {
  depthMax: 32,
  elementCountMax: 200_000,
  attributeCountMax: 64,
  attributeTotalMax: 2_000_000,
  asideCountMax: 200_000,
  referenceCountMax: 1_000_000,
}

/**
 * The longest name of an element, attribute, property, instruction or entity, and the longest
 * reference.
 */
export const NAME_LENGTH_MAX = 256

/** The length of text that is parsed between two checks of unfinished tokens. */
const SLICE_LENGTH = 16_384

/** The length that is parsed without interruption. No genuine order was longer. */
const AT_ONCE_LENGTH = 32_768

type OpenNode = { -readonly [K in keyof XmlNode]: XmlNode[K] } & {
  attributes: Map<string, XmlAttribute>
  children: XmlNode[]
}

/** Parses a document. Throws `UnreadableDocument`. */
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

/** The large document that is being parsed in slices. The next one waits for it. */
let largeInProgress: Promise<unknown> = Promise.resolve()

/**
 * Parses a document as `parse` does, but lets other work run after each slice. A document that
 * takes long to parse, accidentally or on purpose, then delays only other large documents.
 */
export async function parseInTurns(
  text: string,
  bounds: Bounds = REQUEST_BOUNDS,
  requirements: Requirements = 'interface',
) {
  const steps = new TreeBuilder(text, bounds, requirements).steps()
  const first = steps.next()
  if (first.done === true) return first.value
  // The next document waits for the end of this one, whether or not it succeeds.
  const tree = largeInProgress.then(() => parseSlices(steps))
  const ignoreResult = () => undefined
  largeInProgress = tree.then(ignoreResult, ignoreResult)
  return tree
}

async function parseSlices(steps: Steps): Promise<XmlNode> {
  for (;;) {
    await setImmediate()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

type Steps = Generator<undefined, XmlNode>

/** The parser's buffers for tokens whose end it has not seen. */
interface Unfinished {
  readonly name: string
  readonly piTarget: string
  readonly entity: string
  readonly text: string
}

/** The parser and the open elements of one document. */
class TreeBuilder {
  /**
   * Without namespaces, so that names stay as written. Positions are needed for errors and masking.
   */
  readonly #parser = new SaxesParser({ xmlns: false, position: true })
  readonly #text: string
  readonly #bounds: Bounds
  readonly #open: OpenNode[] = []
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

  /** Parses the first part without interruption, and then one slice per step. */
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

  /** Rejects a text because of an error of the parser. */
  #reject(message: string): never {
    const { position } = this.#parser
    const { entity } = this.#parser as unknown as Unfinished
    if (entity !== '' || message.includes('entity')) this.#rejectAmpersand()
    const last = this.#text.charAt(position - 1)
    this.#fail('not well-formed', adviceOf(message, last, this.#lastLine()))
  }

  /**
   * Returns the line of the open element, or of the element that the parser just closed because of
   * the end tag of another one.
   */
  #lastLine(): number | undefined {
    return this.#closedLine ?? this.#open.at(-1)?.line
  }

  #rejectAmpersand(): void {
    const found = bareAmpersand(this.#text.slice(0, this.#parser.position))
    if (found === undefined) return
    throw new UnreadableDocument('not well-formed', found.line, found.column, found.detail)
  }

  /**
   * Throws out of the parser's event handler, which ends parsing: no byte after the error is read.
   */
  #fail(rule: UnreadableDocument['rule'], detail?: string): never {
    const { line, column } = this.#parser
    // The parser gives the column of the last character that it read: 0 after a line break.
    throw new UnreadableDocument(rule, line, Math.max(1, column), detail)
  }

  #start(name: string): void {
    this.#elementCount += 1
    const { depthMax, elementCountMax } = this.#bounds
    if (this.#open.length >= depthMax) this.#fail('too deep', atMost(depthMax, 'levels'))
    if (this.#elementCount > elementCountMax)
      this.#fail('too many elements', atMost(elementCountMax, 'elements'))
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
    const { attributeCountMax, attributeTotalMax } = this.#bounds
    if (attributes.size >= attributeCountMax)
      this.#fail('too many attributes', atMost(attributeCountMax, 'attributes of an element'))
    if (this.#attributeTotal > attributeTotalMax)
      this.#fail('too many attributes', atMost(attributeTotalMax, 'attributes'))
    this.#checkName(name)
    // The parser checks this only after the last attribute of the element.
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
    // At `end`, the end tag of the parent can begin.
    node.contentEnd = selfClosing ? node.contentStart : this.#text.lastIndexOf('</', end - 1)
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
    const { asideCountMax } = this.#bounds
    if (this.#asideCount > asideCountMax)
      this.#fail('too many comments and processing instructions', atMost(asideCountMax, 'of these'))
  }

  /**
   * Rejects `<?name??>`. The parser accepts it, although a space must follow the name (XML 1.0
   * section 2.6).
   */
  #checkInstruction(target: string, body: string): void {
    if (!body.startsWith('?')) return
    if (this.#text.endsWith(`<?${target}${body}?>`, this.#parser.position)) {
      this.#fail('not well-formed', 'no space after the name of a processing instruction')
    }
  }

  #countReferences(slice: string): void {
    this.#referenceCount += countOf('&', slice)
    const { referenceCountMax } = this.#bounds
    if (this.#referenceCount > referenceCountMax)
      this.#fail('too many references', atMost(referenceCountMax, 'references'))
  }

  /**
   * Rejects an overlong name before its end is reached. While a text is being parsed, V8 stores it
   * as a tree of pieces, which takes far more memory than the text. Reading one letter flattens the
   * tree.
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
