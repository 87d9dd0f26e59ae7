/** A thread's program for tests: it answers as each request says. */
import { threadId, workerData } from 'node:worker_threads'
import { answerGroups, answerRequests } from '../../src/threads/program.ts'

/** What a test asks of it. */
export type EchoRequest =
  | { readonly do: 'echo'; readonly text: string; readonly afterMs?: number }
  | { readonly do: 'bytes'; readonly bytes: Uint8Array }
  | { readonly do: 'throw' | 'exit' | 'thread' | 'group' }

/** The text, the bytes moved back, the thread's number or the size of the group. */
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

if (workerData === 'broken') throw new Error('this thread cannot load')
if (workerData === 'groups') {
  answerGroups<EchoRequest, EchoAnswer>(
    (requests) => requests.map(() => requests.length),
    3,
    () => undefined,
  )
} else answerRequests(answer)
