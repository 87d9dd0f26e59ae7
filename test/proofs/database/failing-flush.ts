/**
 * Writes and flushes that fail under load, each at a different place and time. Every acknowledged
 * order is stored, and the service recovers on its own. The proof cannot show what a power failure
 * would lose of pages whose flush failed: the system still has them.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { progress } from '../../support/length.ts'
import {
  type Client,
  clientOf,
  isDamaged,
  isRejection,
  type Noted,
  noteUnexpected,
  recoveryMs,
  resendAll,
  settled,
  underLoad,
} from '../support/clients.ts'
import type { FailingIo, IoFailure } from '../support/failing-io.ts'
import { type OrderFigures, orderFiguresOf } from '../support/order-figures.ts'
import { REAL_SERVICE, type ServiceProcess } from '../support/service-process.ts'

/** A failure, and its end: the disk works again, or the service is killed during the failure. */
export interface FlushCase extends IoFailure {
  readonly end: 'lifted' | 'killed'
}

/** The options of the proof. */
export interface FailingFlush {
  readonly io: FailingIo
  readonly cases: readonly FlushCase[]
  readonly clients: number
  /** The factor by which time limits are extended on a busy machine. */
  readonly slack?: number
  readonly program?: readonly string[]
}

/** The figures of the proof. */
export interface FlushFigures extends OrderFigures {
  readonly cases: number
  /** Cases in which no call failed, because the service did not make enough calls in time. */
  readonly unreached: number
  /** Calls on the files of the database that went through the library. */
  readonly met: number
  readonly failedOnLog: number
  readonly failedOnDatabase: number
  /** Orders that were rejected while calls failed. */
  readonly rejected: number
  /** The maximum time from the end of a failure to the next report, without a restart. */
  readonly recoverySeconds: number
  readonly damaged: number
  readonly unexpected: readonly string[]
}

const LEASE_MS = 1_000
const REACHED_MS_MAX = 3_000
const LASTING_MS = 300
const RECOVERY_MS_MAX = 5_000
// No reserve is needed, because the free space of the disk does not matter here.
const FLAGS = { 'disk-reserve-bytes': 0 }

interface Tally extends Noted {
  unreached: number
  rejected: number
  recoveryMs: number
}

/** Lets the disk fail in each way under load, and returns the figures. The disk is not removed. */
export async function failUnderLoad(failing: FailingFlush): Promise<FlushFigures> {
  const { io, cases, program = REAL_SERVICE } = failing
  const options = { leaseMs: LEASE_MS, program, flags: FLAGS }
  let service = await io.site.start(options)
  const agent = new Agent({ keepAlive: true })
  const client = clientOf(() => service, io.site.authorization(), agent)
  const tally: Tally = { unreached: 0, rejected: 0, recoveryMs: 0, unexpected: [] }
  try {
    for (const [index, one] of cases.entries()) {
      await failOnce(client, service, one, failing, tally)
      if (one.end === 'killed') service = await io.site.start(options)
      progress(`${index + 1} of ${cases.length} failures, ${tally.rejected} orders rejected`)
    }
    await service.kill()
    service = await io.soundSite.start(options)
    await resendAll(client, tally)
    await settled(io.site)
    const { recoveryMs, ...counted } = tally
    const { failed: _, ...counts } = io.counts()
    return {
      ...(await orderFiguresOf(io.site, client.orders)),
      cases: cases.length,
      ...counted,
      ...counts,
      recoverySeconds: Math.round(recoveryMs / 100) / 10,
      damaged: (await isDamaged(io.site)) ? 1 : 0,
    }
  } finally {
    io.lift()
    agent.destroy()
    await service.kill()
  }
}

/** Causes one failure under load, and waits for its end. */
async function failOnce(
  client: Client,
  service: ServiceProcess,
  one: FlushCase,
  { io, clients, slack = 1 }: FailingFlush,
  tally: Tally,
): Promise<void> {
  let isKilling = false
  const work = async () => {
    io.set(one)
    await reached(io, one, client, slack, tally)
    if (one.times === Number.POSITIVE_INFINITY) {
      await sleep(LASTING_MS)
      await assertNotReady(service, io, tally)
    }
    if (one.end !== 'killed') return
    isKilling = true
    await service.kill()
  }
  await underLoad(client, clients, work, (heard) => {
    if (isKilling && heard.kind === 'nothing') return
    noteUnexpected(heard, tally)
  })
  io.lift()
  if (one.end === 'killed') return
  const timeoutMs = RECOVERY_MS_MAX * slack
  const tookMs = await recoveryMs(client, service, timeoutMs)
  if (tookMs === undefined) tally.unexpected.push(`not recovered in time: ${JSON.stringify(one)}`)
  tally.recoveryMs = Math.max(tally.recoveryMs, tookMs ?? timeoutMs)
}

/** Places orders, in addition to the load, until the last of the planned failures has happened. */
async function reached(
  { counts }: FailingIo,
  { times }: FlushCase,
  { send, newOrder }: Client,
  slack: number,
  tally: Tally,
): Promise<void> {
  const enough = Number.isFinite(times) ? times : 1
  const end = performance.now() + REACHED_MS_MAX * slack
  while (counts().failed < enough && performance.now() < end) {
    const heard = await send(newOrder())
    if (isRejection(heard)) tally.rejected += 1
  }
  if (counts().failed === 0) tally.unreached += 1
}

async function assertNotReady({ address }: ServiceProcess, io: FailingIo, tally: Tally) {
  if (io.counts().failed === 0) return
  const asked = ['live', 'ready'].map(async (which) => {
    return (await fetch(`${address}/health/${which}`)).status
  })
  const statuses = (await Promise.all(asked)).join()
  if (statuses !== '200,503') tally.unexpected.push(`live and ready: ${statuses}`)
}
