/**
 * Whole answers, letter by letter, with a clock that stands still. `UPDATE=1` rewrites them; the
 * difference is then read as part of the change that made it.
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
  /** What was ordered before. */
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

/** The printed report is compared by its own tests. */
function withoutPrinted(answer: string): string {
  return answer.replace(/(<DOCUMENT><!\[CDATA\[)[^\]]*/, '$1…')
}

for (const [name, { operation, asked, before }] of Object.entries(GOLDEN)) {
  test(`${name} is answered as it always was`, async (t) => {
    const service = await runningService(t, { surroundings: fixedSurroundings() })
    await before?.(service)
    const answered = await service.post(operation, orderDocument(operation, asked))
    readAnswer(operation, answered)
    const file = join(FOLDER, `${name}.xml`)
    if (process.env.UPDATE === '1') writeFileSync(file, withoutPrinted(answered.body))
    assert.equal(withoutPrinted(answered.body), readFileSync(file, 'utf8'))
  })
}

test('every golden answer belongs to a test', () => {
  const files = globSync('*.xml', { cwd: FOLDER }).map((file) => file.replace('.xml', ''))
  assert.deepEqual(files.toSorted(), Object.keys(GOLDEN).toSorted())
})
