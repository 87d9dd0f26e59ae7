/** What the database holds when all is over, against what clients were told. */
import { type ProofOrder, PULLS_AN_ORDER } from './orders.ts'

import type { Site } from './site.ts'

/** The figures that a proof is judged by. All but the first three are 0 when promises are kept. */
export interface Kept {
  /** Distinct orders that were sent. */
  readonly orders: number
  /** Those of which a client has seen a report. */
  readonly acknowledged: number
  readonly charges: number
  /** Acknowledged orders whose report is not there. */
  readonly lost: number
  /** Orders whose answers differed in a byte. */
  readonly changed: number
  /** Charges beyond one for each distinct order. */
  readonly doubleCharges: number
  readonly chargesWithoutReport: number
  readonly reportsWithoutCharge: number
  /** Orders that neither ended with a report nor were refused. */
  readonly unsettled: number
  /** Attempts that ended without a report, and may be made anew by the same bytes. */
  readonly failed: number
  /** Inquiries beyond one of each bureau for each distinct order and each failed attempt. */
  readonly pullsBeyond: number
}

/** Compares what is kept with what was answered. */
export async function keptOf(
  site: Pick<Site, 'read'>,
  orders: readonly ProofOrder[],
): Promise<Kept> {
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
    pullsBeyond: Math.max(0, pulls - (orders.length + failed) * PULLS_AN_ORDER),
  }
}

/** How many orders received before a moment are under way, and when the oldest of them came. */
export async function underWay(
  site: Site,
  before = Number.MAX_SAFE_INTEGER,
): Promise<{ n: number; since: number | null }> {
  const sql = `select count(*) as n, min(received_at) as since from orders
    where state = 'running' and received_at < ${before}`
  const [row] = await site.read<{ n: number; since: number | null }>(sql)
  return row ?? { n: 0, since: null }
}

/** Figures of any proof that are 0 when the promises are kept. */
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

/** The broken promises among the figures of a proof, by name and count. */
export function brokenPromises(
  figures: Kept & { readonly unexpected: readonly string[] } & Partial<
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

/** A line of figures. */
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

/** How often a proof that counts on time is tried. */
const TRIES_MAX = 5

/**
 * The broken promises of a proof that counts on time. Other work on the machine makes single tries
 * slower, never faster: what is broken in each try is broken.
 */
export async function brokenInEachTry(
  proof: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (let tries = 1; tries < TRIES_MAX; tries++) {
    if ((await proof()).length === 0) return []
  }
  return await proof()
}
