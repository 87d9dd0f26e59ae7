/** The list of orders. Filters are in the URL; search terms are not, because they are personal data. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type ApiBody, type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Icon } from '../../components/icons.tsx'
import { Empty, Heading, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { plural } from '../../format.ts'
import { type Filters, filtersOf, OrderFilters } from './order-filters.tsx'
import { OrderTable } from './order-table.tsx'
import './orders.css'

type Page = ApiResponse<'GET /orders'>
type Narrowed = NonNullable<ApiBody<'POST /orders/search'>['filters']>

/** The query key of the last search. Signing out clears it. */
const SEARCHED = ['searched']

/** Every order, newest first. */
export function OrdersPage() {
  const { operator } = useSession()
  const queries = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const [text, setText] = useState(queries.getQueryData<string>(SEARCHED) ?? '')
  const filters = filtersOf(parameters)
  const orders = useOrders(filters, text)
  const search = (next: string) => {
    queries.setQueryData(SEARCHED, next)
    setText(next)
  }
  const filter = (change: Filters) =>
    setParameters(
      Object.fromEntries(
        Object.entries({ ...filters, ...change }).filter(
          (each): each is [string, string] => each[1] !== undefined && each[1] !== '',
        ),
      ),
    )
  const showAll = () => {
    search('')
    setParameters({})
  }
  const items = orders.data?.pages.flatMap((page) => page.items) ?? []
  const narrowed = text !== '' || Object.keys(filters).length > 0
  return (
    <>
      <Heading
        title="Orders"
        actions={
          operator.role !== 'auditor' && (
            <LinkButton to="/order-desk" kind="primary" icon="plus">
              New order
            </LinkButton>
          )
        }
      >
        <p>
          Every order that the service received. Select an order to see its timeline and documents.
        </p>
      </Heading>
      <Panel flush>
        <div className="orders-tools">
          <Search text={text} onSearch={search} />
          <OrderFilters filters={filters} onFilter={filter} />
        </div>
        {orders.isPending && <Loading what="Loading orders" />}
        {orders.isError && <LoadError error={orders.error} onRetry={() => void orders.refetch()} />}
        {orders.isSuccess && items.length === 0 && <NoOrders narrowed={narrowed} onAll={showAll} />}
        {items.length > 0 && <OrderTable orders={items} />}
        {orders.isSuccess && items.length > 0 && (
          <div className="orders-foot">
            <p className="muted small" role="status">
              {plural(items.length, text === '' ? 'order' : 'matching order')} shown
            </p>
            {orders.hasNextPage && (
              <Button busy={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
                Show older orders
              </Button>
            )}
          </div>
        )}
      </Panel>
    </>
  )
}

function useOrders(filters: Filters, text: string) {
  return useInfiniteQuery({
    queryKey: ['orders', filters, text],
    queryFn: ({ pageParam, signal }): Promise<Page> => {
      const from = pageParam === '' ? {} : { cursor: pageParam }
      const narrowed = filters as Narrowed
      return text === ''
        ? call('GET /orders', { query: { ...narrowed, ...from }, signal })
        : call('POST /orders/search', { body: { text, filters: narrowed, ...from }, signal })
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
}

function Search({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <form className="orders-search" onSubmit={submit}>
      <label className="search-box">
        <span className="hidden">
          Search by name, last four digits of the SSN, lender case, order ID or report ID
        </span>
        <Icon name="search" />
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder="Name, last 4 of SSN, lender case, or ID"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            if (event.target.value === '') onSearch('')
          }}
        />
      </label>
      <Button type="submit">Search</Button>
    </form>
  )
}

function NoOrders({ narrowed, onAll }: { readonly narrowed: boolean; readonly onAll: () => void }) {
  if (narrowed) {
    return (
      <Empty title="No matching orders">
        <p>
          You can search for a last name, a first and last name, the last four digits of an SSN, a
          lender case, an order ID or a report ID. Enter each in full.
        </p>
        <Button onClick={onAll}>Show all orders</Button>
      </Empty>
    )
  }
  return (
    <Empty title="No orders yet">
      <p>
        Run the <code>curl</code> command that the service printed at startup, or fill in the form
        at the order desk. New orders appear here automatically.
      </p>
      <LinkButton to="/order-desk" kind="primary">
        Open the order desk
      </LinkButton>
    </Empty>
  )
}
