/**
 * Reads a vendor's answers in a thread of the vendor's own: what takes long to read, by accident or
 * on purpose, holds up no order but those of the same vendor, and takes no memory but the thread's.
 */
import { ThreadEnded } from '../../threads/requests.ts'
import { openThreads, threadFile } from '../../threads/thread.ts'
import { type FailureKind, UpstreamFailed } from './failure.ts'
import type { IdentityRule } from './options.ts'
import type { Expected, Received, UpstreamRead } from './vendor-answer.ts'

/** What the thread is asked and answers. */
export interface ReadRequest {
  readonly received: Received
  readonly expected: Expected
  /** The vendor's name, for errors. */
  readonly upstream: string
  readonly identity: IdentityRule
}
/** The answer as JSON text, or why it cannot be used. */
export type ReadAnswer =
  | { readonly answer: string }
  | { readonly kind: FailureKind; readonly detail: string }

/** Reads the answers of one vendor. */
export interface AnswerReader {
  /** Rejects with `UpstreamFailed` where the answer cannot be used. */
  read(received: Received, expected: Expected): Promise<UpstreamRead>
  close(): Promise<void>
}

/** Room for an answer at its bounds, as text and as tree. */
const HEAP_MB = 512

/** Makes the reader of a vendor's answers; its thread starts with the first of them. */
export function openReader(upstream: string, identity: IdentityRule): AnswerReader {
  const thread = openThreads<ReadRequest, ReadAnswer>({
    file: threadFile('./reader-worker', import.meta.url),
    name: 'reader',
    limits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const ask = async (request: ReadRequest): Promise<ReadAnswer> => {
    try {
      return await thread.ask(request)
    } catch (error) {
      // The thread ended, for lack of memory for instance: the answer counts as unreadable.
      if (!(error instanceof ThreadEnded)) throw error
      return { kind: 'unreadable', detail: 'the reader ended' }
    }
  }
  return {
    read: async (received, { orderId, subject, askedAt }) => {
      const read = await ask({
        received,
        expected: { orderId, subject, askedAt },
        upstream,
        identity,
      })
      if ('kind' in read) throw new UpstreamFailed(read.kind, upstream, read.detail)
      return JSON.parse(read.answer) as UpstreamRead
    },
    close: () => thread.terminate(),
  }
}
