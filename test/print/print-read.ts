/** Reads the text of a PDF, as a user would select it in a viewer. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A PDF document as its reader sees it. */
export interface ReadDocument {
  /** The text of each sheet, in the order in which it was written. */
  readonly sheets: readonly string[]
  readonly title: string
  readonly language: string
  readonly outline: readonly string[]
}

/** The folder with the fonts that every viewer has. */
const STANDARD_FONTS = join(
  dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))),
  'standard_fonts/',
)

/** Opens a PDF document. The caller must destroy it. */
export function openPdf(bytes: Uint8Array) {
  return getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: STANDARD_FONTS,
    verbosity: 0,
  })
}

/** Reads the text and the properties of a PDF document. */
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

/** Removes the blanks, which come from line breaks and spacing. */
export function dense(text: string): string {
  return text.replace(/\s+/g, '')
}
