/**
 * The drafts of backups. While a process writes one, it holds a lock beside it, which ends with the
 * process. A draft without its process may have data that was purged since.
 */
import { hash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '../../time.ts'
import { removeDraft } from './durable-file.ts'
import { holdDatabase } from './sqlite-connection.ts'

const HOST = hash('sha256', hostname()).slice(0, 4)
const LOCK_FILE = /^((.+\.[0-9a-f]{12}\.partial)-([0-9a-f]{4}))\.held$/

/** Calls `work`, and holds the lock of a draft meanwhile. */
export async function holdingDraft(draft: string, work: () => Promise<void>): Promise<void> {
  const lock = `${draft}-${HOST}`
  const release = holdDatabase(lock)
  try {
    await work()
  } finally {
    release()
    rmSync(`${lock}.held`, { force: true })
  }
}

/** Removes the drafts of a folder that processes left behind when they were killed. */
export function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, lock, draft, host] = LOCK_FILE.exec(name) ?? []
    if (lock === undefined || draft === undefined) continue
    // Not every network share has locks that another host sees.
    if (host !== HOST && isRecent(join(folder, draft))) continue
    const release = tryHold(join(folder, lock))
    if (release === undefined) continue
    removeDraft(join(folder, draft))
    release()
    rmSync(join(folder, name), { force: true })
  }
}

function isRecent(draft: string): boolean {
  const { mtimeMs = 0 } = statSync(draft, { throwIfNoEntry: false }) ?? {}
  return mtimeMs > Date.now() - HOUR_MS
}

/** Returns undefined if another process holds the lock, or if it belongs to another user. */
function tryHold(lock: string): (() => void) | undefined {
  try {
    return holdDatabase(lock)
  } catch {
    return undefined
  }
}
