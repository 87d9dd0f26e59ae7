/** The audit trail: who did or saw what, and when. */

import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { words } from '../../../src/documents/wording.ts'
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  type AuditAction,
} from '../../../src/store/audit/actions.ts'
import { type Answer, call, type Sent } from '../api/call.ts'
import { Button } from '../parts/button.tsx'
import { Ticked } from '../parts/code.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Empty, Failed, Heading, Panel, Waiting } from '../parts/layout.tsx'
import { Table } from '../parts/table.tsx'
import { momentText, shortMomentText } from '../words.ts'
import './audit.css'

type Entry = Answer<'GET /audit'>['items'][number]

const FILTERS = [
  ['actor', 'Who'],
  ['account', 'Account'],
  ['orderId', 'Order'],
  ['reportId', 'Report'],
] as const

const ACTION_CHOICES = [
  ['', 'Anything'],
  ...AUDIT_ACTION_NAMES.map((name) => [name, name] as const),
] as const

type Filters = NonNullable<Sent<'GET /audit'>['query']>

/** The filters of the address; an action that there is not is none. */
function filtersOf(parameters: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const [name] of FILTERS) {
    const value = parameters.get(name) ?? ''
    if (value !== '') filters[name] = value
  }
  const action = AUDIT_ACTION_NAMES.find((name) => name === parameters.get('action'))
  return action === undefined ? filters : { ...filters, action }
}

/** Every entry, newest first. */
export function Audit() {
  const [parameters, setParameters] = useSearchParams()
  const filters = filtersOf(parameters)
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
        <FilterForm filters={filters} onFilters={setParameters} />
        {entries.isPending && <Waiting what="Fetching the trail" />}
        {entries.isError && <Failed error={entries.error} again={() => void entries.refetch()} />}
        {entries.isSuccess && items.length === 0 && (
          <Empty title="No entry is like this.">
            <p>Names, accounts, orders and reports are compared as a whole.</p>
          </Empty>
        )}
        {items.length > 0 && <EntryTable entries={items} filters={filters} />}
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
  readonly filters: Filters
  readonly onFilters: (filters: Record<string, string>) => void
}

function FilterForm({ filters, onFilters }: FiltersProps) {
  const [typed, setTyped] = useState<Filters>(filters)
  const [known, setKnown] = useState('')
  const current = JSON.stringify(filters)
  // A link in the table filters too.
  if (known !== current) {
    setKnown(current)
    setTyped(filters)
  }
  const filter = (next: Filters) =>
    onFilters(
      Object.fromEntries(
        Object.entries(next as Record<string, string>).filter(([, value]) => value !== ''),
      ),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    filter(typed)
  }
  return (
    <form className="panel-tools audit-filters" onSubmit={submit}>
      <SelectField
        label="Did what"
        value={filters.action ?? ''}
        choices={ACTION_CHOICES}
        onChoice={(action) => filter({ ...typed, action: action as AuditAction })}
      />
      {FILTERS.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          value={typed[name] ?? ''}
          onText={(text) => setTyped({ ...typed, [name]: text.trim() })}
        />
      ))}
      <div className="row">
        <Button type="submit">Filter</Button>
        {current !== '{}' && (
          <Button kind="plain" onClick={() => onFilters({})}>
            Show all
          </Button>
        )}
      </div>
      {filters.action !== undefined && (
        <p className="muted span-all">
          <Ticked text={AUDIT_ACTIONS[filters.action]} />
        </p>
      )}
    </form>
  )
}

interface EntriesProps {
  readonly entries: readonly Entry[]
  readonly filters: Filters
}

function EntryTable({ entries, filters }: EntriesProps) {
  const narrowed = (by: Record<string, string>) =>
    `/audit?${new URLSearchParams({ ...(filters as Record<string, string>), ...by })}`
  return (
    <Table
      caption="Audit trail, newest first"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'When',
          cell: ({ at }) => (
            <time dateTime={at} title={momentText(at)}>
              {shortMomentText(at)}
            </time>
          ),
        },
        {
          title: 'Who',
          cell: ({ actor }) => (
            <>
              <Link href={narrowed({ actor: actor.name })}>{actor.name}</Link>
              <span className="under">{actor.kind}</span>
            </>
          ),
        },
        {
          title: 'Did what',
          heads: true,
          cell: ({ action }) => <Link href={narrowed({ action })}>{action}</Link>,
        },
        { title: 'To what', cell: (entry) => <Subjects entry={entry} /> },
        { title: 'Outcome', cell: ({ outcome }) => outcome },
        {
          title: 'For',
          className: 'whole',
          cell: ({ purpose, fields }) => (
            <>
              {purpose}
              <span className="under">{fields.map(words).join(', ')}</span>
            </>
          ),
        },
      ]}
    />
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
