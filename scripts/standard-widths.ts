/** Generates the widths of the standard fonts of PDF from the metrics in pdfkit. */
import PDFDocument from 'pdfkit'
import { STANDARD_MAX, standardChar } from '../src/print/pdf/measure.ts'

/** Returns the source file with the widths by code. */
export function standardWidths(): string {
  return `/** Widths of the standard fonts by code, for size 1,000. Generated: npm run generate. */
// biome-ignore format: a table
export const STANDARD_WIDTHS: Readonly<Record<'regular' | 'bold', readonly number[]>> = {
  regular: [
${lines('Helvetica')}
  ],
  bold: [
${lines('Helvetica-Bold')}
  ],
}
`
}

const PER_LINE = 16

function lines(font: string): string {
  const widths = widthsOf(font)
  const rows = Array.from({ length: widths.length / PER_LINE }, (_, row) =>
    widths.slice(row * PER_LINE, (row + 1) * PER_LINE),
  )
  return rows.map((row) => `    ${row.join(', ')},`).join('\n')
}

function widthsOf(font: string): number[] {
  const document = new PDFDocument({ autoFirstPage: false, font }).fontSize(1_000)
  return Array.from({ length: STANDARD_MAX + 1 }, (_, code) => {
    const char = standardChar(code)
    return char === undefined ? 0 : Math.round(document.widthOfString(char))
  })
}
