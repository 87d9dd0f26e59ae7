/** Checks the clock of this machine against the recorded times. */
import { type ClockMarks, clockProblem } from '../store/records/clock-mark.ts'

/** The clock of this machine is behind the recorded times, or far ahead of them. */
export class ClockWrong extends Error {
  override readonly name = 'ClockWrong'
}

/**
 * Throws `ClockWrong` if the clock is behind: time windows, leases and the order of entries would
 * be wrong.
 */
export async function rejectClockBehind(
  { clockMarks }: { readonly clockMarks: ClockMarks },
  now: Date,
): Promise<void> {
  const problem = await problemOf(clockMarks, now)
  if (problem?.isBehind) throw new ClockWrong(problem.text)
}

/**
 * Throws `ClockWrong` if the clock is behind or far ahead: a purge would remove the wrong records.
 */
export async function rejectClockJump(
  { clockMarks }: { readonly clockMarks: ClockMarks },
  now: Date,
): Promise<void> {
  const problem = await problemOf(clockMarks, now)
  if (problem !== undefined) throw new ClockWrong(problem.text)
}

async function problemOf(clockMarks: ClockMarks, now: Date) {
  const mark = await clockMarks.find()
  return mark && clockProblem(now.getTime(), mark)
}
