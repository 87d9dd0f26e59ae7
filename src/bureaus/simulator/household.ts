/**
 * Joint accounts of couples: people with the same name at the same address share a home, a car and
 * a card.
 */
import { between, chance, type Draw, seedOf, streamOf } from './random.ts'
import { type AccountPlan, type Ending, type Lateness, PLANNED_MONTHS, type Span } from './story.ts'
import { ACCOUNT_KINDS, type AccountKindName } from './tables/account-kinds.ts'
import type { ArchetypeName } from './tables/archetypes.ts'
import { averageRate, usualAmount } from './tables/mortgage-terms.ts'

/** The fraction of households with joint debts. */
const JOINT_DEBT_SHARE = 0.55

/** Archetypes that share accounts: adults with a file of some years. */
const SHARING_ARCHETYPES: ReadonlySet<ArchetypeName> = new Set<ArchetypeName>([
  'seasoned',
  'settled',
  'careful',
  'established',
  'stretched',
  'troubled',
])

/** A kind of account that a couple shares repeatedly. */
interface SharedKind {
  readonly kind: AccountKindName
  readonly chance: number
  /** The range of months from the beginning of the household to the first account. */
  readonly first: readonly [number, number]
  readonly gap: readonly [number, number]
  /** How the next account of this kind ends the previous one. */
  readonly replaces?: 'Paid' | 'Refinanced'
}

// biome-ignore format: a table
const SHARED_KINDS: readonly SharedKind[] = [
  { kind: 'conventionalMortgage', chance: 0.7, first: [0, 30], gap: [70, 170], replaces: 'Refinanced' },
  { kind: 'autoLoan',             chance: 0.4, first: [2, 40], gap: [50, 80],  replaces: 'Paid' },
  { kind: 'creditCard',           chance: 0.6, first: [0, 24], gap: [400, 500] },
]

function latesOf(draw: Draw): readonly Lateness[] {
  if (!chance(draw, 0.15)) return []
  return [{ from: -between(draw, [1, 80]), worst: between(draw, [1, 2]) }]
}

/**
 * Returns the joint accounts of a household from its beginning. They are seeded by the household,
 * so that both spouses have the same.
 */
function jointPlans(household: string, since: number, span: Span): readonly AccountPlan[] {
  const seed = seedOf(`home ${household}`)
  return SHARED_KINDS.flatMap(({ kind, chance: share, first, gap, replaces }) => {
    const draw = streamOf(seed, kind)
    if (!chance(draw, share)) return []
    const plans: AccountPlan[] = []
    let opened = since + between(draw, first)
    while (opened < PLANNED_MONTHS && opened <= Math.max(span.until, since) + 1) {
      const next = opened + between(draw, gap)
      const ending: Ending | undefined =
        replaces === undefined ? undefined : { month: next, how: replaces }
      plans.push({
        id: `joint ${kind} ${plans.length + 1}`,
        kind,
        opened,
        household,
        ownership: 'JointContractualLiability',
        use: 0.05 + 0.3 * draw(),
        lates: latesOf(draw).filter(({ from, worst }) => from > opened + 1 && from + worst < next),
        ...(ending === undefined ? {} : { ending }),
        ...termsOf(kind, opened, span, draw),
      })
      opened = next
    }
    return plans
  })
}

function termsOf(kind: AccountKindName, opened: number, { epochMonth, state }: Span, draw: Draw) {
  const noise = [draw(), draw()] as const
  if (ACCOUNT_KINDS[kind].type !== 'Mortgage') return {}
  const month = epochMonth + opened
  return {
    ratePercent: Math.round((averageRate(month) + (noise[0] - 0.5) * 1.5) * 8) / 8,
    amount: 1000 * Math.round((usualAmount(state, month) * (0.7 + 0.8 * noise[1])) / 1000),
    termMonths: 360,
  }
}

const isMortgage = ({ kind }: AccountPlan) => ACCOUNT_KINDS[kind].type === 'Mortgage'

/**
 * Adds a couple's joint accounts to a person's accounts. They replace the person's own mortgage,
 * and own car loans from the first joint one on.
 */
export function withJointAccounts(
  own: readonly AccountPlan[],
  household: string,
  archetype: ArchetypeName,
  span: Span,
): readonly AccountPlan[] {
  // Seeded by the household, so that both spouses have the same joint accounts.
  const draw = streamOf(seedOf(`home ${household}`), 'couple')
  const since = -between(draw, [12, 150])
  if (
    !chance(draw, JOINT_DEBT_SHARE) ||
    !SHARING_ARCHETYPES.has(archetype) ||
    span.start > since - 6
  )
    return own
  const joint = jointPlans(household, since, span)
  const home = joint.find(isMortgage)?.opened ?? Infinity
  const car = joint.find(({ kind }) => kind === 'autoLoan')?.opened ?? Infinity
  const remaining = own.flatMap((plan) => {
    if (isMortgage(plan) && plan.kind !== 'secondMortgage') return endedAtMove(plan, home)
    return plan.kind === 'autoLoan' && plan.opened >= car ? [] : [plan]
  })
  return [...remaining, ...joint]
}

/** Ends a person's own mortgage when the couple buys a home. */
function endedAtMove(plan: AccountPlan, month: number): readonly AccountPlan[] {
  if (plan.opened >= month) return []
  if ((plan.ending?.month ?? Infinity) <= month) return [plan]
  const lates = (plan.lates ?? []).filter(
    ({ from, worst, held = 0 }) => from + worst + held < month,
  )
  return [{ ...plan, lates, ending: { month, how: 'Paid' } }]
}
