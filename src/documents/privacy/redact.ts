/**
 * Removes sensitive data from documents: card data is cut out of a request before it is stored, and
 * personal data is masked before a document is shown.
 */

import { ANY_NUMBER, hasSeparatedNumber } from '../../person-number.ts'
import { planOf } from '../codec/carrier-plan.ts'
import { replacement, textNode } from '../codec/json-form.ts'
import { RESPONSE_BOUNDS, type XmlAttribute, type XmlNode } from '../codec/parse.ts'
import { formatOf, parseAs } from '../codec/parse-document.ts'
import { dialectOf } from '../codec/read.ts'
import type { Dialect } from '../dialects.ts'
import type { AnyElement, Element, TextElement } from '../element.ts'
import { HIDDEN, maskedNumber } from '../wording.ts'
import { masked } from './describe.ts'

// Card data is cut out of a request as sent, before it is stored anywhere. Fields are recognized
// only by name, in any case, with any prefix, as attribute or element, at any position, and in
// comments, texts and values too. Even if a client spells the document wrongly, or sends a part of it
// as text, its card code must not be stored.

/** The replacement of a removed value. */
const REDACTED = 'REDACTED'

/** Returns the names of the fields that are never stored, in lower case and without underscores. */
export function neverStoredNames(element: AnyElement, names = new Set<string>()): Set<string> {
  if (element.form === 'text') return names
  for (const [name, field] of Object.entries(element.fields)) {
    if (field.neverStored === true) names.add(comparableName(name))
  }
  for (const child of Object.values(element.children)) neverStoredNames(child.element, names)
  return names
}

/** A part of a text to remove, and the value that it contains. */
type Span = readonly [start: number, end: number, value: string, name: string, node?: XmlNode]

/**
 * Returns the text of a document in which the values of the named fields are replaced with the part
 * that `storedPartOf` returns. It changes the text, not the parsed document, so that everything
 * else is stored exactly as sent.
 */
export function redact(
  text: string,
  root: XmlNode,
  names: ReadonlySet<string>,
  storedPartOf: (value: string, name: string) => string = () => '',
): string {
  // Names in XML cannot be escaped, so a text that mentions none has no such field. Most have none.
  if (root.json === undefined && !mentionsAny(text, names)) return text
  const spans: Span[] = []
  collect(text, root, names, spans)
  if (root.json === undefined) collectAsides(text, names, spans)
  let redacted = ''
  let from = 0
  for (const [start, end, value, name, node] of spans.sort((one, other) => one[0] - other[0])) {
    if (start < from) continue
    const storedPart = storedPartOf(value, name) || REDACTED
    redacted +=
      text.slice(from, start) + (node === undefined ? storedPart : replacement(node, storedPart))
    from = end
  }
  return redacted + text.slice(from)
}

function collect(text: string, node: XmlNode, names: ReadonlySet<string>, spans: Span[]): void {
  const named = names.has(comparableName(node.name))
  const inValues = [...node.attributes.values()].some(({ value }) => mentionsAny(value, names))
  for (const [name, attribute] of node.attributes) {
    const own = comparableName(name)
    const isField = named || names.has(own)
    if (attribute.value === '' || !(isField || inValues)) continue
    const end = attribute.end - 1
    const start = text.lastIndexOf(text.charAt(end), end - 1) + 1
    spans.push(isField ? [start, end, attribute.value, own] : [start, end, '', ''])
  }
  if (named && node.contentEnd > node.contentStart) {
    spans.push([node.contentStart, node.contentEnd, node.text, comparableName(node.name), node])
  } else if (mentionsAny(node.text, names) && !isInSection(text, node, names)) {
    spans.push(wholeContent(node))
  }
  // A value beside the name of a field, such as that of a KEY, is the field's.
  const leaves = node.children.filter(({ children }) => children.length === 0)
  if (leaves.some((leaf) => mentionsAny(leaf.text, names))) {
    const filled = leaves.filter(({ contentStart, contentEnd }) => contentEnd > contentStart)
    spans.push(...filled.map(wholeContent))
  }
  for (const child of node.children) collect(text, child, names, spans)
}

const SECTIONS_AND_TAGS = /<!\[CDATA\[.*?\]\]>|<[^>]*>/gs

/**
 * Returns whether only CDATA sections of a node with children mention a named field, which are cut
 * out like comments.
 */
