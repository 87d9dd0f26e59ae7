/**
 * A document as it was sent beside what was parsed from it, one field after the other in the order
 * in which they were sent. Both are compared as they are, and shown masked as the tables say.
 */

import { type FieldPlan, planOf } from '../codec/carrier-plan.ts'
import { textNode } from '../codec/json-form.ts'
import type { XmlAttribute, XmlNode } from '../codec/parse.ts'
import { childPath, rootPath } from '../codec/paths.ts'
import type { Dialect } from '../dialects.ts'
import type { Element, TextElement } from '../element.ts'
import type { Show } from './describe.ts'

/**
 * What the parser made of a field.
 * - `unchanged`: the parsed value is spelled as sent.
 * - `rewritten`: the parsed value has another spelling, such as `Y` for `y`.
 * - `ignored`: not known to the tables, or empty where that counts as absent.
 * - `invalid`: known, but the value could not be parsed.
 * - `cut`: card data, which is never stored.
 */
export const SENT_VERDICTS = ['unchanged', 'rewritten', 'ignored', 'invalid', 'cut'] as const
type SentVerdict = (typeof SENT_VERDICTS)[number]

/** A field as it was sent. */
export interface SentField {
  /** Where, spelled as errors and notes spell it. */
  readonly path: string
  readonly line: number
  readonly sent: string
  /** Absent where no value was parsed. */
  readonly parsed?: string
  readonly verdict: SentVerdict
}

/** What a field or text of the tables was sent as, and what it means. */
interface Known {
  readonly name: string
  readonly secret?: boolean | undefined
  readonly neverStored?: boolean | undefined
  readonly emptyAllowed: boolean
  /** As it would be written; absent where no value was parsed. */
  readonly parsed: string | undefined
}

type Content = Readonly<Record<string, unknown>>

/** The fields of a document as sent, beside the value that was read of it. */
export function sentFields(
  text: string,
  root: XmlNode,
  table: { readonly element: Element; readonly dialect: Dialect; readonly value: object },
  show: Show,
): SentField[] {
  const comparison = new Comparison(text, table.dialect, show)
  const path = rootPath(root.name, table.dialect)
  if (root.name === table.element.name) {
    comparison.container(root, table.element, table.value as Content, path)
  } else comparison.ignored(root, path)
  return comparison.fields
}

/** Gathers the fields of one document. */
class Comparison {
  readonly fields: SentField[] = []
  readonly #text: string
  readonly #dialect: Dialect
  readonly #show: Show
  readonly #lineEnds: readonly number[]

  constructor(text: string, dialect: Dialect, show: Show) {
    this.#text = text
    this.#dialect = dialect
    this.#show = show
    this.#lineEnds = Array.from(text.matchAll(/\r\n?|\n/g), ({ index }) => index)
  }

  container(node: XmlNode, element: Element, value: Content | undefined, path: string): void {
    this.#attributes(node, element, value, path)
    if (node.text.trim() !== '') this.#add(path, node.line, this.#hidden(node.text), 'invalid')
    const groups = Map.groupBy(node.children, ({ name }) => name)
    for (const child of node.children) {
      const group = groups.get(child.name) ?? []
      const index = group.indexOf(child)
      const position = { index, count: group.length }
      const place = childPath(path, child.name, this.#dialect, position, child.json?.listed)
      this.#child(child, element, value, index, place)
    }
  }

  #attributes(node: XmlNode, element: Element, value: Content | undefined, path: string): void {
    const { fields } = planOf(element, this.#dialect)
    for (const [name, attribute] of node.attributes) {
      if (name.startsWith('xmlns')) continue
      const field = this.#dialect.carrier === 'attribute' ? fields.get(name) : undefined
      const place = `${path}/@${name}`
      if (field === undefined) this.#unknown(attribute, place)
      else this.#known(attribute.value, knownField(field, value), place, attribute.end)
    }
  }

  /** A child, which is the one with this index among those of its name. */
  #child(
    node: XmlNode,
    parent: Element,
    value: Content | undefined,
    index: number,
    path: string,
  ): void {
    const { fields, children } = planOf(parent, this.#dialect)
    const element = children.get(node.name)?.child.element
    const field = this.#dialect.carrier === 'attribute' ? undefined : fields.get(node.name)
    const content = nth(value?.[node.name], index)
    if (node.json?.form === 'empty list') return
    if (element?.form === 'container')
      this.container(node, element, content as Content | undefined, path)
    else if (element !== undefined)
      this.#scalar(textNode(element, node) ?? node, knownText(element, content), path)
    else if (field === undefined) this.ignored(node, path)
    else this.#scalar(node, knownField(field, index === 0 ? value : undefined), path)
  }

  #scalar(node: XmlNode, known: Known, path: string): void {
    this.#known(node.text, known, path, node.contentStart)
    this.#unknownInside(node, path)
  }

  /** An element that the tables do not know, with everything in it. */
  ignored(node: XmlNode, path: string): void {
    const text = this.#text.slice(node.contentStart, node.contentEnd)
    this.#add(path, node.line, this.#hidden(text.trim()), 'ignored')
    for (const [name, attribute] of node.attributes) this.#unknown(attribute, `${path}/@${name}`)
  }

  #unknownInside(node: XmlNode, path: string): void {
    for (const [name, attribute] of node.attributes) this.#unknown(attribute, `${path}/@${name}`)
    for (const child of node.children) {
      this.ignored(child, childPath(path, child.name, this.#dialect))
    }
  }

  #unknown({ value, end }: XmlAttribute, path: string): void {
    this.#add(path, this.#lineAt(end), this.#hidden(value), 'ignored')
  }

  #known(sent: string, known: Known, path: string, end: number): void {
    const { name, secret, parsed } = known
    const shown = this.#show(name, sent, secret)
    const line = this.#lineAt(end)
    if (known.neverStored) this.#add(path, line, shown, sent === '' ? 'unchanged' : 'cut')
    else if (parsed !== undefined) {
      const verdict = parsed === sent ? 'unchanged' : 'rewritten'
      this.#add(path, line, shown, verdict, this.#show(name, parsed, secret))
    } else {
      const absent = sent.trim() === '' && !known.emptyAllowed
      this.#add(path, line, shown, absent ? 'ignored' : 'invalid')
    }
  }

  #add(path: string, line: number, sent: string, verdict: SentVerdict, parsed?: string): void {
    const field = { path, line, sent, verdict }
    this.fields.push(parsed === undefined ? field : { ...field, parsed })
  }

  /** What the tables do not know may be personal data. */
  #hidden(text: string): string {
    return this.#show('', text, true)
  }

  /** The line of an offset, from 1. */
  #lineAt(offset: number): number {
    let low = 0
    let high = this.#lineEnds.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#lineEnds[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

function knownText({ name, kind, secret }: TextElement, content: unknown): Known {
  const parsed = typeof content === 'string' ? kind.write(content) : undefined
  return { name, secret, emptyAllowed: kind.emptyAllowed, parsed }
}

function knownField({ name, field, toWire }: FieldPlan, value: Content | undefined): Known {
  const content = value?.[name]
  const { kind, secret, neverStored } = field
  const parsed = content === undefined ? undefined : toWire(content)
  return { name, secret, neverStored, emptyAllowed: kind.emptyAllowed, parsed }
}

/** What was read of the element with this index among those of its name. */
function nth(value: unknown, index: number): unknown {
  if (Array.isArray(value)) return value[index]
  return index === 0 ? value : undefined
}
