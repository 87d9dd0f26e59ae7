/**
 * The printed report as HTML: it has the same content as the PDF, and is a self-contained document.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeReport } from '../../src/print/describe-report.ts'
import { renderHtml } from '../../src/print/html.ts'
import { renderPdf } from '../../src/print/pdf/pdf.ts'
import type { Report } from '../../src/reports/report.ts'
import { borrower, emptyReport, fullReport, refreshReport, reportOf } from './print-reports.ts'
import { htmlSections, pdfSections } from './print-sections.ts'

function html(report: Report): string {
  return Buffer.from(renderHtml(describeReport(report))).toString('utf8')
}

const manyScripts = 'Łucja “Ωμέγα” Dvořák Ọ̀yọ́ & <Co> \\ (x)'

const reports: [title: string, report: Report][] = [
  ['a joint report with every kind of item', fullReport],
  ['an empty report', emptyReport],
  ['120 accounts over many sheets', reportOf(120)],
  ['a refresh', refreshReport],
  ['mortgages only', { ...fullReport, mortgagesOnly: true, scores: [] }],
  [
    'a pre-qualification',
    { ...fullReport, hard: false, madeFrom: { how: 'upgraded', reportId: 'R-0' } },
  ],
  [
    'names in several scripts',
    { ...fullReport, borrowers: [{ ...borrower, _UnparsedName: manyScripts }] },
  ],
]
for (const [title, report] of reports) {
  test(`PDF and HTML have the same content in each section: ${title}`, async () => {
    const page = describeReport(report)
    const inPdf = await pdfSections(renderPdf(page), page)
    const inHtml = htmlSections(html(report))
    assert.deepEqual(
      inPdf.map((each) => each.title),
      page.sections.map((each) => each.title),
    )
    assert.deepEqual(inHtml, inPdf)
    assert.ok(inPdf.every(({ text }) => text !== ''))
  })
}

test('the same report is drawn as the same bytes', () => {
  assert.equal(html(fullReport), html(structuredClone(fullReport)))
  assert.notEqual(html(fullReport), html({ ...fullReport, lastUpdatedAt: '2026-05-07T00:00:00Z' }))
})

test('the document loads nothing and runs no scripts', () => {
  const text = html(fullReport)
  assert.doesNotMatch(text, /<(script|link|img|iframe|object|embed|form)\b/)
  assert.doesNotMatch(text, /\s(src|srcset|style|on\w+)=/)
  assert.doesNotMatch(text, /url\(|@import|https?:/)
  assert.match(text, /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/)
  assert.deepEqual(
    Array.from(text.matchAll(/href="([^#"][^"]*)"/g), (match) => match[1]),
    [],
  )
})

test('title and language are set, and the title names no person', () => {
  const text = html(fullReport)
  assert.ok(text.startsWith('<!doctype html>\n<html lang="en-US">'))
  assert.match(text, /<title>Merged Credit Report R-1<\/title>/)
})

test('social security numbers show only their last four digits', () => {
  const text = html(fullReport)
  assert.ok(text.includes('XXX-XX-1234') && text.includes('XXX-XX-2222'))
  assert.doesNotMatch(text, /900-?12-?1234|900-?55-?2222/)
})

test('markup and control characters in a name are never interpreted', () => {
  const name = '</title><script>alert(1)</script>"\'&amp;\u0000\u001b\u202e'
  const text = html({ ...fullReport, borrowers: [{ ...borrower, _UnparsedName: name }] })
  assert.doesNotMatch(text, /<script>/)
  assert.ok(text.includes("&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;amp;"))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f]/)
})

test('only simulated reports have the mark of simulation', () => {
  assert.match(html(fullReport), /<header class="mark">SIMULATED/)
  assert.doesNotMatch(html(emptyReport), /SIMULATED/)
})