function isInSection(text: string, node: XmlNode, names: ReadonlySet<string>): boolean {
  if (node.json !== undefined || node.children.length === 0) return false
  let from = node.contentStart
  let own = ''
  for (const { contentStart, contentEnd } of node.children) {
    own += text.slice(from, contentStart)
    from = Math.max(from, contentEnd)
  }
  own += text.slice(from, node.contentEnd)
  return !mentionsAny(own.replace(SECTIONS_AND_TAGS, ' '), names)
}

/** Returns the span of everything in a node, whatever it says. */
function wholeContent(node: XmlNode): Span {
  return [node.contentStart, node.contentEnd, '', '', node]
}

/** CDATA sections, comments and processing instructions. */
const ASIDES = /<!\[CDATA\[(?<section>.*?)\]\]>|<!--(?<comment>.*?)-->|<\?(?<instruction>.*?)\?>/gs

/**
 * Finds CDATA sections, comments and processing instructions that mention a named field. In a
 * well-formed document, none of them begins inside a quoted value.
 */
function collectAsides(text: string, names: ReadonlySet<string>, spans: Span[]): void {
  for (const { groups, index } of text.matchAll(ASIDES)) {
    const { section, comment, instruction } = groups ?? {}
    const aside = section ?? comment ?? instruction ?? ''
    if (!mentionsAny(aside, names)) continue
    const opening = section !== undefined ? '<![CDATA[' : comment !== undefined ? '<!--' : '<?'
    const start = index + opening.length
    spans.push([start, start + aside.length, '', ''])
  }
}

/** Returns whether a text contains one of the names, in any case. */
function mentionsAny(text: string, names: ReadonlySet<string>): boolean {
  // Most texts are shorter than the names.
  if (text.length < NAME_LENGTH_MIN) return false
  const lower = text.toLowerCase()
  return [...names].some((name) => lower.includes(name))
}

/** The length of the shortest name of a field that is never stored. */
const NAME_LENGTH_MIN = 8

function comparableName(name: string): string {
  return name
    .slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('.')) + 1)
    .replace(/^_+/, '')
    .toLowerCase()
}

// Masks the personal data in the text of a document as the tables state. Parts that the tables do
// not define are hidden too: even if a client spells the document wrongly, a name must not be
// shown.

/** A part of the text and its replacement. */
interface Change {
  readonly start: number
  readonly end: number
  readonly shown: string
}

/**
 * Returns the text of a document of the given element, masked. Throws `UnreadableDocument` if it is
 * not one.
 */
export async function maskedDocument(text: string, element: Element): Promise<string> {
  const format = formatOf(text)
  const root = await parseAs(format, text, RESPONSE_BOUNDS, 'mismo')
  const masker = new Masker(text, dialectOf(element, root))
  if (root.name === element.name) masker.container(root, element)
  else masker.hideAll(root)
  return applyChanges(text, format === 'xml' ? withAsides(text, masker.changes) : masker.changes)
}

/** Collects the changes to one document. */
class Masker {
  readonly changes: Change[] = []
  readonly #text: string
  readonly #dialect: Dialect

  constructor(text: string, dialect: Dialect) {
    this.#text = text
    this.#dialect = dialect
  }

