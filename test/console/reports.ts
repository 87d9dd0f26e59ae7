/** Tests the report list and the report page. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { personaOf, personaOrder } from '../../src/sandbox/persona-order.ts'
import { type OperationPath, orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import { openPage, PHONE, resize, type Seen, visitPage, WIDE } from './browser.ts'

/** Returns the positions of elements in whole pixels. Runs in the page. */
function boxesOf(page: Page, selector: string) {
  return page.locator(selector).evaluateAll((all) =>
    all.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return {
        left: Math.round(left),
        right: Math.round(right),
        top: Math.round(top),
        bottom: Math.round(bottom),
      }
    }),
  )
}

/**
 * Checks that all rows of tiles have the same edges, and that the tiles of a row have the same
 * height.
 */
export async function assertEvenTiles(page: Page): Promise<void> {
  const tiles = await boxesOf(page, '.report-tile')
  const rows = Map.groupBy(tiles, ({ top }) => top)
  const edges = [...rows.values()].flatMap((row) => [row.at(0)?.left, row.at(-1)?.right])
  assert.equal(new Set(edges).size, 2, 'each row has the same edges')
  assert.equal(new Set(tiles.map((tile) => tile.bottom)).size, rows.size)
}

/** Orders a report for a persona and opens it. Returns its ID. */
export async function openReportOf(
  id: string,
  { running, page, post }: Seen,
  operation: OperationPath = 'credit_report',
): Promise<string> {
  const persona = personaOf(id)
  assert.ok(persona)
  assert.equal(await post(personaOrder(persona, operation), operation), 200)
  await openPage(page, running, '/reports')
  await page.getByRole('searchbox').fill(persona.ssn.slice(-4))
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText(/matching reports? shown/).waitFor()
  await page.locator('tbody a.stretched').first().click()
  await page.locator('.main .tabs').waitFor()
  return /[^/]+$/.exec(new URL(page.url()).pathname)?.[0] ?? ''
}

/** Clears the search on the page of reports, which keeps the one of an earlier test. */
export async function clearSearch(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Search' }).click()
}

