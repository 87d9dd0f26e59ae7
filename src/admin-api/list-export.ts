/** Exports a whole list as a file, by reading all its pages. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Api, actorOf, type Caller } from './handler.ts'
import { ApiProblem } from './problems.ts'

const EXPORT_MAX = 10_000
const EXPORT_PAGE = 100

interface Page<T> {
  readonly items: readonly T[]
  readonly next?: string | undefined
}

/**
 * Returns the entries of all pages. Throws if the list is longer than a file may be, so that no
 * file is silently incomplete.
 */
export async function everyPage<T>(
  what: string,
  pageAfter: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const entries: T[] = []
  let next: string | undefined
  do {
    const cursor = next === undefined ? {} : { cursor: next }
    const page = await pageAfter({ limit: EXPORT_PAGE, ...cursor })
    entries.push(...page.items)
    next = page.next
    if (entries.length >= EXPORT_MAX && next !== undefined) {
      throw new ApiProblem('rejected', `More than 10,000 ${what} match. Narrow the time range.`)
    }
    // The embedded database reads at once. Without this, orders would wait for the whole export.
    await yieldToEventLoop()
  } while (next !== undefined)
  return entries
}

/**
 * Records an export in the audit trail. `object` says what the file has, such as `12 orders`, and
 * `account` is the only account that it has them of.
 */
export async function recordExport(
  caller: Caller,
  object: string,
  account: string | undefined,
  { tools }: Api,
): Promise<void> {
  const entry = { actor: actorOf(caller), action: 'list.exported', account, object } as const
  await tools.store.audit.record(entry)
}
