/**
 * The objects of a PDF file and their positions (PDF 32000-1, 7.5). All objects that are not
 * streams are packed into one object stream, because a tagged report has a thousand small objects.
 *
 * No stream is compressed. Deflate, the only compression that every reader supports, takes three
 * times as long as the compression of the store, which reduces the whole file to less than half the
 * size that Deflate does. A report of three bureaus has 50 to 60 KB.
 */
import { type Bytes, createBytes, put, putBytes, putInteger, wipe, written } from '../../bytes.ts'

/** A PDF file that is being written. */
export interface PdfFile {
  readonly bytes: Bytes
  /**
   * The objects of the object stream: their values, their object numbers, and the start of each
   * value.
   */
  readonly values: Bytes
  readonly packed: number[]
  readonly starts: number[]
  /**
   * By object number: the offset of a stream, or a negative number for an index into the object
   * stream.
   */
  readonly offsets: number[]
}

/** These buffers are reused, because documents are drawn one after the other. */
const bytes = createBytes()
const values = createBytes()
const packedContent = createBytes()

/** Creates a file without objects. Finish it before you create the next one. */
export function createFile(): PdfFile {
  wipe(bytes)
  wipe(values)
  wipe(packedContent)
  // The second line shows programs that copy files that the file is not only text (7.5.2).
  put(bytes, '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  return { bytes, values, packed: [], starts: [], offsets: [0] }
}

/** Reserves consecutive object numbers, and returns the first. */
export function reserveNumbers({ offsets }: PdfFile, count: number): number {
  const first = offsets.length
  for (let index = 0; index < count; index += 1) offsets.push(0)
  return first
}

/**
 * Starts an object that is not a stream. Its value is all that is written until the next object
 * starts.
 */
export function startObject(file: PdfFile, number: number): Bytes {
  file.offsets[number] = -1 - file.packed.length
  file.packed.push(number)
  file.starts.push(file.values.length)
  return file.values
}

/** Adds an object that is not a stream, and returns its number. */
export function addObject(file: PdfFile, value: string, number = reserveNumbers(file, 1)): number {
  put(startObject(file, number), value)
  put(file.values, '\n')
  return number
}

/** Adds a stream with additional dictionary entries, and returns its number. */
export function addStream(file: PdfFile, content: Uint8Array, entries = ''): number {
  const number = reserveNumbers(file, 1)
  file.offsets[number] = file.bytes.length
  put(file.bytes, `${number} 0 obj\n<<${entries}/Length ${content.length}>>stream\n`)
  putBytes(file.bytes, content)
  put(file.bytes, '\nendstream\nendobj\n')
  return number
}

/** Returns the finished file: the added objects and the cross-reference table. */
export function finishFile(file: PdfFile, trailer: string): Uint8Array {
  const objectStream = addObjectStream(file)
  const start = file.bytes.length
  const size = file.offsets.length + 1
  const table = crossReferences([...file.offsets, start], objectStream)
  addStream(file, table, `/Type/XRef/Size ${size}${FIELD_WIDTHS}${trailer}`)
  put(file.bytes, `startxref\n${start}\n%%EOF`)
  const whole = new Uint8Array(written(file.bytes))
  wipe(file.bytes)
  wipe(file.values)
  wipe(packedContent)
  return whole
}

/** Adds the object stream (7.5.7), and returns its number. */
function addObjectStream(file: PdfFile): number {
  file.packed.forEach((number, index) => {
    putInteger(packedContent, number)
    putInteger(packedContent, file.starts[index] as number)
  })
  const first = packedContent.length
  putBytes(packedContent, written(file.values))
  const entries = `/Type/ObjStm/N ${file.packed.length}/First ${first}`
  return addStream(file, written(packedContent), entries)
}

const ROW = 9
const FIELD_WIDTHS = '/W[1 4 4]'
const FREE = 0
const IN_FILE = 1
const IN_OBJECT_STREAM = 2

/** Returns the rows of the cross-reference stream (7.5.8). */
function crossReferences(offsets: readonly number[], objectStream: number): Uint8Array {
  const rows = new Uint8Array(offsets.length * ROW)
  const view = new DataView(rows.buffer)
  offsets.forEach((offset, number) => {
    const isPacked = offset < 0
    view.setUint8(number * ROW, number === 0 ? FREE : isPacked ? IN_OBJECT_STREAM : IN_FILE)
    view.setUint32(number * ROW + 1, isPacked ? objectStream : offset)
    view.setUint32(number * ROW + 5, isPacked ? -1 - offset : 0)
  })
  return rows
}

const ASCII = /^[\x20-\x7e]*$/
const ESCAPED = /[\\()]/

/** Encodes a text that is not page content, such as a title (7.9.2.2). */
export function textString(text: string): string {
  if (ASCII.test(text)) {
    return ESCAPED.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : `(${text})`
  }
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}

/** Encodes a time (7.9.4). */
export function timeString(time: string): string {
  const iso = new Date(time).toISOString()
  const clock = `${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}`
  return `(D:${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${clock}Z)`
}
