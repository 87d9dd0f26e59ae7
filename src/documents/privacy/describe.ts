/**
 * Lists the fields of a document for the console and the command line, one line each. Personal and
 * payment data is masked as the tables state. Incomplete values are accepted too, so that the
 * readable part of a rejected request can be shown.
 */
import { planOf } from '../codec/carrier-plan.ts'
import { childPath, fieldPath, rootPath } from '../codec/paths.ts'
import type { Dialect } from '../dialects.ts'
import type { AnyElement, Element } from '../element.ts'
import { HIDDEN } from '../wording.ts'

type Line = readonly [path: string, shown: string]

/** A field of a document for display. */
export interface DescribedField {
  /** The path, spelled as in errors and notes. */
  readonly path: string
  /** The value, masked unless the caller requested clear text. */
  readonly value: string
}

/**
 * Returns the fields of a document, or of its readable part. `clear` shows them unmasked, for
 * callers who may see them.
 */
export function describedFields(
  element: Element,
  dialect: Dialect,
  value: object,
  clear = false,
): DescribedField[] {
  const lines = linesOf(element, dialect, value, rootPath(element.name, dialect), showing(clear))
  return lines.map(([path, text]) => ({ path, value: text }))
}

/** Returns the lines of a document, or of its readable part, with aligned paths and values. */
export function describe(element: Element, dialect: Dialect, value: object): string {
  const lines = linesOf(element, dialect, value, rootPath(element.name, dialect), shown)
  const width = Math.max(0, ...lines.map(([path]) => path.length))
  return lines.map(([path, shown]) => `${path.padEnd(width)}  ${shown}\n`).join('')
}

/** Returns the display text of a value, by the field's name in the tables. */
export type Show = (name: string, text: string, secret?: boolean) => string

/**
 * Returns the display function: masked as the tables state, or clear for callers who may see the
 * data.
 */
export function showing(clear: boolean): Show {
  return clear ? clearText : shown
}

function linesOf(
  element: Element,
  dialect: Dialect,
  value: object,
  path: string,
  show: Show,
): Line[] {
  const plan = planOf(element, dialect)
  const content = value as Readonly<Record<string, unknown>>
  const lines: Line[] = []
  for (const { name, wire, field, toWire } of plan.fields.values()) {
    if (content[name] === undefined) continue
    const entryPath = fieldPath(path, wire, dialect)
    lines.push([entryPath, show(name, toWire(content[name]), field.secret)])
  }
  for (const { name, child } of plan.children.values()) {
    const found = content[name]
    if (found === undefined) continue
    const listed = Array.isArray(found)
    const values: readonly unknown[] = listed ? found : [found]
    const { length: count } = values
    for (const [index, one] of values.entries()) {
      const entryPath = childPath(path, name, dialect, { index, count }, listed)
      lines.push(...childLines(child.element, dialect, one, entryPath, show))
    }
  }
  return lines
}

function childLines(
  element: AnyElement,
  dialect: Dialect,
  value: unknown,
  path: string,
  show: Show,
): Line[] {
  if (element.form === 'container') return linesOf(element, dialect, value as object, path, show)
  return [[path, show(element.name, element.kind.write(value as string), element.secret)]]
}

function shown(name: string, text: string, secret = false): string {
  if (text === '') return '(empty)'
  // Control characters could move the cursor of the terminal that shows the line.
  return secret ? masked(name, text) : text.replace(/\p{Cc}+/gu, ' ')
}

function clearText(_name: string, text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

/**
 * Masks a secret value. A name keeps its initial, social security and card numbers keep their last
 * four digits, and everything else is hidden.
 */
export function masked(name: string, text: string): string {
  return MASKS.get(name)?.(text) ?? HIDDEN
}

/** A name in parts. If only the whole name is known, the parts are empty. */
interface NameParts {
  readonly _FirstName?: string | undefined
  readonly _LastName?: string | undefined
  readonly _UnparsedName?: string | undefined
}

/**
 * Returns the initials of first and last name. Middle names and suffixes are omitted, because
 * sources spell them differently.
 */
export function initials({ _FirstName, _LastName, _UnparsedName = '' }: NameParts): string {
  const named = [_FirstName, _LastName].filter((name) => name !== undefined && name !== '')
  const parts = named.length > 0 ? named : _UnparsedName.split(/\s+/)
  return parts.map((part) => (part ? masked('_UnparsedName', part) : '')).join(' ')
}

/**
 * Masks by the field's name in the tables, so that they apply in every dialect. A secret field
 * without an entry is hidden completely.
 */
const MASKS = new Map<string, (text: string) => string | undefined>([
  ['_FirstName', initial],
  ['_MiddleName', initial],
  ['_LastName', initial],
  ['_UnparsedName', initial],
  ['_AccountHolderName', initial],
  ['_SSN', (text) => lastFour(text, 9, '•••-••-')],
  ['_AccountIdentifier', (text) => lastFour(text, 12, '•••• ')],
])

function initial(text: string): string | undefined {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter === undefined ? undefined : `${letter}.`
}

/**
 * Returns the last four digits, or undefined if a number has too few digits and they would reveal
 * too much.
 */
function lastFour(text: string, digitCountMin: number, before: string): string | undefined {
  const digits = text.replace(/\D/g, '')
  return digits.length < digitCountMin ? undefined : before + digits.slice(-4)
}
