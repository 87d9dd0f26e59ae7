/** Comma-separated values for spreadsheets. */

/** The cells of a row. */
export type Row = readonly string[]

/**
 * Writes rows as CSV (RFC 4180) that a spreadsheet opens as data and never as formulas. Every row
 * ends with CRLF, including the last.
 */
export function csv(rows: readonly Row[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/**
 * Matches the start of a text that a spreadsheet would interpret as a formula, also with the
 * full-width signs of Asian keyboards. Some formulas fetch or run something. Spreadsheets ignore a
 * tab or a line break before a formula. Where commas are decimal, they ignore the commas and quotes
 * of this file, and begin a cell after a semicolon. An apostrophe turns the cell into text.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g

function cell(text: string): string {
  const guarded = text.replace(FORMULA, "'")
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
