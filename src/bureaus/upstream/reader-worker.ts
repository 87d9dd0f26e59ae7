/** The thread that reads a vendor's responses. */
import { answerRequests } from '../../threads/program.ts'
import { UpstreamFailed } from './failure.ts'
import type { ReadAnswer, ReadRequest } from './reader.ts'
import { readAnswer } from './vendor-answer.ts'

answerRequests<ReadRequest, ReadAnswer>(({ received, expected, upstream, identity }) => {
  try {
    return { answer: JSON.stringify(readAnswer(received, expected, upstream, identity)) }
  } catch (error) {
    if (error instanceof UpstreamFailed) return { kind: error.kind, detail: error.detail }
    const name = error instanceof Error ? error.name : 'unknown'
    return { kind: 'unreadable', detail: `the reader failed: ${name}` }
  }
})
