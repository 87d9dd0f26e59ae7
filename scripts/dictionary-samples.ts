/**
 * Writes samples of the sealed content of orders, to train a dictionary for its compression:
 * responses, reports and printed reports of invented borrowers, most of them in the most common
 * form.
 *
 * Run: node scripts/dictionary-samples.ts FOLDER, and then for each part
 *   zstd --train FOLDER/answer/* --maxdict=16384 -o answer.dictionary
 * A dictionary that a release has used is never deleted; a new one gets its own form in
 * `src/store/sealing/dictionaries.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulatedBureaus } from '../src/bureaus/simulator/simulator.ts'
import { makeReport } from '../src/orders/fulfil/make-report.ts'
import { writeAnswer } from '../src/orders/fulfil/write-response.ts'
import { OPERATIONS } from '../src/orders/intake/operation.ts'
import { AccountProfile } from '../src/orders/intake/ordering-account.ts'
import { parseRequest } from '../src/orders/intake/parse-request.ts'
import { printedChoice } from '../src/orders/intake/preferred-form.ts'
import type { OperationName } from '../src/orders/intake/products.ts'
import { contentToStore, type ReportedBorrower } from '../src/orders/stored-report.ts'
import type { Tools } from '../src/orders/tools.ts'
import { describeReport } from '../src/print/describe-report.ts'
import { renderPdf } from '../src/print/pdf/pdf.ts'
import { jsonBytes } from '../src/store/sealing/packed.ts'

const SAMPLES = 400
/**
 * The distance between the numbers of consecutive borrowers, so large that they have nothing in
 * common.
 */
const STEP = 7_919

/** The example and the operation of each tenth of the samples. */
const TENTHS: readonly (readonly [string, OperationName])[] = [
  ...Array.from({ length: 6 }, () => ['credit-report.xml', 'credit_report'] as const),
  ['joint.xml', 'credit_report'],
  ['mortgage-only.xml', 'mortgage_only'],
  ['elements.xml', 'mortgage_only'],
  ['credit-report.json', 'credit_report'],
]

const NOW = new Date('2026-06-15T12:00:00Z')
const account = { name: 'sample', profile: AccountProfile.parse({}) }
const bureaus = createSimulatedBureaus({
  epoch: new Date('2026-06-01T00:00:00Z'),
  timeoutMs: 1_000,
})

function toolsOf(round: number): Tools {
  const tools: Partial<Tools> = {
    newId: () => `R${(1e10 + round * STEP).toString(36).toUpperCase()}`,
    bureaus: Object.fromEntries(bureaus.map((bureau) => [bureau.name, bureau])) as Tools['bureaus'],
    respondingParty: {
      _Name: 'Sample Credit',
      _StreetAddress: '1 Sample St',
      _City: 'Portland',
      _State: 'ME',
      _PostalCode: '04101',
      CONTACT_DETAIL: { _Name: '', CONTACT_POINT: [{ _Type: 'Phone', _Value: '(207) 555-0100' }] },
    },
  }
  return tools as Tools
}

/**
 * Returns the request of an example for another borrower, with a number in an area that is never
 * issued.
 */
function requestOf(example: string, round: number): Uint8Array {
  const letters = [...String(round * STEP)].map((digit) => 'abcdefghij'.charAt(Number(digit)))
  const ssn = (first: number) => String(first + round * STEP)
  return Buffer.from(
    readFileSync(join('examples', example), 'utf8')
      .replaceAll(/900-12-1234|900-55-1111/g, ssn(901_000_000))
      .replaceAll('900-55-2222', ssn(951_000_000))
      .replaceAll(/Sandford|Castellane/g, `B${letters.join('')}`),
  )
}

const PARTS = ['answer', 'report', 'PDF'] as const

async function sample(round: number): Promise<Record<(typeof PARTS)[number], Uint8Array>> {
  const [example, name] = TENTHS[round % TENTHS.length] ?? ['credit-report.xml', 'credit_report']
  const operation = OPERATIONS[name]
  const body = requestOf(example, round)
  const parsed = await parseRequest(operation, body, undefined, 'interface', NOW)
  const { order, dialect, versions } = parsed
  if (order === undefined) throw new Error(`${example} is not a valid order`)
  const tools = toolsOf(round)
  const borrowers: ReportedBorrower[] = []
  for (const { borrowerId, subject } of order.borrowers) {
    const request = { orderId: 'O1', subject, hard: order.product.hard, endUser: account.name }
    const wanted = { scoreWanted: order.product.scores, purpose: account.profile.purpose }
    const { signal } = new AbortController()
    const rest = { earlierInquiries: [], askedAt: NOW, signal }
    const pulls = bureaus.map((bureau) => bureau.pull({ ...request, ...wanted, ...rest }))
    borrowers.push({ borrowerId, pulls: await Promise.all(pulls) })
  }
  const plan = { kind: 'report', origin: 'new', pulls: [], filesOf: () => borrowers } as const
  const { content } = makeReport({ order, account, plan, pulls: [], issuedAt: NOW }, tools)
  const choice = printedChoice(order.document, account)
  const facts = { respondedAt: NOW, origin: 'new', priceCents: 4_200 } as const
  const context = { order, account, dialect, versions, choice, ...facts }
  return {
    answer: writeAnswer(content.report, context),
    report: jsonBytes(contentToStore(content, name)),
    PDF: renderPdf(describeReport(content.report)),
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node scripts/dictionary-samples.ts FOLDER')
for (const part of PARTS) mkdirSync(join(folder, part), { recursive: true })
for (let round = 0; round < SAMPLES; round++) {
  const parts = await sample(round)
  for (const part of PARTS) writeFileSync(join(folder, part, String(round)), parts[part])
}
