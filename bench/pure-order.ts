/**
 * The pure parts of an order: each stage of a new tri-merge report for a different invented
 * borrower, without store, sockets or other threads.
 */
import { readFileSync } from 'node:fs'
import { createSimulatedBureaus } from '../src/bureaus/simulator/simulator.ts'
import { makeReport, type ReportDraft } from '../src/orders/fulfil/make-report.ts'
import { writeAnswer } from '../src/orders/fulfil/write-response.ts'
import { OPERATIONS } from '../src/orders/intake/operation.ts'
import type { Order } from '../src/orders/intake/order.ts'
import { AccountProfile } from '../src/orders/intake/ordering-account.ts'
import { parseRequest } from '../src/orders/intake/parse-request.ts'
import { printedChoice } from '../src/orders/intake/preferred-form.ts'
import type { Tools } from '../src/orders/tools.ts'
import { describeReport } from '../src/print/describe-report.ts'
import { renderPdf } from '../src/print/pdf/pdf.ts'

/** The stages in order. The last one is no part of an order: it is a yardstick for the others. */
export const STAGES = [
  'request',
  'pulls',
  'report',
  'answer',
  'description',
  'PDF',
  'JSON copy',
] as const
export type Stage = (typeof STAGES)[number]

const NOW = new Date('2026-06-15T12:00:00Z')
const account = { name: 'bench', profile: AccountProfile.parse({}) }
const template = readFileSync('examples/credit-report.xml', 'utf8')
const bureaus = createSimulatedBureaus({
  epoch: new Date('2026-06-01T00:00:00Z'),
  timeoutMs: 1_000,
})
const signal = new AbortController().signal

/** The tools that making a report needs. */
const tools = {
  newId: () => 'R0000000001',
  bureaus: Object.fromEntries(bureaus.map((bureau) => [bureau.name, bureau])),
  respondingParty: {
    _Name: 'Bench Credit',
    _StreetAddress: '1 Bench St',
    _City: 'Portland',
    _State: 'ME',
    _PostalCode: '04101',
    CONTACT_DETAIL: { _Name: '', CONTACT_POINT: [{ _Type: 'Phone', _Value: '(207) 555-0100' }] },
  },
} as unknown as Tools

/**
 * Returns an order for a different borrower each time, with a number in an area that is never
 * issued.
 */
function requestOf(round: number): Uint8Array {
  const letters = [...String(round)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
  return Buffer.from(
    template
      .replace(/900-?12-?1234/, String(901_000_000 + round))
      .replaceAll('Sandford', `Bench${letters}`),
  )
}

function pulled(order: Order) {
  const { product, borrowers } = order
  return Promise.all(
    borrowers.flatMap((borrower) =>
      bureaus.map(async (bureau) => {
        const file = await bureau.pull({
          orderId: 'O1',
          subject: borrower.subject,
          hard: product.hard,
          scoreWanted: product.scores,
          purpose: account.profile.purpose,
          endUser: account.name,
          earlierInquiries: [],
          askedAt: NOW,
          signal,
        })
        const outcome = {
          id: 'P1',
          state: 'answered',
          outcome: file.status,
          finishedAt: 0,
        } as const
        return { borrower, file, outcome }
      }),
    ),
  )
}

function draftOf(order: Order, pulls: ReportDraft['pulls']): ReportDraft {
  const borrowers = order.borrowers.map((borrower) => ({
    borrowerId: borrower.borrowerId,
    pulls: pulls.filter((pull) => pull.borrower === borrower).map(({ file }) => file),
  }))
  const plan = { kind: 'report', origin: 'new', pulls: [], filesOf: () => borrowers } as const
  return { order, account, plan, pulls, issuedAt: NOW }
}

/** Carries out one order, and calls `over` after each stage. Returns the bytes of its results. */
export async function carryOut(
  round: number,
  over: (stage: Stage | undefined) => void,
): Promise<number> {
  const body = requestOf(round)
  over(undefined)
  const { order, dialect, versions } = await parseRequest(
    OPERATIONS.credit_report,
    body,
    undefined,
    'interface',
    NOW,
  )
  if (order === undefined) throw new Error('the request of the benchmark is no order')
  over('request')
  const pulls = await pulled(order)
  over('pulls')
  const { report } = makeReport(draftOf(order, pulls), tools).content
  over('report')
  const choice = printedChoice(order.document, account)
  const context = { order, account, dialect, versions, respondedAt: NOW, choice }
  const answer = writeAnswer(report, { ...context, origin: 'new', priceCents: 4_200 })
  over('answer')
  const page = describeReport(report)
  over('description')
  const printed = renderPdf(page)
  over('PDF')
  JSON.parse(JSON.stringify(report))
  over('JSON copy')
  return answer.length + printed.length
}
