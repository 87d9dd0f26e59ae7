/**
 * The HTML form in a browser: axe finds no accessibility problem on any screen, in light or dark
 * mode.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { describeReport } from '../../src/print/describe-report.ts'
import { renderHtml } from '../../src/print/html.ts'
import type { Report } from '../../src/reports/report.ts'
import { launchBrowser } from '../support/browser.ts'
import { partOf } from '../support/length.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { dense, readPdf } from './print-read.ts'
import { emptyReport, fullReport, refreshReport, reportOf } from './print-reports.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const folder = temporaryFolder()
let browser: Browser

before(async () => {
  browser = await launchBrowser()
})

after(async () => {
  await browser?.close()
})

interface Screen {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

async function opened(report: Report, { width, colorScheme }: Screen): Promise<Page> {
  const file = join(folder, `${report.id}.html`)
  writeFileSync(file, renderHtml(describeReport(report)))
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme,
    bypassCSP: true,
  })
  await page.goto(pathToFileURL(file).href)
  return page
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** Results other than violations, and style sheets as text, would take half of the time. */
const OPTIONS = JSON.stringify({ preload: false, resultTypes: ['violations'] })

async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE })
  const result = await page.evaluate<AxeResult>(`axe.run(document, ${OPTIONS})`)
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const reports: [title: string, report: Report][] = [
  ['a joint report with every kind of item', fullReport],
  ['an empty report', emptyReport],
  ['a refresh', refreshReport],
]
const screens: [title: string, screen: Screen][] = [
  ['on a wide screen, light', { width: 1_280, colorScheme: 'light' }],
  ['on a wide screen, dark', { width: 1_280, colorScheme: 'dark' }],
  ['on a phone, light', { width: 360, colorScheme: 'light' }],
  ['on a phone, dark', { width: 360, colorScheme: 'dark' }],
]
/** Screens of each width and each color scheme at least once. All of them at full length. */
const tested = partOf(screens, 3)
for (const [reportTitle, report] of reports) {
  for (const [screenTitle, screen] of tested) {
    test(`axe finds no problem in ${reportTitle} ${screenTitle}`, async () => {
      const page = await opened(report, screen)
      assert.deepEqual(await violations(page), [])
      await page.close()
    })
  }
}

test('control: axe finds a text with too little contrast', async () => {
  const page = await opened(emptyReport, { width: 1_280, colorScheme: 'light' })
  await page.evaluate("document.querySelector('h1').style.color = '#cccccc'")
  assert.deepEqual(
    (await violations(page)).map((each) => each.split(':')[0]),
    ['color-contrast'],
  )
  await page.close()
})

for (const width of [320, 375, 768, 1_280]) {
  test(`no part of a long report is wider than a screen of ${width} pixels`, async () => {
    const page = await opened(reportOf(30), { width, colorScheme: 'light' })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
    await page.close()
  })
}

test('on a wide screen, both values of a cell with figures are beside those of the other cells', async () => {
  const page = await opened(reportOf(30), { width: 1_280, colorScheme: 'light' })
  const heights = await page.evaluate<number[]>(`
    const values = [...document.querySelectorAll('td.right > span, td.center > span')]
    values.map((value) => Math.round(value.getBoundingClientRect().height))`)
  await page.close()
  assert.ok(heights.length > 100)
  assert.equal(new Set(heights).size, 1, 'every value is on one line')
})

test('on a phone, the figures of both borrowers are below the name of their figure', async () => {
  const page = await opened(fullReport, { width: 360, colorScheme: 'light' })
  const tops = await page.evaluate<number[][]>(`
    const title = [...document.querySelectorAll('h2')].find((each) => each.textContent === 'Figures by borrower')
    const rows = [...title.parentElement.querySelectorAll('tbody tr')]
    rows.map((row) => [...row.cells].map((cell) => Math.round(cell.getBoundingClientRect().top)))`)
  await page.close()
  assert.ok(tops.length > 0)
  for (const [first, ofB, ofC, second, alsoOfB, alsoOfC] of tops as [number, ...number[]][]) {
    assert.deepEqual([ofB, alsoOfB], [ofC, alsoOfC])
    assert.ok(
      first < Number(ofB) && Number(ofB) < Number(second) && Number(second) <= Number(alsoOfB),
    )
  }
})

test('light and dark mode have different backgrounds', async () => {
  const grounds = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await opened(emptyReport, { width: 800, colorScheme })
    grounds.push(
      await page.evaluate("getComputedStyle(document.querySelector('main')).backgroundColor"),
    )
    await page.close()
  }
  assert.deepEqual(grounds, ['rgb(255, 255, 255)', 'rgb(23, 27, 32)'])
})

test('the printout is light, without links', async () => {
  const page = await opened(fullReport, { width: 1_280, colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const seen = await page.evaluate(
    "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('nav')).display]",
  )
  assert.deepEqual(seen, ['rgb(255, 255, 255)', 'none'])
  await page.close()
})

test('every sheet of the printout has the mark of simulation, the foot of the report and its number', async () => {
  const page = await opened(reportOf(30), { width: 1_280, colorScheme: 'light' })
  const { sheets } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  await page.close()
  assert.ok(sheets.length > 3, String(sheets.length))
  const { mark, foot } = describeReport(reportOf(30))
  for (const [index, sheet] of sheets.entries()) {
    const text = dense(sheet)
    for (const each of [mark, ...foot]) {
      assert.equal(text.split(dense(each)).length, 2, `${each} on sheet ${index + 1}`)
    }
    assert.ok(text.includes(`Page${index + 1}of${sheets.length}`), `sheet ${index + 1}`)
  }
})

test('the content security policy of the document allows its style sheet', async () => {
  const file = join(folder, 'policy.html')
  writeFileSync(file, renderHtml(describeReport(fullReport)))
  const page = await browser.newPage()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(pathToFileURL(file).href)
  assert.deepEqual(said, [])
  const width = await page.evaluate("getComputedStyle(document.querySelector('main')).borderRadius")
  assert.equal(width, '6px')
  await page.close()
})
