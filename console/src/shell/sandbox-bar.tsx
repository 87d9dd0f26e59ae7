/** The bars above every page of a sandbox while its clock is ahead or faults are injected. */
import { useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icons.tsx'
import { activeFaults, faultText } from '../components/injected-faults.ts'
import { dayText, plural, sentence, wholeDaysText } from '../format.ts'

const HOUR_MS = 3_600_000

/** Says which day it is in the sandbox: orders are dated by it, and deadlines pass by it. */
export function SandboxTimeBar({ onYear }: { readonly onYear: (year: number) => void }) {
  const { sandbox } = useSession()
  const clock = useApiQuery(
    'clock',
    'GET /sandbox/clock',
    {},
    { enabled: sandbox, refetchIntervalMs: 30_000 },
  )
  const now = clock.data?.now
  useEffect(() => {
    if (now !== undefined) onYear(new Date(now).getFullYear())
  }, [now, onYear])
  const ahead = clock.data?.advancedMs ?? 0
  if (clock.data === undefined || ahead < HOUR_MS) return null
  return (
    <p className="bar">
      <Icon name="clock" />
      <span>
        <span className="bar-label">Sandbox time </span>
        {dayText(clock.data.now)} (+{wholeDaysText(ahead)})
      </span>
      <Link href="/sandbox?view=clock">Clock</Link>
    </p>
  )
}

/** The most faults that the bar lists; the page of faults has all. */
const LISTED_MAX = 2

/**
 * Says which faults are injected, whatever their scope, and removes all of them. The page that lists
 * them has no bar.
 */
export function InjectedFaultsBar() {
  const { sandbox, operator } = useSession()
  // The service looks for changes now and then: one that is undone in between is in no event.
  const faults = useApiQuery(
    'faults',
    'GET /sandbox/faults',
    {},
    { enabled: sandbox, refetchIntervalMs: 30_000 },
  )
  const reset = useApiMutation(() => call('DELETE /sandbox/faults'))
  const [path] = useLocation()
  const [parameters] = useSearchParams()
  const isListed = path === '/sandbox' && parameters.get('view') === 'faults'
  if (faults.data === undefined || isListed) return null
  const active = activeFaults(faults.data)
  if (active.length === 0) return null
  // The latest that fits an order applies.
  const listed = active
    .toReversed()
    .slice(0, LISTED_MAX)
    .map((each) => sentence(faultText(each, faults.data)))
  const others = active.length - listed.length
  return (
    <p className="bar warn">
      <Icon name="warning" />
      <span>
        {plural(active.length, 'injected fault')}:{' '}
        <span className="bar-text">
          {listed.join(' ')}
          {others > 0 && ` And ${others} more.`}
        </span>
      </span>
      <Link href="/sandbox?view=faults">Fault injection</Link>
      {operator.role === 'operator' && (
        <Button kind="small" busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
          Reset all to normal
        </Button>
      )}
    </p>
  )
}
