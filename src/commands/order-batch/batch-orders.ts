/** The orders of a batch: the documents of a folder, or the lines of a file. */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readInput, wrongUse } from '../command.ts'

/** One order of a batch. */
export interface BatchedOrder {
  /** The name of the file without its extension, or the number of the line. */
  readonly name: string
  readonly body: Uint8Array<ArrayBuffer>
  /** The hash of the bytes. Orders with the same bytes are the same order. */
  readonly digest: string
}

/** The source of the orders of a batch. It reads their bodies one by one. */
export interface OrderSource {
  readonly count: number
  orders(): AsyncIterable<BatchedOrder>
}

/** Opens a folder of documents, or a file with one document on each line. */
export async function openOrders(path: string): Promise<OrderSource> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder === undefined) throw wrongUse(`cannot read ${path}`)
  const source = isFolder ? folderSource(path) : await lineSource(path)
  if (source.count === 0) {
    const expected = isFolder ? 'files that end with .xml or .json' : 'one document on each line'
    throw wrongUse(`${path} has no orders: it needs ${expected}`)
  }
  return source
}

function folderSource(folder: string): OrderSource {
  const names = readdirSync(folder)
    .filter((name) => /^[^.].*\.(?:xml|json)$/i.test(name))
    .sort()
  return {
    count: names.length,
    orders: async function* () {
      for (const name of names) {
        const body = new Uint8Array(await readInput(join(folder, name)))
        yield orderOf(name.replace(/\.\w+$/, ''), body)
      }
    },
  }
}

async function lineSource(file: string): Promise<OrderSource> {
  const digits = 6
  async function* orders() {
    let number = 0
    for await (const line of linesOf(file)) {
      number += 1
      if (isBlank(line)) continue
      const name = `line-${String(number).padStart(digits, '0')}`
      yield orderOf(name, line)
    }
  }
  let count = 0
  for await (const line of linesOf(file)) if (!isBlank(line)) count += 1
  return { count, orders }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Yields the lines of a file as bytes, without line ends. The lines are not decoded: each document
 * declares its own encoding, and a name can contain characters that a text reader would treat as
 * line ends.
 */
async function* linesOf(file: string): AsyncGenerator<Buffer<ArrayBuffer>> {
  let begun: Buffer[] = []
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      yield lineOf([...begun, chunk.subarray(start, end)])
      begun = []
      start = end + 1
    }
    begun.push(chunk.subarray(start))
  }
  yield lineOf(begun)
}

function lineOf(parts: readonly Buffer[]): Buffer<ArrayBuffer> {
  const line = Buffer.concat(parts)
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line
}

function isBlank(line: Buffer): boolean {
  return line.toString().trim() === ''
}

function orderOf(name: string, body: Uint8Array<ArrayBuffer>): BatchedOrder {
  return { name, body, digest: createHash('sha256').update(body).digest('hex') }
}
