/**
 * A document as a list of its fields for the console and the command line, one line each, with
 * personal and payment data masked as the tables say. It takes incomplete values too: it shows what
 * could be read of a rejected request.
 */
import { planOf } from '../codec/carrier-plan.ts'
import { childPath, fieldPath, rootPath } from '../codec/paths.ts'
import type { Dialect } from '../dialects.ts'
import type { AnyElement, Element } from '../element.ts'
import { HIDDEN } from '../wording.ts'

type Line = readonly [path: string, shown: string]

/** A field of a document as it is shown. */
export interface DescribedField {
  /** Spelled as errors and notes spell it. */
  readonly path: string
  /** Masked unless the caller asked for clear text. */
  readonly value: string
}

/** The fields of a document or of what was understood of it; in clear for who may see it. */
export function describedFields(
  element: Element,
  dialect: Dialect,
  value: object,
  clear = false,
): DescribedField[] {
  const lines = linesOf(element, dialect, value, rootPath(element.name, dialect), showing(clear))
  return lines.map(([path, text]) => ({ path, value: text }))
}

/** The lines of a document or of what was understood of it: path and value, aligned. */
export function describe(element: Element, dialect: Dialect, value: object): string {
  const lines = linesOf(element, dialect, value, rootPath(element.name, dialect), shown)
  const width = Math.max(0, ...lines.map(([path]) => path.length))
  return lines.map(([path, shown]) => `${path.padEnd(width)}  ${shown}\n`).join('')
}

/** How the value of a field is shown, by the field's name in the tables. */
export type Show = (name: string, text: string, secret?: boolean) => string

/** Masked as the tables say, or in clear for who may see it. */
export function showing(clear: boolean): Show {
  return clear ? plain : shown
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
    const place = fieldPath(path, wire, dialect)
    lines.push([place, show(name, toWire(content[name]), field.secret)])
  }
  for (const { name, child } of plan.children.values()) {
    const found = content[name]
    if (found === undefined) continue
    const listed = Array.isArray(found)
    const values: readonly unknown[] = listed ? found : [found]
    const { length: count } = values
    for (const [index, one] of values.entries()) {
      const place = childPath(path, name, dialect, { index, count }, listed)
      lines.push(...childLines(child.element, dialect, one, place, show))
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

function plain(_name: string, text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

/**
 * A secret value as it may be shown: of a name the initial, of social security and card numbers the
 * last four digits, of everything else nothing.
 */
export function masked(name: string, text: string): string {
  return MASKS.get(name)?.(text) ?? HIDDEN
}

/** A name by its parts. Who has only the whole name leaves the parts empty. */
interface NameParts {
  readonly _FirstName?: string | undefined
  readonly _LastName?: string | undefined
  readonly _UnparsedName?: string | undefined
}

/** The initials of the first and the last name: sources spell middle names and suffixes unalike. */
export function initials({ _FirstName, _LastName, _UnparsedName = '' }: NameParts): string {
  const named = [_FirstName, _LastName].filter((name) => name !== undefined && name !== '')
  const parts = named.length > 0 ? named : _UnparsedName.split(/\s+/)
  return parts.map((part) => (part ? masked('_UnparsedName', part) : '')).join(' ')
}

/**
 * By the field's name in the tables, so that a mask holds in every dialect. A secret field without
 * an entry is hidden completely.
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
 * The last four digits. Of a number with too few digits they would reveal too much, so it is
 * hidden.
 */
function lastFour(text: string, digitCountMin: number, before: string): string | undefined {
  const digits = text.replace(/\D/g, '')
  return digits.length < digitCountMin ? undefined : before + digits.slice(-4)
}
