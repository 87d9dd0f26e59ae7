/**
 * Upkeep of the trail while a service runs: what died processes left is sealed, and the newest head
 * is told now and then, so that it stands in a log that the database has no say in.
 */
import type { AuditHead } from './block.ts'
import type { AuditTrail } from './trail.ts'

/** What upkeep tells of. */
export interface AuditJobEvents {
  readonly head: (head: AuditHead) => void
  readonly trouble: (what: string, error?: unknown) => void
}

const ROUND_EVERY_MS = 30_000

/** Begins with a round at once; `stop` seals what is left and tells the last head. */
export function startTrailJob(audit: AuditTrail, told: AuditJobEvents): { stop(): Promise<void> } {
  let toldBlock = 0
  const tellHead = () => {
    const { head, unsealedSince } = audit.state()
    if (head !== undefined && head.block !== toldBlock) {
      toldBlock = head.block
      told.head(head)
    }
    if (unsealedSince !== undefined && unsealedSince < Date.now() - ROUND_EVERY_MS) {
      told.trouble('entries of the audit trail wait for their block')
    }
  }
  const round = async () => {
    try {
      await audit.sealAbandoned()
      tellHead()
    } catch (error) {
      told.trouble('sealing the audit trail failed', error)
    }
  }
  let last = round()
  const timer = setInterval(() => {
    last = last.then(round)
  }, ROUND_EVERY_MS).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await last
      await audit.seal().catch((error) => told.trouble('sealing the audit trail failed', error))
      tellHead()
    },
  }
}
