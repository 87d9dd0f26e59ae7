/** The program of a thread for tests. Each request says what it does. */
import { threadId, workerData } from 'node:worker_threads'
import { answerGroups, answerRequests } from '../../src/threads/program.ts'

/** The requests of a test. */
export type EchoRequest =
  | { readonly do: 'echo'; readonly text: string; readonly afterMs?: number }
  | { readonly do: 'bytes'; readonly bytes: Uint8Array }
  | { readonly do: 'throw' | 'exit' | 'thread' | 'group' | 'begun' }

/**
 * A response: the text, the bytes moved back, the number of the thread, the size of the group, or
 * its data.
 */
export type EchoAnswer = string | number | Uint8Array

async function answer(
  request: EchoRequest,
  transfer: (buffer: ArrayBufferLike) => void,
): Promise<EchoAnswer> {
  switch (request.do) {
    case 'echo':
      if (request.afterMs !== undefined) await new Promise((go) => setTimeout(go, request.afterMs))
      return request.text
    case 'bytes':
      transfer(request.bytes.buffer)
      return request.bytes
    case 'throw':
      throw new RangeError('a secret in a message')
    case 'exit':
      return process.exit(3)
    default:
      return threadId
  }
}

const answerIn =
  (group: readonly EchoRequest[], data: string) =>
  (request: EchoRequest): EchoAnswer => {
    if (request.do === 'thread') return threadId
    return request.do === 'begun' ? data : group.length
  }

if (workerData === 'broken') throw new Error('this thread cannot load')
if (String(workerData).startsWith('groups')) {
  answerGroups<string, EchoRequest, EchoAnswer>(
    (data) => ({ answer: (group) => group.map(answerIn(group, data)), end: () => {} }),
    3,
  )
} else answerRequests(answer)
