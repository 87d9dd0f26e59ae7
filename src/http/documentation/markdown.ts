/** The Markdown of the documentation as HTML. Markup in a page is shown as text. */
import { createRequire } from 'node:module'
import type { RendererObject, Tokens } from 'marked'

const require = createRequire(import.meta.url)

/** Where a link of a page leads; undefined where nothing is served there. */
export type LinkOf = (target: string) => string | undefined

/** A page as HTML, and its title. */
export interface Rendered {
  readonly title: string
  readonly html: string
}

/** Renders a page. */
export function render(markdown: string, linkOf: LinkOf): Rendered {
  const headings: string[] = []
  const renderer = rendererOf(linkOf, headings)
  const page = markdown.replace(/<!--[\s\S]*?-->\n?/g, '')
  // Loaded with the first page: it compiles a hundred patterns, and most starts show none.
  const { Marked } = require('marked') as typeof import('marked')
  const html = new Marked({ async: false, renderer }).parse(page, { async: false })
  return { title: headings[0] ?? '', html: html.trimEnd() }
}

/** The text as HTML text. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Adds the text of each heading to `headings`. */
function rendererOf(linkOf: LinkOf, headings: string[]): RendererObject {
  const ids = new Set<string>()
  return {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    code: ({ text }) => `<pre><code>${escaped(text)}</code></pre>\n`,
    link({ href, tokens }) {
      const shown = this.parser.parseInline(tokens)
      const target = href.startsWith('#') ? href : linkOf(href)
      return target === undefined ? shown : `<a href="${escaped(target)}">${shown}</a>`
    },
    heading({ depth, text, tokens }) {
      headings.push(text.replaceAll('`', ''))
      const name = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-')
      const id = escaped(newId(name, ids))
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    table({ header, rows }) {
      const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens)
      const names = header.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('')
      const lines = rows.map((row) => {
        const cells = row.map((cell) => `<td>${inline(cell)}</td>`).join('')
        return `<tr${idOfRow(row, ids)}>${cells}</tr>\n`
      })
      return `<div class="table"><table>\n<thead><tr>${names}</tr></thead>\n<tbody>\n${lines.join('')}</tbody></table></div>\n`
    },
  }
}

/** A row that is about one name, such as the reason of an error, can be linked to. */
function idOfRow(row: readonly Tokens.TableCell[], ids: Set<string>): string {
  const name = row.map(({ text }) => /^`([A-Za-z][\w-]*)`$/.exec(text)?.[1]).find(Boolean)
  if (name === undefined || ids.has(name)) return ''
  ids.add(name)
  return ` id="${escaped(name)}"`
}

/** As the place that shows the repository names headings: the second of a name has a number. */
function newId(name: string, ids: Set<string>): string {
  let id = name
  for (let count = 1; ids.has(id); count += 1) id = `${name}-${count}`
  ids.add(id)
  return id
}
