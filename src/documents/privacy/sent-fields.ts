/**
 * Compares a document as sent with its parsed values, field by field in the order of sending. The
 * comparison uses the actual values; the result is masked as the tables state.
 */
import { type FieldPlan, planOf } from '../codec/carrier-plan.ts'
import { textNode } from '../codec/json-form.ts'
import { isAttributeOfXml, type XmlAttribute, type XmlNode } from '../codec/parse.ts'
import { childPath, fieldPath, rootPath } from '../codec/paths.ts'
import { DIALECTS, type Dialect, wireName } from '../dialects.ts'
import type { Element, TextElement } from '../element.ts'
import type { Show } from './describe.ts'

/**
 * What the parser made of a field.
 * - `unchanged`: the parsed value is spelled as sent.
 * - `rewritten`: the parsed value has another spelling, such as `Y` for `y`.
 * - `ignored`: not defined in the tables, or empty where that counts as absent.
 * - `invalid`: defined, but the value could not be parsed.
 * - `cut`: card data, which is never stored.
 */
export const SENT_VERDICTS = ['unchanged', 'rewritten', 'ignored', 'invalid', 'cut'] as const
type SentVerdict = (typeof SENT_VERDICTS)[number]

/** A field as sent. */
export interface SentField {
  /** The path, spelled as in errors and notes. */
  readonly path: string
  /** The path in MISMO's attributes, in any dialect: equal fields have equal names. */
  readonly field: string
  /** The line in the document as sent, counted from 1. */
  readonly line: number
  /** The value as sent, masked as the tables state unless clear text was requested. */
  readonly sent: string
  /** The parsed value; absent if none was parsed. */
  readonly parsed?: string
  /** The parsed value in MISMO's words, whatever the words of the dialect. */
  readonly value?: string
  readonly verdict: SentVerdict
}

/** A field or text of the tables, with its parsed value. */
interface TableValue {
  readonly name: string
  readonly secret?: boolean | undefined
  readonly neverStored?: boolean | undefined
  /** Whether an empty text is a value rather than an absent one. */
  readonly emptyAllowed: boolean
  /** The value as it would be written; absent if none was parsed. */
  readonly parsed: string | undefined
  /** The same value in MISMO's words. */
  readonly value: string | undefined
}

/** The path of a field or element, in the dialect of the document and in MISMO's attributes. */
interface FieldPaths {
  readonly path: string
  readonly field: string
}

const MISMO = DIALECTS.mismo

/** Returns the path of an attribute. */
function attributeOf({ path, field }: FieldPaths, name: string, known = name): FieldPaths {
  return { path: `${path}/@${name}`, field: fieldPath(field, known, MISMO) }
}

type Content = Readonly<Record<string, unknown>>

/** Returns the fields of a document as sent, with their parsed values. */
export function sentFields(
  text: string,
  root: XmlNode,
  table: { readonly element: Element; readonly dialect: Dialect; readonly value: object },
  show: Show,
): SentField[] {
  const comparison = new Comparison(text, table.dialect, show)
  const place = { path: rootPath(root.name, table.dialect), field: root.name }
  if (root.name === table.element.name) {
    comparison.container(root, table.element, table.value as Content, place)
  } else comparison.ignored(root, place)
  return comparison.fields
}

