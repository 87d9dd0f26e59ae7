/** The filters of the audit trail. They are in the URL; on phones they open with a button. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { PERIOD_NAMES, PeriodFilter } from '../../components/period-filter.tsx'
import { useIsWide } from '../../components/use-is-wide.ts'
import { capitalized } from '../../format.ts'
import { AccountFilter } from '../orders/order-filters.tsx'
import { ACTION_WORDS } from './action-words.ts'

const NAMES = ['action', 'actor', 'account', 'orderId', 'reportId', ...PERIOD_NAMES] as const

/** The filters as given in the URL. The API rejects unknown values with a message. */
export type Filters = Partial<Readonly<Record<(typeof NAMES)[number], string>>>

/** Reads the filters from the URL. */
export function filtersOf(parameters: URLSearchParams): Filters {
  return withoutEmpty(Object.fromEntries(NAMES.map((name) => [name, parameters.get(name) ?? ''])))
}

/** The filters that have a value. */
export function withoutEmpty(filters: Filters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
}

interface FiltersProps {
  readonly filters: Filters
  readonly onFilters: (filters: Filters) => void
}

/** The controls above the list. */
export function AuditFilters(properties: FiltersProps) {
  const { filters } = properties
  const isWide = useIsWide()
  const count = Object.keys(filters).length
  return (
    <div className="list-tools">
      <Folded folded={!isWide} title={count === 0 ? 'Filters' : `Filters (${count})`}>
        <FilterForm {...properties} />
      </Folded>
      {filters.action !== undefined && (
        <p className="muted small">
          Recorded as <code>{filters.action}</code>
        </p>
      )}
    </div>
  )
}

interface FoldedProps {
  readonly folded: boolean
  readonly title: string
  readonly children: ReactNode
}

function Folded({ folded, title, children }: FoldedProps) {
  if (!folded) return children
  return (
    <details className="more">
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** Choices apply at once; what is typed applies with the button or the Enter key. */
function FilterForm({ filters, onFilters }: FiltersProps) {
  const current = [filters.actor ?? '', filters.orderId ?? filters.reportId ?? ''] as const
  const [[actor, id], setTyped] = useState(current)
  const [previous, setPrevious] = useState(current)
  // Links in the table change the filters as well.
  if (previous.join(' ') !== current.join(' ')) {
    setPrevious(current)
    setTyped(current)
  }
  const filter = (change: Filters) => onFilters({ ...filters, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isReport = id.startsWith('R')
    filter({ actor, orderId: isReport ? '' : id, reportId: isReport ? id : '' })
  }
  return (
    <form className="audit-filters" onSubmit={submit}>
      <SelectField
        label="Action"
        value={filters.action ?? ''}
        choices={[
          ['', 'Any action'],
          ...Object.entries(ACTION_WORDS).map(
            ([name, words]) => [name, capitalized(words)] as const,
          ),
        ]}
        onChoice={(action) => filter({ action })}
      />
      <TextField
        label="Actor"
        list="audit-actors"
        value={actor}
        onText={(text) => setTyped([text.trim(), id])}
      />
      <Actors />
      <AccountFilter value={filters.account ?? ''} onChoice={(account) => filter({ account })} />
      <TextField
        label="Order or report ID"
        value={id}
        onText={(text) => setTyped([actor, text.trim()])}
      />
      <PeriodFilter label="Time" period={filters} onPeriod={filter} />
      <div className="row">
        <Button type="submit">Filter</Button>
        {Object.keys(filters).length > 0 && (
          <Button kind="plain" onClick={() => onFilters({})}>
            Clear filters
          </Button>
        )}
      </div>
    </form>
  )
}

/** Suggests the console users; accounts, commands and the service act under other names. */
function Actors() {
  const operators = useApiQuery('operators', 'GET /operators')
  return (
    <datalist id="audit-actors">
      {operators.data?.items.map(({ name }) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
