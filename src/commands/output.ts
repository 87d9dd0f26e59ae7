/** How commands print: JSON or lines, columns, amounts and times, and the progress of a batch. */
import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { grouped } from '../documents/wording.ts'
import { type CommandIo, io, print, withoutControls } from './io.ts'

/** Prints a result: as JSON with `--json`, else as lines. */
export async function show(command: Command, value: unknown, lines: readonly string[]) {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  if (json === true) await io().write(withoutControls(`${JSON.stringify(value, undefined, 2)}\n`))
  else if (lines.length > 0) print(lines.join('\n'))
}

/** Returns rows with aligned columns. Color codes do not count toward the width. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((text, index) => {
      widths[index] = Math.max(widths[index] ?? 0, widthOf(text))
    })
  }
  const padded = (text: string, index: number) =>
    text + ' '.repeat((widths[index] ?? 0) - widthOf(text))
  return rows.map((row) => row.map(padded).join('  ').trimEnd())
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}

/** Formats an amount in cents for people: `$1,250.00`. */
export function currency(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

/** Formats a time for people: day and time in UTC. */
export function readable(moment: string): string {
  return moment.replace('T', ' ').replace(/(?::\d\d(?:\.\d+)?)?Z$/, ' UTC')
}

/** Returns the day of a time, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** The counts of a batch. */
export interface BatchCounts {
  readonly done: number
  readonly total: number
  readonly reports: number
  readonly rejected: number
  readonly unanswered: number
}

const WIDTH = 24
const REDRAW_EVERY_MS = 100
/**
 * The number of lines per batch if the output is not a terminal, such as a log: one for each tenth.
 */
const STEPS = 10

/** Shows the progress of a batch. */
export interface ProgressBar {
  show(counts: BatchCounts): void
  /** Ends the line of the bar. */
  end(): void
}

/** Opens a progress bar on standard error. */
export function openProgressBar(
  { isLogTerminal, writeError }: Pick<CommandIo, 'isLogTerminal' | 'writeError'>,
  now: () => number = () => performance.now(),
): ProgressBar {
  const startedAt = now()
  let first: number | undefined
  let drawnAt = Number.NEGATIVE_INFINITY
  let step = 0
  const show = (counts: BatchCounts) => {
    const { done, total } = counts
    first ??= done
    const line = progressLine(counts, (now() - startedAt) / 1000, done - first)
    if (isLogTerminal) {
      if (done < total && now() - drawnAt < REDRAW_EVERY_MS) return
      drawnAt = now()
      writeError(`\r${line}\u001b[K`)
    } else if (Math.floor((done / total) * STEPS) > step) {
      step = Math.floor((done / total) * STEPS)
      writeError(`${line}\n`)
    }
  }
  return { show, end: () => isLogTerminal && writeError('\n') }
}

/**
 * Returns the line of the bar: counts, rate and remaining time. `advanced` is the number of orders
 * that this run has done.
 */
export function progressLine(
  { done, total, reports, rejected, unanswered }: BatchCounts,
  seconds: number,
  advanced: number,
): string {
  const filled = Math.floor((done / total) * WIDTH)
  const bar = '#'.repeat(filled) + '-'.repeat(WIDTH - filled)
  const perSecond = seconds > 0 ? advanced / seconds : 0
  const left = perSecond > 0 && done < total ? durationOf((total - done) / perSecond) : ''
  return [
    `[${bar}] ${grouped(done)}/${grouped(total)}`,
    `${grouped(reports)} ${reports === 1 ? 'report' : 'reports'}`,
    rejected > 0 ? `${grouped(rejected)} rejected` : '',
    unanswered > 0 ? `${grouped(unanswered)} without a response` : '',
    perSecond > 0 ? `${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s` : '',
    left === '' ? '' : `${left} left`,
  ]
    .filter((part) => part !== '')
    .join('  ')
}

function durationOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole}s`
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`
  return `${Math.floor(whole / 3600)}h ${Math.floor((whole % 3600) / 60)}m`
}
