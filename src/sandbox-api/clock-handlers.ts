/** The clock of the sandbox: shown, and advanced by a length of time or to a moment. */
import { ApiProblem } from '../admin-api/problems.ts'
import { AdvanceRejected, advanceMs, type SandboxClock } from '../sandbox/clock.ts'
import { moment } from '../time.ts'
import type { ControlHandlers } from './handler.ts'

export const clockHandlers: ControlHandlers<'readClock' | 'advanceClock'> = {
  readClock: async (_call, { clock }) => timeOf(clock),
  advanceClock: async ({ caller, body, note }, { clock }) => {
    try {
      const byMs = wantedMs(body, clock)
      await clock.advance(byMs, caller.actor)
      note({ advancedByMs: byMs })
    } catch (error) {
      if (error instanceof AdvanceRejected) throw new ApiProblem('rejected', error.message)
      throw error
    }
    return timeOf(clock)
  },
}

function wantedMs(
  { advance, to }: { advance?: string | undefined; to?: string | undefined },
  clock: SandboxClock,
): number {
  return to === undefined ? advanceMs(advance ?? '') : clock.untilMs(new Date(to))
}

function timeOf(clock: SandboxClock) {
  return { now: moment(clock.now()), advancedMs: clock.aheadMs() }
}
