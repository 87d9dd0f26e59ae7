/** The audit trail: who did or saw what, and when. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { figureWords } from '../../../src/reports/print/wording.ts'
import { type Answer, call } from '../api/call.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Empty, Failed, Heading, Panel, Waiting } from '../parts/layout.tsx'
import { momentText, shortMomentText } from '../words.ts'

type Entry = Answer<'GET /audit'>['items'][number]

const FILTERS = [
  ['account', 'Account'],
  ['orderId', 'Order'],
  ['reportId', 'Report'],
] as const

/** Every entry, newest first. */
export function Audit() {
  const [parameters, setParameters] = useSearchParams()
  const filters = Object.fromEntries(
    FILTERS.flatMap(([name]) => {
      const value = parameters.get(name) ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  const entries = useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      call('GET /audit', {
        query: { ...filters, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
  const items = entries.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Heading title="Audit">
        <p>
          Who did or saw what, and when. Entries are only ever added, each chained to the one
          before, and hold no personal data.
        </p>
      </Heading>
      <Panel flush>
        <Filters filters={filters} onFilters={setParameters} />
        {entries.isPending && <Waiting what="Fetching the trail" />}
        {entries.isError && <Failed error={entries.error} again={() => void entries.refetch()} />}
        {entries.isSuccess && items.length === 0 && (
          <Empty title="No entry is like this.">
            <p>Accounts, orders and reports are compared as a whole.</p>
          </Empty>
        )}
        {items.length > 0 && <EntryTable entries={items} />}
        {entries.hasNextPage && (
          <div className="panel-foot">
            <Button busy={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
              Show older entries
            </Button>
          </div>
        )}
      </Panel>
    </>
  )
}

interface FiltersProps {
  readonly filters: Readonly<Record<string, string>>
  readonly onFilters: (filters: Record<string, string>) => void
}

function Filters({ filters, onFilters }: FiltersProps) {
  const [typed, setTyped] = useState(filters)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilters(Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')))
  }
  return (
    <form className="panel-tools row" onSubmit={submit}>
      {FILTERS.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          value={typed[name] ?? ''}
          onText={(text) => setTyped({ ...typed, [name]: text.trim() })}
        />
      ))}
      <Button type="submit">Filter</Button>
    </form>
  )
}

function EntryTable({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <div className="scroll">
      <table className="cards">
        <caption className="hidden">Audit trail, newest first</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">Did what</th>
            <th scope="col">To what</th>
            <th scope="col">Outcome</th>
            <th scope="col">For</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td data-title="When">
                <time dateTime={entry.at} title={momentText(entry.at)}>
                  {shortMomentText(entry.at)}
                </time>
              </td>
              <td data-title="Who">
                {entry.actor.name}
                <span className="under">{entry.actor.kind}</span>
              </td>
              <th scope="row" data-title="Did what">
                {entry.action}
              </th>
              <td data-title="To what">
                <Subjects entry={entry} />
              </td>
              <td data-title="Outcome">{entry.outcome}</td>
              <td data-title="For">
                {entry.purpose}
                <span className="under">{entry.fields.map(figureWords).join(', ')}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Subjects({ entry }: { readonly entry: Entry }) {
  return (
    <ul>
      {entry.orderId !== undefined && (
        <li>
          <Link href={`/orders/${entry.orderId}`} className="mono">
            {entry.orderId}
          </Link>
        </li>
      )}
      {entry.reportId !== undefined && (
        <li>
          <Link href={`/reports/${entry.reportId}`} className="mono">
            {entry.reportId}
          </Link>
        </li>
      )}
      {entry.object !== undefined && <li className="mono wrap">{entry.object}</li>}
      {entry.account !== undefined && <li className="muted">{entry.account}</li>}
    </ul>
  )
}
