/**
 * Orders as real systems write them, each with its outcome for accounts with either setting of
 * `requirements`.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { accountOf } from '../orders/support/account-of.ts'
import { answerDocument } from '../orders/support/answer-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'

const FOLDER = join(import.meta.dirname, 'requests')

/** A report, or an error with this code and this part of its text. */
type Outcome = 'report' | { readonly code: string; readonly text: string }

interface Row {
  readonly file: string
  readonly path: string
  readonly what: string
  readonly strict: Outcome
  readonly mismo: Outcome
  /** The earlier order whose report number replaces `{report}`. */
  readonly after?: string
  readonly contentType?: string
}

const ROWS = JSON.parse(
  readFileSync(join(import.meta.dirname, 'requests.json'), 'utf8'),
) as readonly Row[]

/** Returns the bytes of an order. Only files whose encoding extends ASCII have a placeholder. */
function bodyOf({ file, after }: Row, reports: ReadonlyMap<string, string>): Buffer {
  const bytes = readFileSync(join(FOLDER, file))
  if (after === undefined) return bytes
  const id = reports.get(after)
  assert.ok(id, `${file} must come after ${after}`)
  return Buffer.from(bytes.toString('latin1').replace('{report}', id), 'latin1')
}

async function outcomeOf(
  row: Row,
  service: RunningService,
  reports: Map<string, string>,
): Promise<{ readonly outcome: Outcome; readonly notes: string }> {
  const type = row.contentType ?? 'application/xml'
  const body = bodyOf(row, reports)
  const answered = await service.post(row.path.slice(1), body, { 'Content-Type': type })
  const answer = answerDocument(answered.body)
  const [code] = answer.texts('STATUS.__Code')
  const notes = answer.texts('RESPONSE.KEY.__Value').join('\n')
  if (code !== undefined) {
    const text = answer.texts('CREDIT_ERROR_MESSAGE._Text').join('\n')
    return { outcome: { code, text }, notes }
  }
  reports.set(row.file, answer.text('CREDIT_RESPONSE._CreditReportIdentifier'))
  return { outcome: 'report', notes }
}

for (const mode of ['strict', 'mismo'] as const) {
  test(`orders of real systems get the response listed for ${mode}`, async (t) => {
    const requirements = mode === 'strict' ? 'interface' : 'mismo'
    const service = await accountOf(await runningService(t), { requirements })
    const reports = new Map<string, string>()
    for (const row of ROWS) {
      await t.test(`${row.file}: ${row.what}`, async () => {
        const { outcome } = await outcomeOf(row, service, reports)
        const expected = row[mode]
        if (expected === 'report' || outcome === 'report')
          return assert.deepEqual(outcome, expected)
        assert.equal(outcome.code, expected.code, outcome.text)
        assert.ok(outcome.text.includes(expected.text), outcome.text)
      })
    }
  })
}

test('an error that the setting mismo would avoid says this, and no other error does', () => {
  for (const { file, strict, mismo } of ROWS) {
    const hinted = strict !== 'report' && strict.text.includes('accepted if the account')
    if (mismo === 'report' && strict !== 'report')
      assert.ok(hinted || /must be an existing date/.test(strict.text), file)
    else assert.ok(!hinted, file)
  }
})

test('unknown parts of an order are noted in its response', async (t) => {
  const service = await accountOf(await runningService(t), { requirements: 'mismo' })
  const noted = async (file: string) => {
    const row = ROWS.find((one) => one.file === file)
    assert.ok(row)
    return (await outcomeOf(row, service, new Map())).notes
  }
  assert.match(await noted('version-unknown.xml'), /not a known MISMO 2\.x version/)
  assert.match(await noted('legacy-phone-and-contact.xml'), /LOAN_PURPOSE is unknown and ignored/)
  assert.match(await noted('reseller-no-request-id.xml'), /TriMerge/)
  assert.doesNotMatch(await noted('syntax-default-namespace.xml'), /unknown/)
})

test('every order is listed, and there are at least 40', () => {
  const files = globSync('*', { cwd: FOLDER }).toSorted()
  assert.deepEqual(files, ROWS.map(({ file }) => file).toSorted())
  assert.ok(files.length >= 40)
})
