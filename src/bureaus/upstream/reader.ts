/**
 * Reads a vendor's responses in a separate thread for each vendor. A response that takes long to
 * read, by accident or on purpose, delays only orders of the same vendor, and uses only the memory
 * of that thread.
 */
import { ThreadEnded } from '../../threads/requests.ts'
import { openThreads, threadFile } from '../../threads/thread.ts'
import { type FailureKind, UpstreamFailed } from './failure.ts'
import type { IdentityRule } from './options.ts'
import type { Expected, Received, UpstreamRead } from './vendor-answer.ts'

/** A request to the reading thread. */
export interface ReadRequest {
  readonly received: Received
  readonly expected: Expected
  /** The vendor's name, for errors. */
  readonly upstream: string
  readonly identity: IdentityRule
}
/** The thread's result: the response as JSON text, or the reason that it cannot be used. */
export type ReadAnswer =
  | { readonly answer: string }
  | { readonly kind: FailureKind; readonly detail: string }

/** Reads the responses of one vendor. */
export interface AnswerReader {
  /** Rejects with `UpstreamFailed` if the response cannot be used. */
  read(received: Received, expected: Expected): Promise<UpstreamRead>
  close(): Promise<void>
}

/** The memory limit: enough for the largest allowed response, as text and as tree. */
const HEAP_MB = 512

/** Creates the reader of a vendor's responses. Its thread starts with the first response. */
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
      // The thread ended, for example because it ran out of memory. The response counts as
      // unreadable.
      if (!(error instanceof ThreadEnded)) throw error
      return { kind: 'unreadable', detail: 'the reader ended' }
    }
  }
  return {
    read: async (received, { orderId, subject, askedAt, pendingId }) => {
      const read = await ask({
        received,
        expected: { orderId, subject, askedAt, pendingId },
        upstream,
        identity,
      })
      if ('kind' in read) throw new UpstreamFailed(read.kind, upstream, read.detail)
      return JSON.parse(read.answer) as UpstreamRead
    },
    close: () => thread.terminate(),
  }
}
