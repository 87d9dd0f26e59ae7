/** The bars above every page of a sandbox while its clock is ahead or faults are injected. */
import { useEffect, useId, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { DAY_MS, HOUR_MS } from '../../../src/time.ts'
import { type ApiResponse, call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icons.tsx'
import { activeFaults, faultText } from '../components/injected-faults.ts'
import { useToast } from '../components/toast.tsx'
import { useIsWide } from '../components/use-is-wide.ts'
import { dayText, plural, sentence, shortDayText, wholeDaysText } from '../format.ts'

type Clock = ApiResponse<'GET /sandbox/clock'>
type Faults = ApiResponse<'GET /sandbox/faults'>

/** Both bars. On phones they are one line that opens to them. */
export function SandboxBars({ onYear }: { readonly onYear: (year: number) => void }) {
  const clock = useAdvancedClock(onYear)
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
    clock && `${shortDayText(clock.now)} (+${shortLengthText(clock.advancedMs)})`,
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

/** `85 d`, `3 h`. */
const shortLengthText = (ms: number) =>
  ms < DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} d`

/** The clock while it is ahead: orders are dated by it, and deadlines pass by it. */
function useAdvancedClock(onYear: (year: number) => void): Clock | undefined {
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
  return data !== undefined && data.advancedMs >= HOUR_MS ? data : undefined
}

/** The faults, whatever their scope, while there are any. The page that lists them has no bar. */
function useInjectedFaults(): Faults | undefined {
  const { sandbox } = useSession()
  // The service looks for changes now and then: one that is undone in between is in no event.
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
        <span className="one-line">(+{wholeDaysText(clock.advancedMs)})</span>
      </span>
      <Link href="/sandbox?view=clock">Clock</Link>
    </p>
  )
}

/** The most faults that the bar lists; the page of faults has all. */
const LISTED_MAX = 2

/** Says which faults are injected, and removes all of them. */
function InjectedFaultsBar({ faults }: { readonly faults: Faults }) {
  const { operator } = useSession()
  const toast = useToast()
  const reset = useApiMutation(
    () => call('DELETE /sandbox/faults'),
    () => toast('All injected faults are removed.'),
  )
  const active = activeFaults(faults)
  // The latest that fits an order applies.
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
          Reset all to normal
        </Button>
      )}
    </p>
  )
}
