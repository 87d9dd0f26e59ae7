/** Retention: once a day, one of the replicas purges records whose retention period has expired. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE } from '../../store/audit/entry.ts'
import { type ClockMarks, clockProblem } from '../../store/records/clock-mark.ts'
import type { NewPurge, PurgeScope } from '../../store/retention/purge-records.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts'
import type { Tools } from '../tools.ts'
import { type Job, startJob } from './job-runner.ts'

/** How long each class of records is retained. The settings have the defaults. */
export interface RetentionPeriods {
  /** Orders with a report, counted from the day of the order, in months. */
  readonly reportMonths: number
  /** Rejected requests and failed orders, in days. They hold personal data but no report. */
  readonly refusalDays: number
  /**
   * Inquiry records, in months. They outlive their report, and hold keyed hashes but no names or
   * numbers.
   */
  readonly inquiryMonths: number
  /** How long purged records can be restored, in days. */
  readonly graceDays: number
}

/** The configuration of the retention job. */
export interface RetentionOptions {
  readonly periods: RetentionPeriods
  /** How often to check whether a purge is due. */
  readonly checkEveryMs: number
}

/** The lease of a purge. If the purge does not renew it in this time, its process has died. */
const LEASE_MS = 10 * MINUTE_MS
/** How many orders are purged in one unit. */
const BATCH = 20
/**
 * The pause after a unit, as a multiple of the time that the unit took. An order therefore
 * coincides with a purge at most one time in five, however large and cold the database is.
 */
const PAUSE_FACTOR = 4
const PAUSE_MIN_MS = 25
/**
 * Limits the pause after a unit that was slow for another reason, such as a long count before it,
 * so that it does not delay the shutdown of a service.
 */
const PAUSE_MAX_MS = 1_000

/**
 * Returns the records that are due for a purge. Months are calendar months, and rejected requests
 * count in days, as the settings state them.
 */
export function dueScope(periods: RetentionPeriods, now: Date): PurgeScope {
  return {
    reportsBefore: monthsBefore(now, periods.reportMonths),
    refusalsBefore: now.getTime() - periods.refusalDays * DAY_MS,
    inquiriesBefore: monthsBefore(now, periods.inquiryMonths),
  }
}

/**
 * Returns the same time `months` calendar months ago, in UTC; on the last day if that month is
 * shorter.
 */
function monthsBefore(now: Date, months: number): number {
  const month = now.getUTCMonth() - months
  const lastDay = new Date(Date.UTC(now.getUTCFullYear(), month + 1, 0)).getUTCDate()
  // 31 March less one month is the last day of February, and not a day of March.
  const day = Math.min(now.getUTCDate(), lastDay)
  return Date.UTC(now.getUTCFullYear(), month, day) + (now.getTime() % DAY_MS)
}

/** The parts of the store that the job uses. */
type RetentionStore = Pick<Store, 'retention' | 'clockMarks'>

type RetentionTools = Pick<Tools, 'now' | 'refresh' | 'machineNow' | 'runner' | 'newId' | 'log'>

/**
 * Starts the retention job. Ages count by the time in which orders are received, which is the
 * sandbox's time if all bureaus are simulated. The machine's time decides when the next purge is
 * due.
 */
export function startRetentionJob(
  store: RetentionStore,
  tools: RetentionTools,
  { periods, checkEveryMs }: RetentionOptions,
): Job {
  const isClockRight = clockWatch(store.clockMarks, tools)
  return startJob(tools, 'the scheduled purge', checkEveryMs, async (stopped) => {
    await tools.refresh()
    // The clock is read before it is checked, so the purge uses a time that the check has
    // confirmed.
    const scope = dueScope(periods, tools.now())
    const begunAt = tools.machineNow().getTime()
    const due = { scope, begunAt, graceMs: periods.graceDays * DAY_MS }
    // If the clock of this machine is wrong, another replica purges.
    if (await isClockRight(begunAt)) await purgeIfDue(store, tools, due, stopped)
  })
}

/** How often a wrong clock is logged while its error stays the same. */
const CLOCK_LOG_EVERY_MS = HOUR_MS

/**
 * Returns a function that checks the clock of this machine, and logs when it is wrong or right
 * again.
 */
function clockWatch(
  clockMarks: ClockMarks,
  { log }: RetentionTools,
): (now: number) => Promise<boolean> {
  let logged: { readonly isBehind: boolean; readonly at: number } | undefined
  return async (now) => {
    const isFollowed = await clockMarks.follow(now)
    const mark = await clockMarks.find()
    const problem = mark && clockProblem(now, mark)
    if (problem === undefined) {
      if (logged !== undefined) log({ what: 'the clock is right again' })
      logged = undefined
      return isFollowed
    }
    const isLogged =
      logged?.isBehind === problem.isBehind && performance.now() < logged.at + CLOCK_LOG_EVERY_MS
    if (!isLogged) {
      logged = { isBehind: problem.isBehind, at: performance.now() }
      log({ what: problem.text })
    }
    return false
  }
}

/** A purge that is due, by the time at which its round began. */
interface DuePurge extends Pick<NewPurge, 'scope' | 'begunAt'> {
  readonly graceMs: number
}

async function purgeIfDue(
  { retention: { job, purgeUnattended, scrub }, clockMarks }: RetentionStore,
  { runner, machineNow, newId, log }: RetentionTools,
  { graceMs, ...due }: DuePurge,
  stopped: AbortSignal,
): Promise<void> {
  if (!(await job.take(runner, LEASE_MS))) return
  let unitStartedAt = performance.now()
  let isAnythingPurged = false
  // Called after each unit.
  const between = async () => {
    isAnythingPurged = true
    const pauseMs = PAUSE_FACTOR * (performance.now() - unitStartedAt)
    await sleep(Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, pauseMs)))
    unitStartedAt = performance.now()
    const mayContinue = !stopped.aborted && (await clockMarks.follow(machineNow().getTime()))
    return mayContinue && (await job.renew(runner, LEASE_MS))
  }
  const pace = { batch: BATCH, between, now: () => machineNow().getTime() }
  const purge = { ...due, id: newId('purge'), by: SERVICE }
  await purgeUnattended(purge, graceMs, pace)
  // If the purge was stopped, the next replica that checks does the rest.
  await job.end(runner, stopped.aborted ? 0 : DAY_MS)
  // Remains are removed after the job has ended, because a failure must not repeat the same purge.
  // They are also removed if this purge had nothing to do, because an earlier one may have left some,
  // and warned of them.
  if (stopped.aborted || (await scrub()) || !isAnythingPurged) return
  log({ what: 'remains of purged keys could not be removed from the database files' })
}
