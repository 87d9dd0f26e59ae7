/** The clock of the sandbox: shown, and advanced by a length of time or to a moment. */
import { advanceClock, advanceOf, clockView } from '../admin-api/sandbox/world-view.ts'
import type { ControlHandlers } from './handler.ts'

export const clockHandlers: ControlHandlers<'readClock' | 'advanceClock'> = {
  readClock: async (_call, { clock }) => clockView(clock),
  advanceClock: async ({ caller, body, note }, { clock }) => {
    const byMs = advanceOf(body, clock)
    await advanceClock(byMs, caller.actor, clock)
    note({ advancedByMs: byMs })
    return clockView(clock)
  },
}
