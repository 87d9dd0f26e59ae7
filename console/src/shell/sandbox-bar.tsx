/** The bars above every sandbox page while its time is not real time or faults are injected. */
import { useEffect, useId, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { DAY_MS, HOUR_MS } from '../../../src/time.ts'
import type { ApiResponse } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useApiQuery } from '../api/use-api-query.ts'
import { Button } from '../components/button.tsx'
import { useRemoveAllFaults } from '../components/fault-removal.ts'
import { Icon } from '../components/icons.tsx'
import { activeFaults, faultText } from '../components/injected-faults.ts'
import { useIsWide } from '../components/use-is-wide.ts'
import { advanceText, dayText, plural, sentence, shortDayText } from '../format.ts'

type Clock = ApiResponse<'GET /sandbox/clock'>
type Faults = ApiResponse<'GET /sandbox/faults'>

/** Both bars. Phones show a single line that can be expanded. */
export function SandboxBars({ onYear }: { readonly onYear: (year: number) => void }) {
  const clock = useOtherClock(onYear)
  const faults = useInjectedFaults()
  const isWide = useIsWide()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (clock === undefined && faults === undefined) return null
  const bars = (
    <>
      {clock !== undefined && <SandboxTimeBar clock={clock} />}
      {faults !== undefined && <InjectedFaultsBar faults={faults} />}
    </>
  )
  if (isWide) return bars
  const short = [
    clock && [shortDayText(clock.now), ...advanced(clock, shortLengthText)].join(' '),
    faults && countOf(faults),
  ]
  return (
    <div className="bars">
      <button
        type="button"
        className={`bar ${faults === undefined ? '' : 'warn'}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={faults === undefined ? 'clock' : 'warning'} />
        <span>{short.filter((each) => each !== undefined).join(' · ')}</span>
        <Icon name="next" />
      </button>
      <div id={id} className="bars" hidden={!isOpen}>
        {isOpen && bars}
      </div>
    </div>
  )
}

/** Returns `85 d` or `3 h`. */
const shortLengthText = (ms: number) =>
  ms < DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} d`

/** Returns how far the clock was advanced, such as `(+85 d)`; nothing if it was not. */
function advanced({ advancedMs }: Clock, textOf: (ms: number) => string): readonly string[] {
  return advancedMs < HOUR_MS ? [] : [`(+${textOf(advancedMs)})`]
}

/**
 * Returns the clock while its time is not real time: it was advanced, or is frozen at another time.
 * Orders are dated by it, and deadlines depend on it.
 */
function useOtherClock(onYear: (year: number) => void): Clock | undefined {
  const { sandbox } = useSession()
  const { data } = useApiQuery(
    'clock',
    'GET /sandbox/clock',
    {},
    { enabled: sandbox, refetchIntervalMs: 30_000 },
  )
  const now = data?.now
  useEffect(() => {
    if (now !== undefined) onYear(new Date(now).getFullYear())
  }, [now, onYear])
  if (data === undefined) return undefined
  const isOther = Math.abs(Date.parse(data.now) - Date.now()) >= HOUR_MS
  return isOther || data.advancedMs >= HOUR_MS ? data : undefined
}

/** Returns the faults while any is active. The page that lists them shows no bar. */
function useInjectedFaults(): Faults | undefined {
  const { sandbox } = useSession()
  // A change before the page listens to the service has no event, so the faults are also fetched
  // regularly.
  const { data } = useApiQuery(
    'faults',
    'GET /sandbox/faults',
    {},
    { enabled: sandbox, refetchIntervalMs: 30_000 },
  )
  const [path] = useLocation()
  const [parameters] = useSearchParams()
  const isListed = path === '/sandbox' && parameters.get('view') === 'faults'
  return data !== undefined && !isListed && activeFaults(data).length > 0 ? data : undefined
}

const countOf = (faults: Faults) => plural(activeFaults(faults).length, 'injected fault')

function SandboxTimeBar({ clock }: { readonly clock: Clock }) {
  return (
    <p className="bar">
      <Icon name="clock" />
      <span>
        Sandbox time {dayText(clock.now)}{' '}
        <span className="one-line">{advanced(clock, advanceText)}</span>
      </span>
      <Link href="/sandbox?view=clock">Clock</Link>
    </p>
  )
}

/** The maximum number of faults that the bar lists. The page of faults lists all of them. */
const LISTED_MAX = 2

/** A bar that lists the injected faults, with a button that removes all of them. */
function InjectedFaultsBar({ faults }: { readonly faults: Faults }) {
  const { operator } = useSession()
  const reset = useRemoveAllFaults()
  const active = activeFaults(faults)
  // The latest fault that fits an order applies, so the latest are listed first.
  const listed = active
    .toReversed()
    .slice(0, LISTED_MAX)
    .map((each) => sentence(faultText(each, faults)))
  const others = active.length - listed.length
  return (
    <p className="bar warn">
      <Icon name="warning" />
      <span>
        {countOf(faults)}:{' '}
        <span className="bar-text">
          {listed.join(' ')}
          {others > 0 && ` And ${others} more.`}
        </span>
      </span>
      <Link href="/sandbox?view=faults">Fault injection</Link>
      {operator.role === 'operator' && (
        <Button kind="small" busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
          Remove all
        </Button>
      )}
    </p>
  )
}
