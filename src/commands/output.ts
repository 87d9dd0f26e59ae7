/** How commands print what they read: JSON or lines, columns, amounts and times. */
import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { io, print } from './io.ts'

/** Prints what was read: as JSON where that is asked for, else as lines. */
export async function show(command: Command, value: unknown, lines: readonly string[]) {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  if (json === true) await io().write(`${JSON.stringify(value, undefined, 2)}\n`)
  else if (lines.length > 0) print(lines.join('\n'))
}

/** Rows with their columns under each other; colours take no room. */
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

/** An amount in cents as dollars. */
export function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

/** A moment as people read it: day and time in UTC. */
export function readable(moment: string): string {
  return moment.replace('T', ' ').replace(/(?::\d\d(?:\.\d+)?)?Z$/, ' UTC')
}

/** The day of a moment, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
