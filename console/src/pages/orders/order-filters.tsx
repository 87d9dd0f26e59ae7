/** The filters of the order list. They are in the URL, so that a filtered list can be shared. */
import { useState } from 'react'
import { ACTION_TYPES, BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../src/documents/wording.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Segments, SelectField, TextField } from '../../components/field.tsx'
import { STATES } from '../../components/state-badge.tsx'
import { OPERATIONS } from '../../format.ts'

/** What the API filters by. */
const EQUAL = ['state', 'operation', 'action', 'account', 'bureau', 'outcome', 'code'] as const
const NAMES = [...EQUAL, 'period', 'from', 'to'] as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Times before now. In a sandbox, now is sandbox time. */
const PERIODS = {
  '1h': ['Last hour', HOUR_MS],
  '24h': ['Last 24 hours', DAY_MS],
  '7d': ['Last 7 days', 7 * DAY_MS],
  '30d': ['Last 30 days', 30 * DAY_MS],
} as const satisfies Readonly<Record<string, readonly [name: string, ms: number]>>

/** Days that are entered, in the browser's time zone. */
const DAYS = 'days'

/** The filters as given in the URL. The API rejects unknown values with a message. */
export type Filters = Partial<Readonly<Record<(typeof NAMES)[number], string>>>

/** Reads the filters from the URL. */
export function filtersOf(parameters: URLSearchParams): Filters {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = parameters.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}

/** The filters as the API takes them. */
export function apiFiltersOf(filters: Filters, now: number): Readonly<Record<string, string>> {
  const equal = EQUAL.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []))
  const { period = '', from, to } = filters
  const bounds: [string, string | undefined][] = Object.hasOwn(PERIODS, period)
    ? [['from', new Date(now - PERIODS[period as keyof typeof PERIODS][1]).toISOString()]]
    : [
        ['from', startOfDay(from, 0)],
        ['to', startOfDay(to, 1)],
      ]
  return Object.fromEntries([...equal, ...bounds.filter(([, bound]) => bound !== undefined)])
}

/** The first moment of a day, or of a day after it; undefined of what is no day. */
function startOfDay(day: string | undefined, daysAfter: number): string | undefined {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return undefined
  const start = new Date(year, month - 1, date + daysAfter)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}

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

/** The controls above the list. */
export function OrderFilters({ filters, onFilter }: FiltersProps) {
  const { operator } = useSession()
  const set = (name: string) => (value: string) => onFilter({ [name]: value })
  return (
    <div className="orders-filters">
      <Segments
        label="State"
        value={filters.state ?? ''}
        choices={[
          ['', 'All'],
          ...Object.entries(STATES).map(([state, [, label]]) => [state, label] as const),
        ]}
        onChoice={set('state')}
      />
      <PeriodFilter filters={filters} onFilter={onFilter} />
      <details className="more" open={hasMore(filters)}>
        <summary>More filters</summary>
        <div className="fields">
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
            choices={[['', 'Any'], ...OUTCOMES.map((each) => [each, words(each)] as const)]}
            onChoice={set('outcome')}
          />
        </div>
      </details>
    </div>
  )
}

function hasMore(filters: Filters): boolean {
  return EQUAL.some((name) => name !== 'state' && filters[name] !== undefined)
}

/** When orders were received: a time before now, or days. */
function PeriodFilter({ filters, onFilter }: FiltersProps) {
  const hasDays = filters.from !== undefined || filters.to !== undefined
  const [entering, setEntering] = useState(false)
  const isDays = hasDays || entering
  const choose = (period: string) => {
    setEntering(period === DAYS)
    onFilter({ period: period === DAYS ? '' : period, from: '', to: '' })
  }
  return (
    <div className="orders-period">
      <SelectField
        label="Received"
        value={isDays ? DAYS : (filters.period ?? '')}
        choices={[
          ['', 'Any time'],
          ...Object.entries(PERIODS).map(([period, [name]]) => [period, name] as const),
          [DAYS, 'Between two days'],
        ]}
        onChoice={choose}
      />
      {isDays && (
        <>
          <TextField
            label="From"
            type="date"
            value={filters.from ?? ''}
            onText={(from) => onFilter({ from })}
          />
          <TextField
            label="To"
            type="date"
            value={filters.to ?? ''}
            onText={(to) => onFilter({ to })}
          />
        </>
      )}
    </div>
  )
}

interface OneProps {
  readonly value: string
  readonly onChoice: (value: string) => void
}

function AccountFilter({ value, onChoice }: OneProps) {
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const names = accounts.data?.items.map(({ name }) => [name, name] as const) ?? []
  return (
    <SelectField
      label="Account"
      value={value}
      choices={[['', 'Any'], ...names]}
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
