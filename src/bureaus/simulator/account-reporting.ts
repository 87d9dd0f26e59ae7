/** To which bureaus a creditor reports an account, when, and what they do not agree about. */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { Account, Reporting } from './life-account.ts'
import { between, chance, type Draw, pick, type Seed, streamOf } from './random.ts'
import type { AccountPlan } from './story.ts'
import type { AccountKind } from './tables/account-kinds.ts'

/** The bureaus that a creditor reports to: most to all, some to two, few to one. */
function bureausOf(draw: Draw, kind: AccountKind): readonly BureauName[] {
  const roll = draw()
  const first = draw()
  const left = BUREAUS[Math.floor(first * 3)]
  if (kind.type === 'Mortgage') return BUREAUS
  const collected = kind.form === 'collected'
  if (roll < (collected ? 0.3 : 0.78)) return BUREAUS
  if (roll < (collected ? 0.7 : 0.94)) return BUREAUS.filter((bureau) => bureau !== left)
  return BUREAUS.filter((bureau) => bureau === left)
}

/** Bureaus hide the last four characters and punctuate the same number differently. */
function shownNumber(digits: string, bureau: BureauName, punctuated: boolean): string {
  const hidden = `${digits.slice(0, -4)}XXXX`
  if (!punctuated || bureau === 'Equifax') return hidden
  const mark = bureau === 'Experian' ? ' ' : '-'
  return `${hidden.slice(0, 4)}${mark}${hidden.slice(4)}`
}

function accountNumber(draw: Draw, length: number): string {
  let digits = String(between(draw, [1, 9]))
  while (digits.length < length) digits += Math.floor(draw() * 10)
  return digits
}

/** How bureaus disagree about an account: which one is behind, unaware of lateness or of the end. */
export function disagreementOf(plan: AccountPlan, seed: Seed, bureaus: readonly BureauName[]) {
  const draw = streamOf(seed, `disagreement ${plan.id}`)
  const one = (share: number) => {
    const chosen = pick(draw, bureaus)
    return chance(draw, share) && bureaus.length > 1 ? chosen : undefined
  }
  return { behind: one(0.33), unaware: one(0.72), unclosed: one(0.3) }
}

const AGREED: ReturnType<typeof disagreementOf> = {
  behind: undefined,
  unaware: undefined,
  unclosed: undefined,
}

/** All of an account, without delay. */
const EXACT = {
  lag: 0,
  limitShown: true,
  closingUnknown: false,
  account: undefined,
  missing: undefined,
} as const

/** How the creditor reports an account to each bureau. */
export function reportingOf(
  plan: AccountPlan,
  kind: AccountKind,
  seed: Seed,
  disagreed: boolean,
): Account['reporting'] {
  const draw = streamOf(seed, `reporting ${plan.id}`)
  const bureaus = plan.bureaus ?? bureausOf(draw, kind)
  const day = between(draw, [15, 24])
  const without = chance(draw, 0.12) ? pick(draw, BUREAUS) : undefined
  const lagging = chance(draw, 0.15) ? pick(draw, BUREAUS) : undefined
  const punctuated = chance(draw, 0.3)
  const seeded = accountNumber(draw, kind.numberDigits)
  const digits = plan.number ?? seeded
  const differing = disagreed ? disagreementOf(plan, seed, bureaus) : AGREED
  const first = plan.reportedFrom ?? plan.opened
  const reportingAt = (bureau: BureauName): Reporting | undefined => {
    const sinceLate = chance(draw, 0.06) && kind.form !== 'collected'
    const since = first + (sinceLate ? between(draw, [6, 40]) : -1)
    const missing = chance(draw, 0.04) ? plan.opened + between(draw, [8, 90]) : undefined
    const dayLater = between(draw, [0, 3])
    if (!bureaus.includes(bureau)) return undefined
    const until = plan.reportedUntil ?? Number.POSITIVE_INFINITY
    if (plan.exact) {
      const limitShown = plan.limitShown ?? true
      const number = shownNumber(digits, bureau, false)
      return { ...EXACT, number, day, since: first - 1, limitShown, until }
    }
    return {
      number: shownNumber(digits, bureau, punctuated),
      day: day + dayLater,
      lag: bureau === lagging || bureau === differing.behind ? 1 : 0,
      since,
      limitShown: bureau !== without,
      closingUnknown: bureau === differing.unclosed && kind.form !== 'collected',
      until,
      account: undefined,
      missing,
    }
  }
  // In the order of the bureaus, as they draw from one stream.
  const [Equifax, Experian, TransUnion] = BUREAUS.map(reportingAt)
  return { Equifax, Experian, TransUnion }
}
