/** The order list page. Filters are in the URL; search terms, which are personal data, are not. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type ApiBody, type ApiResponse, call, download } from '../../api/call.ts'
import { useSearched } from '../../api/searched.ts'
import { useSession } from '../../api/session.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Empty, EmptyPlace, Heading, LoadState, Panel } from '../../components/layout.tsx'
import { ListFoot } from '../../components/list/list-foot.tsx'
import { TimeZone, useFilterQuery } from '../../components/list/period-filter.tsx'
import { Search } from '../../components/list/search.tsx'
import { useUrlFilters } from '../../components/url-parameter.ts'
import { plural } from '../../format.ts'
import { OrderHere } from './first-order.tsx'
import { FILTER_NAMES, type Filters, OrderFilters } from './order-filters.tsx'
import { OrderTable } from './order-table.tsx'
import { SavedViews } from './saved-views.tsx'
import './orders.css'

type Page = ApiResponse<'GET /orders'>
type Query = NonNullable<ApiBody<'POST /orders/search'>['filters']>

/** The list of all orders, newest first. */
export function OrdersPage() {
  const { operator } = useSession()
  const [text, search] = useSearched('orders')
  const { filters, filter, clear } = useUrlFilters(FILTER_NAMES)
  const orders = useOrders(filters, text)
  const queryOf = useFilterQuery<Query>()
  const showAll = () => {
    search('')
    clear()
  }
  const items = orders.data?.pages.flatMap((page) => page.items) ?? []
  const narrowed = text !== '' || Object.keys(filters).length > 0
  // An empty list needs no search and no filters.
  const isEmpty = orders.isSuccess && items.length === 0 && !narrowed
  return (
    <>
      <Heading
        title="Orders"
        actions={
          operator.role !== 'auditor' &&
          !isEmpty && (
            <LinkButton to="/order-desk" kind="primary" icon="plus">
              New order
            </LinkButton>
          )
        }
      >
        <p>
          Every order that the service received, newest first. <TimeZone />
        </p>
      </Heading>
      <Panel flush>
        {!isEmpty && (
          <div className="list-tools">
            <Search
              text={text}
              onSearch={search}
              label="Search by name, last four digits of the SSN, lender case, order ID or report ID"
            />
            <OrderFilters filters={filters} onFilter={filter}>
              <SavedViews />
            </OrderFilters>
          </div>
        )}
        <LoadState query={orders} what="Loading orders" />
        <EmptyPlace>
          {orders.isSuccess && items.length === 0 && (
            <NoOrders narrowed={narrowed} onAll={showAll} />
          )}
        </EmptyPlace>
        {items.length > 0 && <OrderTable orders={items} />}
        {items.length > 0 && (
          <ListFoot
            shown={plural(items.length, text === '' ? 'order' : 'matching order')}
            older="orders"
            list={orders}
            onExport={async () => {
              const searched = text === '' ? {} : { text }
              const body = { filters: await queryOf(filters), ...searched }
              await download('POST /orders/export', { body })
            }}
          />
        )}
      </Panel>
    </>
  )
}

function useOrders(filters: Filters, text: string) {
  const queryOf = useFilterQuery<Query>()
  return useInfiniteQuery({
    queryKey: ['orders', filters, text],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const from = pageParam === '' ? {} : { cursor: pageParam }
      const query = await queryOf(filters)
      return text === ''
        ? call('GET /orders', { query: { ...query, ...from }, signal })
        : call('POST /orders/search', { body: { text, filters: query, ...from }, signal })
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
}

function NoOrders({ narrowed, onAll }: { readonly narrowed: boolean; readonly onAll: () => void }) {
  const { sandbox } = useSession()
  if (narrowed) {
    return (
      <Empty title="No matching orders">
        <p>
          You can search for a last name, a first and last name, the last four digits of an SSN, a
          lender case, an order ID or a report ID.
        </p>
        <Button onClick={onAll}>Show all orders</Button>
      </Empty>
    )
  }
  return (
    <Empty title="No orders yet">
      <p>
        New orders appear here automatically.{' '}
        {sandbox ? (
          <>
            You can also <Link href="/overview">order from a terminal</Link>.
          </>
        ) : (
          <>
            The <Link href="/api-reference">API reference</Link> shows how to send one from a
            program.
          </>
        )}
      </p>
      <OrderHere />
    </Empty>
  )
}
