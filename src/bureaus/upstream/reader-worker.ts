/** The thread that reads a vendor's answers. */
import { parentPort } from 'node:worker_threads'
import { UpstreamFailed } from './failure.ts'
import type { ReadAnswer, ReadRequest } from './reader.ts'
import { readAnswer } from './vendor-answer.ts'

parentPort?.on('message', (request: ReadRequest) => {
  parentPort?.postMessage(answerTo(request))
})

function answerTo({ id, received, expected, upstream }: ReadRequest): ReadAnswer {
  try {
    return { id, answer: JSON.stringify(readAnswer(received, expected, upstream)) }
  } catch (error) {
    if (error instanceof UpstreamFailed) return { id, kind: error.kind, detail: error.detail }
    const name = error instanceof Error ? error.name : 'unknown'
    return { id, kind: 'unreadable', detail: `the reader failed: ${name}` }
  }
}
