/** Rows as CSV (RFC 4180) that a spreadsheet opens as data and never as formulas. */

/** The lines of a table, each ended as the format wants. */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/**
 * A spreadsheet takes a cell that begins like this for a formula, and some formulas fetch or run
 * something. An apostrophe before it makes it text.
 */
const FORMULA = /^[=+\-@\t\r]/

function cell(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
