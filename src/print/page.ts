/**
 * The printed report as data: sections made of blocks. It says everything that is printed and how
 * it belongs together; renderers (PDF here, others over the same value) decide only how it looks.
 * All of it is plain data, so it may be handed to a worker thread.
 */

/** The emphasis of a text. `alert` is for facts that a reader must not miss. */
export type Tone = 'plain' | 'muted' | 'strong' | 'alert'

/** A text of its own, as wide as its place. */
export interface Paragraph {
  readonly kind: 'paragraph'
  readonly text: string
  readonly tone: Tone
  /** The renderer's sizes; `title` is used once. */
  readonly size: 'small' | 'normal' | 'large' | 'title' | 'figure'
  readonly align: 'left' | 'center' | 'right'
  /** Whether it introduces what follows, and so must be on the same sheet. */
  readonly leads: boolean
}

/** A value and what it is. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly tone: Tone
}

/** Labelled values in a grid, filled row by row. */
export interface FactGrid {
  readonly kind: 'facts'
  readonly columns: number
  readonly facts: readonly Fact[]
}

/** Labelled values one after the other, as running text. */
export interface FactLine {
  readonly kind: 'line'
  readonly facts: readonly Fact[]
}

/** A column of a table. Its titles name the lines of its cells, first for first. */
export interface Column {
  readonly titles: readonly string[]
  /** Width in proportion to the other columns. */
  readonly share: number
  readonly align: 'left' | 'center' | 'right'
  /** Whether the first line of each cell names the row. */
  readonly lead?: boolean
  /** Whether figures line up character by character. */
  readonly monospaced?: boolean
}

/** A cell: its lines, an empty one keeping its place. */
export interface Cell {
  /** Each has its title in the column. */
  readonly lines: readonly string[]
  readonly tone: Tone
  /** The tones of single lines where they differ from the cell's. */
  readonly tones?: readonly (Tone | undefined)[]
}

/** A row with the blocks that belong to it; they are never separated. */
export interface Row {
  readonly cells: readonly Cell[]
  /** As wide as the table. */
  readonly below: readonly Block[]
}

/** A table. Its titles are repeated where it goes on elsewhere. */
export interface Table {
  readonly kind: 'table'
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

/** One small cell of a series, such as a month of a payment history. */
export interface SeriesCell {
  /** Empty where the value says itself what it is. */
  readonly label: string
  /** The character of the month, as bureaus print it. */
  readonly code: string
  readonly tone: Tone
}

/** A series of small labelled cells in one line. */
export interface Series {
  readonly kind: 'series'
  readonly title: string
  readonly cells: readonly SeriesCell[]
}

/** The place of a value between the lowest and the highest possible one; drawn, never written. */
export interface Scale {
  readonly kind: 'scale'
  readonly lowest: number
  readonly highest: number
  readonly value: number
}

/** A box with one figure that is read from afar, and what explains it. */
export interface Panel {
  readonly title: string
  readonly subtitle: string
  /** Empty where the box has none. */
  readonly figure: string
  /** Drawn below the figure. */
  readonly scale?: Scale | undefined
  /** Explanations below the figure. */
  readonly lines: readonly { readonly text: string; readonly tone: Tone }[]
  readonly tone: Tone
}

/** Boxes side by side, in rows of `across`. */
export interface Panels {
  readonly kind: 'panels'
  readonly across: number
  readonly panels: readonly Panel[]
}

/** Blocks side by side. */
export interface Columns {
  readonly kind: 'columns'
  readonly columns: readonly { readonly share: number; readonly blocks: readonly Block[] }[]
}

/** A part of a section. */
export type Block = Paragraph | FactGrid | FactLine | Table | Series | Scale | Panels | Columns

/** A part of the page that the reader looks for by its title. */
export interface Section {
  readonly title: string
  /** Whether the title is printed; it is part of the outline in any case. */
  readonly titled: boolean
  readonly blocks: readonly Block[]
}

/** The whole printed report. */
export interface Page {
  /** Names the document without personal data, as viewers show it in lists. */
  readonly title: string
  /** For screen readers (PDF 32000-1, 14.9.2). */
  readonly language: string
  /** ISO 8601; the document's own date, so that equal reports are equal documents. */
  readonly createdAt: string
  /** Printed at the top of every sheet if it is not empty. */
  readonly mark: string
  /** Printed at the foot of every sheet, next to its number. */
  readonly foot: readonly string[]
  /** In the order of reading. */
  readonly sections: readonly Section[]
}

/** A paragraph, plain unless said otherwise. */
export function paragraph(text: string, look: Partial<Omit<Paragraph, 'kind' | 'text'>> = {}) {
  return {
    kind: 'paragraph',
    text,
    tone: look.tone ?? 'plain',
    size: look.size ?? 'normal',
    align: look.align ?? 'left',
    leads: look.leads ?? false,
  } satisfies Paragraph
}

/** A line that introduces what follows. */
export function heading(text: string): Paragraph {
  return paragraph(text, { tone: 'strong', leads: true })
}

/** A labelled value. */
export function fact(label: string, value: string, tone: Tone = 'plain'): Fact {
  return { label, value, tone }
}

/** Adds a labelled value where there is one. */
export function addFact(facts: Fact[], label: string, value: string | undefined): void {
  if (value !== undefined && value !== '') facts.push(fact(label, value))
}

/** A cell of one or more lines. */
export function cell(lines: string | readonly string[], tone: Tone = 'plain'): Cell {
  return { lines: typeof lines === 'string' ? [lines] : lines, tone }
}

/** A table row with nothing below it. */
export function row(cells: readonly Cell[], below: readonly Block[] = []): Row {
  return { cells, below }
}

/** A section with a printed title. */
export function section(title: string, blocks: readonly Block[]): Section {
  return { title, titled: true, blocks }
}

/** A section with a printed title that only says why there is nothing in it. */
export function emptySection(title: string, text: string): Section {
  return section(title, [paragraph(text, { tone: 'muted' })])
}

// The emphasis of a line of a table's cell: one rule for every renderer.

/** The tone and weight of a line. */
export interface LineStyle {
  readonly tone: Tone
  readonly strong: boolean
}

/** The first line of a leading column names the row; those below it stand back. */
export function styleOfLine(column: Column, cell: Cell, line: number): LineStyle {
  const given = cell.tones?.[line] ?? cell.tone
  const tone = line > 0 && column.lead === true && given === 'plain' ? 'muted' : given
  return { tone, strong: tone === 'strong' || (column.lead === true && line === 0) }
}
