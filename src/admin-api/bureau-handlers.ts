/** The state of the bureaus: their health, and their pulls within the last hour. */
import type { z } from 'zod'
import { BUREAUS, type BureauName } from '../documents/tables/enumerations.ts'
import type { RecentPull } from '../store/records/ledger.ts'
import { HOUR_MS } from '../time.ts'
import { type Api, type Handlers, maybeAt, onlyAccountOf } from './handler.ts'
import { quantilesOf } from './quantiles.ts'
import type { BureauView } from './schemas/administration-schemas.ts'

type View = z.infer<typeof BureauView>

const RECENT_PULLS_MAX = 500
/** This many consecutive failures are considered more than chance. */
const FAILING_AFTER = 3
/** A failure among this many latest pulls shows that the bureau does not respond reliably. */
const LATEST_PULLS = 20

/**
 * Lists all bureaus, for the overview and for operators who monitor a bureau. The health is that of
 * the bureau, but an integrator gets figures only of the pulls of the account: those of others show
 * how much and when other lenders order.
 */
export const bureauHandlers: Handlers<'listBureaus'> = {
  listBureaus: async ({ caller }, api) => ({
    items: await Promise.all(
      BUREAUS.map((bureau) => bureauView(bureau, onlyAccountOf(caller), api)),
    ),
  }),
}

/** Returns a bureau with the figures of its recent pulls, or of those of an account. */
async function bureauView(
  bureau: BureauName,
  account: string | undefined,
  api: Api,
): Promise<View> {
  const { tools, clock, vendorOf } = api
  const all = await tools.store.ledger.recentPulls(bureau, hourAgo(api), RECENT_PULLS_MAX)
  const pulls = all.filter((pull) => account === undefined || pull.account === account)
  const vendor = vendorOf(bureau)
  const durationsMs = pulls.flatMap(({ startedAt, finishedAt }) =>
    finishedAt === undefined ? [] : [finishedAt - startedAt],
  )
  const hasEnded = ({ state }: RecentPull) => state !== 'intended'
  return {
    bureau,
    source: vendor === undefined ? 'simulated' : 'vendor',
    vendor,
    timeoutMs: tools.bureaus[bureau].timeoutMs,
    health: healthOf(bureau, all.filter(hasEnded), api),
    breaker: tools.bureaus[bureau].breaker?.(),
    fault: clock?.faultOf(bureau)?.word,
    recent: {
      pulls: pulls.length,
      failed: pulls.filter(({ state }) => state === 'failed').length,
      ...quantilesOf(durationsMs),
      lastAt: maybeAt(pulls[0]?.startedAt),
      lastOutcome: pulls.find(hasEnded)?.outcome,
    },
  }
}

/** Returns only the health, which needs just a few of the pulls. */
export async function bureauHealth(bureau: BureauName, api: Api): Promise<View['health']> {
  const { ledger } = api.tools.store
  return healthOf(bureau, await ledger.endedPulls(bureau, hourAgo(api), LATEST_PULLS), api)
}

function hourAgo({ tools }: Api): number {
  return tools.now().getTime() - HOUR_MS
}

/**
 * Returns the health of a bureau: `silent` if no pull ended within the hour. Pulls that are still
 * open say nothing about the bureau.
 */
function healthOf(
  bureau: BureauName,
  ended: readonly RecentPull[],
  { tools }: Api,
): View['health'] {
  if (tools.bureaus[bureau].breaker?.() === 'open') return 'resting'
  if (ended.length === 0) return 'silent'
  const failures = ended.slice(0, LATEST_PULLS).map(({ state }) => state === 'failed')
  const isFailing =
    failures.length >= FAILING_AFTER && !failures.slice(0, FAILING_AFTER).includes(false)
  if (isFailing) return 'failing'
  return failures.includes(true) ? 'unsteady' : 'answering'
}
