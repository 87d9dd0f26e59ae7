/**
 * Creates reports as orders do, but without network and database. The code of the service parses
 * the request, pulls from the simulated bureaus, merges the files and writes the response.
 */
import assert from 'node:assert/strict'
import type { Bureau } from '../../src/bureaus/bureau.ts'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import { createSimulatedBureaus } from '../../src/bureaus/simulator/simulator.ts'
import { BUREAUS } from '../../src/documents/tables/enumerations.ts'
import { makeReport } from '../../src/orders/fulfil/make-report.ts'
import { writeAnswer } from '../../src/orders/fulfil/write-response.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import type { Order } from '../../src/orders/intake/order.ts'
import { AccountProfile } from '../../src/orders/intake/ordering-account.ts'
import { parseRequest } from '../../src/orders/intake/parse-request.ts'
import type { ReportPlan } from '../../src/orders/plan/plan.ts'
import type { FinishedPull } from '../../src/orders/plan/planned-pulls.ts'
import type { ReportContent } from '../../src/orders/stored-report.ts'
import type { Tools } from '../../src/orders/tools.ts'
import type { Report } from '../../src/reports/report.ts'
import { orderDocument, type Person } from '../orders/support/order-document.ts'

export const EPOCH = new Date('2026-03-10T15:00:00Z')

/** Six dates over four years. */
export const DATES = [
  EPOCH,
  new Date('2026-11-30T23:59:00Z'),
  new Date('2027-08-01T00:00:00Z'),
  new Date('2028-02-29T12:00:00Z'),
  new Date('2029-01-15T09:30:00Z'),
  new Date('2030-03-09T18:00:00Z'),
]

const account = { name: 'lender', profile: AccountProfile.parse({}) }

/** A report and the response with it. */
export interface Answered {
  readonly report: Report
  readonly content: ReportContent
  readonly xml: string
}

/** Returns the simulated bureaus of a world. */
export function bureausOf(epoch = EPOCH): readonly Bureau[] {
  return createSimulatedBureaus({ epoch, timeoutMs: 1000 })
}

/** Orders a full report for one or two people. Returns undefined if no bureau has a file. */
export async function orderReport(
  bureaus: readonly Bureau[],
  people: readonly Person[],
  askedAt: Date,
): Promise<Answered | undefined> {
  const parsed = await parseRequest(
    OPERATIONS.credit_report,
    Buffer.from(orderDocument('credit_report', { people })),
    undefined,
    'interface',
    askedAt,
  )
  const { order } = parsed
  assert.ok(order, JSON.stringify(parsed.errors))
  const pulls = await pullAll(bureaus, order, askedAt)
  if (pulls.every(({ file }) => file.status !== 'FileReturned')) return undefined
  const plan: ReportPlan = {
    kind: 'report',
    origin: 'new',
    pulls: [],
    filesOf: (made) =>
      order.borrowers.map((borrower) => ({
        borrowerId: borrower.borrowerId,
        pulls: made.filter((pull) => pull.borrower === borrower).map(({ file }) => file),
      })),
  }
  const draft = { order, account, plan, pulls, issuedAt: askedAt }
  const { content, price } = makeReport(draft, toolsOf(bureaus))
  const xml = writeAnswer(content.report, {
    order,
    account,
    dialect: parsed.dialect,
    versions: parsed.versions,
    respondedAt: askedAt,
    origin: 'new',
    priceCents: price.cents,
    choice: { form: 'PDF', embedded: false },
  })
  return { report: content.report, content, xml: Buffer.from(xml).toString() }
}

function toolsOf(bureaus: readonly Bureau[]): Tools {
  const byName = Object.fromEntries(bureaus.map((bureau) => [bureau.name, bureau]))
  const respondingParty = {
    _Name: 'Desk',
    _StreetAddress: '1 Example Plaza',
    _City: 'Portland',
    _State: 'ME',
    _PostalCode: '04101',
    CONTACT_DETAIL: { _Name: 'Desk', CONTACT_POINT: [] },
  }
  // Creating a report uses only these tools.
  return { newId: () => 'R1', bureaus: byName, respondingParty } as unknown as Tools
}

async function pullAll(bureaus: readonly Bureau[], order: Order, askedAt: Date) {
  const pulls: FinishedPull[] = []
  for (const borrower of order.borrowers) {
    for (const bureau of bureaus) {
      const file = await bureau.pull({
        orderId: 'order',
        subject: borrower.subject,
        hard: true,
        scoreWanted: true,
        purpose: 'FCRA 604(a)(3)(A)',
        endUser: 'Lighthouse Home Loans',
        earlierInquiries: [],
        askedAt,
        signal: SIGNAL,
      })
      pulls.push({ borrower, file, outcome: {} as FinishedPull['outcome'] })
    }
  }
  assert.equal(pulls.length, order.borrowers.length * BUREAUS.length)
  return pulls
}

const SIGNAL = new AbortController().signal

// biome-ignore format: a table
const PLACES = [
  ['Bath', 'ME', '04530'], ['Denton', 'TX', '76201'], ['Bend', 'OR', '97701'], ['Ocala', 'FL', '34471'],
  ['Athens', 'OH', '45701'], ['Decorah', 'IA', '52101'], ['Logan', 'UT', '84321'], ['Ithaca', 'NY', '14850'],
] as const

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

function familyName(number: number): string {
  let name = 'Ash'
  for (let rest = number; rest > 0; rest = Math.floor(rest / 26)) name += LETTERS[rest % 26]
  return name
}

/** Returns a person who is not a persona, or with `partner` a second person at the same address. */
function someone(number: number, partner = false): Person {
  const [city, state, zip] = PLACES[number % PLACES.length] ?? PLACES[0]
  const digits = String(920_000_000 + ((number * 15_838 + (partner ? 7919 : 0)) % 79_999_999))
  return {
    id: partner ? 'C1' : 'B1',
    first: partner ? 'Robin' : 'Alex',
    middle: '',
    last: familyName(number),
    suffix: '',
    ssn: `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`,
    street: `${number % 900} Alder St`,
    city,
    state,
    zip,
  }
}

/** Returns a persona as named in an order. */
export function personaNamed(id: string, borrowerId = 'B1'): Person {
  const found = PERSONAS.find((persona) => persona.id === id)
  assert.ok(found, id)
  const { street, city, state, postalCode } = found.address
  return {
    id: borrowerId,
    first: found.firstName,
    middle: found.middleName,
    last: found.lastName,
    suffix: found.suffix,
    ssn: found.ssn,
    street,
    city,
    state,
    zip: postalCode,
  }
}

/** Orders the report with this number. Every third is joint, and the dates rotate. */
export function reportNumber(bureaus: readonly Bureau[], number: number) {
  const people = number % 3 === 0 ? [someone(number), someone(number, true)] : [someone(number)]
  return orderReport(bureaus, people, DATES[Math.floor(number / 3) % DATES.length] ?? EPOCH)
}
