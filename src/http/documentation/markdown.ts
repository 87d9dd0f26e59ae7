/**
 * The Markdown of the documentation as HTML: headings, paragraphs, lists, tables, code and links, which
 * is what the pages use. Everything else stands as text, escaped, so that no page can bring markup in.
 */

/** Where a link of a page leads; undefined where nothing is served there. */
export type LinkOf = (target: string) => string | undefined

/** A page as HTML, and its title. */
export interface Rendered {
  readonly title: string
  readonly html: string
}

/** Renders a page. */
export function render(markdown: string, linkOf: LinkOf): Rendered {
  const page = new Page(linkOf)
  page.blocks(markdown.replace(/<!--[\s\S]*?-->\n?/g, '').split('\n'))
  return { title: page.title, html: page.html.join('\n') }
}

/** The text as HTML text. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const FENCE = /^```(\w*)/
const HEADING = /^(#{1,6}) (.*)$/
const ITEM = /^(?:- |(\d+)\. )/
/** Stands for a piece of code while the text around it is rendered. */
const CODE_MARK = '\uFFFC'
const RULER = /^\|[-:| ]+\|$/

class Page {
  readonly html: string[] = []
  title = ''
  readonly #linkOf: LinkOf
  readonly #ids = new Set<string>()

  constructor(linkOf: LinkOf) {
    this.#linkOf = linkOf
  }

  blocks(lines: readonly string[]): void {
    for (let at = 0; at < lines.length; ) at = this.#block(lines, at)
  }

  /** Renders the block that begins at a line, and gives back where the next one may begin. */
  #block(lines: readonly string[], at: number): number {
    const line = lines[at] ?? ''
    if (line.trim() === '') return at + 1
    if (FENCE.test(line)) return this.#code(lines, at)
    const heading = HEADING.exec(line)
    if (heading !== null) {
      this.#heading(heading[1]?.length ?? 1, heading[2] ?? '')
      return at + 1
    }
    if (line.startsWith('|')) return this.#table(lines, at)
    if (ITEM.test(line)) return this.#list(lines, at)
    const end = endOf(lines, at, (next) => next.trim() === '' || startsBlock(next))
    this.html.push(`<p>${this.#inline(lines.slice(at, end).join('\n'))}</p>`)
    return end
  }

  #heading(level: number, text: string): void {
    if (this.title === '') this.title = text.replaceAll('`', '')
    const id = this.#idFor(
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-'),
    )
    this.html.push(`<h${level} id="${escaped(id)}">${this.#inline(text)}</h${level}>`)
  }

  /** As the place that shows the repository names headings: the second of a name has a number. */
  #idFor(name: string): string {
    let id = name
    for (let count = 1; this.#ids.has(id); count += 1) id = `${name}-${count}`
    this.#ids.add(id)
    return id
  }

  #code(lines: readonly string[], at: number): number {
    const end = endOf(lines, at, (line) => line.startsWith('```'))
    const code = escaped(lines.slice(at + 1, end).join('\n'))
    this.html.push(`<pre><code>${code}</code></pre>`)
    return end + 1
  }

  #list(lines: readonly string[], at: number): number {
    const isOrdered = /^\d/.test(lines[at] ?? '')
    const tag = isOrdered ? 'ol' : 'ul'
    const end = endOf(lines, at, (line, next) => isListEnd(line, next))
    this.html.push(`<${tag}>`)
    for (let from = at; from < end; ) {
      const till = endOf(lines.slice(0, end), from, (line) => ITEM.test(line))
      const [first = '', ...more] = lines.slice(from, till)
      const indent = ITEM.exec(first)?.[0].length ?? 0
      this.#item([first.slice(indent), ...more.map((line) => line.slice(indent))])
      from = till
    }
    this.html.push(`</${tag}>`)
    return end
  }

  /** An item of one paragraph needs none of its own. */
  #item(lines: readonly string[]): void {
    const text = lines.join('\n').trimEnd()
    if (!text.includes('\n\n') && !lines.some(startsBlock)) {
      this.html.push(`<li>${this.#inline(text)}</li>`)
      return
    }
    this.html.push('<li>')
    this.blocks(lines)
    this.html.push('</li>')
  }

  #table(lines: readonly string[], at: number): number {
    const end = endOf(lines, at, (line) => !line.startsWith('|'))
    const rows = lines.slice(at, end)
    const hasHead = RULER.test(rows[1] ?? '')
    const [head = '', , ...body] = hasHead ? rows : ['', '', ...rows]
    this.html.push('<div class="table"><table>')
    if (hasHead) {
      const cells = cellsOf(head).map((cell) => `<th scope="col">${this.#inline(cell)}</th>`)
      this.html.push(`<thead><tr>${cells.join('')}</tr></thead>`)
    }
    this.html.push(
      '<tbody>',
      ...body.map((row) => this.#row(cellsOf(row))),
      '</tbody></table></div>',
    )
    return end
  }

  /** A row that is about one name, such as the reason of an error, can be linked to. */
  #row(cells: readonly string[]): string {
    const name = cells.map((cell) => /^`([A-Za-z][\w-]*)`$/.exec(cell)?.[1]).find(Boolean)
    const isNew = name !== undefined && !this.#ids.has(name)
    if (isNew) this.#ids.add(name)
    const content = cells.map((cell) => `<td>${this.#inline(cell)}</td>`).join('')
    return `<tr${isNew ? ` id="${escaped(name)}"` : ''}>${content}</tr>`
  }

  /** Text with code, links and emphasis; what is code is nothing else, and can be in all of them. */
  #inline(text: string): string {
    const codes: string[] = []
    const bare = text.replaceAll(CODE_MARK, '').replace(/`([^`]+)`/g, (_, code: string) => {
      codes.push(`<code>${escaped(code)}</code>`)
      return CODE_MARK
    })
    return emphasized(escaped(bare).replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1'))
      .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, shown: string, to: string) =>
        this.#link(shown, to),
      )
      .replaceAll(CODE_MARK, () => codes.shift() ?? '')
  }

  #link(shown: string, to: string): string {
    const target = to.startsWith('#') ? to : this.#linkOf(to)
    return target === undefined ? shown : `<a href="${target}">${shown}</a>`
  }
}

function emphasized(html: string): string {
  return html
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/g, '<em>$1</em>')
}

function startsBlock(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || line.startsWith('|') || ITEM.test(line)
}

/** A list ends where a line stands that neither begins an item nor is indented. */
function isListEnd(line: string, next: string | undefined): boolean {
  if (line.trim() !== '') return !ITEM.test(line) && !/^\s/.test(line)
  return next !== undefined && !ITEM.test(next) && !/^\s+\S/.test(next)
}

/** The first line behind one where something is true, or the end. */
function endOf(
  lines: readonly string[],
  at: number,
  is: (line: string, next: string | undefined) => boolean,
): number {
  for (let end = at + 1; end < lines.length; end += 1) {
    if (is(lines[end] ?? '', lines[end + 1])) return end
  }
  return lines.length
}

function cellsOf(row: string): readonly string[] {
  return row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}
