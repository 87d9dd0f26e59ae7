/** A service whose clock a test sets, and what a test looks at beside the answers. */
import type { TestContext } from 'node:test'
import type { Bureau } from '../../../src/bureaus/bureau.ts'
import { createSimulatedBureaus } from '../../../src/bureaus/simulator/simulator.ts'
import type { BureauName } from '../../../src/documents/tables/enumerations.ts'
import type { LedgerCharge, Pull } from '../../../src/store/records/orders/order-entry.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../../support/running-service.ts'
import type { Ordered } from '../support/ordered.ts'

/** When the orders of these tests are placed, unless they say otherwise. */
const START = '2026-03-02T15:04:05.678Z'

export const DAY_MS = 86_400_000

/** A service in a world of its own. */
export interface World {
  readonly service: RunningService
  readonly now: () => Date
  /** Sets the clock to so much after `START`. */
  at(afterMs: number): void
  /** The bureaus that give no answer from now on. */
  fail(...bureaus: readonly BureauName[]): void
}

/** Starts a service that ends with the test. */
export async function worldOf(
  t: TestContext,
  flags: Readonly<Record<string, unknown>> = {},
): Promise<World> {
  let now = new Date(START)
  let failing: readonly BureauName[] = []
  const bureaus = createSimulatedBureaus({ epoch: new Date(START), timeoutMs: 10_000 }).map(
    (bureau): Bureau => ({
      ...bureau,
      pull: (request) =>
        failing.includes(bureau.name)
          ? Promise.reject(new Error('the line is down'))
          : bureau.pull(request),
    }),
  )
  const { newId } = fixedSurroundings()
  const service = await runningService(t, {
    flags: { 'log-level': 'error', ...flags },
    surroundings: { now: () => now, newId, bureaus },
  })
  return {
    service,
    now: () => now,
    at: (afterMs) => {
      now = new Date(Date.parse(START) + afterMs)
    },
    fail: (...names) => {
      failing = names
    },
  }
}

/** What an account was charged so far. */
export function chargesOf(service: RunningService): Promise<readonly LedgerCharge[]> {
  const { store } = service.storage
  return store.ledger.charges(service.account, 0, Number.MAX_SAFE_INTEGER)
}

/** The files that an account asked for about people, by their numbers. */
export async function pullsOf(
  service: RunningService,
  ...numbers: readonly string[]
): Promise<readonly Pull[]> {
  const { store, vault } = service.storage
  const lists = await Promise.all(
    numbers.map((number) =>
      store.ledger.pulls(vault.blindIndex('ssn', number.replaceAll('-', '')), 0),
    ),
  )
  return lists.flat().filter(({ account }) => account === service.account)
}

/** How an answer says that its report came about. */
export function originOf({ answer }: Ordered): string | undefined {
  return answer.key('ReportOrigin')
}

/** The price of an answer. */
export function priceOf({ answer }: Ordered): string {
  return answer.text('CREDIT_REPORT_PRICE.__Amount')
}

/** The delivered bureaus as Y and N, in the order of the indicators. */
export function deliveredOf({ answer }: Ordered): string {
  return ['A', 'B', 'C']
    .map((name) =>
      answer.text(`CREDIT_RESPONSE.CREDIT_REPOSITORY_INCLUDED.__Bureau${name}Indicator`),
    )
    .join('')
}

/**
 * What an answer says of the report: all but what belongs to the order, which are the time of the
 * answer, its price, the request and its case repeated, and how the report came about.
 */
export function dataOf({ body }: Ordered): string {
  return body
    .replace(/ ResponseDateTime="[^"]*"/, '')
    .replace(/<KEY _Name="ReportOrigin" _Value="[^"]*"\/>/, '')
    .replace(/<CREDIT_REPORT_PRICE [^>]*>/, '')
    .replace(/<CREDIT_REQUEST_DATA [^>]*>/, '')
    .replace(/ LenderCaseIdentifier="[^"]*"/, '')
}

/** A data set of the first summary. */
export function dataSetOf({ answer }: Ordered, name: string): string | undefined {
  const position = answer.texts('CREDIT_SUMMARY._DATA_SET.__Name').indexOf(name)
  return answer.texts('CREDIT_SUMMARY._DATA_SET.__Value')[position]
}

/** First issue and last update of a report, as the answer says them. */
export function datesOf({ answer }: Ordered): readonly string[] {
  return [
    answer.text('CREDIT_RESPONSE._CreditReportFirstIssuedDate'),
    answer.text('CREDIT_RESPONSE._CreditReportLastUpdatedDate'),
  ]
}
