/** How an account ends: as planned, with its last payment, or in a bankruptcy. */
import { between, type Seed, streamOf } from './random.ts'
import type { AccountPlan, BankruptcyPlan, Ending } from './story.ts'
import type { AccountKind } from './tables/account-kinds.ts'

/**
 * Returns the days of the month on which a petition is filed and disposed of. Reports are sent
 * later.
 */
export function bankruptcyDays(seed: Seed, index: number) {
  const draw = streamOf(seed, `petition ${index}`)
  return { filed: between(draw, [1, 14]), disposed: between(draw, [1, 14]) }
}

/** Reports whether a petition includes a debt, by the months in which the debt began and ended. */
export function isIncluded(
  opened: number,
  ended: number,
  { filed, disposition }: BankruptcyPlan,
): boolean {
  return disposition !== 'Dismissed' && opened < filed && filed < ended
}

/**
 * Returns the end of an account. Without another end, a loan is paid at the end of its term.
 * Bankruptcy ends other debts.
 */
export function endingOf(
  plan: AccountPlan,
  kind: AccountKind,
  lastPayment: number | undefined,
  bankruptcies: readonly BankruptcyPlan[],
  personSeed: Seed,
): Ending | undefined {
  const planned = plan.ending
  const paid: Ending | undefined =
    lastPayment === undefined ? undefined : { month: lastPayment, how: 'Paid' }
  // A planned end after the last payment never happens.
  const own = planned !== undefined && planned.month < (paid?.month ?? Infinity) ? planned : paid
  // The other spouse continues to pay a joint debt.
  const shared = plan.household !== undefined && plan.ownership === 'JointContractualLiability'
  if (shared || plan.ownership === 'AuthorizedUser') return own
  const index = bankruptcies.findIndex((bankruptcy) =>
    isIncluded(plan.opened, own?.month ?? Infinity, bankruptcy),
  )
  const discharge = kind.dischargeable ? bankruptcies[index] : undefined
  if (discharge === undefined) return own && clearedEnding(own, kind, bankruptcies)
  const { chapter, filed, disposed } = discharge
  const ended = { month: filed, how: 'IncludedInBankruptcy' } as const
  const day = bankruptcyDays(personSeed, index).filed
  return chapter === 7 ? { ...ended, day } : { ...ended, day, planUntil: disposed }
}

/**
 * Returns the end of an account, with the discharge that clears what is owed after a charge-off. By
 * then nothing secures the debt, so only student loans survive.
 */
function clearedEnding(
  own: Ending,
  kind: AccountKind,
  bankruptcies: readonly BankruptcyPlan[],
): Ending {
  if (own.how !== 'ChargedOff' || kind.loan === 'Educational') return own
  const discharge = bankruptcies.find(
    ({ filed, disposition }) => disposition !== 'Dismissed' && filed >= own.month,
  )
  if (discharge === undefined) return own
  return { ...own, clearedIn: discharge.disposed }
}
