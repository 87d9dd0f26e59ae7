/**
 * The printed report as data: sections that consist of blocks. It contains everything that is
 * printed, and its structure; the renderers (PDF and HTML) decide only how it looks. It is plain
 * data, so it can be passed to a worker thread.
 */

/** The emphasis of a text. `alert` is for facts that a reader must not miss. */
export type Tone = 'plain' | 'muted' | 'strong' | 'alert'

/** A paragraph, as wide as the area that contains it. */
export interface Paragraph {
  readonly kind: 'paragraph'
  readonly text: string
  readonly tone: Tone
  /** The size class of the text; each renderer defines the sizes. `title` is used only once. */
  readonly size: 'small' | 'normal' | 'large' | 'title' | 'figure'
  readonly align: 'left' | 'center' | 'right'
  /** Whether the paragraph introduces the next block, and so must be on the same sheet. */
  readonly leads: boolean
}

/** A value with its label. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly tone: Tone
}

/** Labeled values in a grid, filled row by row. */
export interface FactGrid {
  readonly kind: 'facts'
  readonly columns: number
  readonly facts: readonly Fact[]
}

/** Labeled values as running text. */
export interface FactLine {
  readonly kind: 'line'
  readonly facts: readonly Fact[]
}

/** A column of a table. Each title names the line of its cells with the same index. */
export interface Column {
  readonly titles: readonly string[]
  /** Width in proportion to the other columns. */
  readonly share: number
  readonly align: 'left' | 'center' | 'right'
  /** Whether the first line of each cell names the row. */
  readonly lead?: boolean
  /**
   * Whether the column begins a group of columns, where a row has several groups side by side. On
   * narrow screens, where the cells of a row are below each other, a group begins a new line.
   */
  readonly begins?: boolean
  /** Whether the column uses a monospaced font, so that characters align. */
  readonly monospaced?: boolean
}

/** A cell of a table. An empty line before other lines takes up space. */
export interface Cell {
  /** The lines, each with a title in {@link Column.titles}. */
  readonly lines: readonly string[]
  readonly tone: Tone
  /** The tones of individual lines, where they differ from the tone of the cell. */
  readonly tones?: readonly (Tone | undefined)[]
}

/** A row with the blocks that belong to it. A page break does not separate them. */
export interface Row {
  readonly cells: readonly Cell[]
  /** Blocks below the cells, as wide as the table. */
  readonly below: readonly Block[]
}

/** A table. If it continues on another sheet, its titles are repeated there. */
export interface Table {
  readonly kind: 'table'
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Whether the last row and the next block must be on the same sheet. */
  readonly leads?: boolean
}

/** One small cell of a series, such as a month of a payment history. */
export interface SeriesCell {
  /** Empty if the code needs no label. */
  readonly label: string
  /** The character for the month, as bureaus print it. */
  readonly code: string
  readonly tone: Tone
}

/** A series of small labeled cells in one line. */
export interface Series {
  readonly kind: 'series'
  readonly title: string
  readonly cells: readonly SeriesCell[]
}

/**
 * The position of a value between the lowest and the highest possible value. It is drawn, never
 * written.
 */
export interface Scale {
  readonly kind: 'scale'
  readonly lowest: number
  readonly highest: number
  readonly value: number
}

/** A box with one large figure and its explanation. */
export interface Panel {
  readonly title: string
  readonly subtitle: string
  /** The large figure; empty if the box has none. */
  readonly figure: string
  /** A scale, drawn below the figure. */
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
  /** Whether the last row and the next block must be on the same sheet. */
  readonly leads?: boolean
}

/** Blocks side by side. */
export interface Columns {
  readonly kind: 'columns'
  readonly columns: readonly { readonly share: number; readonly blocks: readonly Block[] }[]
}

/** A part of a section. */
export type Block = Paragraph | FactGrid | FactLine | Table | Series | Scale | Panels | Columns

/** A part of the page that readers find by its title. */
export interface Section {
  readonly title: string
  /** Whether the title is printed. It is part of the outline in any case. */
  readonly titled: boolean
  readonly blocks: readonly Block[]
}

/** The whole printed report. */
export interface Page {
  /** The name of the document, without personal data, because viewers show it in lists. */
  readonly title: string
  /** The language of the text, for screen readers (PDF 32000-1, 14.9.2). */
  readonly language: string
  /**
   * The date of the report in ISO 8601, not of the rendering, so that equal reports give equal
   * documents.
   */
  readonly createdAt: string
  /** Printed at the top of every sheet if it is not empty. */
  readonly mark: string
  /** Printed at the foot of every sheet, next to its number. */
  readonly foot: readonly string[]
  /** The sections in reading order. */
  readonly sections: readonly Section[]
}

/** Returns a paragraph. The defaults are plain, of normal size and left-aligned. */
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

/** Returns a line that introduces the next block. */
export function heading(text: string): Paragraph {
  return paragraph(text, { tone: 'strong', leads: true })
}

/** Returns a labeled value. */
export function fact(label: string, value: string, tone: Tone = 'plain'): Fact {
  return { label, value, tone }
}

/** Adds a labeled value unless the value is empty or undefined. */
export function addFact(facts: Fact[], label: string, value: string | undefined): void {
  if (value !== undefined && value !== '') facts.push(fact(label, value))
}

/** Returns a cell of one or more lines. */
export function cell(lines: string | readonly string[], tone: Tone = 'plain'): Cell {
  return { lines: typeof lines === 'string' ? [lines] : lines, tone }
}

/** Returns a table row, with blocks below it if any are given. */
export function row(cells: readonly Cell[], below: readonly Block[] = []): Row {
  return { cells, below }
}

/** Returns a section with a printed title. */
export function section(title: string, blocks: readonly Block[]): Section {
  return { title, titled: true, blocks }
}

/** Returns a section with a printed title whose only content is the reason why it is empty. */
export function emptySection(title: string, text: string): Section {
  return section(title, [paragraph(text, { tone: 'muted' })])
}

// The emphasis of a line of a table cell, with one rule for all renderers.

/** The tone and weight of a line. */
export interface LineStyle {
  readonly tone: Tone
  readonly strong: boolean
}

/**
 * Returns the style of a line of a cell. In a lead column, the first line names the row and is
 * bold, and the other lines are muted.
 */
export function styleOfLine(column: Column, cell: Cell, line: number): LineStyle {
  const given = cell.tones?.[line] ?? cell.tone
  const tone = line > 0 && column.lead === true && given === 'plain' ? 'muted' : given
  return { tone, strong: tone === 'strong' || (column.lead === true && line === 0) }
}
