/** A service with a clock that a test sets, and functions that read its records and responses. */
import type { TestContext } from 'node:test'
import type { Bureau } from '../../../src/bureaus/bureau.ts'
import { createSimulatedBureaus } from '../../../src/bureaus/simulator/simulator.ts'
import type { BureauName } from '../../../src/documents/tables/enumerations.ts'
import type { Pull } from '../../../src/store/records/orders/order-pulls.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../../support/running-service.ts'
import type { Ordered } from '../support/ordered.ts'

/** The time at which the orders of these tests are placed, unless they set another. */
const START = '2026-03-02T15:04:05.678Z'

export const DAY_MS = 86_400_000

/** A service with its own clock, identifiers and bureaus. */
export interface World {
  readonly service: RunningService
  readonly now: () => Date
  /** Sets the clock to this time after `START`. */
  at(afterMs: number): void
  /** Sets the bureaus that fail from now on. */
  fail(...bureaus: readonly BureauName[]): void
}

/** Starts a service that stops when the test ends. */
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
          ? Promise.reject(new Error('the bureau is unreachable'))
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

/** Returns the pulls that an account made for people, by their social security numbers. */
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

/** Returns the KEY of a response that says how its report was created. */
export function originOf({ answer }: Ordered): string | undefined {
  return answer.key('ReportOrigin')
}

/** Returns the price in a response. */
export function priceOf({ answer }: Ordered): string {
  return answer.text('CREDIT_REPORT_PRICE.__Amount')
}

/** Returns the delivered bureaus as Y and N, in the order of the indicators. */
export function deliveredOf({ answer }: Ordered): string {
  return ['A', 'B', 'C']
    .map((name) =>
      answer.text(`CREDIT_RESPONSE.CREDIT_REPOSITORY_INCLUDED.__Bureau${name}Indicator`),
    )
    .join('')
}

/**
 * Returns the report data of a response without the parts that belong to the order: the time of the
 * response, its price, the repeated request and lender case, and the report's origin.
 */
export function dataOf({ body }: Ordered): string {
  return body
    .replace(/ ResponseDateTime="[^"]*"/, '')
    .replace(/<KEY _Name="ReportOrigin" _Value="[^"]*"\/>/, '')
    .replace(/<CREDIT_REPORT_PRICE [^>]*>/, '')
    .replace(/<CREDIT_REQUEST_DATA [^>]*>/, '')
    .replace(/ LenderCaseIdentifier="[^"]*"/, '')
}

/** Returns the value of a data set in the first summary. */
export function dataSetOf({ answer }: Ordered, name: string): string | undefined {
  const position = answer.texts('CREDIT_SUMMARY._DATA_SET.__Name').indexOf(name)
  return answer.texts('CREDIT_SUMMARY._DATA_SET.__Value')[position]
}

/** Returns the dates of first issue and last update in a response. */
export function datesOf({ answer }: Ordered): readonly string[] {
  return [
    answer.text('CREDIT_RESPONSE._CreditReportFirstIssuedDate'),
    answer.text('CREDIT_RESPONSE._CreditReportLastUpdatedDate'),
  ]
}
