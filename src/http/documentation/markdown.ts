/** Renders the Markdown of the documentation as HTML. HTML markup in a page is shown as text. */
import { createRequire } from 'node:module'
import type { RendererObject, Tokens } from 'marked'

const require = createRequire(import.meta.url)

/** Returns the address for the target of a link, or undefined if the service has nothing there. */
export type LinkOf = (target: string) => string | undefined

/** A heading of a page: its level, its text without markup, and the ID that links use. */
interface Heading {
  readonly depth: number
  readonly text: string
  readonly id: string
}

/** A page as HTML, its title, and its headings below the title that begin a section. */
export interface Rendered {
  readonly title: string
  readonly sections: readonly Heading[]
  readonly html: string
}

/** Renders a page as HTML. */
export function render(markdown: string, linkOf: LinkOf): Rendered {
  const headings: Heading[] = []
  const renderer = rendererOf(linkOf, headings)
  const page = markdown.replace(/<!--[\s\S]*?-->\n?/g, '')
  // Loaded with the first page, because it compiles about a hundred patterns and most processes
  // show no page.
  const { Marked } = require('marked') as typeof import('marked')
  const html = new Marked({ async: false, renderer }).parse(page, { async: false })
  const sections = headings.filter(({ depth }) => depth === 2)
  return { title: headings[0]?.text ?? '', sections, html: html.trimEnd() }
}

/** Escapes a text for HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Creates the renderer. It adds each heading to `headings`. */
function rendererOf(linkOf: LinkOf, headings: Heading[]): RendererObject {
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
      const name = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-')
      const id = escaped(newId(name, ids))
      headings.push({ depth, text: text.replaceAll('`', ''), id })
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

/**
 * Returns the ID attribute of a table row that describes one name, such as the reason of an error,
 * so that links can point to it.
 */
function idOfRow(row: readonly Tokens.TableCell[], ids: Set<string>): string {
  const name = row.map(({ text }) => /^`([A-Za-z][\w-]*)`$/.exec(text)?.[1]).find(Boolean)
  if (name === undefined || ids.has(name)) return ''
  ids.add(name)
  return ` id="${escaped(name)}"`
}

/**
 * Returns a unique ID as GitHub assigns them to headings: the second heading with the same name
 * gets a number.
 */
function newId(name: string, ids: Set<string>): string {
  let id = name
  for (let count = 1; ids.has(id); count += 1) id = `${name}-${count}`
  ids.add(id)
  return id
}
