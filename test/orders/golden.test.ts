/**
 * Compares whole responses byte by byte, with a fixed clock. `UPDATE=1` rewrites the golden files;
 * review their difference as part of the change that caused it.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../support/running-service.ts'
import { type Asked, type OperationPath, orderDocument, PEOPLE } from './support/order-document.ts'
import { readAnswer, reported } from './support/ordered.ts'

const FOLDER = join(import.meta.dirname, '../golden')
const { rowan, juno, frozenOne, noHit, avery } = PEOPLE
const couple = [rowan, juno]

interface Golden {
  readonly operation: OperationPath
  readonly asked: Asked
  /** Places the orders that must exist before the golden one. */
  readonly before?: (service: RunningService) => Promise<unknown>
}

const GOLDEN: Readonly<Record<string, Golden>> = {
  'credit-report': { operation: 'credit_report', asked: {} },
  'credit-report-joint': { operation: 'credit_report', asked: { people: couple } },
  'credit-report-unmerged': {
    operation: 'credit_report',
    asked: { people: [juno], action: 'Unmerge', dialect: 'neutral' },
    before: (service) => reported(service, 'credit_report', { people: couple }),
  },
  'pre-qualification-as-elements': {
    operation: 'pre_qualification',
    asked: { dialect: 'elements' },
  },
  'mortgage-only-with-scores': { operation: 'mortgage_only', asked: {} },
  'mortgage-only-without-scores-literal': {
    operation: 'mortgage_only',
    asked: { dialect: 'literal', typeOther: 'SoftCheck', description: 'MortgageOnly' },
  },
  'mortgage-only-frozen-at-one': { operation: 'mortgage_only', asked: { people: [frozenOne] } },
  'refresh-joint': {
    operation: 'refresh_report',
    asked: { people: couple },
    before: (service) => reported(service, 'credit_report', { people: couple }),
  },
  'refused-for-several-faults': {
    operation: 'mortgage_only',
    asked: {
      dialect: 'neutral',
      action: 'Unmerge',
      bureaus: 'NNN',
      people: [{ ...avery, zip: 'x', ssn: '1' }],
    },
  },
  'no-file-anywhere': { operation: 'credit_report', asked: { people: [noHit] } },
}

/** Removes the printed report, which has its own tests. */
function withoutPrinted(answer: string): string {
  return answer.replace(/(<DOCUMENT><!\[CDATA\[)[^\]]*/, '$1…')
}

for (const [name, { operation, asked, before }] of Object.entries(GOLDEN)) {
  test(`the response to ${name} matches its golden file`, async (t) => {
    const service = await runningService(t, { surroundings: fixedSurroundings() })
    await before?.(service)
    const answered = await service.post(operation, orderDocument(operation, asked))
    readAnswer(operation, answered)
    const file = join(FOLDER, `${name}.xml`)
    if (process.env.UPDATE === '1') writeFileSync(file, withoutPrinted(answered.body))
    assert.equal(withoutPrinted(answered.body), readFileSync(file, 'utf8'))
  })
}

test('every golden file belongs to a test', () => {
  const files = globSync('*.xml', { cwd: FOLDER }).map((file) => file.replace('.xml', ''))
  assert.deepEqual(files.toSorted(), Object.keys(GOLDEN).toSorted())
})