  container(node: XmlNode, element: Element): void {
    if (node.text.trim() === '' && (node.json === undefined || node.json.form === 'object')) {
      const isPlain = element.isPlain?.(this.#fieldsOf(node, element)) ?? false
      this.#attributes(node, element, isPlain)
      for (const child of node.children) this.#child(child, element, isPlain)
    } else this.hideAll(node)
  }

  /** Returns the texts of the fields that the table defines, by their names in the table. */
  #fieldsOf(node: XmlNode, element: Element): ReadonlyMap<string, string> {
    const { fields } = planOf(element, this.#dialect)
    const sent =
      this.#dialect.carrier === 'attribute'
        ? [...node.attributes].map(([name, { value }]) => [name, value] as const)
        : node.children.map(({ name, text }) => [name, text] as const)
    return new Map(sent.map(([name, text]) => [fields.get(name)?.name ?? '', text]))
  }

  #attributes(node: XmlNode, element: Element, isPlain: boolean): void {
    const { fields } = planOf(element, this.#dialect)
    for (const [name, attribute] of node.attributes) {
      const known = this.#dialect.carrier === 'attribute' ? fields.get(name) : undefined
      if (known === undefined) this.#change(attribute, HIDDEN)
      else if (known.field.secret && !isPlain)
        this.#change(attribute, masked(known.name, attribute.value))
      else if (hasSeparatedNumber(attribute.value))
        this.#change(attribute, attribute.value.replace(ANY_NUMBER, maskedNumber))
    }
  }

  #child(node: XmlNode, parent: Element, isPlain: boolean): void {
    const plan = planOf(parent, this.#dialect)
    const element = plan.children.get(node.name)?.child.element
    const field = this.#dialect.carrier === 'attribute' ? undefined : plan.fields.get(node.name)
    const text = element?.form === 'text' ? textNode(element, node) : undefined
    if (element !== undefined && node.json?.form === 'empty list') return
    if (element?.form === 'container') this.container(node, element)
    else if (element !== undefined && text !== undefined && text !== node)
      this.#embedded(node, text, element)
    else if (node.children.length > 0) this.hideAll(node)
    else if (element !== undefined)
      this.#textElement(node, element.name, element.secret === true && !isPlain)
    else if (field !== undefined)
      this.#scalar(node, field.name, field.field.secret === true && !isPlain)
    else this.hideAll(node)
  }

  /**
   * Masks a scalar that is an element. The tables define no attributes on it, so its attributes are
   * hidden.
   */
  #scalar(node: XmlNode, name: string, secret: boolean): void {
    this.#hideAttributes(node)
    if (secret && node.text !== '') this.#content(node, masked(name, node.text))
  }

  /** Masks a text that is an element. A remark or an error can quote a number. */
  #textElement(node: XmlNode, name: string, secret: boolean): void {
    this.#scalar(node, name, secret)
    if (secret) return
    const sent = this.#text.slice(node.contentStart, node.contentEnd)
    for (const { 0: number, index } of sent.matchAll(ANY_NUMBER)) {
      const start = node.contentStart + index
      this.changes.push({ start, end: start + number.length, shown: maskedNumber(number) })
    }
  }

  /** Shows the text of an embedded document, and hides the rest of its object. */
  #embedded(
    node: XmlNode,
    text: XmlNode,
    { name, secret }: Pick<TextElement, 'name' | 'secret'>,
  ): void {
    for (const child of node.children) {
      if (child !== text || child.children.length > 0) this.hideAll(child)
      else this.#scalar(child, name, secret === true)
    }
  }

  hideAll(node: XmlNode): void {
    this.#hideAttributes(node)
    if (node.contentEnd > node.contentStart) this.#content(node, HIDDEN)
  }

  #hideAttributes(node: XmlNode): void {
    for (const attribute of node.attributes.values()) this.#change(attribute, HIDDEN)
  }

  #content(node: XmlNode, shown: string): void {
    const { contentStart: start, contentEnd: end } = node
    this.changes.push({ start, end, shown: replacement(node, shown) })
  }

  #change({ value, end }: XmlAttribute, shown: string): void {
    // The parser reports the end of the value. Its start is found with the quotation mark that ends
    // it.
    const quote = this.#text.charAt(end - 1)
    const start = this.#text.lastIndexOf(quote, end - 2) + 1
    if (value !== '') this.changes.push({ start, end: end - 1, shown })
  }
}

/** CDATA sections match too, so that text inside them that looks like a comment is skipped. */
const MASKED_ASIDES =
  /<!\[CDATA\[.*?\]\]>|<!--(?<comment>.*?)-->|<\?(?!xml\s)(?<instruction>.*?)\?>/gs

/** Adds changes that hide comments and processing instructions. */
function withAsides(text: string, changes: Change[]): Change[] {
  for (const { groups, index } of text.matchAll(MASKED_ASIDES)) {
    const aside = groups?.comment ?? groups?.instruction
    if (aside === undefined || aside === '') continue
    const start = index + (groups?.comment === undefined ? '<?' : '<!--').length
    changes.push({ start, end: start + aside.length, shown: 'hidden' })
  }
  return changes
}

function applyChanges(text: string, changes: Change[]): string {
  let shown = ''
  let from = 0
  for (const change of changes.sort((one, other) => one.start - other.start)) {
    if (change.start < from) continue
    // Line ends are preserved, so that errors in later lines still have the right line.
    const lineEnds = text.slice(change.start, change.end).replace(/[^\n]+/g, '')
    shown += text.slice(from, change.start) + change.shown + lineEnds
    from = change.end
  }
  return shown + text.slice(from)
}
