/**
 * Writes a value of the tables as JSON. Properties are in the order of the table, so equal values
 * give equal bytes. Values are strings, and everything that can repeat is a list.
 */
import type { Dialect } from '../dialects.ts'
import { type AnyElement, type Element, isRepeatable } from '../element.ts'
import { planOf } from './carrier-plan.ts'
import { rejectIllegalCharacters } from './illegal.ts'
import { TEXT_PROPERTY } from './json-form.ts'

type Content = Readonly<Record<string, unknown>>
type Written = Record<string, unknown>

/** Writes a complete document, indented like XML. */
export function writeJson(element: Element, value: object, dialect: Dialect): string {
  const written = { [element.name]: plainObject(element, value, dialect) }
  return `${JSON.stringify(written, undefined, 2)}\n`
}

/** Returns the content of a root as a plain object, with the field names of the dialect. */
export function plainObject(element: Element, value: object, dialect: Dialect): object {
  // A response contains its empty lists too, so that clients can iterate over each without checking
  // for it.
  const isResponse = element.name === 'RESPONSE_GROUP'
  return containerOf(element, value as Content, { dialect, isResponse })
}

interface Writing {
  readonly dialect: Dialect
  readonly isResponse: boolean
}

function containerOf(element: Element, value: Content, writing: Writing): Written {
  const { fields, children } = planOf(element, writing.dialect)
  const written: Written = {}
  for (const { name, wire, toWire } of fields.values()) {
    const scalar = value[name]
    if (scalar !== undefined) written[wire] = legal(toWire(scalar))
  }
  for (const { name, child } of children.values()) {
    const content = isRepeatable(child)
      ? listOf(child.element, value[name] as readonly unknown[] | undefined, writing)
      : oneOf(child.element, value[name], writing)
    if (content !== undefined) written[name] = content
  }
  return written
}

function listOf(
  element: AnyElement,
  values: readonly unknown[] = [],
  writing: Writing,
): readonly unknown[] | undefined {
  if (values.length === 0 && !writing.isResponse) return undefined
  return values.map((value) => contentOf(element, value, writing))
}

/** Accepts a list of at most one, because a wider table has a list for this child. */
function oneOf(element: AnyElement, value: unknown, writing: Writing): unknown {
  const [one, ...more] = Array.isArray(value) ? value : [value]
  if (more.length > 0) throw new TypeError(`${element.name} occurs only once`)
  return one === undefined ? undefined : contentOf(element, one, writing)
}

function contentOf(element: AnyElement, value: unknown, writing: Writing): unknown {
  if (element.form === 'container') return containerOf(element, value as Content, writing)
  const text = legal(element.kind.write(value as string))
  return element.cdata && writing.dialect.carrier === 'property' ? { [TEXT_PROPERTY]: text } : text
}

/** Returns the text if XML allows it too, so that a document can be written in every dialect. */
function legal(text: string): string {
  rejectIllegalCharacters(text)
  return text
}
