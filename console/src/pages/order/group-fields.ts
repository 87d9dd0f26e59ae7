/** The fields of an order by element, and what was wrong with each, for the page to draw. */
import type { Answer } from '../../api/call.ts'
import type { Fault } from '../../components/error-table.tsx'

type SentField = Answer<'GET /orders/:id/documents'>['fields'][number]

/** A field that was sent or missed, with what is wrong with it. */
export interface ComparedField {
  readonly name: string
  readonly line: number | undefined
  readonly sent: string | undefined
  readonly understood: string | undefined
  readonly verdict: SentField['verdict'] | 'missing'
  readonly faults: readonly Fault[]
}

/** The fields of one element. */
export interface ComparedElement {
  readonly path: string
  readonly fields: readonly ComparedField[]
}

/** The fields by element in the order sent; what is missing stands behind what was sent in its element. */
export function comparedElements(
  fields: readonly SentField[],
  faults: readonly Fault[],
): readonly ComparedElement[] {
  const elements = new Map<string, ComparedField[]>()
  const add = (path: string, field: Omit<ComparedField, 'name' | 'faults'>) => {
    const { parent, name } = placeOf(path)
    const own = faults.filter((fault) => fault.path === path)
    const row = { ...field, name, faults: own }
    elements.set(parent, [...(elements.get(parent) ?? []), row])
  }
  const known = new Set(fields.map(({ path }) => path))
  for (const { path, line, sent, understood, verdict } of fields) {
    add(path, { line, sent, understood, verdict })
  }
  const unsent = new Map(faults.map((fault) => [fault.path, fault]))
  for (const [path, { line, rule }] of unsent) {
    if (known.has(path) || path === '') continue
    const verdict = rule === 'missing' ? 'missing' : 'faulty'
    add(path, { line, sent: undefined, understood: undefined, verdict })
  }
  return Array.from(elements, ([path, rows]) => ({ path, fields: rows }))
}

function placeOf(path: string): { readonly parent: string; readonly name: string } {
  const at = path.lastIndexOf('/')
  return { parent: path.slice(0, Math.max(0, at)), name: path.slice(at + 1).replace(/^@/, '') }
}

/** Whether there is more to say of a field than that it was understood. */
export function differs({ verdict, faults }: ComparedField): boolean {
  return verdict !== 'as sent' || faults.length > 0
}
