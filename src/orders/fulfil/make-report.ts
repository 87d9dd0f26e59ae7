/**
 * Makes a report and its price from files. It reads no store and asks no bureau: the draft has all
 * that is needed.
 */
import type { CreditFile } from '../../bureaus/bureau.ts'
import { FAMILY_TITLES, familyOf, modelName, type ScoreFamily } from '../../bureaus/score-models.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import { compareReports } from '../../reports/compare/compare.ts'
import { refreshSummaries } from '../../reports/compare/differences-summary.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import { MERGE_TYPE, mergeFiles } from '../../reports/merge/merge.ts'
import type { Refresh, Report } from '../../reports/report.ts'
import { representativeScores } from '../../reports/representative-score.ts'
import type { BureauScore, ListedScore } from '../../store/records/orders/order-entry.ts'
import type { NewReport } from '../../store/records/reports/report-entry.ts'
import { formatTimestamp } from '../../time.ts'
import { creditRequestOf, type Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { borrowerValue, respondToParty } from '../intake/parties.ts'
import { feeOf, type OrderPrice, reportPrice, upgradePrice } from '../intake/prices.ts'
import { familiesOf, wantedScores } from '../intake/wanted-scores.ts'
import { storedFiles } from '../plan/existing-reports.ts'
import { reportIndexes } from '../plan/meaning.ts'
import type { ReportPlan } from '../plan/plan.ts'
import { type FinishedPull, isComplete } from '../plan/planned-pulls.ts'
import {
  contentToStore,
  type ReportContent,
  type ReportedBorrower,
  type StoredReport,
} from '../stored-report.ts'
import type { Tools } from '../tools.ts'

/** A report before it is committed. */
export interface IssuedReport {
  readonly content: ReportContent
  /** The price, which is charged in the unit that makes the report durable. */
  readonly price: OrderPrice
  /** The date of first issue. An upgraded or unmerged report takes it from its base. */
  readonly firstIssuedAt: Date
}

/** The input of a report. */
export interface ReportDraft {
  readonly order: Order
  readonly account: OrderingAccount
  readonly plan: ReportPlan
  /** The pulls of this order. The files of the base are in the plan. */
  readonly pulls: readonly FinishedPull[]
  /** The time of this issue, in the time of the sandbox if there is one. */
  readonly issuedAt: Date
}

/** Makes the report of a plan from its pulls and from stored files. */
export function makeReport(draft: ReportDraft, tools: Tools): IssuedReport {
  const { order, account, plan, pulls, issuedAt } = draft
  const id = tools.newId('report')
  const borrowers = plan.filesOf(pulls)
  const price = priceOf(draft, tools)
  const { product } = order
  const request = creditRequestOf(order.document)
  const firstIssuedAt = firstIssueDate(plan, issuedAt)
  const facts = {
    id,
    responseId: `CR${id}`,
    title: product.title,
    mergeType: MERGE_TYPE,
    reportType: product.type,
    reportTypeOther: product.typeOther,
    firstIssuedAt: formatTimestamp(firstIssuedAt),
    lastUpdatedAt: formatTimestamp(issuedAt),
    requested: requestedBureaus(order, plan),
    hard: product.hard,
    mortgagesOnly: product.scope === 'mortgages',
    simulated: isSimulated(draft, borrowers, tools),
    borrowers: order.borrowers.map(borrowerValue),
    respondingParty: tools.respondingParty,
    respondTo: respondToParty(order, account),
    lenderCase: request.LenderCaseIdentifier ?? '',
    requestedBy: request.RequestingPartyRequestedByName ?? '',
    account: account.name,
    priceCents: price.cents,
    ...madeFrom(plan),
  }
  const report: Report = { ...facts, ...mergedDataOf(draft, borrowers, facts, tools) }
  return { content: { borrowers, report }, price, firstIssuedAt }
}

/** Names the base of an upgraded or unmerged report, for the printed page. */
function madeFrom({ origin, base }: ReportPlan): Pick<Report, 'madeFrom'> {
  if (base === undefined || (origin !== 'upgraded' && origin !== 'unmerged')) return {}
  return { madeFrom: { how: origin, reportId: base.id } }
}

/** Whether any file of the report is simulated, including the files of its base. */
function isSimulated(
  { plan }: ReportDraft,
  borrowers: readonly ReportedBorrower[],
  tools: Tools,
): boolean {
  if (plan.base?.content.report.simulated) return true
  const files = borrowers.flatMap(({ pulls }) => pulls)
  return files.some(
    ({ bureau, evidence }) => tools.bureaus[bureau].simulated || evidence?.simulated === true,
  )
}

type Facts = Pick<Report, 'id' | 'responseId'>

/** Merges the files. For a refresh, also compares them with the files of the base. */
function mergedDataOf(
  draft: ReportDraft,
  borrowers: readonly ReportedBorrower[],
  facts: Facts,
  tools: Tools,
) {
  const { order, plan, issuedAt } = draft
  const merge = (files: readonly ReportedBorrower[]) =>
    mergeFiles({
      reportId: facts.id,
      responseId: facts.responseId,
      borrowers: files,
      scope: order.product.scope,
      scores: order.product.scores,
      mergedOn: formatTimestamp(issuedAt).slice(0, 10),
    })
  const current = merge(borrowers)
  const { base } = plan
  if (plan.origin !== 'refreshed' || base === undefined) return current
  // Both sides are merged by the current rules. Otherwise changes of the program would show as
  // differences from the base.
  const before = merge(comparedFiles(draft, borrowers, base, tools))
  const differences = compareReports(before, current)
  return { ...current, ...refreshData(order, borrowers, base, differences) }
}

/** Returns the refresh and its summaries. A bureau may have files of only one of two borrowers. */
function refreshData(
  order: Order,
  borrowers: readonly ReportedBorrower[],
  base: StoredReport,
  differences: Refresh['differences'],
): Pick<Report, 'refresh' | 'summaries'> {
  const about = { baseId: base.id, baseIssuedAt: formatTimestamp(new Date(base.firstIssuedAt)) }
  const pulls = borrowers.flatMap((borrower) => borrower.pulls)
  const all = { ...about, ...comparedBureaus(order, pulls), differences }
  const own = borrowers.map((borrower) => ({
    ...about,
    ...comparedBureaus(order, borrower.pulls),
  }))
  const borrowerIds = borrowers.map(({ borrowerId }) => borrowerId)
  const partlyCompared = borrowerIds.flatMap((borrowerId, index) => {
    const bureaus = all.compared.filter((bureau) => own[index]?.notCompared.includes(bureau))
    return bureaus.length === 0 ? [] : [{ borrowerId, bureaus }]
  })
  return {
    summaries: refreshSummaries(differences, borrowerIds, own),
    refresh: partlyCompared.length === 0 ? all : { ...all, partlyCompared },
  }
}

/** Returns the requested bureaus that delivered files to compare, and those that did not. */
function comparedBureaus({ bureaus }: Order, pulls: readonly CreditFile[]) {
  const delivered = pulls.filter(isDelivered).map(({ bureau }) => bureau)
  return {
    compared: bureaus.filter((bureau) => delivered.includes(bureau)),
    notCompared: bureaus.filter((bureau) => !delivered.includes(bureau)),
  }
}

/**
 * Returns the files of the base for the borrowers and bureaus that delivered again. A bureau that
 * delivers nothing now is left out on both sides, or all its accounts would look removed.
 */
function comparedFiles(
  { order, account }: ReportDraft,
  current: readonly ReportedBorrower[],
  base: StoredReport,
  tools: Tools,
): readonly ReportedBorrower[] {
  return order.borrowers.map((borrower, index) => {
    const delivered = current[index]?.pulls.filter(isDelivered).map((file) => file.bureau) ?? []
    const stored = storedFiles(borrower, base, account, tools)
    return {
      borrowerId: borrower.borrowerId,
      pulls: stored.filter((file) => delivered.includes(file.bureau)),
    }
  })
}

/**
 * Returns the date of first issue. An upgraded or unmerged report has the date of its base: an
 * upgrade does not renew a report.
 */
function firstIssueDate({ origin, base }: ReportPlan, issuedAt: Date): Date {
  if (base === undefined || origin === 'refreshed') return issuedAt
  return new Date(base.firstIssuedAt)
}

/**
 * Returns the requested bureaus. For an upgraded or unmerged report, they include the bureaus of
 * its base.
 */
function requestedBureaus(order: Order, { origin, base }: ReportPlan): readonly BureauName[] {
  if (base === undefined || origin === 'refreshed') return order.bureaus
  const { requested } = base.content.report
  return BUREAUS.filter(
    (bureau) =>
      requested.includes(bureau) || (origin === 'upgraded' && order.bureaus.includes(bureau)),
  )
}

/**
 * Returns the price. Only newly delivered content is charged. A file that the base already has, and
 * that is pulled again for its score, is not charged.
 */
function priceOf(draft: ReportDraft, tools: Tools): OrderPrice {
  const { order, account, plan, pulls } = draft
  const { prices } = account.profile
  if (plan.origin === 'unmerged') return feeOf(prices, 'unmerge')
  const delivered = pulls.filter(({ file }) => isDelivered(file))
  const scores = order.product.scores
    ? delivered.flatMap((pull) => newScores(pull, draft, tools))
    : []
  if (plan.origin !== 'upgraded') {
    return reportPrice(prices, order.operation.name, { files: delivered.length, scores })
  }
  const files = delivered.filter((pull) => !isInBase(pull, draft, tools)).length
  return upgradePrice(prices, order.operation.name, { files, scores })
}

/**
 * Returns the families of the scores that a pull delivered and that the base of an upgrade did not
 * have.
 */
function newScores(pull: FinishedPull, draft: ReportDraft, tools: Tools): ScoreFamily[] {
  const { file } = pull
  const inBase = baseFile(pull, draft, tools)
  const before = inBase === undefined ? [] : familiesOf(inBase)
  const scores = file.score === undefined ? [] : [file.score, ...(file.furtherScores ?? [])]
  return scores
    .filter(({ value }) => value !== undefined)
    .map((score) => familyOf(score) ?? 'Classic')
    .filter((family) => !before.includes(family))
}

function isInBase(pull: FinishedPull, draft: ReportDraft, tools: Tools): boolean {
  return baseFile(pull, draft, tools) !== undefined
}

/** Returns the file of the same bureau and borrower in the base of the report. */
function baseFile(
  { borrower, file }: FinishedPull,
  { plan, account }: ReportDraft,
  tools: Tools,
): CreditFile | undefined {
  if (plan.base === undefined) return undefined
  const stored = storedFiles(borrower, plan.base, account, tools)
  return stored.find((one) => one.bureau === file.bureau && isDelivered(one))
}

// The data of a report that lists show.

/** Returns the representative scores of a report. A list shows the first one of each borrower. */
export function listedScores({
  borrowers,
  scores,
}: IssuedReport['content']['report']): ListedScore[] {
  return borrowers.flatMap(({ BorrowerID }, index) =>
    representativeScores(scores.filter((score) => score.BorrowerID === BorrowerID)).map(
      ({ family, score }) => ({ borrower: index + 1, model: FAMILY_TITLES[family], score }),
    ),
  )
}

/** Returns the scores of each file, or the reason why it has none. */
export function bureauScores({
  borrowers,
  scores,
}: IssuedReport['content']['report']): BureauScore[] {
  const positions = new Map(borrowers.map(({ BorrowerID }, index) => [BorrowerID, index + 1]))
  return scores.flatMap((each) => {
    const score = Number.parseInt(each._Value, 10)
    const borrower = positions.get(each.BorrowerID)
    if (borrower === undefined) return []
    const of = { bureau: each.CreditRepositorySourceType, borrower, model: modelName(each) }
    return [score > 0 ? { ...of, score } : { ...of, exclusionReason: each._ExclusionReasonType }]
  })
}

/** Returns what the store keeps of a report. */
export function newReport(
  { order, account, plan, issuedAt }: ReportDraft,
  { content, firstIssuedAt }: IssuedReport,
  printed: NewReport['printed'],
  tools: Tools,
): NewReport {
  const { report } = content
  const scores = plan.scores ?? wantedScores(order, account)
  return {
    id: report.id,
    operation: order.operation.name,
    product: order.productName,
    origin: plan.origin,
    baseReportId: plan.base?.id,
    firstIssuedAt: firstIssuedAt.getTime(),
    lastUpdatedAt: issuedAt.getTime(),
    // Only bureaus that responded for every borrower, so that a Submit that requests more bureaus
    // makes a new report.
    bureaus: report.requested.filter((bureau) =>
      content.borrowers.every(({ pulls }) =>
        pulls.some((file) => file.bureau === bureau && isComplete(file, order.product, scores)),
      ),
    ),
    ...reportIndexes(order, account, tools),
    meaning: plan.meaning,
    derivation: plan.derivation,
    content: contentToStore(content, order.operation.name),
    printed,
  }
}
