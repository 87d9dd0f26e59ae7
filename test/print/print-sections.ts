/**
 * Extracts the text of each section of a printed report, in either form, as a user would select it.
 */
import type { Block, Page, Table } from '../../src/print/page.ts'
import { dense, openPdf } from './print-read.ts'

/** The title and the text of a section, with the text's blanks removed. */
export interface SectionText {
  readonly title: string
  readonly text: string
}

interface Heading {
  readonly title: string
  readonly sheet: number
  /** The distance from the lower edge of the sheet in points. */
  readonly top: number
}

/**
 * Returns the sections of a PDF. A section extends from one destination of the outline to the next.
 */
export async function pdfSections(bytes: Uint8Array, page: Page): Promise<SectionText[]> {
  const task = openPdf(bytes)
  const document = await task.promise
  const headings: Heading[] = []
  for (const item of (await document.getOutline()) ?? []) {
    const [reference, , , top] = item.dest as [
      { num: number; gen: number },
      unknown,
      number,
      number,
    ]
    headings.push({ title: item.title, sheet: await document.getPageIndex(reference), top })
  }
  const texts = headings.map(() => '')
  for (let sheet = 0; sheet < document.numPages; sheet += 1) {
    const { items } = await (await document.getPage(sheet + 1)).getTextContent()
    const shown = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: dense(item.str), base: item.transform[5] as number }]
        : [],
    )
    let repeated = ''
    for (const { text, base } of shown.slice(surroundingCount(page, shown))) {
      const index = headings.findLastIndex(
        (one) => one.sheet < sheet || (one.sheet === sheet && one.top >= base),
      )
      const title = headings[index]?.title ?? ''
      if (text === dense(`${title}, continued`)) {
        repeated = repeatedHeader(page, title, texts[index] ?? '')
      } else if (repeated.startsWith(text)) {
        repeated = repeated.slice(text.length)
      } else {
        // A text of the section below its title: the header is not repeated, or ends here.
        repeated = ''
        texts[index] += text
      }
    }
  }
  await task.destroy()
  return headings.map(({ title }, index) => ({ title, text: texts[index] ?? '' }))
}

/** Returns the number of texts before the content of a sheet: its mark, foot and number. */
function surroundingCount(page: Page, shown: readonly { readonly text: string }[]): number {
  const count = shown.findIndex(({ text }) => /^Page\d+of\d+$/.test(text))
  const said = dense(page.mark + page.foot.join(''))
  const written = shown.slice(0, count).map(({ text }) => text)
  if (written.join('') !== said) throw new Error(`a sheet is surrounded by ${written.join('')}`)
  return count + 1
}

/**
 * Returns the column titles of a section's table, which are repeated on each sheet of the table,
 * but not above a text that follows the table. Empty if the table only begins on this sheet, so that the titles are its own.
 */
function repeatedHeader(page: Page, title: string, before: string): string {
  const blocks = page.sections.find((one) => one.title === title)?.blocks ?? []
  const table = blocks.find((block: Block): block is Table => block.kind === 'table')
  const header = dense((table?.columns ?? []).flatMap(({ titles }) => titles).join(''))
  return before.includes(header) ? header : ''
}

/**
 * Returns the sections of an HTML document. The months and codes of a series are read line by line,
 * as in the PDF.
 */
export function htmlSections(html: string): SectionText[] {
  return html
    .split('<section ')
    .slice(1)
    .map((part) => {
      const body = (part.split('</section>')[0] ?? '').replace(/^[^>]*>/, '')
      const title =
        /^[^>]*aria-label="([^"]*)"/.exec(part)?.[1] ?? /<h2[^>]*>(.*?)<\/h2>/.exec(body)?.[1]
      return { title: plain(title ?? ''), text: dense(plain(body.replace(SERIES, byLine))) }
    })
}

const SERIES = /<div class="series">.*?<\/dl><\/div>/gs

function byLine(series: string): string {
  const all = (name: string) =>
    Array.from(series.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'g')), (match) => match[1])
  const title = /<p[^>]*>(.*?)<\/p>/.exec(series)?.[1] ?? ''
  return `${title} ${all('dt').join('')} ${all('dd').join('')}`
}

/** Returns the text of markup. It knows only the tags and entities that the service writes. */
export function plain(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
