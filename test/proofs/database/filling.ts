/**
 * A disk that fills up under load: orders are rejected in time and can be sent again, retries get
 * their stored responses, and with free space the service recovers on its own.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { lengthOf, progress } from '../../support/length.ts'
import {
  type Client,
  clientOf,
  isDamaged,
  isOutcome,
  isRejection,
  noteUnexpected,
  recoveryMs,
  resendAll,
  settled,
  underLoad,
} from '../support/clients.ts'
import type { FillingDisk } from '../support/filling-disk.ts'
import { type OrderFigures, orderFiguresOf } from '../support/order-figures.ts'
import { REAL_SERVICE, type ServiceProcess } from '../support/service-process.ts'

/** The options of the proof. */
export interface Filling {
  readonly disk: FillingDisk
  readonly rounds: number
  readonly clients: number
  /** How long the disk stays full. */
  readonly fullMs: number
  /** The factor by which time limits are extended on a busy machine. */
  readonly slack?: number
  readonly program?: readonly string[]
  readonly flags?: Readonly<Record<string, string | number>>
}

/** The figures of the proof. */
export interface FillingFigures extends OrderFigures {
  readonly rounds: number
  /** Orders that were rejected while the disk was full. */
  readonly rejected: number
  /** The maximum duration of a rejection. */
  readonly slowestRejectionMs: number
  /** Rejections that took longer than a second (times `slack`). */
  readonly late: number
  /** Retries of earlier orders that did not get the stored response while the disk was full. */
  readonly unanswered: number
  /** The maximum time from the freeing of the disk to the next report. */
  readonly recoverySeconds: number
  readonly damaged: number
  readonly unexpected: readonly string[]
}

const REJECTION_MS_MAX = 1_000
const RECOVERY_MS_MAX = 5_000
const LEASE_MS = 1_000
const BETWEEN_REJECTIONS_MS = lengthOf({ short: 50, full: 10 })

type Tally = ReturnType<typeof newTally>

const newTally = () => ({
  rejected: 0,
  slowestRejectionMs: 0,
  late: 0,
  unanswered: 0,
  recoveryMs: 0,
  damaged: 0,
  unexpected: [] as string[],
})

/** Fills the disk repeatedly under load, and returns the figures. The disk is not removed. */
export async function fillUnderLoad(filling: Filling): Promise<FillingFigures> {
  const { disk, rounds, program = REAL_SERVICE, flags = {} } = filling
  const { site } = disk
  let service = await site.start({ leaseMs: LEASE_MS, program, flags })
  const agent = new Agent({ keepAlive: true })
  const client = clientOf(() => service, site.authorization(), agent)
  const tally = newTally()
  try {
    for (let round = 1; round <= rounds; round++) {
      await underLoad(
        client,
        filling.clients,
        async () => {
          await sleep(200)
          await disk.fill(service)
          await whileFull(client, service, filling, tally)
          await disk.free(service)
        },
        (heard) => noteUnexpected(heard, tally),
      )
      if (disk.isFreedByRestart) {
        await service.kill()
        service = await site.start({ leaseMs: LEASE_MS, program, flags })
      }
      await recover(client, service, filling, tally)
      // A kill without a shutdown, as in a power failure.
      await service.kill()
      service = await site.start({ leaseMs: LEASE_MS, program, flags })
      progress(`${round} of ${rounds} rounds, ${tally.rejected} orders rejected`)
    }
    await resendAll(client, tally)
    await settled(site)
    if (await isDamaged(site)) tally.damaged += 1
    const { recoveryMs, ...counted } = tally
    const recoverySeconds = Math.round(recoveryMs / 100) / 10
    return { ...(await orderFiguresOf(site, client.orders)), rounds, ...counted, recoverySeconds }
  } finally {
    await disk.free(service)
    agent.destroy()
    await service.kill()
  }
}

/** Measures rejections and retries earlier orders while the disk is full. */
async function whileFull(
  client: Client,
  { address }: ServiceProcess,
  { disk, fullMs, slack = 1 }: Filling,
  tally: Tally,
): Promise<void> {
  const end = performance.now() + fullMs
  const before = tally.rejected
  while (
    performance.now() < end ||
    (tally.rejected === before && performance.now() < end + fullMs)
  ) {
    const begun = performance.now()
    const heard = await client.send(client.newOrder())
    const tookMs = Math.round(performance.now() - begun)
    if (isRejection(heard)) noteRejection(tookMs, slack, tally)
    else if (!isOutcome(heard)) noteUnexpected(heard, tally)
    if (disk.isReadable) await askKnown(client, tally)
    await sleep(BETWEEN_REJECTIONS_MS)
  }
  const statuses = await Promise.all(
    ['live', 'ready'].map(async (which) => (await fetch(`${address}/health/${which}`)).status),
  )
  if (statuses.join() !== '200,503') tally.unexpected.push(`live and ready: ${statuses.join()}`)
}

async function askKnown({ orders, send }: Client, tally: Tally): Promise<void> {
  const known = orders.find(({ answers }) => answers.size > 0)
  if (known === undefined) return
  const heard = await send(known)
  if (heard.kind !== 'report' || !heard.retried) tally.unanswered += 1
}

function noteRejection(tookMs: number, slack: number, tally: Tally): void {
  tally.rejected += 1
  tally.slowestRejectionMs = Math.max(tally.slowestRejectionMs, tookMs)
  if (tookMs > REJECTION_MS_MAX * slack) tally.late += 1
}

/** Waits for the first report after the disk was freed, and for readiness. */
async function recover(
  client: Client,
  service: ServiceProcess,
  { slack = 1 }: Filling,
  tally: Tally,
): Promise<void> {
  const timeoutMs = RECOVERY_MS_MAX * slack
  const tookMs = await recoveryMs(client, service, timeoutMs)
  if (tookMs === undefined) tally.unexpected.push('not recovered in time')
  tally.recoveryMs = Math.max(tally.recoveryMs, tookMs ?? timeoutMs)
}
