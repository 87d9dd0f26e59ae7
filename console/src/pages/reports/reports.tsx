/** The report list page. Filters are in the URL; search terms, which are personal data, are not. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ApiBody, type ApiResponse, call, download } from '../../api/call.ts'
import { useSearched } from '../../api/searched.ts'
import { useSession } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { Segments, SelectField } from '../../components/field.tsx'
import { Empty, EmptyPlace, Heading, LoadState, Panel } from '../../components/layout.tsx'
import { FoldedFilters } from '../../components/list/folded-filters.tsx'
import { ListFoot } from '../../components/list/list-foot.tsx'
import {
  PERIOD_NAMES,
  PeriodFilter,
  TimeZone,
  useFilterQuery,
} from '../../components/list/period-filter.tsx'
import { Search } from '../../components/list/search.tsx'
import { type UrlFilters, useUrlFilters } from '../../components/url-parameter.ts'
import { OPERATIONS, plural } from '../../format.ts'
import { OrderHere } from '../orders/first-order.tsx'
import { AccountFilter } from '../orders/order-filters.tsx'
import { ReportTable } from './report-table.tsx'

const NAMES = ['validity', 'operation', 'account', ...PERIOD_NAMES] as const

type Filters = UrlFilters<(typeof NAMES)[number]>
type Query = NonNullable<ApiBody<'POST /reports/search'>['filters']>

/** The list of all reports, newest first. */
export function ReportsPage() {
  const [text, search] = useSearched('reports')
  const { filters, filter, clear } = useUrlFilters(NAMES)
  const reports = useReports(filters, text)
  const queryOf = useFilterQuery<Query>()
  const items = reports.data?.pages.flatMap((page) => page.items) ?? []
  const narrowed = text !== '' || Object.keys(filters).length > 0
  // An empty list needs no search and no filters.
  const isEmpty = reports.isSuccess && items.length === 0 && !narrowed
  return (
    <>
      <Heading title="Reports">
        <p>
          Issued reports, newest first. <TimeZone />
        </p>
      </Heading>
      <Panel flush>
        {!isEmpty && (
          <div className="list-tools">
            <Search
              text={text}
              onSearch={search}
              label="Search by name, last four digits of the SSN, lender case or report ID"
            />
            <FoldedFilters count={Object.keys(filters).length}>
              <ReportFilters filters={filters} onFilter={filter} />
            </FoldedFilters>
          </div>
        )}
        <LoadState query={reports} what="Loading reports" />
        <EmptyPlace>
          {reports.isSuccess && items.length === 0 && (
            <NoReports
              text={text}
              filters={filters}
              onAll={() => {
                search('')
                clear()
              }}
            />
          )}
        </EmptyPlace>
        {items.length > 0 && <ReportTable reports={items} caption="Reports, newest first" />}
        {items.length > 0 && (
          <ListFoot
            shown={plural(items.length, text === '' ? 'report' : 'matching report')}
            older="reports"
            list={reports}
            onExport={async () => {
              const searched = text === '' ? {} : { text }
              const body = { filters: await queryOf(filters), ...searched }
              await download('POST /reports/export', { body })
            }}
          />
        )}
      </Panel>
    </>
  )
}

function useReports(filters: Filters, text: string) {
  const queryOf = useFilterQuery<Query>()
  return useInfiniteQuery({
    queryKey: ['reports', filters, text],
    queryFn: async ({ pageParam, signal }): Promise<ApiResponse<'GET /reports'>> => {
      const after = pageParam === '' ? {} : { cursor: pageParam }
      const query = await queryOf(filters)
      return text === ''
        ? call('GET /reports', { query: { ...query, ...after }, signal })
        : call('POST /reports/search', { body: { text, filters: query, ...after }, signal })
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
}

interface FiltersProps {
  readonly filters: Filters
  readonly onFilter: (change: Filters) => void
}

function ReportFilters({ filters, onFilter }: FiltersProps) {
  const { operator } = useSession()
  return (
    <div className="list-filters">
      <Segments
        label="Validity"
        value={filters.validity ?? ''}
        choices={[
          ['', 'All'],
          ['valid', 'Valid'],
          ['expired', 'Expired'],
        ]}
        onChoice={(validity) => onFilter({ validity })}
      />
      <PeriodFilter label="Issued" period={filters} onPeriod={onFilter} />
      <div className="inline-field">
        <SelectField
          label="Operation"
          value={filters.operation ?? ''}
          choices={[['', 'Any operation'], ...Object.entries(OPERATIONS)]}
          onChoice={(operation) => onFilter({ operation })}
        />
      </div>
      {operator.role !== 'integrator' && (
        <div className="inline-field">
          <AccountFilter
            value={filters.account ?? ''}
            onChoice={(account) => onFilter({ account })}
          />
        </div>
      )}
    </div>
  )
}

interface NoneProps {
  readonly text: string
  readonly filters: Filters
  /** Clears the search and the filters. */
  readonly onAll: () => void
}

function NoReports({ text, filters, onAll }: NoneProps) {
  if (text !== '') {
    return (
      <Empty title="No matching reports">
        <p>
          You can search for a last name, a first and last name, the last four digits of an SSN, a
          lender case or a report ID.
        </p>
        <Button onClick={onAll}>Show all reports</Button>
      </Empty>
    )
  }
  const { validity, ...others } = filters
  if (validity !== undefined || Object.keys(others).length > 0) {
    const isOfValidity = validity !== undefined && Object.keys(others).length === 0
    return (
      <Empty title={isOfValidity ? `No ${validity} reports` : 'No reports match the filters'}>
        <Button onClick={onAll}>Clear filters</Button>
      </Empty>
    )
  }
  return (
    <Empty title="No reports yet">
      <p>Each order for which a bureau returns a file creates a report.</p>
      <OrderHere />
    </Empty>
  )
}
