/** What each action makes of an order (docs/actions.md): the plan of the answer. */
import { OrderError } from '../../errors.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import { type FinishedPull, planPulls } from '../fulfil/pull.ts'
import type { ReportedBorrower } from '../fulfil/stored-report.ts'
import type { Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { Tools } from '../tools.ts'
import { type BaseSearch, baseReport } from './base-report.ts'
import { findExistingReport, keptPulls } from './existing-reports.ts'
import { derivationOf, identity, meaningOf } from './meaning.ts'
import type { Plan } from './plan.ts'
import { planRefresh, planRefreshReissue } from './plan-refresh.ts'
import { planUpgrade } from './plan-upgrade.ts'

type Planner = (order: Order, account: OrderingAccount, tools: Tools) => Promise<Plan>

/** Decides what an order comes to; throws an `OrderError` where it cannot be done. */
export function planOrder(order: Order, account: OrderingAccount, tools: Tools): Promise<Plan> {
  const refresh = order.operation.name === 'refresh_report'
  const planner = refresh ? REFRESH_PLANNERS[order.action] : PLANNERS[order.action]
  if (planner === undefined) throw new OrderError('wrongAction')
  return planner(order, account, tools)
}

const planSubmit: Planner = async (order, account, tools) => {
  const meaning = meaningOf(order, account, tools)
  const { plan, seenReports } = await findExistingReport({ meaning }, account, tools, (report) =>
    order.bureaus.every((bureau) => report.bureaus.includes(bureau)),
  )
  if (plan !== undefined) return plan
  return { ...newReport(order, account, tools), meaning, exclusive: meaning, seenReports }
}

const planForceNew: Planner = async (order, account, tools) => ({
  ...newReport(order, account, tools),
  meaning: meaningOf(order, account, tools),
})

function newReport(order: Order, account: OrderingAccount, tools: Tools) {
  const filesOf = (pulls: readonly FinishedPull[]): readonly ReportedBorrower[] =>
    order.borrowers.map((borrower) => ({
      borrowerId: borrower.borrowerId,
      pulls: pulls.filter((pull) => pull.borrower === borrower).map((pull) => pull.file),
    }))
  return {
    kind: 'report',
    origin: 'new',
    pulls: planPulls(order, account, everything(order), tools),
    filesOf,
  } as const
}

function everything(order: Order) {
  return order.borrowers.flatMap((borrower) =>
    order.bureaus.map((bureau) => ({ borrower, bureau })),
  )
}

const planReissue: Planner = async (order, account, tools) => ({
  kind: 'stored',
  origin: 'reissued',
  fee: 'reissue',
  report: await baseReport(order, account, ofThisPath('Reissue', order, tools), tools),
})

function ofThisPath(action: 'Reissue' | 'Unmerge', order: Order, tools: Tools): BaseSearch {
  return {
    action,
    takes: (report) => report.operation === order.operation.name,
    products: [order.productName],
    windowMs: tools.limits.reportWindowMs,
  }
}

/** An individual report that was split off serves later orders as any other of its meaning. */
const planUnmerge: Planner = async (order, account, tools) => {
  const base = await baseReport(order, account, ofThisPath('Unmerge', order, tools), tools)
  const derivation = derivationOf(order, base.id, order.borrowers.map(identity), account, tools)
  const { plan, seenReports } = await findExistingReport({ derivation }, account, tools)
  if (plan !== undefined) return plan
  const filesOf = () =>
    order.borrowers.map((borrower) => ({
      borrowerId: borrower.borrowerId,
      pulls: keptPulls(borrower, base, account, tools),
    }))
  if (!filesOf().some(({ pulls }) => pulls.some(isDelivered))) throw new OrderError('noFile')
  return {
    kind: 'report',
    origin: 'unmerged',
    base,
    pulls: [],
    filesOf,
    meaning: meaningOf(order, account, tools),
    derivation,
    exclusive: derivation,
    seenReports,
  }
}

const PLANNERS: Readonly<Partial<Record<Order['action'], Planner>>> = {
  Submit: planSubmit,
  ForceNew: planForceNew,
  Reissue: planReissue,
  Upgrade: planUpgrade,
  Unmerge: planUnmerge,
}

const REFRESH_PLANNERS: Readonly<Partial<Record<Order['action'], Planner>>> = {
  Submit: planRefresh,
  Reissue: planRefreshReissue,
}
