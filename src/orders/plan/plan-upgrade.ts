/** Upgrade: adds bureaus, a borrower or scores to a report; only what is new is pulled. */
import type { CreditFile } from '../../bureaus/bureau.ts'
import type { ScoreModelWanted } from '../../bureaus/score-models.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import type { Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { ProductName } from '../intake/products.ts'
import { familiesIn, scoresMeaning, wantedScores } from '../intake/wanted-scores.ts'
import { type StoredReport, storedReport } from '../stored-report.ts'
import type { Tools } from '../tools.ts'
import { type BaseSearch, baseReport, namedReportId, rejectWhere } from './base-report.ts'
import { decisionOn } from './decisions.ts'
import { type Existing, findExistingReport, keptPulls } from './existing-reports.ts'
import { derivationOf, identity, meaningOf } from './meaning.ts'
import type { Plan, StoredPlan } from './plan.ts'
import { type FinishedPull, isComplete, type NeededFile, planPulls } from './planned-pulls.ts'

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
  const scoreless = SCORELESS[order.productName]
  const search: BaseSearch = {
    action: 'Upgrade',
    takes: (report) => report.operation === order.operation.name,
    products: scoreless ? [order.productName, scoreless] : [order.productName],
    windowMs: tools.limits.reportWindowMs,
  }
  const base = await baseReport(order, account, search, tools)
  const needed = additions(order, base, account, tools)
  // Nothing to add is an error, unless the same upgrade made the report what it is: then it is a
  // repeated order, which is answered like the first.
  if (needed.length === 0) {
    const repeated = await madeByTheSame(order, base, account, tools)
    rejectWhere(decisionOn('Upgrade', repeated === undefined ? ['nothingNew'] : []))
    if (repeated !== undefined) return repeated
  }
  const derivation = derivationOfAdding(needed, order, base.id, account, tools)
  const { plan, seenReports } = await upgradeMade(derivation, order, account, tools)
  if (plan !== undefined) return plan
  // One in which a bureau failed is gone on with: what it did add is not pulled again.
  const unfinished = await findExistingReport({ derivation }, account, tools)
  const start = unfinished.plan?.report ?? base
  // Those of the report, not the account's defaults, which may have changed since.
  const scores = order.scoreModels ?? upgradedScores(order, start, account)
  return {
    kind: 'report',
    origin: 'upgraded',
    base: start,
    pulls: planPulls(
      order,
      account,
      additions(order, start, account, tools),
      tools,
      upgradedScores(order, start, account),
    ),
    filesOf: (pulls) => united(order, start, pulls, account, tools),
    scores,
    meaning: meaningOf(order, account, tools, scores),
    derivation,
    exclusive: derivation,
    seenReports,
  }
}

/**
 * An upgrade without a report number that is sent again finds its own result as the latest report,
 * and gets it again. What it adds is therefore compared with the report before, not with the
 * present one.
 */
async function madeByTheSame(
  order: Order,
  latest: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): Promise<StoredPlan | undefined> {
  const { origin, baseReportId } = latest
  if (namedReportId(order) !== undefined || origin !== 'upgraded') return undefined
  const base =
    baseReportId === undefined ? undefined : await storedReport(account, baseReportId, tools)
  if (base === undefined) return undefined
  const needed = additions(order, base, account, tools)
  const derivation = derivationOfAdding(needed, order, base.id, account, tools)
  return (await upgradeMade(derivation, order, account, tools)).plan
}

/**
 * Two upgrades are the same if they add the same files and scores to the same report. Of models,
 * only those count that the order itself requests.
 */
function derivationOfAdding(
  needed: readonly NeededFile[],
  order: Order,
  baseReportId: string,
  account: OrderingAccount,
  tools: Tools,
): Uint8Array {
  const asked = needed.map(({ borrower, bureau }) => `${bureau} ${identity(borrower)}`)
  const scores = order.scoreModels === undefined ? [] : scoresMeaning(order.scoreModels)
  return derivationOf(order, baseReportId, [...asked, ...scores], account, tools)
}

/** The upgrade that was made of the same; not one in which a bureau asked for failed. */
function upgradeMade(
  derivation: Uint8Array,
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Promise<Existing> {
  return findExistingReport({ derivation }, account, tools, (report) =>
    order.bureaus.every((bureau) => report.bureaus.includes(bureau)),
  )
}

/** The models of the report and those that the order requests: an upgrade takes no score away. */
function upgradedScores(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
): readonly ScoreModelWanted[] {
  const there = familiesIn(base.content.borrowers.flatMap(({ pulls }) => pulls))
  if (order.scoreModels !== undefined) return [...there, ...order.scoreModels]
  return there.length > 0 ? there : wantedScores(order, account)
}

/** The files that the report does not have yet, or not with the score that is asked for. */
function additions(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): NeededFile[] {
  const scores = upgradedScores(order, base, account)
  return order.borrowers.flatMap((borrower) => {
    const kept = keptPulls(borrower, base, account, tools)
    const had = kept
      .filter((file) => isComplete(file, order.product, scores))
      .map(({ bureau }) => bureau)
    return order.bureaus
      .filter((bureau) => !had.includes(bureau))
      .map((bureau) => ({ borrower, bureau }))
  })
}

/** The files of the base and the new ones, for each borrower that the order names. */
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
    return { borrowerId: borrower.borrowerId, pulls: oneOfEach([...added, ...kept]) }
  })
}

/**
 * One file of each bureau, in the order of the indicators: the first that was delivered, so that a
 * new one replaces a kept one and a bureau that fails now takes nothing away.
 */
function oneOfEach(files: readonly CreditFile[]): CreditFile[] {
  return BUREAUS.flatMap((bureau) => {
    const ofBureau = files.filter((file) => file.bureau === bureau)
    return ofBureau.find(isDelivered) ?? ofBureau.slice(0, 1)
  })
}
