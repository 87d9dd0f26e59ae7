import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readPdf } from '../print/print-read.ts'
import { EXAMPLES } from '../support/examples.ts'
import { runningService } from '../support/running-service.ts'
import type { OperationPath } from './support/order-document.ts'
import { readAnswer, reportIdOf } from './support/ordered.ts'

/** Origins of the examples whose response is not a new report. */
const ORIGINS: Readonly<Record<string, string>> = {
  'refresh-report.xml': 'refreshed',
  'joint-reissue.xml': 'reissued',
  'joint-refresh-elements.xml': 'refreshed',
  // The same product for the same borrower as in mortgage-only.xml.
  'elements.xml': 'existing',
  // The same product for the same borrower as in credit-report.xml.
  'credit-report.json': 'existing',
}

const folder = join(import.meta.dirname, '../../examples')

test('every example returns a report in its dialect', async (t) => {
  const service = await runningService(t)
  const reports = new Map<string, string>()
  // The list has the prerequisites of an example before the example itself.
  for (const { file, path, dialect, after } of EXAMPLES) {
    await t.test(file, async () => {
      const operation = path.slice(1) as OperationPath
      const answered = await service.post(operation, readFileSync(join(folder, file)))
      const report = readAnswer(operation, answered)
      assert.equal(report.code, undefined, report.answer.texts('_Text').join('; '))
      assert.equal(report.status, 200)
      assert.equal(report.answer.dialect, dialect)
      const id = reportIdOf(report)
      const printed = report.answer.printed()
      assert.equal(printed.subarray(0, 5).toString(), '%PDF-')
      assert.match(printed.subarray(-8).toString(), /%%EOF/)
      const text = (await readPdf(printed)).sheets.join(' ')
      assert.equal(report.answer.key('ReportOrigin'), ORIGINS[file] ?? 'new')
      if (file === 'joint-reissue.xml') assert.equal(id, reports.get(after ?? ''))
      assert.ok(text.includes(id), 'the printed report shows its number')
      reports.set(file, id)
    })
  }
})
