/** Upgrade: adds bureaus, a borrower or scores to a report; only what is new is pulled. */
import type { CreditFile } from '../bureaus/bureau.ts'
import { BUREAUS } from '../documents/enumerations.ts'
import { OrderError } from '../errors.ts'
import type { OrderingAccount } from './account.ts'
import { baseReport } from './base-report.ts'
import { existing, keptPulls, refuseOtherProduct } from './kept-reports.ts'
import { derivationOf, identity, meaningOf } from './meaning.ts'
import type { Order } from './order.ts'
import type { Plan } from './plan.ts'
import type { ProductName } from './products.ts'
import { type FinishedPull, isAnswered, type NeededFile, planPulls } from './pull.ts'
import type { StoredReport } from './stored-report.ts'
import type { Tools } from './tools.ts'

/** Products that gain scores by an upgrade, and what they were before. */
const SCORELESS: Readonly<Partial<Record<ProductName, ProductName>>> = {
  MortgageOnlyWithScore: 'MortgageOnly',
  MortgageOnlySoftWithScore: 'MortgageOnlySoft',
}

/** Plans an upgrade; one that was made before is answered again. */
export async function planUpgrade(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Promise<Plan> {
  const base = await baseReport(
    order,
    account,
    {
      action: 'Upgrade',
      fits: (report) => report.operation === order.operation.name,
      windowMs: tools.limits.reportWindowMs,
    },
    tools,
  )
  const scoreless = SCORELESS[order.productName]
  refuseOtherProduct(base, scoreless ? [order.productName, scoreless] : [order.productName])
  const needed = additions(order, base, account, tools)
  if (needed.length === 0) {
    throw new OrderError('wrongAction', [
      'An Upgrade adds a bureau, a borrower or scores; the report has all that is asked for',
    ])
  }
  const asked = needed.map(({ borrower, bureau }) => `${bureau} ${identity(borrower)}`)
  const derivation = derivationOf(order, base.id, asked, account, tools)
  const madeMeanwhile = () => existing({ derivation }, account, tools)
  const found = await madeMeanwhile()
  if (found !== undefined) return found
  return {
    kind: 'making',
    origin: 'upgraded',
    base,
    pulls: planPulls(order, account, needed, tools),
    filesOf: (pulls) => united(order, base, pulls, account, tools),
    meaning: meaningOf(order, account, tools),
    derivation,
    exclusive: derivation,
    madeMeanwhile,
  }
}

/** The files that the report does not have yet. Scores come with the file they are computed from. */
function additions(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): NeededFile[] {
  const addsScores = base.product !== order.productName
  return order.borrowers.flatMap((borrower) => {
    const kept = keptPulls(borrower, base, account, tools).filter(isAnswered)
    return order.bureaus
      .filter((bureau) => addsScores || !kept.some((file) => file.bureau === bureau))
      .map((bureau) => ({ borrower, bureau }))
  })
}

function united(
  order: Order,
  base: StoredReport,
  pulls: readonly FinishedPull[],
  account: OrderingAccount,
  tools: Tools,
) {
  return order.borrowers.map((borrower) => {
    const kept = keptPulls(borrower, base, account, tools)
    const added = pulls.filter((pull) => pull.borrower === borrower).map(({ file }) => file)
    return { borrowerId: borrower.borrowerId, pulls: inOrder([...added, ...kept]) }
  })
}

/** The first file of each bureau, in the order of the indicators: a new one replaces a kept one. */
function inOrder(files: readonly CreditFile[]): CreditFile[] {
  return BUREAUS.flatMap((bureau) => files.find((file) => file.bureau === bureau) ?? [])
}
