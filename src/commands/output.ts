/** How commands print their results: JSON or lines, columns, amounts and times. */
import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { io, print } from './io.ts'

/** Prints a result: as JSON with `--json`, else as lines. */
export async function show(command: Command, value: unknown, lines: readonly string[]) {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  if (json === true) await io().write(`${JSON.stringify(value, undefined, 2)}\n`)
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

/** Returns a count with its noun: `1 order`, `2 orders`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Formats an amount in cents as dollars. */
export function dollars(cents: number): string {
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
