/** The audit trail: who did or viewed what, and when. */

import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { words } from '../../../../src/documents/wording.ts'
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  type AuditAction,
} from '../../../../src/store/audit/actions.ts'
import { type ApiRequest, type ApiResponse, call } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { InlineCode } from '../../components/code.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { Empty, Heading, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { dateTimeText, minuteText, shortDateTimeText, timeZone } from '../../format.ts'
import './audit.css'

type Entry = ApiResponse<'GET /audit'>['items'][number]

const FILTERS = [
  ['actor', 'Actor'],
  ['account', 'Account'],
  ['orderId', 'Order'],
  ['reportId', 'Report'],
] as const

const ACTION_CHOICES = [
  ['', 'Any'],
  ...AUDIT_ACTION_NAMES.map((name) => [name, name] as const),
] as const

type Filters = NonNullable<ApiRequest<'GET /audit'>['query']>

/** The display names of the parts of an order or report that an entry names. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  sent: 'request',
  parsed: 'parsed fields',
  answer: 'response',
  content: 'report',
}

const fieldText = (field: string) => FIELD_NAMES[field] ?? words(field)

/** Reads the filters from the URL. Unknown actions are ignored. */
function filtersOf(parameters: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const [name] of FILTERS) {
    const value = parameters.get(name) ?? ''
    if (value !== '') filters[name] = value
  }
  const action = AUDIT_ACTION_NAMES.find((name) => name === parameters.get('action'))
  return action === undefined ? filters : { ...filters, action }
}

/** All entries, newest first. */
export function AuditPage() {
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
      <Heading title="Audit trail">
        <p>
          Who did or viewed what, and when. Entries are append-only, chained by hash, and contain no
          personal data. Times are in {timeZone()}; sandbox time is below where it differs.
        </p>
      </Heading>
      <Panel flush>
        <FilterForm filters={filters} onFilters={setParameters} />
        {entries.isPending && <Loading what="Loading the audit trail" />}
        {entries.isError && (
          <LoadError error={entries.error} onRetry={() => void entries.refetch()} />
        )}
        {entries.isSuccess && items.length === 0 && (
          <Empty title="No matching entries">
            <p>Filters match whole names and IDs.</p>
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
  const [previous, setPrevious] = useState('')
  const current = JSON.stringify(filters)
  // Links in the table change the filters as well.
  if (previous !== current) {
    setPrevious(current)
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
        label="Action"
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
            Clear filters
          </Button>
        )}
      </div>
      {filters.action !== undefined && (
        <p className="muted span-all">
          <InlineCode text={AUDIT_ACTIONS[filters.action]} />
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
      className="dense"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Time',
          cell: ({ at, sandboxAt }) => (
            <>
              <time dateTime={at} title={dateTimeText(at)}>
                {shortDateTimeText(at)}
              </time>
              {sandboxAt !== undefined && sandboxAt !== at && (
                <span className="under" title={dateTimeText(sandboxAt)}>
                  sandbox {minuteText(sandboxAt)}
                </span>
              )}
            </>
          ),
        },
        {
          title: 'Actor',
          cell: ({ actor }) => (
            <>
              <Link href={narrowed({ actor: actor.name })}>{actor.name}</Link>
              <span className="under">{actor.kind}</span>
            </>
          ),
        },
        {
          title: 'Action',
          rowHeader: true,
          cell: ({ action }) => <Link href={narrowed({ action })}>{action}</Link>,
        },
        { title: 'Target', cell: (entry) => subjectsOf(entry) },
        { title: 'Outcome', cell: ({ outcome }) => (outcome === 'done' ? '' : outcome) },
        { title: 'Purpose', className: 'whole', cell: ({ purpose }) => purpose },
        { title: 'Parts', cell: ({ fields }) => fields.map(fieldText).join(', ') },
      ]}
    />
  )
}

/** What an entry is about; empty of a login. */
function subjectsOf({ orderId, reportId, object, account }: Entry) {
  if ([orderId, reportId, object, account].every((each) => each === undefined)) return ''
  return (
    <ul>
      {orderId !== undefined && (
        <li>
          <Link href={`/orders/${orderId}`} className="mono">
            {orderId}
          </Link>
        </li>
      )}
      {reportId !== undefined && (
        <li>
          <Link href={`/reports/${reportId}`} className="mono">
            {reportId}
          </Link>
        </li>
      )}
      {object !== undefined && <li className="mono wrap">{object}</li>}
      {account !== undefined && <li className="muted">{account}</li>}
    </ul>
  )
}
