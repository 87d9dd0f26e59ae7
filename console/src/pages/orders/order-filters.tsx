/** The filters of the order list. They are in the URL, so that a filtered list can be shared. */
import { type ReactNode, useId, useState } from 'react'
import { ACTION_TYPES, BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { outcomeText } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { Segments, SelectField } from '../../components/field.tsx'
import { PERIOD_NAMES, PeriodFilter } from '../../components/list/period-filter.tsx'
import { STATES } from '../../components/state-badge.tsx'
import type { UrlFilters } from '../../components/url-parameter.ts'
import { capitalized, OPERATIONS } from '../../format.ts'

/** The filters that the API applies as equality. */
const EQUAL = ['state', 'operation', 'action', 'account', 'bureau', 'outcome', 'code'] as const

/** The names of all filters. */
export const FILTER_NAMES = [...EQUAL, ...PERIOD_NAMES] as const

export type Filters = UrlFilters<(typeof FILTER_NAMES)[number]>

interface FiltersProps {
  readonly filters: Filters
  readonly onFilter: (change: Filters) => void
}

const OUTCOMES = [
  'FileReturned',
  'NoFileReturnedNoHit',
  'NoFileReturnedCreditFreeze',
  'NoFileReturnedThinFile',
  'NoFileReturnedError',
] as const

/** The filters above the list. Rarely used filters are folded below. */
export function OrderFilters({
  filters,
  onFilter,
  children,
}: FiltersProps & { readonly children: ReactNode }) {
  const more = EQUAL.filter((name) => name !== 'state' && filters[name] !== undefined).length
  const [isOpen, setOpen] = useState(more > 0)
  const id = useId()
  return (
    <div className="list-filters">
      <Segments
        label="State"
        value={filters.state ?? ''}
        choices={[
          ['', 'All'],
          ...Object.entries(STATES).map(([state, [, label]]) => [state, label] as const),
        ]}
        onChoice={(state) => onFilter({ state })}
      />
      <PeriodFilter label="Received" period={filters} onPeriod={onFilter} />
      <Button
        kind="plain small"
        icon="next"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {more > 0 ? `More filters (${more})` : 'More filters'}
      </Button>
      {children}
      {isOpen && <MoreFilters id={id} filters={filters} onFilter={onFilter} />}
    </div>
  )
}

function MoreFilters({ id, filters, onFilter }: FiltersProps & { readonly id: string }) {
  const { operator } = useSession()
  const set = (name: string) => (value: string) => onFilter({ [name]: value })
  return (
    <div className="fields" id={id}>
      <SelectField
        label="Operation"
        value={filters.operation ?? ''}
        choices={[['', 'Any'], ...Object.entries(OPERATIONS)]}
        onChoice={set('operation')}
      />
      <SelectField
        label="Action"
        value={filters.action ?? ''}
        choices={[['', 'Any'], ...ACTION_TYPES.map((each) => [each, each] as const)]}
        onChoice={set('action')}
      />
      {operator.role !== 'integrator' && (
        <AccountFilter value={filters.account ?? ''} onChoice={set('account')} />
      )}
      <CodeFilter value={filters.code ?? ''} onChoice={set('code')} />
      <SelectField
        label="Bureau"
        value={filters.bureau ?? ''}
        choices={[['', 'Any'], ...BUREAUS.map((each) => [each, each] as const)]}
        onChoice={set('bureau')}
      />
      <SelectField
        label="Pull result"
        value={filters.outcome ?? ''}
        choices={[
          ['', 'Any'],
          ...OUTCOMES.map((each) => [each, capitalized(outcomeText(each))] as const),
        ]}
        onChoice={set('outcome')}
      />
    </div>
  )
}

interface OneProps {
  readonly value: string
  readonly onChoice: (value: string) => void
}

/** A filter for the accounts that the operator may see. */
export function AccountFilter({ value, onChoice }: OneProps) {
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const names = accounts.data?.items.map(({ name }) => [name, name] as const) ?? []
  return (
    <SelectField
      label="Account"
      value={value}
      choices={[['', 'Any account'], ...names]}
      onChoice={onChoice}
    />
  )
}

function CodeFilter({ value, onChoice }: OneProps) {
  const errors = useApiQuery('errors', 'GET /errors')
  const codes = [...new Set(errors.data?.items.map(({ code }) => code) ?? [])].sort()
  return (
    <SelectField
      label="Error code"
      value={value}
      choices={[['', 'Any'], ...codes.map((code) => [code, code] as const)]}
      onChoice={onChoice}
    />
  )
}
