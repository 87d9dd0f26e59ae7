/**
 * Renders the page as one HTML document, for screens of any width, light or dark, and for paper.
 * The document loads no resources and runs no scripts: its Content-Security-Policy allows only its
 * own style sheet.
 */
import { createHash } from 'node:crypto'
import { STYLE } from './html-style.ts'
import {
  type Block,
  type Cell,
  type Column,
  type Columns,
  type FactGrid,
  type FactLine,
  type Page,
  type Panel,
  type Panels,
  type Paragraph,
  type Row,
  type Scale,
  type Section,
  type Series,
  styleOfLine,
  type Table,
  type Tone,
} from './page.ts'

// Blocks of the page as HTML. This part does not know the meaning of their content.

/** Renders blocks one below the other. `title` is the title of the section that contains them. */
function blocks(content: readonly Block[], title: string): string {
  return content.map((each) => block(each, title)).join('')
}

function block(content: Block, title: string): string {
  switch (content.kind) {
    case 'paragraph':
      return paragraph(content)
    case 'facts':
      return factGrid(content)
    case 'line':
      return factLine(content)
    case 'table':
      return table(content, title)
    case 'series':
      return series(content)
    case 'scale':
      return bar(content)
    case 'panels':
      return panels(content)
    case 'columns':
      return columns(content, title)
  }
}

