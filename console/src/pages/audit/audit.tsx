/** The page of the audit trail: who did or viewed what, and when. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ApiRequest, call, download } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import {
  Empty,
  EmptyPlace,
  Heading,
  LoadState,
  NotForIntegrators,
  Panel,
} from '../../components/layout.tsx'
import { ListFoot } from '../../components/list/list-foot.tsx'
import { useFilterQuery } from '../../components/list/period-filter.tsx'
import { useUrlFilters } from '../../components/url-parameter.ts'
import { plural, timeZone } from '../../format.ts'
import type { Entry } from './action-words.ts'
import { AuditFilters, FILTER_NAMES, type Filters } from './audit-filters.tsx'
import { EntryTable } from './entry-table.tsx'
import './audit.css'

type Query = NonNullable<ApiRequest<'GET /audit.csv'>['query']>

/** The page size. It exceeds that of the order list, because repeated views become one row. */
const PAGE_ENTRIES = 50

/** The audit trail. Integrators see a notice instead. */
export function AuditPage() {
  return (
    <NotForIntegrators title="Audit trail">
      <AuditTrail />
    </NotForIntegrators>
  )
}

/** All entries, newest first. */
function AuditTrail() {
  const { filters, filter, clear } = useUrlFilters(FILTER_NAMES)
  const queryOf = useFilterQuery<Query>('real')
  const entries = useEntries(filters)
  const otherPurpose = useOtherPurpose()
  const items = entries.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Heading title="Audit trail">
        <p>
          Who did or viewed what, and when. Entries are append-only, chained by hash, and contain no
          personal data. Times are real times in {timeZone()}. If the sandbox time differs, it is
          shown below.
        </p>
      </Heading>
      <Panel flush>
        <AuditFilters filters={filters} onFilter={filter} onClear={clear} />
        <LoadState query={entries} what="Loading the audit trail" />
        <EmptyPlace>
          {entries.isSuccess && items.length === 0 && (
            <Empty title="No matching entries">
              <p>Actors and IDs must match exactly.</p>
              <Button onClick={clear}>Show all entries</Button>
            </Empty>
          )}
        </EmptyPlace>
        {items.length > 0 && (
          <>
            <EntryTable
              entries={items}
              hasPlaced={filters.action === undefined && filters.actor === undefined}
              otherPurpose={otherPurpose}
              narrowed={(by) => `/audit?${new URLSearchParams({ ...filters, ...by })}`}
            />
            <ListFoot
              shown={plural(items.length, 'entry', 'entries')}
              older="entries"
              list={entries}
              onExport={async () => download('GET /audit.csv', { query: await queryOf(filters) })}
            />
          </>
        )}
      </Panel>
    </>
  )
}

/**
 * Returns the purpose of an entry only if it differs from the purpose of its account. Nearly every
 * order has its account's purpose, so only a different one is worth a line.
 */
function useOtherPurpose(): (entry: Entry) => string | undefined {
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const purposes = new Map(accounts.data?.items.map(({ name, purpose }) => [name, purpose]))
  return ({ account, purpose }) =>
    accounts.isPending || purpose === purposes.get(account ?? '') ? undefined : purpose
}

function useEntries(filters: Filters) {
  const queryOf = useFilterQuery<Query>('real')
  return useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: async ({ pageParam, signal }) => {
      const after = pageParam === '' ? {} : { cursor: pageParam }
      const query = { ...(await queryOf(filters)), ...after, limit: PAGE_ENTRIES }
      return call('GET /audit', { query, signal })
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
}
