/** What makes sheets a document (PDF 32000-1, 7.7): pages, outline, catalog and information. */
import { hash } from 'node:crypto'
import type { Page } from '../../../print/page.ts'
import { SHEET } from '../../../print/pdf/canvas.ts'
import type { ForeignFonts } from '../../../print/pdf/fallback-font.ts'
import { type Face, FONT_NAMES } from '../../../print/pdf/measure.ts'
import {
  addObject,
  finished,
  numbersOf,
  type PdfFile,
  textString,
  timeString,
} from '../../../print/pdf/pdf-file.ts'
import { addTags, type Tags } from '../../../print/pdf/tags.ts'
import { FONT_KEYS } from '../../../print/pdf/text.ts'

/** A title of the outline and where it stands: the sheet, and points from the sheet's top. */
export interface OutlineItem {
  readonly title: string
  readonly sheet: number
  readonly down: number
}

/** What a document is made of besides the streams of its sheets, in their order. */
export interface Parts {
  readonly contents: readonly number[]
  readonly outline: readonly OutlineItem[]
  readonly foreign: ForeignFonts
  readonly tags: Tags
}

/** Adds everything else to a file that holds the contents of the sheets, and ends it. */
export function completed(file: PdfFile, page: Page, parts: Parts): Uint8Array {
  const { outline, tags } = parts
  const pages = addPages(file, parts)
  const entries = [
    `/Pages ${pages.root} 0 R/Outlines ${addOutline(file, outline, pages.numbers)} 0 R`,
    `/Lang${textString(page.language)}/ViewerPreferences<</DisplayDocTitle true>>`,
    tags.wanted
      ? `/MarkInfo<</Marked true>>/StructTreeRoot ${addTags(file, tags, pages.numbers)} 0 R`
      : '',
  ]
  const catalog = addObject(file, `<</Type/Catalog${entries.join('')}>>`)
  return finished(file, trailerOf(file, page, catalog))
}

/** The object numbers of the pages and of the node above them. */
interface Pages {
  readonly root: number
  readonly numbers: readonly number[]
}

function addPages(file: PdfFile, { contents, foreign, tags }: Parts): Pages {
  const root = numbersOf(file, 1)
  const numbers = contents.map((content, sheet) => {
    const marks = tags.wanted ? `/StructParents ${sheet}` : ''
    return addObject(file, `<</Type/Page/Parent ${root} 0 R/Contents ${content} 0 R${marks}>>`)
  })
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const box = `/MediaBox[0 0 ${SHEET.width} ${SHEET.height}]`
  const fonts = `/Resources<</Font<<${fontEntries(file, foreign)}>>>>`
  addObject(file, `<</Type/Pages/Count ${numbers.length}/Kids[${kids}]${box}${fonts}>>`, root)
  return { root, numbers }
}

/** The standard fonts are told by name only: every reader of PDF has them. */
const STANDARD_FONTS = Object.entries(FONT_NAMES)
  .map(
    ([face, name]) =>
      `/${FONT_KEYS[face as Face]}<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`,
  )
  .join('')

function fontEntries(file: PdfFile, foreign: ForeignFonts): string {
  const embedded = foreign.addTo(file).map(([face, font]) => `/${FONT_KEYS[face]} ${font} 0 R`)
  return STANDARD_FONTS + embedded.join('')
}

/** Adds the outline and says the number of its root. */
function addOutline(
  file: PdfFile,
  items: readonly OutlineItem[],
  pages: readonly number[],
): number {
  const root = numbersOf(file, 1 + items.length)
  const last = root + items.length
  items.forEach(({ title, sheet, down }, index) => {
    const number = root + 1 + index
    const place = `${pages[sheet]} 0 R/XYZ 0 ${tenth(SHEET.height - down)} null`
    const previous = index === 0 ? '' : `/Prev ${number - 1} 0 R`
    const next = number === last ? '' : `/Next ${number + 1} 0 R`
    const entry = `/Title${textString(title)}/Dest[${place}]/Parent ${root} 0 R`
    addObject(file, `<<${entry}${previous}${next}>>`, number)
  })
  const list = `/First ${root + 1} 0 R/Last ${last} 0 R/Count ${items.length}`
  return addObject(file, `<</Type/Outlines${list}>>`, root)
}

/** Points as the shortest number that is exact enough for a place to scroll to. */
function tenth(points: number): number {
  return Math.round(points * 10) / 10
}

/** What programs show of a document without opening it, and by what they know it again. */
function trailerOf(file: PdfFile, page: Page, catalog: number): string {
  const info = addObject(
    file,
    `<</Title${textString(page.title)}/Producer(trimerge)/Creator(trimerge)` +
      `/CreationDate${timeString(page.createdAt)}>>`,
  )
  const id = hash('sha256', `${page.title} ${page.createdAt}`)
  const half = `<${id.slice(0, 32)}>`
  return `/Root ${catalog} 0 R/Info ${info} 0 R/ID[${half}${half}]`
}
