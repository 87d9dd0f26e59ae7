/** Upgrade: adds bureaus, a borrower or scores to a report. Only the added files are pulled. */
import type { CreditFile } from '../../bureaus/bureau.ts'
import type { RequestedScoreModel } from '../../bureaus/score-models.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import type { Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { ProductName } from '../intake/products.ts'
import { scoresMeaning } from '../intake/wanted-scores.ts'
import { type StoredReport, storedReport } from '../stored-report.ts'
import type { Tools } from '../tools.ts'
import { type BaseSearch, baseReport, namedReportId, throwIfRejected } from './base-report.ts'
import { decisionOn } from './decisions.ts'
import {
  derivedScores,
  type ExistingReportLookUp,
  findExistingReport,
  modelsOf,
  storedFiles,
} from './existing-reports.ts'
import { derivationOf, identity, meaningOf } from './meaning.ts'
import type { Plan, StoredPlan } from './plan.ts'
import { type FinishedPull, isComplete, type NeededFile, planPulls } from './planned-pulls.ts'

/** Products with scores, and the product without scores that an upgrade to them may start from. */
const WITHOUT_SCORES: Readonly<Partial<Record<ProductName, ProductName>>> = {
  MortgageOnlyWithScore: 'MortgageOnly',
  MortgageOnlySoftWithScore: 'MortgageOnlySoft',
}

/** Plans an upgrade. Returns the result of the same upgrade if it was made before. */
export async function planUpgrade(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Promise<Plan> {
  const scoreless = WITHOUT_SCORES[order.productName]
  const search: BaseSearch = {
    action: 'Upgrade',
    accepts: (report) => report.operation === order.operation.name,
    products: scoreless ? [order.productName, scoreless] : [order.productName],
    windowMs: tools.limits.reportWindowMs,
  }
  const base = await baseReport(order, account, search, tools)
  // An upgrade with nothing to add is an error, unless the same upgrade made this report. Then the
  // order is a repetition, and gets the same report.
  if (incompleteFiles(order, base, account, tools).length === 0) {
    const repeated = await findRepeatedUpgrade(order, base, account, tools)
    if (repeated !== undefined) return repeated
  }
  const needed = filesToAdd(order, base, account, tools)
  throwIfRejected(decisionOn('Upgrade', needed.length === 0 ? ['nothingNew'] : []))
  const derivation = upgradeDerivation(needed, order, base.id, account, tools)
  const { plan, seenReports } = await findEarlierUpgrade(derivation, order, account, tools)
  if (plan !== undefined) return plan
  // An upgrade in which a bureau failed is continued: the files that it did add are not pulled
  // again.
  const unfinished = await findExistingReport({ derivation }, account, tools)
  const start = unfinished.plan?.report ?? base
  // The models of the report, not the account's defaults, which may have changed since.
  const scores = derivedScores(order, start, account)
  return {
    kind: 'report',
    origin: 'upgraded',
    base: start,
    pulls: planPulls(
      order,
      account,
      filesToAdd(order, start, account, tools),
      tools,
      upgradedScores(order, start, account),
    ),
    filesOf: (pulls) => combinedFiles(order, start, pulls, account, tools),
    scores,
    meaning: meaningOf(order, account, tools, scores),
    derivation,
    exclusive: derivation,
    seenReports,
  }
}

/**
 * Finds the result of the same upgrade. An upgrade without a report number finds its own earlier
 * result as the latest report. Its additions are therefore compared with the report before that,
 * not with the latest one.
 */
async function findRepeatedUpgrade(
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
  const needed = filesToAdd(order, base, account, tools)
  const derivation = upgradeDerivation(needed, order, base.id, account, tools)
  return (await findEarlierUpgrade(derivation, order, account, tools)).plan
}

/**
 * Returns the index of an upgrade. Two upgrades are the same if they add the same files and scores
 * to the same report. Only score models that the order itself requests count.
 */
function upgradeDerivation(
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

/** Finds the earlier result of the same upgrade, unless a requested bureau failed in it. */
function findEarlierUpgrade(
  derivation: Uint8Array,
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Promise<ExistingReportLookUp> {
  return findExistingReport({ derivation }, account, tools, (report) =>
    order.bureaus.every((bureau) => report.bureaus.includes(bureau)),
  )
}

/**
 * Returns the models of the report and those that the order requests: an upgrade removes no score.
 */
function upgradedScores(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
): readonly RequestedScoreModel[] {
  const scores = derivedScores(order, base, account)
  return order.scoreModels === undefined ? scores : [...modelsOf(base), ...scores]
}

/**
 * Returns the files that an upgrade pulls. If every bureau has responded, those that had no file
 * are asked again: the borrower may have lifted a freeze.
 */
function filesToAdd(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): NeededFile[] {
  const incomplete = incompleteFiles(order, base, account, tools)
  return incomplete.length > 0 ? incomplete : filesWithout(order, base, account, tools, isDelivered)
}

/**
 * Returns the files that the report does not have yet, or does not have with the requested scores.
 */
function incompleteFiles(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): NeededFile[] {
  const scores = upgradedScores(order, base, account)
  return filesWithout(order, base, account, tools, (file) =>
    isComplete(file, order.product, scores),
  )
}

/** Returns the requested files for which the report has none that satisfies a condition. */
function filesWithout(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
  condition: (file: CreditFile) => boolean,
): NeededFile[] {
  return order.borrowers.flatMap((borrower) => {
    const files = storedFiles(borrower, base, account, tools).filter(condition)
    const present = files.map(({ bureau }) => bureau)
    return order.bureaus
      .filter((bureau) => !present.includes(bureau))
      .map((bureau) => ({ borrower, bureau }))
  })
}

/** Returns the files of the base and the new ones, for each borrower that the order names. */
function combinedFiles(
  order: Order,
  base: StoredReport,
  pulls: readonly FinishedPull[],
  account: OrderingAccount,
  tools: Tools,
) {
  return order.borrowers.map((borrower) => {
    const stored = storedFiles(borrower, base, account, tools)
    const added = pulls.filter((pull) => pull.borrower === borrower).map(({ file }) => file)
    return { borrowerId: borrower.borrowerId, pulls: oneFilePerBureau([...added, ...stored]) }
  })
}

/**
 * Returns one file of each bureau, in the order of the indicators. It is the first delivered one,
 * so that a new file replaces a stored one, and a bureau that fails now removes nothing.
 */
function oneFilePerBureau(files: readonly CreditFile[]): CreditFile[] {
  return BUREAUS.flatMap((bureau) => {
    const ofBureau = files.filter((file) => file.bureau === bureau)
    return ofBureau.find(isDelivered) ?? ofBureau.slice(0, 1)
  })
}
