/** The audit trail: who did or viewed what, and when. */

import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { type ApiRequest, call } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { Empty, Heading, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { usePeriodBounds } from '../../components/period-filter.tsx'
import { plural, timeZone } from '../../format.ts'
import { AuditFilters, type Filters, filtersOf, withoutEmpty } from './audit-filters.tsx'
import { EntryTable } from './entry-table.tsx'
import './audit.css'

type Query = NonNullable<ApiRequest<'GET /audit'>['query']>

/** Repeated views become one row, so a page of the list takes more entries than that of orders. */
const PAGE_ENTRIES = 50

/** All entries, newest first. */
export function AuditPage() {
  const [parameters, setParameters] = useSearchParams()
  const filters = filtersOf(parameters)
  const filter = (next: Filters) => setParameters(withoutEmpty(next))
  const entries = useEntries(filters)
  const items = entries.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Heading title="Audit trail">
        <p>
          Who did or viewed what, and when. Entries are append-only, chained by hash, and contain no
          personal data. Times are real times in {timeZone()}; sandbox time is below where it
          differs.
        </p>
      </Heading>
      <Panel flush>
        <AuditFilters filters={filters} onFilters={filter} />
        {entries.isPending && <Loading what="Loading the audit trail" />}
        {entries.isError && (
          <LoadError error={entries.error} onRetry={() => void entries.refetch()} />
        )}
        {entries.isSuccess && items.length === 0 && (
          <Empty title="No matching entries">
            <p>Actors and IDs match in full only.</p>
            <Button onClick={() => filter({})}>Show all entries</Button>
          </Empty>
        )}
        {items.length > 0 && (
          <>
            <EntryTable
              entries={items}
              narrowed={(by) => `/audit?${new URLSearchParams({ ...filters, ...by })}`}
            />
            <div className="list-foot">
              <p className="muted small" role="status">
                {plural(items.length, 'entry', 'entries')} shown
              </p>
              {entries.hasNextPage && (
                <Button
                  busy={entries.isFetchingNextPage}
                  onClick={() => void entries.fetchNextPage()}
                >
                  Show older entries
                </Button>
              )}
            </div>
          </>
        )}
      </Panel>
    </>
  )
}

function useEntries(filters: Filters) {
  const boundsOf = usePeriodBounds('real')
  return useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: async ({ pageParam, signal }) => {
      const { period: _, from: __, to: ___, ...equal } = filters
      const after = pageParam === '' ? {} : { cursor: pageParam }
      const query = { ...equal, ...(await boundsOf(filters)), ...after, limit: PAGE_ENTRIES }
      return call('GET /audit', { query: query as Query, signal })
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
}
