/** The orders of a batch: the documents of a folder, or the lines of a file. */
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ExitCode, Rejected } from '../command.ts'

/** One order of a batch. */
export interface BatchedOrder {
  /** The name of its file, or its line. */
  readonly name: string
  readonly body: Uint8Array<ArrayBuffer>
  /** What its bytes are known by: the same bytes are the same order. */
  readonly digest: string
}

/** Where the orders of a batch come from. Their bodies are read one by one. */
export interface OrderSource {
  readonly count: number
  orders(): AsyncIterable<BatchedOrder>
}

/** Opens a folder of documents, or a file with one document on each line. */
export async function openOrders(path: string): Promise<OrderSource> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder === undefined) throw new Rejected(`cannot read ${path}`, ExitCode.wrongUse)
  const source = isFolder ? folderSource(path) : await lineSource(path)
  if (source.count === 0) {
    const expected = isFolder ? 'files that end with .xml or .json' : 'one document on each line'
    throw new Rejected(`${path} has no orders: it needs ${expected}`, ExitCode.wrongUse)
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
        yield orderOf(name.replace(/\.\w+$/, ''), new Uint8Array(readFileSync(join(folder, name))))
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
      if (line.trim() === '') continue
      const name = `line-${String(number).padStart(digits, '0')}`
      yield orderOf(name, new TextEncoder().encode(line))
    }
  }
  let count = 0
  for await (const line of linesOf(file)) if (line.trim() !== '') count += 1
  return { count, orders }
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
}

function orderOf(name: string, body: Uint8Array<ArrayBuffer>): BatchedOrder {
  return { name, body, digest: createHash('sha256').update(body).digest('hex') }
}
