/** The bars above every page of a sandbox while its clock is ahead or faults are injected. */
import { Link } from 'wouter'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icons.tsx'
import { dayText, plural } from '../format.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Says which day it is in the sandbox: orders are dated by it, and deadlines pass by it. */
export function SandboxTimeBar() {
  const { sandbox } = useSession()
  const clock = useApiQuery(
    'clock',
    'GET /sandbox/clock',
    {},
    { enabled: sandbox, refetchIntervalMs: 30_000 },
  )
  const ahead = clock.data?.advancedMs ?? 0
  if (clock.data === undefined || ahead < HOUR_MS) return null
  return (
    <p className="bar">
      <Icon name="clock" />
      <span>
        Sandbox time {dayText(clock.data.now)} (+{aheadText(ahead)})
      </span>
      <Link href="/sandbox?view=clock">Clock</Link>
    </p>
  )
}

function aheadText(ms: number): string {
  return ms < DAY_MS
    ? plural(Math.round(ms / HOUR_MS), 'hour')
    : plural(Math.round(ms / DAY_MS), 'day')
}

/** Says which bureaus have an injected fault, and removes it from all of them. */
export function InjectedFaultsBar() {
  const { sandbox, operator } = useSession()
  const faults = useApiQuery('faults', 'GET /sandbox/faults', {}, { enabled: sandbox })
  const injected = faults.data?.current.filter(({ word }) => word !== undefined) ?? []
  const reset = useApiMutation(() =>
    Promise.all(
      injected.map(({ bureau }) =>
        call('PUT /sandbox/bureaus/:bureau/fault', { params: { bureau }, body: { word: null } }),
      ),
    ),
  )
  if (injected.length === 0) return null
  return (
    <p className="bar warn">
      <Icon name="warning" />
      <span>
        Faults injected: {injected.map(({ bureau, word }) => `${bureau} ${word}`).join(', ')}
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
