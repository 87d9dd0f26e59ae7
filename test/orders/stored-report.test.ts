/** A stored report that is opened again equals the report as issued. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import { OPERATION_NAMES } from '../../src/orders/intake/products.ts'
import { openReport, relabelBorrowers } from '../../src/orders/stored-report.ts'
import type { Printer } from '../../src/print/printer.ts'
import type { Report } from '../../src/reports/report.ts'
import { personaOrder } from '../../src/sandbox/persona-order.ts'
import { account, file, merged } from '../reports/merge/merge-files.ts'
import { partOf } from '../support/length.ts'
import { runningService } from '../support/running-service.ts'

const DIALECTS = ['mismo', 'neutral', 'literal', 'elements', 'json'] as const
const OPERATIONS = OPERATION_NAMES.filter((name) => name !== 'refresh_report')

test('every persona’s report opens as it was issued, in every dialect', async (t) => {
  const issued: Report[] = []
  const printer: Printer = {
    print: async (report) => {
      issued.push(structuredClone(report))
      return new Uint8Array(1)
    },
    close: async () => {},
  }
  const service = await runningService(t, { surroundings: { ...REAL_ENVIRONMENT, printer } })
  const personas = partOf(PERSONAS, 2)
  for (const [index, persona] of personas.entries()) {
    const operation = OPERATIONS[index % OPERATIONS.length] ?? 'credit_report'
    const dialect = DIALECTS[index % DIALECTS.length] ?? 'mismo'
    await service.post(operation, personaOrder(persona, operation, { dialect }))
  }
  assert.ok(issued.length > personas.length / 2, `${issued.length} reports`)
  for (const report of issued) {
    const opened = await openReport({ name: service.account }, report.id, service.storage)
    assert.deepEqual(plain(opened?.content.report), plain(report), report.id)
  }
})

test('a remark about a borrower stays with that person when the borrower IDs change', () => {
  const used = account({ _AccountOwnershipType: 'AuthorizedUser' })
  const files = [account(), used].map((one) => [file('Equifax', { accounts: [one] })])
  const report = merged(files)
  const remarksOf = ({ liabilities }: Pick<Report, 'liabilities'>) =>
    liabilities.flatMap(({ CREDIT_COMMENT = [] }) => CREDIT_COMMENT.flatMap(({ _Text }) => _Text))
  assert.deepEqual(remarksOf(report), ['Borrower C1 is an authorized user of this account.'])
  const swapped = new Map([
    ['B1', 'C1'],
    ['C1', 'B1'],
  ])
  assert.deepEqual(remarksOf(relabelBorrowers(report as Report, swapped)), [
    'Borrower B1 is an authorized user of this account.',
  ])
})

/** The report as JSON stores it: undefined members are absent. */
function plain(report: Report | undefined): unknown {
  return JSON.parse(JSON.stringify(report ?? null))
}
