/** The fields of a request grouped by element, each with its validation errors. */
import type { ApiResponse } from '../../api/call.ts'
import type { ValidationError } from '../../components/error-table.tsx'

type SentField = ApiResponse<'GET /orders/:id/documents'>['fields'][number]

/** A sent or missing field with its validation errors. */
export interface ParsedField {
  readonly name: string
  readonly line: number | undefined
  readonly sent: string | undefined
  readonly parsed: string | undefined
  readonly verdict: SentField['verdict'] | 'missing'
  readonly errors: readonly ValidationError[]
}

/** The fields of one element. */
export interface ParsedElement {
  readonly path: string
  readonly fields: readonly ParsedField[]
}

/**
 * Groups the fields by element, in the order in which they were sent. Missing fields follow the
 * sent fields of their element.
 */
export function groupByElement(
  fields: readonly SentField[],
  errors: readonly ValidationError[],
): readonly ParsedElement[] {
  const elements = new Map<string, ParsedField[]>()
  const add = (path: string, field: Omit<ParsedField, 'name' | 'errors'>) => {
    const { parent, name } = splitPath(path)
    const errorsOfField = errors.filter((error) => error.path === path)
    const row = { ...field, name, errors: errorsOfField }
    elements.set(parent, [...(elements.get(parent) ?? []), row])
  }
  const sentPaths = new Set(fields.map(({ path }) => path))
  for (const { path, line, sent, parsed, verdict } of fields) {
    add(path, { line, sent, parsed, verdict })
  }
  const errorsByPath = new Map(errors.map((error) => [error.path, error]))
  for (const [path, { line, rule }] of errorsByPath) {
    if (sentPaths.has(path) || path === '') continue
    const verdict = rule === 'missing' ? 'missing' : 'invalid'
    add(path, { line, sent: undefined, parsed: undefined, verdict })
  }
  return Array.from(elements, ([path, rows]) => ({ path, fields: rows }))
}

function splitPath(path: string): { readonly parent: string; readonly name: string } {
  const at = path.lastIndexOf('/')
  return { parent: path.slice(0, Math.max(0, at)), name: path.slice(at + 1).replace(/^@/, '') }
}

/** Returns whether a field was changed, ignored or rejected. */
export function isChanged({ verdict, errors }: ParsedField): boolean {
  return verdict !== 'unchanged' || errors.length > 0
}
