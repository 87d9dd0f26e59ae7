/** The journal of orders: filters in the address, the search text never. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Answer, type Body, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Icon } from '../../components/icons.tsx'
import { Empty, Failed, Heading, Panel, Waiting } from '../../components/layout.tsx'
import { counted } from '../../format.ts'
import { type Filters, filtersOf, OrderFilters } from './order-filters.tsx'
import { OrderTable } from './order-table.tsx'
import './orders.css'

type Page = Answer<'GET /orders'>
type Narrowed = NonNullable<Body<'POST /orders/search'>['filters']>

/** What was searched for; it is forgotten with the session, and is in no address. */
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
            <LinkButton to="/desk" kind="primary" icon="plus">
              New order
            </LinkButton>
          )
        }
      >
        <p>
          Every order that reached the service, as it arrives. Open one to see what became of it.
        </p>
      </Heading>
      <Panel flush>
        <div className="orders-tools">
          <Search text={text} onSearch={search} />
          <OrderFilters filters={filters} onFilter={filter} />
        </div>
        {orders.isPending && <Waiting what="Fetching orders" />}
        {orders.isError && <Failed error={orders.error} again={() => void orders.refetch()} />}
        {orders.isSuccess && items.length === 0 && <NoOrders narrowed={narrowed} onAll={showAll} />}
        {items.length > 0 && <OrderTable orders={items} />}
        {orders.isSuccess && items.length > 0 && (
          <div className="orders-foot">
            <p className="muted small" role="status">
              {counted(items.length, 'order')} shown
              {text === '' ? '' : ' of those found'}
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
          Search by name, last four digits, lender case, report or order identifier
        </span>
        <Icon name="search" />
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder="Name, last four digits, lender case, or identifier"
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
      <Empty title="No order is like this.">
        <p>
          A search finds whole last names, first and last names, the last four digits of a social
          security number, lender cases, and identifiers of orders and reports.
        </p>
        <Button onClick={onAll}>Show all orders</Button>
      </Empty>
    )
  }
  return (
    <Empty title="No order has arrived yet.">
      <p>
        Post one with the <code>curl</code> line that the service printed when it started, or fill
        in a form at the order desk. It appears here by itself.
      </p>
      <LinkButton to="/desk" kind="primary">
        Go to the order desk
      </LinkButton>
    </Empty>
  )
}
