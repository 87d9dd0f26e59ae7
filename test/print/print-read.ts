/** Reads the text of a PDF back, as a viewer would select it. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a reader of the document sees. */
export interface ReadDocument {
  /** The text of each sheet, in the order in which it was written. */
  readonly sheets: readonly string[]
  readonly title: string
  readonly language: string
  readonly outline: readonly string[]
}

/** Where the test's reader finds the fonts that every viewer has. */
const STANDARD_FONTS = join(
  dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))),
  'standard_fonts/',
)

/** Opens a PDF document; whoever does destroys it. */
export function openPdf(bytes: Uint8Array) {
  return getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: STANDARD_FONTS,
    verbosity: 0,
  })
}

/** The text and the properties of a PDF document. */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const task = openPdf(bytes)
  const document = await task.promise
  const sheets: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent()
    sheets.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  const { info } = await document.getMetadata()
  const outline = (await document.getOutline()) ?? []
  await task.destroy()
  const { Title, Language } = info as { Title: string; Language: string }
  return { sheets, title: Title, language: Language, outline: outline.map((each) => each.title) }
}

/** The text without the blanks that come from line breaks and spacing. */
export function dense(text: string): string {
  return text.replace(/\s+/g, '')
}
