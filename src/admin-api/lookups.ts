/** Look-ups: the audit trail, the error table and the fields of documents. */
import { z } from 'zod'
import { csv } from '../csv.ts'
import type { AnyElement, Element } from '../documents/element.ts'
import { DOCUMENTS } from '../documents/tables/documents.ts'
import { counted } from '../documents/wording.ts'
import { CODES } from '../errors.ts'
import type { AuditAction } from '../store/audit/actions.ts'
import type { AuditFilter } from '../store/verification/trail.ts'
import { type Api, at, cursorAfter, cursorPosition, type Handlers, periodOf } from './handler.ts'
import { everyPage, recordExport } from './list-export.ts'
import type { AuditPage, AuditQuery } from './schemas/administration-schemas.ts'

/** Handlers of the look-ups. Only the audit trail needs the store. */
export const lookupHandlers: Handlers<'listAudit' | 'exportAudit' | 'listErrors' | 'listFields'> = {
  listAudit: ({ query }, api) => auditPage(query, api),
  exportAudit: async ({ caller, query }, api) => {
    const entries = await everyPage('entries', (page) => auditPage({ ...query, ...page }, api))
    await recordExport(caller, counted(entries.length, 'entry', 'entries'), query.account, api)
    return { name: 'audit.csv', content: csv([AUDIT_COLUMNS, ...entries.map(auditRow)]) }
  },
  listErrors: async () => ({
    items: Object.entries(CODES).map(([reason, { code, status, retry, text, remedy }]) => {
      return { reason, code, status, retry, text, remedy }
    }),
  }),
  listFields: async () => ({ documents: FIELDS }),
}

type Page = z.infer<typeof AuditPage>

async function auditPage(query: z.infer<typeof AuditQuery>, api: Api): Promise<Page> {
  const { limit, cursor, ...filters } = query
  const filter: AuditFilter = { ...filters, ...periodOf(filters) }
  const before = cursor === undefined ? undefined : entryAt(cursor)
  const entries = await api.tools.store.audit.list(filter, {
    before,
    limit: limit + 1,
  })
  const shown = entries.slice(0, limit)
  const last = entries.length > limit ? shown.at(-1) : undefined
  const next = last && cursorAfter(last.at, `${last.writer}:${last.number}`)
  const sandboxTime = await sandboxTimes(shown, api)
  return {
    items: shown.map(({ writer, number, ...entry }) => {
      const sandboxAt = sandboxTime?.(entry.at)
      return {
        ...entry,
        id: `${writer}:${number}`,
        at: at(entry.at),
        ...(sandboxAt !== undefined && { sandboxAt: at(sandboxAt) }),
        fields: [...entry.fields],
      }
    }),
    ...(next === undefined ? {} : { next }),
  }
}

// biome-ignore format: a table
const AUDIT_COLUMNS = [
  'entry', 'time', 'sandbox_time', 'actor', 'actor_kind', 'action', 'account', 'order', 'report', 'object', 'purpose',
  'outcome', 'fields',
]

/** Returns the row of an entry in the CSV file. */
function auditRow(entry: Page['items'][number]): readonly string[] {
  const { id, actor, action, outcome, fields, ...rest } = entry
  return [
    id,
    rest.at,
    rest.sandboxAt ?? '',
    actor.name,
    actor.kind,
    action,
    rest.account ?? '',
    rest.orderId ?? '',
    rest.reportId ?? '',
    rest.object ?? '',
    rest.purpose ?? '',
    outcome,
    fields.join('; '),
  ]
}

/** The most advances of the clock that are read. */
const ADVANCES_MAX = 1_000

/**
 * Returns a function that converts a time of the machine to the sandbox time at that moment: the
 * audit trail has the machine's time, and everything else in a sandbox has sandbox time. Returns
 * undefined if the two never differed. The function returns undefined for times before the current
 * world, which a reset or a restored snapshot began.
 */
async function sandboxTimes(
  entries: readonly { readonly at: number }[],
  { tools, clock }: Api,
): Promise<((at: number) => number | undefined) | undefined> {
  const { frozen, epoch, advancedMs } = clock?.state() ?? { frozen: false, epoch: 0, advancedMs: 0 }
  if ((advancedMs === 0 && !frozen) || entries.length === 0) return undefined
  const newest = (action: AuditAction, limit: number) =>
    tools.store.audit.list({ action }, { before: undefined, limit })
  const [advances, ...began] = await Promise.all([
    newest('clock.advanced', ADVANCES_MAX),
    newest('world.reset', 1),
    newest('snapshot.restored', 1),
  ])
  const worldBeganAt = Math.max(0, ...began.flat().map(({ at }) => at))
  return (moment) => {
    if (moment < worldBeganAt) return undefined
    const after = advances.filter((each) => each.at > moment)
    const ahead = advancedMs - after.reduce((sum, { object }) => sum + Number(object), 0)
    return (frozen ? epoch : moment) + ahead
  }
}

/** The writer and the number of an entry. */
const EntryId = z.string().regex(/^[\w-]{1,80}:\d{1,15}$/)

function entryAt(cursor: string) {
  const position = cursorPosition(cursor, EntryId)
  const [writer = '', number] = position.id.split(':')
  return { at: position.at, writer, number: Number(number) }
}

const FIELDS = Object.entries(DOCUMENTS).map(([name, { title, element }]) => ({
  name,
  title,
  fields: fieldsOf(element, element.name),
}))

function fieldsOf(element: AnyElement, path: string): FieldRow[] {
  if (element.form === 'text') return [rowOf(path, element, 'required', element)]
  const { fields, children } = element as Element
  return [
    ...Object.entries(fields).map(([name, field]) =>
      rowOf(`${path}/@${name}`, field, field.need, element),
    ),
    ...Object.values(children).flatMap((child) =>
      fieldsOf(child.element, `${path}/${child.element.name}`),
    ),
  ]
}

interface FieldRow {
  readonly path: string
  readonly need: string
  readonly kind: string
  readonly origin: string
  readonly secret: boolean
  readonly neverStored: boolean
  readonly doc: string
}

function rowOf(
  path: string,
  field: {
    readonly kind: { readonly hint: string }
    readonly doc: string
    readonly secret?: boolean
    readonly neverStored?: boolean
    readonly origin?: string
  },
  need: string,
  element: AnyElement,
): FieldRow {
  return {
    path,
    need,
    kind: field.kind.hint,
    origin: field.origin ?? element.origin,
    secret: field.secret === true,
    neverStored: field.neverStored === true,
    doc: field.doc,
  }
}
