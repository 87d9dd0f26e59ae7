/** The state of an order, an account or an operator, as a badge. */
import type { ApiResponse } from '../api/call.ts'
import { Badge } from './layout.tsx'
import { RealTime } from './real-time.tsx'

type State = ApiResponse<'GET /orders/:id'>['state']

/** The states of an order with their tones and labels. */
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

/** A badge for whether an account or an operator is active, or since when it is disabled. */
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
