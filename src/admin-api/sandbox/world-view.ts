/** The world of the sandbox, its clock and its snapshots, as both APIs show them. */
import type { z } from 'zod'
import { dueScope } from '../../orders/jobs/retention-job.ts'
import { AdvanceRejected, advanceMs, type SandboxClock } from '../../sandbox/clock.ts'
import { type World, WorldRejected } from '../../sandbox/world.ts'
import type { Actor } from '../../store/audit/entry.ts'
import { isActiveFault } from '../../store/records/snapshots.ts'
import { formatTimestamp } from '../../time.ts'
import { type Api, at, clockOf, found } from '../handler.ts'
import { ApiProblem } from '../problems.ts'
import type {
  Clock,
  ClockBody,
  ClockPreview,
  PresentWorld,
  RestorePreview,
  Snapshots,
  World as WorldSchema,
} from '../schemas/sandbox-schemas.ts'

/** Returns the world. Throws `not-found` if the deployment is not a sandbox. */
export function worldOf({ world }: Api): World {
  return found(world)
}

/**
 * Returns the start of the world, its time, how it generates identifiers, and its number of orders.
 */
export async function worldView(api: Api): Promise<z.output<typeof WorldSchema>> {
  const clock = clockOf(api)
  const { epoch, frozen, ids, advancedMs } = clock.state()
  return {
    start: at(epoch),
    clock: frozen ? 'frozen' : 'running',
    ids,
    now: formatTimestamp(clock.now()),
    advancedMs,
    orders: await api.tools.store.sandbox.countOrders(),
  }
}

/** Returns the world with its generation. */
export async function presentWorldView(api: Api): Promise<z.output<typeof PresentWorld>> {
  const { generation } = clockOf(api).state()
  return { ...(await worldView(api)), generation }
}

/** Returns the snapshots of the world, by name. */
export async function snapshotsView(world: World): Promise<z.output<typeof Snapshots>> {
  const snapshots = await world.snapshots()
  return {
    items: snapshots.map(({ savedAt, sandboxAt, ...rest }) => {
      return { ...rest, savedAt: at(savedAt), sandboxAt: formatTimestamp(new Date(sandboxAt)) }
    }),
  }
}

/**
 * Returns what a restore would delete. Faults that are used up have no effect, so they do not
 * count.
 */
export async function restorePreview(
  name: string,
  api: Api,
): Promise<z.output<typeof RestorePreview>> {
  const { orders, people, faults } = found(await worldOf(api).addedSince(name))
  const uses = await api.tools.store.sandbox.usesOfFaults()
  const active = clockOf(api)
    .state()
    .faults.filter((fault) => isActiveFault(fault, uses.get(fault.id) ?? 0))
  return { orders, people, faults: active.filter(({ id }) => faults.includes(id)).length }
}

/** Converts a rejection by the world to the problem `conflict`. */
export async function orConflict<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof WorldRejected) throw new ApiProblem('conflict', error.message)
    throw error
  }
}

/** Returns the time of the sandbox. */
export function clockView(clock: SandboxClock): z.output<typeof Clock> {
  return { now: formatTimestamp(clock.now()), advancedMs: clock.aheadMs() }
}

/** Returns the length of an advance for its preview. Throws a problem if the clock rejects it. */
export function advanceOf(
  { advance, to }: z.output<typeof ClockBody>,
  clock: SandboxClock,
): number {
  try {
    return to === undefined ? advanceMs(advance ?? '') : clock.untilMs(new Date(to))
  } catch (error) {
    throw asProblem(error)
  }
}

/**
 * Advances the clock, and returns the length of the advance. Throws a problem if the clock does not
 * accept it.
 */
export async function advanceClock(
  { advance, to }: z.output<typeof ClockBody>,
  by: Actor,
  clock: SandboxClock,
): Promise<number> {
  try {
    if (to !== undefined) return await clock.advanceTo(new Date(to), by)
    const byMs = advanceMs(advance ?? '')
    await clock.advance(byMs, by)
    return byMs
  } catch (error) {
    throw asProblem(error)
  }
}

function asProblem(error: unknown): unknown {
  return error instanceof AdvanceRejected ? new ApiProblem('rejected', error.message) : error
}

/**
 * Returns what an advance would end: the windows of reports, and the retention of data that is due
 * by then.
 */
export async function clockPreview(byMs: number, api: Api): Promise<z.output<typeof ClockPreview>> {
  const { limits, store } = api.tools
  const now = clockOf(api).now().getTime()
  const then = now + byMs
  // A report is still in its window at the exact end of it.
  const leaving = (windowMs: number) =>
    store.reports.countFirstIssued(now - windowMs, then - windowMs)
  const due = await store.retention.count(dueScope(api.retention, new Date(then)))
  return {
    now: at(then),
    byMs,
    reissueEnds: await leaving(limits.reportWindowMs),
    refreshEnds: await leaving(limits.refreshWindowMs),
    purgedReports: due.reports,
    purgedOrders: due.failedOrders + due.refusals,
  }
}
