/**
 * Preloaded into services under proof: their machine's clock is ahead, or behind, by as many
 * milliseconds as the variable says.
 */
const AHEAD_MS = Number(process.env.TEST_CLOCK_AHEAD_MS)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...args: [] | [string | number | Date]) {
    if (args.length === 0) super(ShiftedDate.now())
    else super(...args)
  }

  static override now(): number {
    return RealDate.now() + AHEAD_MS
  }
}

globalThis.Date = ShiftedDate as DateConstructor
