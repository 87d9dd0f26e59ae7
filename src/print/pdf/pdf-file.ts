/**
 * The objects of a PDF file and where they stand (PDF 32000-1, 7.5). Streams stand by themselves;
 * all other objects stand together in one stream, since a tagged report has a thousand small ones.
 *
 * No stream is compressed: Deflate, the only compression that every reader knows, takes three times
 * as long as the store's own, which leaves less than half as much of the whole file. A report of
 * three bureaus has 50 to 60 KB.
 */
import { type Bytes, createBytes, put, putBytes, putInteger, wipe, written } from '../../bytes.ts'

/** A file that is being written. */
export interface PdfFile {
  readonly bytes: Bytes
  /** The objects that stand together: their values, their numbers, where each value begins. */
  readonly values: Bytes
  readonly packed: number[]
  readonly starts: number[]
  /** By object number where a stream begins, or below 0 the place among those together. */
  readonly places: number[]
}

/** Kept from document to document, which are drawn one after the other. */
const bytes = createBytes(1 << 16)
const values = createBytes(1 << 16)
const together = createBytes(1 << 16)

/** A file without objects. One has to be finished before the next one is created. */
export function createFile(): PdfFile {
  wipe(bytes)
  wipe(values)
  wipe(together)
  // The second line tells programs that copy files that not all of it is text (7.5.2).
  put(bytes, '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  return { bytes, values, packed: [], starts: [], places: [0] }
}

/** The first of a row of new object numbers. */
export function numbersOf({ places }: PdfFile, count: number): number {
  const first = places.length
  for (let index = 0; index < count; index += 1) places.push(0)
  return first
}

/** Starts an object that is no stream: its value is what is written until the next one starts. */
export function startObject(file: PdfFile, number: number): Bytes {
  file.places[number] = -1 - file.packed.length
  file.packed.push(number)
  file.starts.push(file.values.length)
  return file.values
}

/** Adds an object that is no stream, and says its number. */
export function addObject(file: PdfFile, value: string, number = numbersOf(file, 1)): number {
  put(startObject(file, number), value)
  put(file.values, '\n')
  return number
}

/** Adds a stream with entries of its dictionary, and says its number. */
export function addStream(file: PdfFile, content: Uint8Array, entries = ''): number {
  const number = numbersOf(file, 1)
  file.places[number] = file.bytes.length
  put(file.bytes, `${number} 0 obj\n<<${entries}/Length ${content.length}>>stream\n`)
  putBytes(file.bytes, content)
  put(file.bytes, '\nendstream\nendobj\n')
  return number
}

/** The whole file: what was added, and the table of its places. */
export function finished(file: PdfFile, trailer: string): Uint8Array {
  const holder = addTogether(file)
  const start = file.bytes.length
  const size = file.places.length + 1
  const table = crossReferences([...file.places, start], holder)
  addStream(file, table, `/Type/XRef/Size ${size}${SHAPE}${trailer}`)
  put(file.bytes, `startxref\n${start}\n%%EOF`)
  const whole = new Uint8Array(written(file.bytes))
  wipe(file.bytes)
  wipe(file.values)
  wipe(together)
  return whole
}

/** Adds the objects that stand together as an object stream (7.5.7), and says its number. */
function addTogether(file: PdfFile): number {
  file.packed.forEach((number, index) => {
    putInteger(together, number)
    putInteger(together, file.starts[index] as number)
  })
  const first = together.length
  putBytes(together, written(file.values))
  const entries = `/Type/ObjStm/N ${file.packed.length}/First ${first}`
  return addStream(file, written(together), entries)
}

const ROW = 9
const SHAPE = '/W[1 4 4]'
const FREE = 0
const ALONE = 1
const TOGETHER = 2

/** The rows of a cross-reference stream (7.5.8). */
function crossReferences(places: readonly number[], holder: number): Uint8Array {
  const rows = new Uint8Array(places.length * ROW)
  const view = new DataView(rows.buffer)
  places.forEach((place, number) => {
    const together = place < 0
    view.setUint8(number * ROW, number === 0 ? FREE : together ? TOGETHER : ALONE)
    view.setUint32(number * ROW + 1, together ? holder : place)
    view.setUint32(number * ROW + 5, together ? -1 - place : 0)
  })
  return rows
}

const ASCII = /^[\x20-\x7e]*$/
const ESCAPED = /[\\()]/

/** A text that is not content, such as a title (7.9.2.2). */
export function textString(text: string): string {
  if (ASCII.test(text)) {
    return ESCAPED.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : `(${text})`
  }
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}

/** A time (7.9.4). */
export function timeString(time: string): string {
  const iso = new Date(time).toISOString()
  const clock = `${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}`
  return `(D:${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${clock}Z)`
}