// Control characters become spaces, as in the PDF: HTML does not allow some of them at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g
const SPECIAL = /[&<>"]/
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const

/** Escapes text for use as content or as an attribute value. */
function escaped(text: string): string {
  const clean = text.replace(CONTROLS, ' ')
  if (!SPECIAL.test(clean)) return clean
  return clean.replace(/[&<>"]/g, (char) => ENTITIES[char as keyof typeof ENTITIES])
}

const TONE_CLASSES: Readonly<Record<Tone, string>> = {
  plain: '',
  muted: 'muted',
  strong: 'strong',
  alert: 'alert',
}

/** Returns a class attribute with the names that are not empty. */
function classes(...names: readonly string[]): string {
  const given = names.filter((name) => name !== '')
  return given.length === 0 ? '' : ` class="${given.join(' ')}"`
}

function paragraph({ text, tone, size, align, leads }: Paragraph): string {
  const name = size === 'title' ? 'h1' : leads && tone === 'strong' ? 'h3' : 'p'
  const shown = [
    TONE_CLASSES[tone],
    size === 'normal' || size === 'title' ? '' : size,
    align === 'left' ? '' : align,
  ]
  return `<${name}${classes(...shown)}>${escaped(text)}</${name}>`
}

function factGrid({ columns: count, facts }: FactGrid): string {
  const items = facts.map(
    ({ label, value, tone }) =>
      `<div><dt>${escaped(label)}</dt><dd${classes(TONE_CLASSES[tone])}>${escaped(value)}</dd></div>`,
  )
  return `<dl${classes('facts', `across-${count}`)}>${items.join('')}</dl>`
}

function factLine({ facts }: FactLine): string {
  const items = facts.map(({ label, value, tone }) => {
    const named = label === '' ? '' : `<span class="muted">${escaped(label)}:</span> `
    return `<span>${named}<span${classes(TONE_CLASSES[tone])}>${escaped(value)}</span></span>`
  })
  return `<p class="line">${items.join(' <span class="muted">·</span> ')}</p>`
}

/**
 * Renders a table. The `tabindex` makes tables that are wider than the screen scrollable by
 * keyboard.
 */
function table({ columns: tracks, rows }: Table, title: string): string {
  const head = tracks.map(
    (column) =>
      `<th scope="col"${classes(alignment(column))}>${column.titles.map(escaped).join('<br>')}</th>`,
  )
  const body = rows.map((each) => tableRow(each, tracks, title))
  return [
    `<div class="scroll" role="group" tabindex="0" aria-label="${escaped(title)}: table">`,
    `<table><thead><tr>${head.join('')}</tr></thead>`,
    ...body,
    '</table></div>',
  ].join('\n')
}

function alignment({ align }: Column): string {
  return align === 'left' ? '' : align
}

/**
 * Renders a row and the blocks below it as one `tbody`, so that a page break on paper does not
 * separate them.
 */
function tableRow({ cells, below }: Row, tracks: readonly Column[], title: string): string {
  const content = tracks.map((column, index) => tableCell(cells[index], column))
  const more =
    below.length === 0
      ? ''
      : `<tr class="below"><td colspan="${tracks.length}">${blocks(below, title)}</td></tr>`
  return `<tbody><tr>${content.join('')}</tr>${more}</tbody>`
}

function tableCell(cell: Cell | undefined, column: Column): string {
  const lines = cell?.lines ?? []
  let used = lines.length
  while (used > 0 && lines[used - 1] === '') used -= 1
  const content = lines
    .slice(0, used)
    .map((text, line) => cellLine(text, line, cell as Cell, column))
  const shown = [
    column.monospaced === true ? 'mono' : '',
    column.lead === true ? 'lead' : '',
    column.begins === true ? 'begins' : '',
  ]
  return `<td${classes(alignment(column), ...shown)}>${content.join('')}</td>`
}

/**
 * Renders a line of a cell with the title of its column as `data-title`. The style sheet shows it
 * on narrow screens, where the table head is hidden.
 */
function cellLine(text: string, line: number, cell: Cell, column: Column): string {
  if (text === '') return '<span class="blank">&nbsp;</span>'
  const { tone, strong } = styleOfLine(column, cell, line)
  const title = column.titles[Math.min(line, column.titles.length - 1)] ?? ''
  const shown = classes(TONE_CLASSES[tone], strong && tone !== 'strong' ? 'bold' : '')
  return `<span${shown} data-title="${escaped(title)}">${escaped(text)}</span>`
}

function series({ title, cells }: Series): string {
  const items = cells.map(
    ({ label, code, tone }) =>
      `<div${classes(TONE_CLASSES[tone])}><dt>${escaped(label)}</dt><dd>${escaped(code)}</dd></div>`,
  )
  return `<div class="series"><p class="muted">${escaped(title)}</p><dl>${items.join('')}</dl></div>`
}

function panels({ across, panels: all }: Panels): string {
  return `<div${classes('boxes', `across-${across}`)}>${all.map(box).join('')}</div>`
}

function box({ title, subtitle, figure, scale, lines, tone }: Panel): string {
  const rows = [
    text(title, 'strong'),
    text(subtitle, 'muted small'),
    text(figure, 'figure'),
    scale === undefined ? '' : bar(scale),
    ...lines.map((each) => text(each.text, ...present(TONE_CLASSES[each.tone], 'small'))),
  ]
  return `<div${classes('box', TONE_CLASSES[tone])} role="group" aria-label="${escaped(title)}">${rows.join('')}</div>`
}

function present(...names: readonly string[]): string[] {
  return names.filter((name) => name !== '')
}

function text(content: string, ...names: readonly string[]): string {
  return content === '' ? '' : `<p${classes(...names)}>${escaped(content)}</p>`
}

/**
 * Renders a scale. It is hidden from screen readers, because the text next to it has the same
 * value.
 */
function bar({ lowest, highest, value }: Scale): string {
  const share = Math.round((1_000 * (value - lowest)) / (highest - lowest)) / 10
  const place = Math.min(100, Math.max(0, share))
  return [
    '<svg class="scale" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">',
    '<rect class="track" y="2" width="100" height="4"/>',
    `<rect class="reached" y="2" width="${place}" height="4"/>`,
    `<rect class="here" x="${Math.min(99, place)}" width="1" height="8"/></svg>`,
  ].join('')
}

function columns({ columns: all }: Columns, title: string): string {
  const parts = all.map((each) => `<div>${blocks(each.blocks, title)}</div>`)
  return `<div${classes('columns', `across-${all.length}`)}>${parts.join('')}</div>`
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
/**
 * The policy allows the style sheet by its hash and is in the document itself, because a file
 * opened from a disk has no headers.
 */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'`

/** Renders a page as the bytes of an HTML document. The same page always gives the same bytes. */
export function renderHtml(page: Page): Uint8Array {
  const sections = page.sections.map((each, index) => section(each, `section-${index + 1}`))
  return Buffer.from(
    [
      '<!doctype html>',
      `<html lang="${escaped(page.language)}">`,
      '<head>',
      '<meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="robots" content="noindex">',
      `<meta name="dcterms.created" content="${escaped(page.createdAt)}">`,
      `<title>${escaped(page.title)}</title>`,
      `<style>${STYLE}</style>`,
      '</head>',
      '<body>',
      '<a class="skip" href="#content">Skip to the report</a>',
      ...(page.mark === '' ? [] : [`<header class="mark">${escaped(page.mark)}</header>`]),
      contents(page.sections),
      '<main id="content">',
      ...sections,
      '</main>',
      `<footer>${page.foot.map((text) => `<p>${escaped(text)}</p>`).join('')}</footer>`,
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  )
}

/** Renders the table of contents: a link to each titled section. */
function contents(sections: readonly Section[]): string {
  const items = sections.map((each, index) =>
    each.titled ? `<li><a href="#section-${index + 1}">${escaped(each.title)}</a></li>` : '',
  )
  return `<nav aria-label="Sections"><ul>${items.join('')}</ul></nav>`
}

function section({ title, titled, blocks: content }: Section, id: string): string {
  const body = blocks(content, title)
  if (!titled) return `<section id="${id}" aria-label="${escaped(title)}">${body}</section>`
  const heading = `<h2 id="${id}-title">${escaped(title)}</h2>`
  return `<section id="${id}" aria-labelledby="${id}-title">${heading}${body}</section>`
}