/** Registers the tests, which use the service of the other console tests. */
export function reportTests(seen: () => Seen): void {
  const visit = (path: string) => visitPage(seen(), path)
  /** Opens a report at the address that the page had before. */
  const returnTo = async (address: string) => {
    const page = await visit(address.replace(/^.*\/console/, ''))
    await page.locator('.main .tabs').waitFor()
  }

  test('the report list names bureaus that returned no file, and shows the scores on phones', async (t) => {
    const { post } = seen()
    const frozen = orderDocument('credit_report', { people: [PEOPLE.frozenOne] })
    assert.equal(await post(frozen), 200)
    const page = await visit('/reports')
    t.after(() => page.setViewportSize(WIDE))
    const row = page.locator('tbody tr').first()
    await row.getByText('XPN: security freeze').waitFor()
    assert.deepEqual(await row.locator('.pull.warn').allTextContents(), [
      'XPN borrower 1: security freeze',
    ])
    await resize(page, PHONE)
    assert.ok(
      await row
        .locator('td[data-title="Credit score"]')
        .getByText(/^\d{3}$/)
        .isVisible(),
    )
    assert.ok(await row.getByText('XPN: security freeze').isVisible())
  })

  detail(
    'the report list says that a bureau sent unusable data, as the order list does',
    async () => {
      const { post } = seen()
      const street = 'MAGIC EXPERIAN GARBAGE, TRANSUNION UNREACHABLE'
      const garbled = { people: [{ ...PEOPLE.avery, street }], action: 'ForceNew' }
      assert.equal(await post(orderDocument('credit_report', garbled)), 200)
      for (const list of ['/reports', '/orders']) {
        const page = await visit(list)
        const row = page.locator('tbody tr').first()
        await row.getByText('XPN: unusable data, TUC: no response').waitFor()
      }
    },
  )

  test('the report list shows score, lender case and age, and can be searched and filtered', async (t) => {
    const { post } = seen()
    const couple = [
      { ...PEOPLE.rowan, last: 'Wexcombe', ssn: '901-55-0001' },
      { ...PEOPLE.juno, last: 'Wexcombe', ssn: '901-55-0002' },
    ]
    const joint = { people: couple, requestType: 'Joint', lenderCase: 'LHL-2026-0012345' }
    assert.equal(await post(orderDocument('credit_report', joint)), 200)
    const page = await visit('/reports')
    await page.getByRole('searchbox').fill('Wexcombe')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('1 matching report shown').waitFor()
    assert.ok(!page.url().includes('Wexcombe'))
    const cell = async (title: string) =>
      (await page.locator(`td[data-title="${title}"]`).first().textContent()) ?? ''
    assert.match(await cell('Borrower'), /^R\. W\. •••-••-0001J\. W\. •••-••-0002$/)
    assert.match(await cell('Credit score'), /^(\d{3}|not scored){2}$/)
    assert.equal(await cell('Lender case'), 'LHL-2026-0012345')
    assert.match(await cell('Issued'), /\d today$/)
    assert.equal(await page.locator('tbody th .under').first().textContent(), 'sandbox')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await coming
    assert.equal(download.suggestedFilename(), 'reports.csv')
    const [head, row = '', ...others] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    assert.match(head ?? '', /^report,first_issued,/)
    assert.match(row, /,new,,R\. W\. •••-••-0001; J\. W\. •••-••-0002,.*,LHL-2026-0012345,/)
    assert.deepEqual(others, [])
    await page.getByRole('button', { name: 'Valid', exact: true }).click()
    await page.waitForURL(/validity=valid$/)
    await page.getByText('1 matching report shown').waitFor()
    await page.getByRole('button', { name: 'Expired', exact: true }).click()
    await page.waitForURL(/validity=expired$/)
    await page.getByText('No matching reports').waitFor()
    await page.getByRole('button', { name: 'Valid', exact: true }).click()
    await page.getByLabel('Operation').selectOption('mortgage_only')
    await page.waitForURL(/operation=mortgage_only/)
    await page.getByText('No matching reports').waitFor()
    await page.getByRole('button', { name: 'Show all reports' }).click()
    await page.getByText(/^\d+ reports shown$/).waitFor()
    // A row has two lines: longer texts are shortened, with the full text as the title.
    const heights = (await boxesOf(page, 'tbody tr')).map(({ top, bottom }) => bottom - top)
    assert.ok(heights.length > 1 && heights.every((height) => height <= 60), heights.join())
    const heads = await page.locator('thead th').allTextContents()
    assert.deepEqual(heads.slice(0, 3), ['Borrower', 'Credit score', 'Report'])
    const rows = await page
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => row.clientHeight - 21 * row.querySelectorAll('.borrower').length),
      )
    assert.ok(rows.length > 1 && rows.every((rest) => rest < 30), `a line each: ${rows.join()}`)
    // The ends of lender cases, in which they differ, are visible on small desktops.
    t.after(() => resize(page, WIDE))
    await resize(page, { width: 1_280, height: 800 })
    const cut = await page
      .getByTitle('LHL-2026-0012345')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    assert.equal(cut, 0)
  })

  detail('on phones, the filters of the report list are folded, each with its label', async (t) => {
    const page = await visit('/reports?validity=valid')
    t.after(() => page.setViewportSize(WIDE))
    await page.setViewportSize(PHONE)
    const labels = page.locator('.list-filters label')
    await labels.first().waitFor({ state: 'hidden' })
    await page.getByText('Filters (1)').click()
    assert.deepEqual(await labels.allTextContents(), ['Issued', 'Operation', 'Account'])
    for (const label of await labels.all()) {
      const { width = 0, height = 0 } = (await label.boundingBox()) ?? {}
      assert.ok(width > 20 && height > 10 && (await label.isVisible()))
      assert.equal(await label.evaluate((each) => getComputedStyle(each).clipPath), 'none')
    }
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByText('Filters', { exact: true }).waitFor()
  })

  test('the heading of a report shows masked names, and the window title shows none', async () => {
    const page = await visit('/reports')
    const id = (await page.locator('tbody a.stretched').first().textContent()) ?? ''
    await page.locator('tbody a.stretched').first().click()
    await page
      .getByRole('heading', {
        level: 1,
        name: 'R. W. and J. W.',
        exact: true,
      })
      .waitFor()
    await page.locator('header.heading').getByText(id).waitFor()
    await page.locator('header.heading .badge', { hasText: /^(Valid until|Expired) \w/ }).waitFor()
    assert.equal(await page.title(), `Report ${id} · Trimerge`)
    await page.getByRole('button', { name: 'Reveal' }).click()
    await page.getByLabel('Reason').fill('a title with the name')
    await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
    await page.getByRole('heading', { level: 1, name: /Wexcombe and .*Wexcombe/i }).waitFor()
    assert.equal(await page.title(), `Report ${id} · Trimerge`)
    assert.ok(!page.url().toLowerCase().includes('wexcombe'))
  })

  test('the tiles show a score for each borrower and late payments as counts', async () => {
    const tiles = seen().page.locator('.report-tile')
    const scores = tiles.filter({ hasText: 'Representative score' })
    assert.equal(await scores.count(), 1)
    const figures = await scores.locator('.figure').allTextContents()
    assert.ok(figures.length === 2 && figures.every((figure) => /^\d{3}$/.test(figure)))
    const late = tiles.filter({ hasText: 'Late payments' })
    const lines = await late.locator('.small > p').allTextContents()
    const total = Number(await late.locator('.figure').textContent())
    const counts = /^30 days: (\d+) · 60 days: (\d+) · 90 or more: (\d+)$/.exec(lines[0] ?? '')
    if (total === 0) assert.deepEqual(lines, ['none reported'])
    else {
      assert.match(lines[1] ?? '', /^0–12 months: \d+ · 13–24: \d+ · 25\+: \d+$/)
      assert.match(lines[2] ?? '', /^in \d+ accounts?$/)
    }
    const sum = (counts ?? []).slice(1).reduce((before, count) => before + Number(count), 0)
    assert.equal(sum, total)
    assert.ok((await tiles.locator('dt').allTextContents()).includes('Revolving utilization'))
  })

  detail(
    'a mortgage-only report does not say that the files have no records, inquiries or cards',
    async () => {
      const { page } = seen()
      const joint = page.url()
      await openReportOf('wageEarner', seen(), 'mortgage_only')
      const tile = page.locator('.report-tile').filter({ hasText: 'Revolving utilization' })
      assert.equal(await tile.locator('.figure').textContent(), 'not included')
      for (const title of ['Public records', 'Inquiries']) {
        await page.getByRole('tab', { name: title, exact: true }).click()
        await page.getByText(`${title} not included`).waitFor()
      }
      await page.getByRole('tab', { name: 'Summary' }).click()
      await page.getByRole('table', { name: 'By bureau' }).waitFor()
      assert.equal(await page.getByText(/^None: .*public records/).count(), 0)
      await returnTo(joint)
    },
  )

  detail(
    'a joint report says whose files have alerts, and why one borrower has no score',
    async () => {
      const { page } = seen()
      const joint = page.url()
      await openReportOf('tobias', seen())
      await page
        .getByText('Equifax, Experian, TransUnion (N. O.): Security freeze: no file')
        .waitFor()
      const tile = page.locator('.report-tile').filter({ hasText: 'Representative score' })
      assert.match((await tile.textContent()) ?? '', /No scoreN\. O\. security freeze$/)
      await returnTo(joint)
    },
  )

  test('the worst facts are tiles, rated by age and severity, and link to records and accounts', async () => {
    const { page } = seen()
    const joint = page.url()
    const open = (id: string) => openReportOf(id, seen())
    const tile = (title: string) => page.locator('.report-tile').filter({ hasText: title })
    const toneOf = async (title: string) =>
      /\b(plain|warn|bad)\b/.exec((await tile(title).getAttribute('class')) ?? '')?.[0]
    await open('bankrupt')
    assert.deepEqual(await tile('Derogatory items').locator('.figure').allTextContents(), ['5'])
    await tile('Derogatory items')
      .getByRole('link', { name: /^Bankruptcy chapter 7, discharged \w{3} \d{4}$/ })
      .click()
    await page.getByRole('tab', { name: 'Public records (1)', selected: true }).waitFor()
    // No bankruptcy has an amount, so there is no such column. No date is broken into lines.
    const heads = page.getByRole('table', { name: 'Public records' }).locator('th[scope="col"]')
    assert.deepEqual(await heads.allTextContents(), [
      'Record',
      'Court and docket',
      'Filed',
      'Disposition',
      'Bureaus',
    ])
    await tile('Derogatory items').getByText('4 derogatory accounts: bankruptcy').click()
    await page.getByRole('heading', { name: 'Derogatory accounts (4)' }).waitFor()
    // All late payments are older than two years, so they count less than those of the last year.
    assert.deepEqual([await toneOf('Late payments'), await toneOf('Derogatory')], ['warn', 'bad'])
    await open('delinquent')
    await tile('Derogatory items').getByRole('link', { name: '3 collections, $4,540' }).click()
    await page.getByRole('heading', { name: 'Collections (3)' }).waitFor()
    assert.equal(await toneOf('Revolving utilization'), 'bad')
    await open('deceased')
    const score = await tile('Representative score').textContent()
    assert.equal(score, 'Representative scoreNo scoreSubject deceased')
    await assertEvenTiles(page)
    await resize(page, { width: 1_280, height: 800 })
    const tabs = page.getByRole('tablist', { name: 'Report sections' })
    const hidden = await tabs.evaluate((row) => row.scrollWidth - row.clientWidth)
    assert.equal(hidden, 0, 'no tab is cut off on a laptop')
    await page.setViewportSize(WIDE)
    await returnTo(joint)
  })

  detail('a report without upgrades lists the other reports of its borrower', async () => {
    const { page, post } = seen()
    const joint = page.url()
    const person = { ...PEOPLE.avery, last: 'Thornquist', ssn: '901-55-7743' }
    for (const bureaus of ['YNN', 'YYY']) {
      const order = { people: [person], bureaus, lenderCase: `TQ-${bureaus}` }
      assert.equal(await post(orderDocument('credit_report', order)), 200)
    }
    await visit('/reports')
    const listed = page.locator('tbody a.stretched')
    const [newest = '', older = ''] = (await listed.allTextContents()).slice(0, 2)
    await visit(`/reports/${newest}?view=history`)
    await page.getByRole('tab', { name: 'History (1)', exact: true }).waitFor()
    const others = page.getByRole('region', { name: 'Other reports of the borrower' })
    await others.getByRole('link', { name: `Compare with ${older}` }).waitFor()
    assert.equal(await others.locator('tbody tr').count(), 1)
    await page.getByText('This report has no upgrades, unmerged reports or refreshes.').waitFor()
    await returnTo(joint)
  })

  test('scores take one line for each borrower, and their factors are shown on demand', async () => {
    const { page } = seen()
    const factors = page.locator('.factors')
    const toggle = page.getByRole('heading', { name: 'Scores and factors' })
    const lines = await page.locator('.score-line').allTextContents()
    assert.equal(lines.length, 2)
    for (const line of lines) assert.match(line, /EFX \d{3}XPN \d{3}TUC \d{3}$/)
    assert.equal(await page.locator('.score-figure').first().isVisible(), false)
    assert.equal(await factors.first().isVisible(), false)
    await toggle.click()
    await factors.first().waitFor()
    await toggle.click()
    await factors.first().waitFor({ state: 'hidden' })
    // The text below the value of a cell stays within the cell.
    const wider = await page
      .locator('.accounts td .under')
      .evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
      )
    assert.deepEqual(wider, [])
  })

  detail('the tiles fill their rows, and no fact in the header is broken into lines', async (t) => {
    const { page } = seen()
    t.after(() => page.setViewportSize(WIDE))
    await page.setViewportSize(PHONE)
    // On a phone, the facts are folded when the page opens.
    await page.reload()
    await page.locator('.main .tabs').waitFor()
    const fact = page.getByText('Prepared for')
    await fact.waitFor({ state: 'hidden' })
    const [tabs] = await boxesOf(page, '.main .tabs')
    assert.ok((tabs?.top ?? Infinity) < 1.5 * PHONE.height, `${tabs?.top}`)
    await page.locator('summary', { hasText: 'Details' }).click()
    await fact.waitFor()
    for (const screen of [PHONE, WIDE]) {
      await resize(page, screen)
      await assertEvenTiles(page)
      const facts = await boxesOf(page, '.report-people time, .report-people .mono')
      assert.ok(facts.length >= 3 && facts.every(({ top, bottom }) => bottom - top < 26))
    }
  })

  detail('on a phone, an account is one line that expands to all its data', async (t) => {
    const { page } = seen()
    t.after(() => page.setViewportSize(WIDE))
    await resize(page, WIDE)
    const type = page.locator('.accounts th .under').first()
    const display = await type.evaluate((each) => getComputedStyle(each).display)
    assert.equal(display, 'block', 'on a desktop, the type is below the creditor')
    await page.setViewportSize(PHONE)
    const account = page.locator('.accounts > tbody').first()
    const line = account.getByRole('button', { expanded: false })
    await line.waitFor()
    assert.match((await line.textContent()) ?? '', /[A-Z]{3}.*\$[\d,]+.*(Open|Closed|Paid)/)
    // Red marks amounts that are past due now. Past late payments are counted.
    const red = await page.locator('.fold .late').allTextContents()
    assert.ok(red.every((mark) => mark.startsWith('Past due')))
    const counted = await page.locator('.fold .was-late').allTextContents()
    assert.ok(counted.every((mark) => /^Late \d+×[369]0/.test(mark)))
    const [folded] = await boxesOf(page, '.accounts > tbody:first-of-type')
    assert.ok((folded?.bottom ?? Infinity) - (folded?.top ?? 0) < 90)
    assert.equal(await account.locator('.payments').isVisible(), false)
    await line.click()
    assert.ok(await account.locator('.payments').isVisible())
    await account.getByRole('button', { expanded: true }).click()
    await account.locator('.payments').waitFor({ state: 'hidden' })
  })

  test('payment codes have a legend, and each month explains its code', async () => {
    const page = seen().page
    const legend = page.getByRole('region', { name: 'Payment codes' }).last()
    assert.match((await legend.textContent()) ?? '', /EFXEquifax.*B, Cborrower.*Cpaid as agreed/)
    const months = page.locator('.payments > div')
    const titles = await months.evaluateAll((all) => all.map((each) => each.getAttribute('title')))
    const texts = await months.evaluateAll((all) => all.map((each) => each.textContent ?? ''))
    assert.ok(titles.length > 20)
    for (const [index, text] of texts.entries()) {
      if (text.endsWith('C')) assert.match(titles[index] ?? '', /^\d\d(\/\d\d)?: paid as agreed$/)
    }
    assert.ok(titles.every((title) => title !== null && !title.includes('unknown')))
  })

  test('the tabs stay in view in a long report, and another tab is shown from its top', async () => {
    const page = seen().page
    await page.locator('.accounts').last().scrollIntoViewIfNeeded()
    const tabs = page.getByRole('tablist', { name: 'Report sections' })
    const topOf = (element: ReturnType<Page['locator']>) =>
      element.evaluate((each) => Math.round(each.getBoundingClientRect().top))
    assert.equal(await topOf(tabs), 0)
    assert.ok((await topOf(page.locator('.accounts').first())) < 0)
    await page.getByRole('tab', { name: 'Equifax' }).click()
    await page.getByText('The figures above are of the merged report.').waitFor()
    // One bureau needs no column of bureaus, and the masked fields are named once.
    assert.equal(await page.locator('td[data-title="Bureaus"]').count(), 0)
    const identity = page.locator('section.panel', { hasText: 'In file since' }).first()
    assert.match((await identity.textContent()) ?? '', /^Equifax: R\. W\./)
    await identity.getByText(/^Masked until the report is revealed: date of birth, /).waitFor()
    assert.equal((await identity.textContent())?.match(/masked/gi)?.length, 1)
    await page.getByRole('button', { name: /^Go to J/ }).click()
    const ofSecond = page.getByRole('heading', { name: /^Equifax: J/ })
    assert.ok((await topOf(ofSecond)) < WIDE.height, 'the file of the co-borrower is in view')
    await page.getByRole('tab', { name: 'Summary' }).click()
    await page
      .getByRole('heading', { name: /^By bureau/ })
      .first()
      .waitFor()
    const [bar, panel] = [await topOf(tabs), await topOf(page.getByRole('tabpanel'))]
    assert.ok(bar >= 0 && panel > bar, `${bar}, ${panel}`)
  })

  test('the summary is a matrix by bureau, by type of account and by borrower', async (t) => {
    const page = seen().page
    t.after(() => page.setViewportSize(WIDE))
    const bureaus = page.locator('section.panel', { hasText: 'By bureau' }).first()
    const heads = await bureaus.locator('thead th').allTextContents()
    assert.deepEqual(heads, ['Figure', 'Merged', 'EFX', 'XPN', 'TUC'])
    const row = await bureaus
      .getByRole('row', { name: /^Accounts/ })
      .locator('td')
      .allTextContents()
    assert.ok(row.every((count) => Number(count) > 0))
    assert.ok(row.slice(1).every((count) => Number(count) <= Number(row[0])))
    const types = page.locator('section.panel', { hasText: 'By type of account' }).first()
    // A type without accounts has no row. Its name is in one line below.
    const shown = await types.locator('tbody tr').count()
    // The same line names each figure that is zero for every type.
    const columns = (await types.locator('thead th').count()) - 1
    const none = (await types.locator('p.matrix-none, .matrix-none > p').textContent()) ?? ''
    assert.equal(shown + columns + none.replace('None: ', '').split('; ').length, 6 + 11)
    // A figure is marked if the two other bureaus agree on another value.
    await page.getByText('Marked: a bureau’s figure that differs from what most report.').waitFor()
    const figures = await page
      .locator('section.panel', { hasText: 'By bureau' })
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((each) =>
          [...each.querySelectorAll('td')].map((cell) => ({
            text: cell.textContent,
            isMarked: cell.querySelector('mark') !== null,
          })),
        ),
      )
    assert.ok(figures.flat().some(({ isMarked }) => isMarked))
    for (const [merged, ...cells] of figures) {
      assert.equal(merged?.isMarked, false)
      for (const { text, isMarked } of cells) {
        const others = cells.filter((each) => each.text !== text)
        const isOdd = others.length === 2 && others[0]?.text === others[1]?.text
        assert.equal(isMarked, isOdd, `${text} of ${cells.map((each) => each.text).join()}`)
      }
    }
    const counts = await types.locator('tbody tr td:nth-of-type(1)').allTextContents()
    const [total = 0, ...each] = counts.map(Number).reverse()
    assert.equal(
      each.reduce((sum, count) => sum + count, 0),
      total,
    )
    // The other figures are in groups, with a column for each borrower.
    const group = (title: string) => page.getByRole('group', { name: title, exact: true })
    for (const title of ['Files', 'Accounts', 'Revolving credit', 'Late and derogatory']) {
      const columns = await group(title).locator('thead th').allTextContents()
      assert.deepEqual(columns, ['Figure', 'R. W.', 'J. W.'], title)
    }
    const merged = /Accounts reported by more than one bureau\d/
    assert.match((await group('Accounts').textContent()) ?? '', merged)
    const inquiries = await group('Inquiries by period: R. W.').locator('tbody tr').all()
    assert.ok(inquiries.length > 0)
    for (const period of inquiries) {
      const [all = 0, repeats = 0, without] = (await period.locator('td').allTextContents()).map(
        Number,
      )
      assert.equal(all - repeats, without)
    }
    // Each model has one range, in the terms of the scores, and no name of the XML is shown.
    const more = page.locator('.additional-data')
    await more.getByRole('heading', { name: 'Additional data' }).click()
    const facts = (await more.locator('dl').textContent()) ?? ''
    assert.match(facts, /Equifax Beacon 5\.0, range334–818.*of R\. W\., percentile\d+/)
    assert.doesNotMatch(facts, /minimum|rank percent|CRRM/i)
    await resize(page, PHONE)
    // A phone shows the most important figures first, and the others on demand.
    const figure = (title: string) => types.locator(`td[data-title="${title}"]`).first()
    assert.ok(await figure('Balance').isVisible())
    assert.equal(await figure('High credit').isVisible(), false)
    await types.getByText('Other figures by type').click()
    await figure('High credit').waitFor()
    for (const matrix of [bureaus, types, page.locator('.figure-groups')]) {
      const hidden = await matrix
        .locator('.scroll')
        .evaluateAll((all) => all.map((box) => box.scrollWidth - box.clientWidth))
      assert.ok(
        hidden.every((width) => width === 0),
        'nothing of the matrix is cut off on a phone',
      )
    }
  })
}
