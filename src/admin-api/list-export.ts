/** A whole list as a file: all its pages, one after the other. */
import { ApiProblem } from './problems.ts'

const EXPORT_MAX = 10_000
const EXPORT_PAGE = 100

interface Page<T> {
  readonly items: readonly T[]
  readonly next?: string | undefined
}

/** The entries of all pages; a list that is longer than a file may be is never cut off silently. */
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
  } while (next !== undefined)
  return entries
}
