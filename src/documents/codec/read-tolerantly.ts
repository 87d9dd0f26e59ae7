/**
 * Reading the documents of vendors, each of whom interprets the standard in its own way. Nothing is
 * an error here. A value that cannot be understood counts as absent, an absent one can have a
 * default, and a part that lacks what it cannot do without is left out and named, so that a date in
 * an odd form costs that date and no more. Requests are read strictly, in `read.ts`.
 */
import type { Dialect } from '../dialects.ts'
import type { AnyElement, Child, Element, Field, TextElement, Value } from '../element.ts'
import type { Kind } from '../kinds.ts'
import { type FieldPlan, planOf } from './carrier-plan.ts'
import type { XmlNode } from './parse.ts'
import { dialectOf, type PartialValue } from './read.ts'

/** The values of fields and children that an element lacks, by element. */
export type Defaults = ReadonlyMap<AnyElement, PartialValue>

/** A document as far as it was understood. Whether that matters is for the caller to judge. */
export interface TolerantReading<E> {
  /** Undefined where the root is another, or lacks what it cannot do without. */
  readonly value: Value<E> | undefined
  /** Names of the elements that were left out, once for each. */
  readonly leftOut: readonly string[]
}

/** Reads a document of the given table as far as it goes. */
export function readTolerantly<const E extends Element>(
  element: E,
  root: XmlNode,
  defaults: Defaults = new Map(),
  dialect: Dialect = dialectOf(element, root),
): TolerantReading<E> {
  if (root.name !== element.name) return { value: undefined, leftOut: [] }
  const leftOut: string[] = []
  const value = container(element, root, { dialect, defaults, leftOut })
  return { value: value as Value<E> | undefined, leftOut }
}

interface Reading {
  readonly dialect: Dialect
  readonly defaults: Defaults
  readonly leftOut: string[]
}

function container(element: Element, node: XmlNode, reading: Reading): PartialValue | undefined {
  const plan = planOf(element, reading.dialect)
  const defaults = reading.defaults.get(element) ?? {}
  const value: Record<string, unknown> = {}
  for (const field of plan.fields.values()) {
    const known =
      scalarOf(field, node, reading.dialect) ?? defaults[field.name] ?? emptyValue(field.field)
    if (known !== undefined) value[field.name] = known
  }
  for (const { name, child } of plan.children.values()) {
    const known = childrenOf(child, name, node, reading) ?? defaults[name]
    if (known !== undefined) value[name] = known
  }
  return isWhole(element, value) ? value : undefined
}

/** Whether an element has what it cannot do without. */
function isWhole({ fields, children }: Element, value: PartialValue): boolean {
  for (const name in fields) {
    if (fields[name]?.need === 'required' && value[name] === undefined) return false
  }
  for (const name in children) {
    const occurs = children[name]?.occurs
    if ((occurs === 'one' || occurs === 'some') && value[name] === undefined) return false
  }
  return true
}

function scalarOf({ wire, field, fromWire }: FieldPlan, node: XmlNode, dialect: Dialect): unknown {
  const sent =
    dialect.carrier === 'attribute'
      ? node.attributes.get(wire)?.value
      : node.children.find((child) => child.name === wire)?.text
  return sent === undefined ? undefined : understood(field.kind, fromWire(sent.trim()))
}

/** A required text that may be empty is never missing. */
function emptyValue({ kind, need }: Field<unknown>): unknown {
  return need === 'required' && kind.emptyAllowed ? kind.read('') : undefined
}

function childrenOf(child: Child, name: string, node: XmlNode, reading: Reading): unknown {
  const { element, occurs } = child
  const contents: unknown[] = []
  for (const one of node.children) {
    if (one.name !== name) continue
    const content =
      element.form === 'text' ? textOf(element, one) : container(element, one, reading)
    if (content !== undefined) contents.push(content)
    else reading.leftOut.push(name)
  }
  if (occurs === 'many') return contents
  if (occurs === 'some') return contents.length > 0 ? contents : undefined
  if (contents.length > 0) return contents[0]
  return occurs === 'one' && element.form === 'text' ? element.kind.read('') : undefined
}

function textOf(element: TextElement, node: XmlNode): string | undefined {
  return understood(element.kind, node.text.trim())
}

/** Forms in which vendors are known to write what the tables write otherwise. */
// biome-ignore format: a table
const REPAIRS: readonly (readonly [RegExp, (parts: RegExpExecArray) => string])[] = [
  [/^\+?\$?([0-9]{1,15})(?:\.[0-9]*)?$/, ([, whole = '']) => whole],
  [/^\$?([0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]*)?$/, ([, whole = '']) => whole.replaceAll(',', '')],
  [/^(\d{4}-\d{2}-\d{2})[T ]/, ([, day = '']) => day],
  [/^(\d{4}-\d{2})-00/, ([, month = '']) => month],
  [/^(\d{4})-00/, ([, year = '']) => year],
  [/^(\d{4})(\d{2})(\d{2})$/, ([, year, month, day]) => `${year}-${month}-${day}`],
  [/^(\d{2})\/(\d{2})\/(\d{4})$/, ([, month, day, year]) => `${year}-${month}-${day}`],
  [/^(\d{2})\/(\d{4})$/, ([, month, year]) => `${year}-${month}`],
  [/^(?:true|yes)$/i, () => 'Y'],
  [/^(?:false|no)$/i, () => 'N'],
]

/** The value of a text, or of what it can be taken for; undefined where it is none. */
function understood<T>(kind: Kind<T>, text: string): T | undefined {
  const direct = kind.read(text)
  if (direct !== undefined || text === '') return direct
  for (const [form, repaired] of REPAIRS) {
    const parts = form.exec(text)
    const value = parts === null ? undefined : kind.read(repaired(parts))
    if (value !== undefined) return value
  }
  if (kind.values !== undefined) {
    // Vendors vary the case of enumerated values; the tables spell them as MISMO does.
    const alike = kind.values.find((value) => value.toLowerCase() === text.toLowerCase())
    return alike === undefined ? undefined : kind.read(alike)
  }
  // A text that is too long is cut: the beginning of a remark is better than none.
  return kind.json.maxLength === undefined
    ? undefined
    : kind.read(text.slice(0, kind.json.maxLength))
}
