/** A filter by time: a period before now or a range of days, in the browser's time zone. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DAY_MS, HOUR_MS } from '../../../../src/time.ts'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { timeZone } from '../../format.ts'
import { SelectField, TextField } from '../field.tsx'
import type { UrlFilters } from '../url-parameter.ts'
import { bound, fieldValue, isTime } from './time-bounds.ts'

/** Periods that end now. In a sandbox, now is sandbox time. */
const PERIODS = {
  '1h': ['Last hour', HOUR_MS],
  '24h': ['Last 24 hours', DAY_MS],
  '7d': ['Last 7 days', 7 * DAY_MS],
  '30d': ['Last 30 days', 30 * DAY_MS],
} as const satisfies Readonly<Record<string, readonly [name: string, ms: number]>>

/** How old the sandbox time may be at which a period ends. */
const CLOCK_MS = 30_000

/** The URL parameters of the filter. */
export const PERIOD_NAMES = ['period', 'from', 'to'] as const

type Period = UrlFilters<(typeof PERIOD_NAMES)[number]>

/**
 * Returns a function that converts filters to the parameters that the API expects: a period becomes
 * its bounds. In a sandbox, periods end at sandbox time, except for records of real time.
 */
export function useFilterQuery<Query>(
  time: 'sandbox' | 'real' = 'sandbox',
): (filters: Period) => Promise<Query> {
  const { sandbox } = useSession()
  const queries = useQueryClient()
  return async ({ period = '', from, to, ...equal }) => {
    if (!Object.hasOwn(PERIODS, period)) {
      return { ...equal, ...bound('from', from, 0), ...bound('to', to, 1) } as Query
    }
    const clock =
      sandbox && time === 'sandbox'
        ? await queries.fetchQuery({
            queryKey: ['clock', 'GET /sandbox/clock', {}],
            queryFn: () => call('GET /sandbox/clock'),
            // The page fetches it more often. Only another client can make it outdated before that.
            staleTime: CLOCK_MS,
          })
        : undefined
    const now = clock === undefined ? Date.now() : Date.parse(clock.now)
    const [, ms] = PERIODS[period as keyof typeof PERIODS]
    return { ...equal, from: new Date(now - ms).toISOString() } as Query
  }
}

interface PeriodFilterProps {
  readonly label: string
  readonly period: Period
  readonly onPeriod: (change: Period) => void
}

/** The value of the option that shows fields for days. */
const DAYS = 'days'

/** A select box with periods, and two fields for a range of days. */
export function PeriodFilter({ label, period, onPeriod }: PeriodFilterProps) {
  const [entering, setEntering] = useState(false)
  const isDays = entering || period.from !== undefined || period.to !== undefined
  const choose = (choice: string) => {
    setEntering(choice === DAYS)
    onPeriod({ period: choice === DAYS ? '' : choice, from: '', to: '' })
  }
  return (
    <div className="period-filter">
      <SelectField
        label={label}
        value={isDays ? DAYS : (period.period ?? '')}
        choices={[
          ['', 'Any time'],
          ...Object.entries(PERIODS).map(([each, [name]]) => [each, name] as const),
          [DAYS, 'Between two days'],
        ]}
        onChoice={choose}
      />
      {isDays && (
        <>
          <TextField
            label="From"
            type={isTime(period.from ?? '') ? 'datetime-local' : 'date'}
            value={fieldValue(period.from)}
            onText={(from) => onPeriod({ from })}
          />
          <TextField
            label="To"
            type={isTime(period.to ?? '') ? 'datetime-local' : 'date'}
            value={fieldValue(period.to)}
            onText={(to) => onPeriod({ to })}
          />
        </>
      )}
    </div>
  )
}

/** A sentence that names the time zone, and says whether times are sandbox time. */
export function TimeZone() {
  const { sandbox } = useSession()
  return (
    <>
      Times are {sandbox && 'sandbox time '}in {timeZone()}.
    </>
  )
}
