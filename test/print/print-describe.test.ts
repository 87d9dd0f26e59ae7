/**
 * How the description of a report words its values. The expected texts are written out, not
 * computed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PrintedForm } from '../../src/documents/tables/printed-forms.ts'
import { addressLine, date, dollars, time, words } from '../../src/documents/wording.ts'
import { describeReport } from '../../src/print/describe-report.ts'
import { renderHtml } from '../../src/print/html.ts'
import type { Page } from '../../src/print/page.ts'
import { renderPdf } from '../../src/print/pdf/pdf.ts'
import { monthSpans, paymentHistory } from '../../src/print/sections/payment-history.ts'
import { emptyReport, fullReport, refreshReport } from './print-reports.ts'

const wordings: readonly [title: string, worded: string, expected: string][] = [
  ['a day', date('2024-03-15'), '03/15/2024'],
  ['the last day of a year', date('1999-12-31'), '12/31/1999'],
  ['a month', date('2024-03'), '03/2024'],
  ['a year', date('2024'), '2024'],
  ['a missing date', date(undefined) + date(''), ''],
  ['an invalid date', date('CONVERTED2'), 'CONVERTED2'],
  ['a time', time('2026-05-04T13:22:41Z'), '05/04/2026 13:22 UTC'],
  ['a time to the millisecond', time('2026-05-04T13:22:41.123Z'), '05/04/2026 13:22 UTC'],
  ['a day instead of a time', time('2026-05-04'), '2026-05-04'],
  ['a missing amount', dollars(undefined), ''],
  ['zero', dollars(0), '$0'],
  ['hundreds', dollars(999), '$999'],
  ['a thousand', dollars(1_000), '$1,000'],
  ['thousands with zeros', dollars(100_029), '$100,029'],
  ['millions', dollars(12_003_450), '$12,003,450'],
  ['the highest amount', dollars(999_999_999_999_999), '$999,999,999,999,999'],
  ['the name of a figure', words('MortgageOpenAccounts'), 'Mortgage open accounts'],
  ['the name of a summary', words('Trimerge_Summary'), 'Trimerge summary'],
  [
    'an address without a city',
    addressLine({ _StreetAddress: '1 A ST', _State: 'ME' }),
    '1 A ST, ME',
  ],
  [
    'an address without a street',
    addressLine({ _City: 'BATH', _State: 'ME', _PostalCode: '04530' }),
    'BATH, ME 04530',
  ],
  [
    'consecutive months',
    monthSpans(['2024-02', '2024-01', '2023-12']).join(),
    '12/2023 to 02/2024',
  ],
  [
    'months with gaps',
    monthSpans(['2024-02', '2024-01', '2023-11', '2023-10-05']).join(' '),
    '02/2024 01/2024 11/2023 10/05/2023',
  ],
]

for (const [title, worded, expected] of wordings) {
  test(`wording: ${title}`, () => assert.equal(worded, expected))
}

test('a payment history shows the year with its newest month and with each December', () => {
  const pattern = { _StartDate: '2026-02-15', _Data: `CN1?${'X'.repeat(96)}` }
  const [history] = paymentHistory(pattern, false)
  const cells = history?.cells.map(({ label, code, tone }) => `${label} ${code} ${tone}`) ?? []
  assert.equal(cells.length, 24)
  assert.deepEqual(
    [...cells.slice(0, 5), cells[14], cells[23]],
    [
      '02/26 C plain',
      '01 N muted',
      '12/25 1 alert',
      '11 ? plain',
      '10 X muted',
      '12/24 X muted',
      '03 X muted',
    ],
  )
  assert.deepEqual(paymentHistory({ _StartDate: '2026', _Data: 'CCC' }, true), [])
  const oneMore = paymentHistory({ _StartDate: '2026-02', _Data: 'C'.repeat(25) }, true)
  assert.equal(oneMore[1]?.title, 'Month 25')
  const all = paymentHistory(pattern, true)
  assert.deepEqual(
    all.map(({ title, cells: [first] }) => `${title}: ${first?.label}`),
    [
      'Payment history: 02/26',
      'Months 25 to 48: 02/24',
      'Months 49 to 72: 02/22',
      'Months 73 to 96: 02/20',
      'Months 97 to 100: 02/18',
    ],
  )
})

const RENDERERS: Readonly<Record<PrintedForm, (page: Page) => Uint8Array>> = {
  PDF: renderPdf,
  HTML: renderHtml,
}

test('drawing a page does not change the parts that descriptions share', () => {
  const reports = [fullReport, emptyReport, refreshReport]
  const before = reports.map((report) => structuredClone(describeReport(report)))
  for (const render of Object.values(RENDERERS)) {
    for (const report of reports) render(describeReport(report))
  }
  assert.deepEqual(
    reports.map((report) => describeReport(report)),
    before,
  )
})
