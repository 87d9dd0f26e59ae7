/**
 * A disk that fills up while a service is ordered from: orders are refused in time and may come
 * again, what is known is answered, and with space the service goes on by itself.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { lengthOf, progress } from '../../support/length.ts'
import {
  askAll,
  type Client,
  clientOf,
  isDamaged,
  isOutcome,
  isRefusal,
  noteUnexpected,
  recoveryMs,
  settled,
  underLoad,
} from '../support/clients.ts'
import type { FillingDisk } from '../support/filling-disk.ts'
import { type Kept, keptOf } from '../support/kept.ts'
import { REAL_SERVICE, type ServiceProcess } from '../support/service-process.ts'

/** How the disk is filled. */
export interface Filling {
  readonly disk: FillingDisk
  readonly rounds: number
  readonly clients: number
  /** How long the disk stays full. */
  readonly fullMs: number
  /** Times are judged this much more kindly, on a machine that does other things beside. */
  readonly slack?: number
  readonly program?: readonly string[]
  readonly flags?: Readonly<Record<string, string | number>>
}

/** What came of it. */
export interface FillingFigures extends Kept {
  readonly rounds: number
  /** Orders refused while the disk was full. */
  readonly refused: number
  /** The longest that a refusal took. */
  readonly slowestRefusalMs: number
  /** Refusals that took longer than a second. */
  readonly late: number
  /** Orders that were answered before and were not answered the same while the disk was full. */
  readonly unanswered: number
  /** From the end of the fullness to the next report, at the longest. */
  readonly recoverySeconds: number
  readonly damaged: number
  readonly unexpected: readonly string[]
}

const REFUSAL_MS_MAX = 1_000
const RECOVERY_MS_MAX = 5_000
const LEASE_MS = 1_000
const BETWEEN_REFUSALS_MS = lengthOf({ short: 50, full: 10 })

interface Tally {
  refused: number
  slowestRefusalMs: number
  late: number
  unanswered: number
  recoveryMs: number
  damaged: number
  readonly unexpected: string[]
}

/** Fills the disk again and again under load, and counts. The disk is not removed. */
export async function fillUnderLoad(filling: Filling): Promise<FillingFigures> {
  const { disk, rounds, program = REAL_SERVICE, flags = {} } = filling
  const { site } = disk
  let service = await site.start({ leaseMs: LEASE_MS, program, flags })
  const agent = new Agent({ keepAlive: true })
  const client = clientOf(() => service, site.authorization(), agent)
  const tally: Tally = {
    refused: 0,
    slowestRefusalMs: 0,
    late: 0,
    unanswered: 0,
    recoveryMs: 0,
    damaged: 0,
    unexpected: [],
  }
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
      // As if the machine's power went with the process: nothing is put in order before.
      await service.kill()
      service = await site.start({ leaseMs: LEASE_MS, program, flags })
      progress(`${round} of ${rounds} rounds, ${tally.refused} orders refused`)
    }
    await askAll(client, tally)
    await settled(site)
    if (await isDamaged(site)) tally.damaged += 1
    const { recoveryMs, ...counted } = tally
    const recoverySeconds = Math.round(recoveryMs / 100) / 10
    return { ...(await keptOf(site, client.orders)), rounds, ...counted, recoverySeconds }
  } finally {
    await disk.free(service)
    agent.destroy()
    await service.kill()
  }
}

/** Measures refusals and asks for what is known, for as long as the disk is full. */
async function whileFull(
  client: Client,
  { address }: ServiceProcess,
  { disk, fullMs, slack = 1 }: Filling,
  tally: Tally,
): Promise<void> {
  const end = performance.now() + fullMs
  const before = tally.refused
  while (
    performance.now() < end ||
    (tally.refused === before && performance.now() < end + fullMs)
  ) {
    const begun = performance.now()
    const heard = await client.send(client.newOrder())
    const tookMs = Math.round(performance.now() - begun)
    if (isRefusal(heard)) noteRefusal(tookMs, slack, tally)
    else if (!isOutcome(heard)) noteUnexpected(heard, tally)
    if (disk.isReadable) await askKnown(client, tally)
    await sleep(BETWEEN_REFUSALS_MS)
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

function noteRefusal(tookMs: number, slack: number, tally: Tally): void {
  tally.refused += 1
  tally.slowestRefusalMs = Math.max(tally.slowestRefusalMs, tookMs)
  if (tookMs > REFUSAL_MS_MAX * slack) tally.late += 1
}

/** Waits for the first report after the disk was freed, and for readiness. */
async function recover(
  client: Client,
  service: ServiceProcess,
  { slack = 1 }: Filling,
  tally: Tally,
): Promise<void> {
  const mostMs = RECOVERY_MS_MAX * slack
  const tookMs = await recoveryMs(client, service, mostMs)
  if (tookMs === undefined) tally.unexpected.push('not recovered in time')
  tally.recoveryMs = Math.max(tally.recoveryMs, tookMs ?? mostMs)
}
