/**
 * The thread that owns the one connection that writes. It takes all units that wait and commits
 * them together: one wait for the disk serves them all.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { DatabaseUnsafe } from './database.ts'
import { openToWrite, type SqlitePlace } from './sqlite-connection.ts'
import {
  type GroupCommitter,
  groupCommitter,
  messageOf,
  type UnitAnswer,
  type UnitRequest,
} from './sqlite-group.ts'

/** Messages to the thread. */
export type WorkerRequest = readonly UnitRequest[] | 'close'
/** Messages from the thread: whether it could open the file, then answers. */
export type WorkerAnswer =
  | { readonly opened: true }
  | { readonly opened: false; readonly unsafe: boolean; readonly message: string }
  | readonly UnitAnswer[]

// Bounds how long the first of a group waits for the last.
const GROUP_UNITS_MAX = 512

const place = workerData as SqlitePlace
const port = parentPort
if (port === null) throw new Error('sqlite-worker.ts runs as a worker thread only')

let committer: GroupCommitter | undefined
const waiting: UnitRequest[] = []

port.on('message', (first: WorkerRequest) => {
  let closing = take(first)
  for (;;) {
    closing = takeWaiting() || closing
    const group = waiting.splice(0, GROUP_UNITS_MAX)
    if (group.length === 0 || committer === undefined) break
    port.postMessage(committer.commit(group))
  }
  if (!closing) return
  committer?.close()
  port.close()
})

try {
  committer = groupCommitter(() => openToWrite(place))
  port.postMessage({ opened: true })
} catch (error) {
  const unsafe = error instanceof DatabaseUnsafe
  port.postMessage({ opened: false, unsafe, message: messageOf(error) })
  port.close()
}

function takeWaiting(): boolean {
  let closing = false
  if (port === null) return closing
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    closing = take(next.message) || closing
  }
  return closing
}

function take(request: WorkerRequest): boolean {
  if (request === 'close') return true
  waiting.push(...request)
  return false
}
