/** From the files that bureaus gave to a report, with its price. */
import { BUREAUS } from '../documents/enumerations.ts'
import { MERGE_TYPE, mergeFiles } from '../reports/merge.ts'
import type { Report } from '../reports/report.ts'
import type { OrderingAccount } from './account.ts'
import { moment } from './answer.ts'
import { creditRequestOf, type Order } from './order.ts'
import { borrowerValue, respondToParty } from './parties.ts'
import { type OrderPrice, priceOf } from './prices.ts'
import { type FinishedPull, isDelivered } from './pull.ts'
import type { Tools } from './tools.ts'

/** A report about to be issued, with what it costs. */
export interface IssuedReport {
  readonly report: Report
  readonly price: OrderPrice
}

/** Makes the report of an order from its pulls. */
export function makeReport(
  order: Order,
  account: OrderingAccount,
  pulls: readonly FinishedPull[],
  issuedAt: Date,
  tools: Tools,
): IssuedReport {
  const id = tools.newId('report')
  const responseId = `CR${id}`
  const { product } = order
  const merged = mergeFiles({
    reportId: id,
    responseId,
    borrowers: order.borrowers.map((borrower) => ({
      borrowerId: borrower.borrowerId,
      pulls: pulls.filter((pull) => pull.borrower === borrower).map((pull) => pull.file),
    })),
    scope: product.scope,
    scores: product.scores,
    mergedOn: moment(issuedAt).slice(0, 10),
  })
  const price = priceOf(account.profile.prices, order.operation.name, {
    files: pulls.filter(({ file }) => isDelivered(file)).length,
    scores: merged.scores.filter((score) => score._Value !== '').length,
  })
  const request = creditRequestOf(order.document)
  const report: Report = {
    ...merged,
    id,
    responseId,
    title: product.title,
    mergeType: MERGE_TYPE,
    reportType: product.type,
    reportTypeOther: product.typeOther,
    firstIssuedAt: moment(issuedAt),
    lastUpdatedAt: moment(issuedAt),
    requested: order.bureaus,
    hard: product.hard,
    simulated: BUREAUS.some(
      (name) => order.bureaus.includes(name) && tools.bureaus[name].simulated,
    ),
    borrowers: order.borrowers.map(borrowerValue),
    respondingParty: tools.respondingParty,
    respondTo: respondToParty(order, account),
    lenderCase: request.LenderCaseIdentifier ?? '',
    requestedBy: request.RequestingPartyRequestedByName ?? '',
    account: account.name,
    priceCents: price.cents,
  }
  return { report, price }
}
