/** How an order stands. */
import type { Answer } from '../api/call.ts'
import { momentText } from '../format.ts'
import { Badge } from './layout.tsx'

type State = Answer<'GET /orders/:id'>['state']

/** The states of an order: tone, and the word for it. */
export const STATES = {
  running: ['accent', 'Running'],
  done: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  refused: ['warn', 'Refused'],
} as const satisfies Readonly<Record<State, readonly ['accent' | 'good' | 'bad' | 'warn', string]>>

/** The state of an order, with the code of its error document. */
export function OrderState({
  state,
  code,
}: {
  readonly state: State
  readonly code?: string | undefined
}) {
  const [tone, word] = STATES[state]
  return (
    <Badge tone={tone}>
      {word}
      {code === undefined ? '' : ` ${code}`}
    </Badge>
  )
}

/** Admitted, or disabled and since when. */
export function AccountState({ disabledAt }: { readonly disabledAt: string | undefined }) {
  if (disabledAt === undefined) return <Badge tone="good">Admitted</Badge>
  return <Badge tone="bad">Disabled since {momentText(disabledAt)}</Badge>
}
