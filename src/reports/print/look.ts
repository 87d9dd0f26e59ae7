/** How a line of a table's cell stands out: one rule for every renderer. */
import type { Cell, Column, Tone } from '../../print/page.ts'

/** The tone and weight of a line. */
export interface LineLook {
  readonly tone: Tone
  readonly strong: boolean
}

/** The first line of a leading column names the row; those below it stand back. */
export function lookOfLine(column: Column, cell: Cell, line: number): LineLook {
  const given = cell.tones?.[line] ?? cell.tone
  const tone = line > 0 && column.lead === true && given === 'plain' ? 'muted' : given
  return { tone, strong: tone === 'strong' || (column.lead === true && line === 0) }
}
