/** Whether the clock of this machine agrees with what was recorded by it. */
import { CLOCK_JUMP_MS, type ClockMark, type ClockMarks } from '../store/records/clock-mark.ts'
import { MINUTE_MS } from '../time.ts'

/** The clock of this machine is behind what was recorded by it, or far ahead of it. */
export class ClockWrong extends Error {
  override readonly name = 'ClockWrong'
}

const TOLERANCE_MS = 5 * MINUTE_MS

/** What is wrong with the time of a machine, and what to do; undefined where nothing is. */
export function clockTrouble(
  now: Date,
  { trustedAt }: ClockMark,
): { readonly isBehind: boolean; readonly text: string } | undefined {
  const shown = `it shows ${now.toISOString()}, but the newest record is from ${new Date(trustedAt).toISOString()}`
  if (now.getTime() < trustedAt - TOLERANCE_MS) {
    const text = `the clock is behind: ${shown}; set the clock. If the clock is right and the records come from a wrong one, start with --accept-clock`
    return { isBehind: true, text }
  }
  if (now.getTime() <= trustedAt + CLOCK_JUMP_MS) return undefined
  const text = `the clock is more than a week ahead: ${shown}; nothing is purged until you set the clock or run a command with --accept-clock`
  return { isBehind: false, text }
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
  return mark && clockTrouble(now, mark)
}
