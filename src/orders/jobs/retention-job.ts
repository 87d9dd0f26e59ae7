/** Retention: once a day, one of the replicas purges what has been kept long enough. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE } from '../../store/audit/entry.ts'
import { type ClockMarks, clockTrouble } from '../../store/records/clock-mark.ts'
import type { NewPurge, PurgeScope } from '../../store/retention/purge-records.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts'
import type { Tools } from '../tools.ts'
import { type Job, startJob } from './job-runner.ts'

/** For how long each class of records is kept. The settings have the defaults. */
export interface RetentionPeriods {
  /** Orders with a report, counted from the day of the order. */
  readonly reportMonths: number
  /** Rejected requests and failed orders, which hold personal data but no report. */
  readonly refusalDays: number
  /** Inquiry records, which outlive their report. They hold keyed hashes, no names or numbers. */
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
/** Orders ended in one unit. */
const BATCH = 20
/**
 * The rest after a unit, as a multiple of the time that it took: orders that are placed meet a purge
 * one time in five at most, however large and cold the database is.
 */
const REST_SHARE = 4
const REST_MIN_MS = 25
/** One that was slow for another reason, such as a long count before it, delays no end of a service. */
const REST_MAX_MS = 1_000

/**
 * What has been kept long enough by now. Months are calendar months and refusals are days, as the
 * settings state them.
 */
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
  // 31 March less one month is the last day of February, and not a day of March.
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
  const isClockRight = clockWatch(store.clockMarks, tools)
  return startJob(tools, 'the purge of what was kept long enough', lookEveryMs, async (stopped) => {
    await tools.refresh()
    // The clock is read before it is judged: a purge goes by a time that was found right.
    const scope = dueScope(periods, tools.now())
    const begunAt = tools.realNow().getTime()
    const due = { scope, begunAt, graceMs: periods.graceDays * DAY_MS }
    // One whose clock is wrong leaves the purge to another replica.
    if (await isClockRight(begunAt)) await purgeIfDue(store, tools, due, stopped)
  })
}

/** How often a wrong clock is logged while it stays as it is. */
const CLOCK_LOG_EVERY_MS = HOUR_MS

/** Follows the clock of this machine, and logs what is wrong with it. */
function clockWatch(clockMarks: ClockMarks, { log }: Needed): (now: number) => Promise<boolean> {
  let logged: { readonly isBehind: boolean; readonly at: number } | undefined
  return async (now) => {
    const isFollowed = await clockMarks.follow(now)
    const mark = await clockMarks.find()
    const trouble = mark && clockTrouble(now, mark)
    if (trouble === undefined) {
      if (logged !== undefined) log({ what: 'the clock is right again' })
      logged = undefined
      return isFollowed
    }
    const isLogged =
      logged?.isBehind === trouble.isBehind && performance.now() < logged.at + CLOCK_LOG_EVERY_MS
    if (!isLogged) {
      logged = { isBehind: trouble.isBehind, at: performance.now() }
      log({ what: trouble.text })
    }
    return false
  }
}

/** A purge by the time at which its round began. */
interface DuePurge extends Pick<NewPurge, 'scope' | 'begunAt'> {
  readonly graceMs: number
}

async function purgeIfDue(
  { retention: { job, purgeUnattended, scrub }, clockMarks }: Kept,
  { runner, realNow, newId, log }: Needed,
  { graceMs, ...due }: DuePurge,
  stopped: AbortSignal,
): Promise<void> {
  if (!(await job.take(runner, LEASE_MS))) return
  let unitBegun = performance.now()
  const between = async () => {
    const restMs = REST_SHARE * (performance.now() - unitBegun)
    await sleep(Math.min(REST_MAX_MS, Math.max(REST_MIN_MS, restMs)))
    unitBegun = performance.now()
    const goesOn = !stopped.aborted && (await clockMarks.follow(realNow().getTime()))
    return goesOn && (await job.keep(runner, LEASE_MS))
  }
  const pace = { batch: BATCH, between, now: () => realNow().getTime() }
  const purge = { ...due, id: newId('purge'), by: SERVICE }
  await purgeUnattended(purge, graceMs, pace)
  // A purge that was stopped leaves the rest to the replica that looks next.
  await job.end(runner, stopped.aborted ? 0 : DAY_MS)
  // After the job: what has ended is not purged again because remains of it could not be removed.
  if (stopped.aborted || (await scrub())) return
  log({ what: 'remains of purged keys could not be removed from the database files' })
}
