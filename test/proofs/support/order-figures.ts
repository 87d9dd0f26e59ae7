/** Compares the content of the database after a proof with the responses that clients got. */
import { type ProofOrder, PULLS_PER_ORDER } from './orders.ts'
import type { Site } from './site.ts'

/** The figures of a proof. If all promises are kept, all but the first three and `failed` are 0. */
export interface OrderFigures {
  /** Distinct orders that were sent. */
  readonly orders: number
  /** Orders for which a client has got a report. */
  readonly acknowledged: number
  readonly charges: number
  /** Acknowledged orders whose report is missing. */
  readonly lost: number
  /** Orders whose responses were not the same byte for byte. */
  readonly changed: number
  /** Charges beyond one for each distinct order. */
  readonly doubleCharges: number
  readonly chargesWithoutReport: number
  readonly reportsWithoutCharge: number
  /** Orders that are still in progress. */
  readonly unsettled: number
  /** Attempts that failed without a report. The same bytes may start a new attempt. */
  readonly failed: number
  /** Pulls beyond one per bureau for each distinct order and each failed attempt. */
  readonly pullsBeyond: number
}

/** Compares the stored data with the responses. */
export async function orderFiguresOf(
  site: Pick<Site, 'read'>,
  orders: readonly ProofOrder[],
): Promise<OrderFigures> {
  const acknowledged = orders.filter((order) => order.answers.size > 0)
  const ids = new Set((await site.read<{ id: string }>(REPORTS)).map(({ id }) => id))
  const count = async (sql: string) => (await site.read<{ n: number }>(sql))[0]?.n ?? Number.NaN
  const charges = await count('select count(*) as n from charges')
  const failed = await count("select count(*) as n from orders where state = 'failed'")
  const pulls = await count('select count(*) as n from pulls')
  return {
    orders: orders.length,
    acknowledged: acknowledged.length,
    charges,
    lost: acknowledged.filter(({ reportIds }) => [...reportIds].some((id) => !ids.has(id))).length,
    changed: acknowledged.filter(({ answers }) => answers.size > 1).length,
    doubleCharges: Math.max(0, charges - orders.length),
    chargesWithoutReport: await count(CHARGES_WITHOUT_REPORT),
    reportsWithoutCharge: await count(REPORTS_WITHOUT_CHARGE),
    unsettled: await count(RUNNING),
    failed,
    pullsBeyond: Math.max(0, pulls - (orders.length + failed) * PULLS_PER_ORDER),
  }
}

/**
 * Returns how many orders received before a time are in progress, and when the oldest of them was
 * received.
 */
export async function ordersInProgress(
  site: Site,
  before = Number.MAX_SAFE_INTEGER,
): Promise<{ n: number; since: number | null }> {
  const sql = `select count(*) as n, min(received_at) as since from orders
    where state = 'running' and received_at < ${before}`
  const [row] = await site.read<{ n: number; since: number | null }>(sql)
  return row ?? { n: 0, since: null }
}

/** The figures of all proofs that are 0 if the promises are kept. */
const ZERO = [
  'lost',
  'changed',
  'doubleCharges',
  'chargesWithoutReport',
  'reportsWithoutCharge',
  'unsettled',
  'pullsBeyond',
  'damaged',
  'unanswered',
  'late',
  'dropped',
  'badExits',
  'zombieWrites',
] as const

/** Returns the broken promises among the figures of a proof, by name and count. */
export function brokenPromises(
  figures: OrderFigures & { readonly unexpected: readonly string[] } & Partial<
      Readonly<Record<(typeof ZERO)[number], number>>
    >,
): readonly string[] {
  const broken = ZERO.flatMap((name) => (figures[name] ? [`${name}: ${figures[name]}`] : []))
  const uncharged = figures.acknowledged - figures.charges
  if (uncharged > 0) broken.push(`uncharged: ${uncharged}`)
  return figures.unexpected.length === 0
    ? broken
    : [...broken, `unexpected: ${figures.unexpected.length}`]
}

/** Returns the figures as a line of text. */
export function figuresLine(name: string, figures: object): string {
  const parts = Object.entries(figures)
    .filter(([, value]) => typeof value === 'number' || typeof value === 'string')
    .map(
      ([key, value]) => `${key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value}`,
    )
  return `${name}: ${parts.join(', ')}`
}

const REPORTS = 'select id from reports'
const RUNNING = "select count(*) as n from orders where state = 'running'"
const CHARGES_WITHOUT_REPORT = `select count(*) as n from charges where not exists (
  select 1 from reports where reports.order_id = charges.order_id)`
const REPORTS_WITHOUT_CHARGE = `select count(*) as n from reports where not exists (
  select 1 from charges where charges.order_id = reports.order_id)`

/** The maximum number of tries of a proof that depends on time. */
const TRIES_MAX = 5

/**
 * Returns the broken promises of a proof that depends on time; empty if one of several tries breaks
 * none. Other work on the machine can only make a try slower, so a promise that is broken in every
 * try is really broken.
 */
export async function brokenInEveryTry(
  proof: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (let tries = 1; tries < TRIES_MAX; tries++) {
    if ((await proof()).length === 0) return []
  }
  return await proof()
}
