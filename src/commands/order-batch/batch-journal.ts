/**
 * The journal of a batch: a file with the result of each order, from which a killed run continues.
 * An order is recorded before it is sent. A later run therefore recognizes an unanswered order that
 * the service may have forgotten.
 */
import { closeSync, fdatasync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createOutFolder, resultNotWritten, wrongUse } from '../command.ts'
import type { BatchedOrder } from './batch-orders.ts'

/**
 * The service, account and operation of a batch. With others, the same bytes would be different
 * orders.
 */
export interface BatchIdentity {
  readonly url: string
  readonly account: string
  readonly operation: string
}

/** The response to an order. */
export interface BatchOutcome {
  readonly name: string
  readonly outcome: 'report' | 'rejected'
  readonly report?: string
  readonly price?: string
  readonly code?: string
  readonly problems?: readonly string[]
  /** Whether a later run sends the order again. */
  readonly again: boolean
}

/** The state of an order, identified by its bytes. */
interface BatchEntry {
  /** The time of the first attempt, if the order is still unanswered. */
  readonly sentAt?: number
  readonly outcome?: BatchOutcome
}

/** The journal of a batch. */
export interface BatchJournal {
  entryOf(digest: string): BatchEntry | undefined
  /** Records that an order is sent. Resolves when the record is on disk. */
  recordSent(order: BatchedOrder): Promise<void>
  recordOutcome(order: BatchedOrder, outcome: BatchOutcome): void
  close(): void
}

const FILE = 'batch.jsonl'
const flush = promisify(fdatasync)

/** Opens the journal of a folder, or creates one. */
export function openJournal(folder: string, identity: BatchIdentity): BatchJournal {
  createOutFolder(folder)
  const path = join(folder, FILE)
  const entries = new Map<string, BatchEntry>()
  const lines = readLines(path)
  if (lines[0] !== undefined) assertSame(lines[0], identity, folder)
  for (const line of lines.slice(1)) note(entries, line)
  const file = openSync(path, 'a', 0o600)
  const append = (line: object) => {
    try {
      writeSync(file, `${JSON.stringify(line)}\n`)
    } catch (error) {
      throw resultNotWritten(path, error)
    }
  }
  // A run that was killed may have left an unfinished line, even as the first one.
  if (endsUnfinished(path)) writeSync(file, '\n')
  if (lines.length === 0) append(identity)
  return {
    entryOf: (digest) => entries.get(digest),
    recordSent: async ({ name, digest }) => {
      const sent = { sent: name, digest, at: Date.now() }
      note(entries, sent)
      append(sent)
      await flush(file)
    },
    recordOutcome: ({ digest }, outcome) => {
      append({ ...outcome, digest })
      entries.set(digest, { outcome })
    },
    close: () => closeSync(file),
  }
}

type Line = Readonly<Record<string, unknown>>

function readLines(path: string): readonly Line[] {
  return textOf(path)
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line]
      } catch {
        return []
      }
    })
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function endsUnfinished(path: string): boolean {
  return !/(?:^|\n)$/.test(textOf(path))
}

function assertSame(found: Line, wanted: BatchIdentity, folder: string): void {
  const differing = (['url', 'account', 'operation'] as const).filter(
    (name) => found[name] !== wanted[name],
  )
  if (differing.length === 0) return
  throw wrongUse(
    `${folder} has the results of a batch with another ${differing.join(', ')}; set another --out`,
  )
}

function note(entries: Map<string, BatchEntry>, line: Line): void {
  const digest = String(line.digest)
  if ('sent' in line) {
    const { sentAt } = entries.get(digest) ?? {}
    entries.set(digest, { sentAt: sentAt ?? Number(line.at) })
    return
  }
  const { digest: _, ...outcome } = line
  entries.set(digest, { outcome: outcome as unknown as BatchOutcome })
}
