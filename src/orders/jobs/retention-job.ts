/** Upkeep of what is kept: once a day, one of the replicas ends what has been kept long enough. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE } from '../../store/audit/entry.ts'
import type { PurgeScope } from '../../store/retention/purge-records.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts'
import type { Tools } from '../tools.ts'
import { type Job, startJob } from './job-runner.ts'

/** For how long each class is kept. */
export interface RetentionPeriods {
  readonly reportMonths: number
  readonly refusalDays: number
  readonly inquiryMonths: number
  /** For how long what is purged can be restored. */
  readonly graceDays: number
}

/** How retention is kept up. */
export interface RetentionRounds {
  readonly periods: RetentionPeriods
  /** How often it is looked whether a purge is due. */
  readonly lookEveryMs: number
}

/** A purge that says nothing for so long has died with its process. */
const LEASE_MS = 10 * MINUTE_MS
/** Orders ended in one unit, and the rest after it: orders that are placed hardly notice. */
const BATCH = 50
const REST_MS = 50

/** What has been kept long enough by now. */
export function dueScope(periods: RetentionPeriods, now: Date): PurgeScope {
  return {
    reportsBefore: monthsBefore(now, periods.reportMonths),
    refusalsBefore: now.getTime() - periods.refusalDays * DAY_MS,
    inquiriesBefore: monthsBefore(now, periods.inquiryMonths),
  }
}

/** So many calendar months ago, in UTC; the last day where that month is shorter. */
function monthsBefore(now: Date, months: number): number {
  const month = now.getUTCMonth() - months
  const lastDay = new Date(Date.UTC(now.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(now.getUTCDate(), lastDay)
  return Date.UTC(now.getUTCFullYear(), month, day) + (now.getTime() % DAY_MS)
}

/** What the job works on. */
type Kept = Pick<Store, 'retention' | 'clockMarks'>

type Needed = Pick<Tools, 'now' | 'refresh' | 'realNow' | 'runner' | 'newId' | 'log'>

/**
 * Begins to keep retention. Ages are by the time in which orders are received, the sandbox's where
 * all is simulated; when the next purge is due is by the machine's.
 */
export function startRetentionJob(
  store: Kept,
  tools: Needed,
  { periods, lookEveryMs }: RetentionRounds,
): Job {
  return startJob(tools, 'the purge of what was kept long enough', lookEveryMs, (stopped) =>
    purgeIfDue(store, tools, periods, stopped),
  )
}

/** While the clock is not trusted, how soon it is looked at again. */
const JUMPED_LOOK_EVERY_MS = HOUR_MS

async function purgeIfDue(
  { retention: { job, purgeUnattended }, clockMarks }: Kept,
  tools: Needed,
  periods: RetentionPeriods,
  stopped: AbortSignal,
): Promise<void> {
  const { runner, realNow } = tools
  const isTrusted = await clockMarks.follow(realNow().getTime())
  if (!(await job.take(runner, LEASE_MS))) return
  if (!isTrusted) {
    tools.log({
      what: 'nothing is purged: the clock is more than a week ahead of the last known time. Set the clock, or run trimerge purge --accept-clock',
    })
    await job.end(runner, JUMPED_LOOK_EVERY_MS)
    return
  }
  await tools.refresh()
  const between = async () => {
    await sleep(REST_MS)
    const goesOn = !stopped.aborted && (await clockMarks.follow(realNow().getTime()))
    return goesOn && (await job.keep(runner, LEASE_MS))
  }
  const begun = { id: tools.newId('purge'), begunAt: realNow().getTime(), by: SERVICE }
  const scope = dueScope(periods, tools.now())
  const pace = { batch: BATCH, between, now: () => realNow().getTime() }
  await purgeUnattended({ ...begun, scope }, periods.graceDays * DAY_MS, pace)
  // One that was told to end leaves the rest to whoever looks next.
  await job.end(runner, stopped.aborted ? 0 : DAY_MS)
}
