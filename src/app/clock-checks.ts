/** Whether the clock of this machine agrees with what was recorded by it. */
import { type ClockMarks, clockTrouble } from '../store/records/clock-mark.ts'

/** The clock of this machine is behind what was recorded by it, or far ahead of it. */
export class ClockWrong extends Error {
  override readonly name = 'ClockWrong'
}

/** Rejects a clock that is behind: windows, leases and the order of entries would be wrong. */
export async function rejectClockBehind(
  { clockMarks }: { readonly clockMarks: ClockMarks },
  now: Date,
): Promise<void> {
  const wrong = await troubleOf(clockMarks, now)
  if (wrong?.isBehind) throw new ClockWrong(wrong.text)
}

/** Rejects a clock that is behind or far ahead: what is old enough to be purged would be wrong. */
export async function rejectClockJump(
  { clockMarks }: { readonly clockMarks: ClockMarks },
  now: Date,
): Promise<void> {
  const wrong = await troubleOf(clockMarks, now)
  if (wrong !== undefined) throw new ClockWrong(wrong.text)
}

async function troubleOf(clockMarks: ClockMarks, now: Date) {
  const mark = await clockMarks.find()
  return mark && clockTrouble(now.getTime(), mark)
}
