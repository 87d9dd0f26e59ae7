/**
 * Reads the documents of vendors, each of which interprets the standard in its own way. Nothing is
 * an error here. A value that cannot be read counts as absent, an absent value can have a default,
 * and an element without an essential part is omitted and reported. A date in an unusual form thus
 * costs only that date. Requests are read strictly, in `read.ts`.
 */
import { parseUtcDay } from '../../time.ts'
import type { Dialect } from '../dialects.ts'
import type { AnyElement, Child, Element, Field, TextElement, Value } from '../element.ts'
import { type Kind, partialDate, partialDateOrEmpty } from '../kinds.ts'
import { truncated } from '../wording.ts'
import { type FieldPlan, planOf } from './carrier-plan.ts'
import type { XmlNode } from './parse.ts'
import { dialectOf, type PartialValue } from './read.ts'

/** Default values of absent fields and children, by element. */
export type Defaults = ReadonlyMap<AnyElement, PartialValue>

/** The readable part of a document. The caller decides whether the omitted parts matter. */
export interface TolerantReading<E> {
  /** Undefined if the root is another element, or lacks an essential part. */
  readonly value: Value<E> | undefined
  /** Names of the omitted elements, one entry per element. */
  readonly omitted: readonly string[]
}

/** Reads as much as possible of a document as the given element. */
export function readTolerantly<const E extends Element>(
  element: E,
  root: XmlNode,
  defaults: Defaults = new Map(),
): TolerantReading<E> {
  if (root.name !== element.name) return { value: undefined, omitted: [] }
  const omitted: string[] = []
  const dialect = dialectOf(element, root)
  const value = container(element, root, { dialect, defaults, omitted })
  return { value: value as Value<E> | undefined, omitted }
}

interface Reading {
  readonly dialect: Dialect
  readonly defaults: Defaults
  readonly omitted: string[]
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
  return isComplete(element, value) ? value : undefined
}

/** Returns whether an element has all its essential parts. */
function isComplete({ fields, children }: Element, value: PartialValue): boolean {
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
  return sent === undefined ? undefined : readRepaired(field.kind, fromWire(sent.trim()))
}

/** Returns the empty text for a required field that may be empty, so that it is never missing. */
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
    else reading.omitted.push(name)
  }
  if (occurs === 'many') return contents
  if (occurs === 'some') return contents.length > 0 ? contents : undefined
  if (contents.length > 0) return contents[0]
  return occurs === 'one' && element.form === 'text' ? element.kind.read('') : undefined
}

function textOf(element: TextElement, node: XmlNode): string | undefined {
  return readRepaired(element.kind, node.text.trim())
}

/** Forms that vendors are known to use instead of the forms in the tables. */
// biome-ignore format: a table
const REPAIRS: readonly (readonly [RegExp, (parts: RegExpExecArray) => string])[] = [
  [/^\+?\$?([0-9]{1,15})(?:\.[0-9]*)?$/, ([, whole = '']) => whole],
  [/^\$?([0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]*)?$/, ([, whole = '']) => whole.replaceAll(',', '')],
  [/^(\d{4}-\d{2}-\d{2})(?:[T ]|Z$|[+-]\d{2}:\d{2}$)/, ([, day = '']) => day],
  [/^(\d{4}-\d{2})-00/, ([, month = '']) => month],
  [/^(\d{4})-00/, ([, year = '']) => year],
  [/^(\d{4})(\d{2})(\d{2})$/, ([, year, month, day]) => `${year}-${month}-${day}`],
  [/^((?:19|20)\d{2})(\d{2})$/, ([, year, month]) => `${year}-${month}`],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, ([, month, day, year]) => dayOf(year, month, day)],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, ([, year, month, day]) => dayOf(year, month, day)],
  [/^(\d{2})\/(\d{4})$/, ([, month, year]) => `${year}-${month}`],
  [/^(?:true|yes|1)$/i, () => 'Y'],
  [/^(?:false|no|0)$/i, () => 'N'],
]

function dayOf(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const DATES: ReadonlySet<unknown> = new Set([partialDate, partialDateOrEmpty])

/**
 * Returns the value of a text, if necessary after repairing its form, or undefined if there is
 * none.
 */
function readRepaired<T>(kind: Kind<T>, text: string): T | undefined {
  const value = readAnyForm(kind, text)
  if (value === undefined || !DATES.has(kind)) return value
  const date = existingPart(kind.write(value))
  return date === undefined ? undefined : kind.read(date)
}

/**
 * Returns the part of a date that exists: 2026-02-30 is 2026-02. Other centuries are what programs
 * write if there is no date, such as 0001-01-01, 1900-01-01 and 9999-12-31. As the end of an account,
 * such a date would close it.
 */
function existingPart(date: string): string | undefined {
  if (date !== '' && !/^(?:19(?!00)|20)/.test(date)) return undefined
  const isDay = date.length === 'YYYY-MM-DD'.length
  return isDay && parseUtcDay(date) === undefined ? date.slice(0, 'YYYY-MM'.length) : date
}

function readAnyForm<T>(kind: Kind<T>, text: string): T | undefined {
  const direct = kind.read(text)
  if (direct !== undefined || text === '') return direct
  for (const [form, repaired] of REPAIRS) {
    const parts = form.exec(text)
    const value = parts === null ? undefined : kind.read(repaired(parts))
    if (value !== undefined) return value
  }
  if (kind.values !== undefined) {
    // Vendors vary the case of enumerated values. The tables spell them as MISMO does.
    const match = kind.values.find((value) => value.toLowerCase() === text.toLowerCase())
    return match === undefined ? undefined : kind.read(match)
  }
  // A text that is too long is truncated, because the start of a remark is better than none.
  return kind.json.maxLength === undefined
    ? undefined
    : kind.read(truncated(text, kind.json.maxLength))
}
