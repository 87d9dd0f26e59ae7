/** The filters of the audit trail. They are in the URL; phones fold them behind a button. */
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { FoldedFilters } from '../../components/list/folded-filters.tsx'
import { PERIOD_NAMES, PeriodFilter } from '../../components/list/period-filter.tsx'
import type { UrlFilters } from '../../components/url-parameter.ts'
import { AccountFilter } from '../orders/order-filters.tsx'
import { ACTION_CHOICES } from './action-words.ts'

/** The names of the filters. */
export const FILTER_NAMES = [
  'action',
  'actor',
  'account',
  'orderId',
  'reportId',
  ...PERIOD_NAMES,
] as const

export type Filters = UrlFilters<(typeof FILTER_NAMES)[number]>

interface FiltersProps {
  readonly filters: Filters
  readonly onFilter: (change: Filters) => void
  readonly onClear: () => void
}

/** The filters above the list. */
export function AuditFilters(properties: FiltersProps) {
  const { filters } = properties
  const count = Object.keys(filters).length
  return (
    <div className="list-tools">
      <FoldedFilters count={count}>
        <FilterForm {...properties} />
      </FoldedFilters>
      {filters.action !== undefined && (
        <p className="muted small">
          Recorded as <code>{filters.action}</code>
        </p>
      )}
    </div>
  )
}

/**
 * The fields of the filters. A selection applies at once; typed text applies with Enter or when the
 * field loses the focus.
 */
function FilterForm({ filters, onFilter, onClear }: FiltersProps) {
  const current = [filters.actor ?? '', filters.orderId ?? filters.reportId ?? ''] as const
  const [[actor, id], setTyped] = useState(current)
  const [previous, setPrevious] = useState(current)
  const operators = useApiQuery('operators', 'GET /operators')
  // Links in the table change the filters as well.
  if (previous.join(' ') !== current.join(' ')) {
    setPrevious(current)
    setTyped(current)
  }
  const apply = (typed = [actor, id] as const) => {
    const [nextActor, nextId] = typed
    if (typed.join(' ') === current.join(' ')) return
    const isReport = nextId.startsWith('R')
    const ids = { orderId: isReport ? '' : nextId, reportId: isReport ? nextId : '' }
    onFilter({ actor: nextActor, ...ids })
  }
  /** Applies a text while it is typed if it is empty or complete. */
  const type = (typed: readonly [actor: string, id: string], isComplete: boolean) => {
    setTyped(typed)
    if (isComplete) apply(typed)
  }
  const applies = {
    onBlur: () => apply(),
    onKeyDown: ({ key }: { readonly key: string }) => key === 'Enter' && apply(),
  }
  const names = operators.data?.items.map(({ name }) => name) ?? []
  return (
    <div className="audit-filters">
      <SelectField
        label="Action"
        value={filters.action ?? ''}
        choices={[['', 'Any action']]}
        groups={ACTION_CHOICES}
        onChoice={(action) => onFilter({ action })}
      />
      <TextField
        label="Actor"
        list="audit-actors"
        placeholder="Full name"
        value={actor}
        {...applies}
        onText={(text) => type([text.trim(), id], ['', ...names].includes(text.trim()))}
      />
      <datalist id="audit-actors">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <AccountFilter value={filters.account ?? ''} onChoice={(account) => onFilter({ account })} />
      <TextField
        label="Order or report ID"
        placeholder="Full ID"
        value={id}
        {...applies}
        onText={(text) => type([actor, text.trim()], text.trim() === '')}
      />
      <PeriodFilter label="Time" period={filters} onPeriod={onFilter} />
      {Object.keys(filters).length > 0 && (
        <div className="row">
          <Button kind="plain" onClick={onClear}>
            Clear filters
          </Button>
        </div>
      )}
    </div>
  )
}
