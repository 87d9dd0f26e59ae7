/** The state of an order or an account, as a badge. */
import type { ApiResponse } from '../api/call.ts'
import { Badge } from './layout.tsx'
import { RealTime } from './real-time.tsx'

type State = ApiResponse<'GET /orders/:id'>['state']

/** The states of an order with their tone and label. */
export const STATES = {
  running: ['accent', 'Running'],
  done: ['good', 'Completed'],
  failed: ['bad', 'Failed'],
  rejected: ['warn', 'Rejected'],
} as const satisfies Readonly<Record<State, readonly ['accent' | 'good' | 'bad' | 'warn', string]>>

/** The state of an order, with the code of its error document. */
export function OrderState({
  state,
  code,
}: {
  readonly state: State
  readonly code?: string | undefined
}) {
  const [tone, label] = STATES[state]
  return (
    <Badge tone={tone}>
      {label}
      {code === undefined ? '' : ` ${code}`}
    </Badge>
  )
}

/** Whether an account or a user is active, or disabled and since when. */
export function DisabledState({ since }: { readonly since: string | undefined }) {
  if (since === undefined) return <Badge tone="good">Active</Badge>
  return (
    <>
      <Badge tone="bad">Disabled</Badge>{' '}
      <span className="under">
        since <RealTime at={since} />
      </span>
    </>
  )
}
