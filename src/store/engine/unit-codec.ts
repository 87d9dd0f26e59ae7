/**
 * The encoding of units for the writing thread. Each unit is one buffer, which is transferred, and
 * its statements are numbers. A structured clone of the same values takes three times as long at
 * both ends.
 */
import type { Unit, UnitStatement, Value } from './database.ts'

/** An encoded unit. */
export interface UnitMessage {
  /** The sender that assigned the numbers. */
  readonly sender: number
  /** The SQL texts that are new to the thread, numbered from `firstText`. */
  readonly texts: readonly string[]
  readonly firstText: number
  readonly bytes: Uint8Array
}

/** The thread does not know the texts of a unit, because they were sent to an earlier thread. */
export class TextsUnknown extends Error {
  override readonly name = 'TextsUnknown'
}

// Layout of a statement: number, row count or NO_ROWS, and number of parameters. Layout of a
// parameter: tag and value.

const HEAD_BYTES = 10
const NO_ROWS = -1
const TAG = { null: 0, number: 1, text: 2, bytes: 3 } as const
const NUMBER_BYTES = 8
const LENGTH_BYTES = 4
const UTF8_BYTES_MAX = 3

/** More than the program's texts. Beyond it, numbers restart, so that old texts can be dropped. */
const TEXTS_MAX = 4_096

/**
 * Returns a number that no other sender of the process has. It is not secret: loading the crypto
 * module would take a sixth of the start of the writing thread, which loads this file too.
 */
function newSender(): number {
  return Math.floor(Math.random() * 2 ** 47)
}

/** Numbers the SQL texts of one sender, and encodes its units. */
export class UnitEncoder {
  #sender = newSender()
  readonly #numbers = new Map<string, number>()

  /** Starts numbering again, because the writing thread may be a new one. */
  reset(): void {
    this.#sender = newSender()
    this.#numbers.clear()
  }

  encode(unit: Unit): UnitMessage {
    if (this.#numbers.size > TEXTS_MAX) this.reset()
    const firstText = this.#numbers.size
    const texts: string[] = []
    const bytes = Buffer.allocUnsafeSlow(unit.reduce((sum, one) => sum + bytesMax(one), 0))
    let at = 0
    for (const { sql, params, rows } of unit) {
      let number = this.#numbers.get(sql)
      if (number === undefined) {
        number = firstText + texts.length
        this.#numbers.set(sql, number)
        texts.push(sql)
      }
      at = bytes.writeUInt32LE(number, at)
      at = bytes.writeInt32LE(rows ?? NO_ROWS, at)
      at = bytes.writeUInt16LE(params.length, at)
      for (const value of params) at = putValue(bytes, value, at)
    }
    return { sender: this.#sender, texts, firstText, bytes: bytes.subarray(0, at) }
  }
}

function bytesMax({ params }: UnitStatement): number {
  let sum = HEAD_BYTES
  for (const value of params) sum += 1 + valueBytesMax(value)
  return sum
}

function valueBytesMax(value: Value): number {
  if (value === null) return 0
  if (typeof value === 'number') return NUMBER_BYTES
  return LENGTH_BYTES + value.length * (typeof value === 'string' ? UTF8_BYTES_MAX : 1)
}

function putValue(bytes: Buffer, value: Value, at: number): number {
  if (value === null) return bytes.writeUInt8(TAG.null, at)
  if (typeof value === 'number') {
    return bytes.writeDoubleLE(value, bytes.writeUInt8(TAG.number, at))
  }
  const start = bytes.writeUInt8(typeof value === 'string' ? TAG.text : TAG.bytes, at)
  const content = start + LENGTH_BYTES
  let length = value.length
  if (typeof value === 'string') length = bytes.write(value, content)
  else bytes.set(value, content)
  bytes.writeUInt32LE(length, start)
  return content + length
}

/** The number of senders to remember. A process has a few, and each new thread adds one. */
const SENDERS_MAX = 256

/** Decodes units. */
export class UnitDecoder {
  readonly #textsOf = new Map<number, string[]>()

  /** Returns the unit, whose bytes are views of the message. Throws `TextsUnknown`. */
  decode({ sender, texts, firstText, bytes }: UnitMessage): Unit {
    const known = this.#textsOf.get(sender) ?? []
    if (known.length !== firstText && texts.length > 0) throw new TextsUnknown()
    known.push(...texts)
    this.#textsOf.delete(sender)
    this.#textsOf.set(sender, known)
    const [oldest] = this.#textsOf.keys()
    if (this.#textsOf.size > SENDERS_MAX && oldest !== undefined) this.#textsOf.delete(oldest)
    return statementsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), known)
  }
}

function statementsOf(bytes: Buffer, texts: readonly string[]): Unit {
  const unit: UnitStatement[] = []
  const from = { bytes, at: 0 }
  while (from.at < bytes.length) {
    const sql = texts[bytes.readUInt32LE(from.at)]
    if (sql === undefined) throw new TextsUnknown()
    const rows = bytes.readInt32LE(from.at + 4)
    const count = bytes.readUInt16LE(from.at + 8)
    from.at += HEAD_BYTES
    const params: Value[] = []
    while (params.length < count) params.push(takeValue(from))
    unit.push(rows === NO_ROWS ? { sql, params } : { sql, params, rows })
  }
  return unit
}

/** Returns the value at a position, and moves the position behind it. */
function takeValue(from: { readonly bytes: Buffer; at: number }): Value {
  const { bytes, at } = from
  const tag = bytes[at]
  const start = at + 1
  if (tag === TAG.null) {
    from.at = start
    return null
  }
  if (tag === TAG.number) {
    from.at = start + NUMBER_BYTES
    return bytes.readDoubleLE(start)
  }
  const content = start + LENGTH_BYTES
  const end = content + bytes.readUInt32LE(start)
  from.at = end
  if (tag === TAG.text) return bytes.toString('utf8', content, end)
  return new Uint8Array(bytes.buffer, bytes.byteOffset + content, end - content)
}