/** Collects the fields of one document. */
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

  container(node: XmlNode, element: Element, value: Content | undefined, at: FieldPaths): void {
    this.#attributes(node, element, value, at)
    if (node.text.trim() !== '') this.#add(at, node.line, this.#hidden(node.text), 'invalid')
    const groups = Map.groupBy(node.children, ({ name }) => name)
    for (const child of node.children) {
      const group = groups.get(child.name) ?? []
      const position = { index: group.indexOf(child), count: group.length }
      this.#child(child, element, value, position.index, {
        path: childPath(at.path, child.name, this.#dialect, position, child.json?.listed),
        field: childPath(at.field, child.name, MISMO, position),
      })
    }
  }

  #attributes(node: XmlNode, element: Element, value: Content | undefined, at: FieldPaths): void {
    const { fields } = planOf(element, this.#dialect)
    for (const [name, attribute] of node.attributes) {
      if (isAttributeOfXml(name)) continue
      const field = this.#dialect.carrier === 'attribute' ? fields.get(name) : undefined
      if (field === undefined) this.#unknown(attribute, attributeOf(at, name))
      else {
        const place = attributeOf(at, name, wireName(field.name, MISMO))
        this.#known(attribute.value, knownField(field, value), place, attribute.end)
      }
    }
  }

  /** Adds a child. `index` is its position among the elements of the same name. */
  #child(
    node: XmlNode,
    parent: Element,
    value: Content | undefined,
    index: number,
    at: FieldPaths,
  ): void {
    const { fields, children } = planOf(parent, this.#dialect)
    const element = children.get(node.name)?.child.element
    const field = this.#dialect.carrier === 'attribute' ? undefined : fields.get(node.name)
    const content = nth(value?.[node.name], index)
    if (node.json?.form === 'empty list') return
    if (element?.form === 'container')
      this.container(node, element, content as Content | undefined, at)
    else if (element !== undefined)
      this.#scalar(textNode(element, node) ?? node, knownText(element, content), at)
    else if (field === undefined) this.ignored(node, at)
    else {
      const above = at.field.slice(0, at.field.lastIndexOf('/'))
      const copy = index === 0 ? '' : `[${index + 1}]`
      const place = { ...at, field: fieldPath(above, wireName(field.name, MISMO) + copy, MISMO) }
      this.#scalar(node, knownField(field, index === 0 ? value : undefined), place)
    }
  }

  #scalar(node: XmlNode, known: TableValue, at: FieldPaths): void {
    this.#known(node.text, known, at, node.contentStart)
    this.#unknownInside(node, at)
  }

  /** Adds an element that the tables do not define, with all its content. */
  ignored(node: XmlNode, at: FieldPaths): void {
    const text = this.#text.slice(node.contentStart, node.contentEnd)
    this.#add(at, node.line, this.#hidden(text.trim()), 'ignored')
    for (const [name, attribute] of node.attributes) this.#unknown(attribute, attributeOf(at, name))
  }

  #unknownInside(node: XmlNode, at: FieldPaths): void {
    for (const [name, attribute] of node.attributes) this.#unknown(attribute, attributeOf(at, name))
    for (const child of node.children) {
      this.ignored(child, {
        path: childPath(at.path, child.name, this.#dialect),
        field: childPath(at.field, child.name, MISMO),
      })
    }
  }

  #unknown({ value, end }: XmlAttribute, at: FieldPaths): void {
    this.#add(at, this.#lineAt(end), this.#hidden(value), 'ignored')
  }

  #known(sent: string, known: TableValue, at: FieldPaths, end: number): void {
    const { name, secret, parsed, value } = known
    const shown = this.#show(name, sent, secret)
    const line = this.#lineAt(end)
    if (known.neverStored) this.#add(at, line, shown, sent === '' ? 'unchanged' : 'cut')
    else if (parsed !== undefined && value !== undefined) {
      const verdict = parsed === sent ? 'unchanged' : 'rewritten'
      const read = {
        parsed: this.#show(name, parsed, secret),
        value: this.#show(name, value, secret),
      }
      this.#add(at, line, shown, verdict, read)
    } else {
      const absent = sent.trim() === '' && !known.emptyAllowed
      this.#add(at, line, shown, absent ? 'ignored' : 'invalid')
    }
  }

  #add(
    { path, field }: FieldPaths,
    line: number,
    sent: string,
    verdict: SentVerdict,
    read?: Pick<SentField, 'parsed' | 'value'>,
  ): void {
    this.fields.push({ path, field, line, sent, verdict, ...read })
  }

  /** Hides text that the tables do not define, because it may be personal data. */
  #hidden(text: string): string {
    return this.#show('', text, true)
  }

  /** Returns the line of an offset, counted from 1. */
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

function knownText({ name, kind, secret }: TextElement, content: unknown): TableValue {
  const parsed = typeof content === 'string' ? kind.write(content) : undefined
  return { name, secret, emptyAllowed: kind.emptyAllowed, parsed, value: parsed }
}

function knownField({ name, field, toWire }: FieldPlan, value: Content | undefined): TableValue {
  const content = value?.[name]
  const { kind, secret, neverStored } = field
  const parsed = content === undefined ? undefined : toWire(content)
  const words = content === undefined ? undefined : kind.write(content)
  return { name, secret, neverStored, emptyAllowed: kind.emptyAllowed, parsed, value: words }
}

/** Returns the parsed value of the element at this position among the elements of the same name. */
function nth(value: unknown, index: number): unknown {
  if (Array.isArray(value)) return value[index]
  return index === 0 ? value : undefined
}
