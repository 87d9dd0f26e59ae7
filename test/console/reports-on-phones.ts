/** Tests reports on phones: the list, the tabs below the bar, and the summary. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { detail } from '../support/detail.ts'
import { openPage, PHONE, resize, type Seen, WIDE } from './browser.ts'
import { clearSearch, openReportOf } from './reports.ts'

/** Opens the same address in a browser with a touch screen. */
async function touchPage(page: Page): Promise<Page> {
  const { width, height } = PHONE
  const context = await page
    .context()
    .browser()
    ?.newContext({
      viewport: { width, height },
      hasTouch: true,
      storageState: await page.context().storageState(),
    })
  assert.ok(context)
  const touched = await context.newPage()
  await touched.goto(page.url())
  return touched
}

/** Registers the tests, which use the service of the other console tests. */
export function reportsOnPhonesTests(seen: () => Seen): void {
  detail(
    'on a touch screen, the tabs of a report stick below the bar and hide the content behind them',
    async (t) => {
      const { page } = seen()
      await openReportOf('avery', seen())
      const touched = await touchPage(page)
      t.after(() => touched.context().close())
      await touched.locator('.accounts').last().scrollIntoViewIfNeeded()
      const { bar, tabs, mask, ground } = await touched
        .getByRole('tablist', { name: 'Report sections' })
        .evaluate((row) => {
          const isSticky = (each: Element) => getComputedStyle(each).position === 'sticky'
          const box = isSticky(row) ? row : (row.parentElement ?? row)
          const { maskImage, backgroundColor } = getComputedStyle(box)
          return {
            bar: document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0,
            tabs: box.getBoundingClientRect().top,
            mask: maskImage,
            ground: backgroundColor,
          }
        })
      assert.ok(bar > 50 && Math.abs(tabs - bar) < 1, `${tabs} below ${bar}`)
      assert.equal(mask, 'none')
      assert.match(ground, /^rgb\(/)
    },
  )

  detail('on a phone, figures of the summary share lines, and zeros are folded', async (t) => {
    const { page } = seen()
    t.after(() => page.setViewportSize(WIDE))
    await openReportOf('avery', seen())
    await page.getByRole('tab', { name: 'Summary' }).click()
    await resize(page, PHONE)
    const types = page.getByRole('group', { name: 'By type of account', exact: true })
    await types.waitFor()
    const rows = await types.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => {
        const tops = [...row.querySelectorAll('td')].map((td) => td.getBoundingClientRect().top)
        return tops.filter((top) => top === tops.at(-1)).length
      }),
    )
    assert.ok(rows.length > 2 && rows.every((inLastLine) => inLastLine > 1), rows.join())
    const none = await page
      .locator('.matrix-none')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    assert.ok(none.length > 2 && none.every((height) => height < 60), none.join())
    const folded = page.locator('details.matrix-none').last()
    await folded.getByText(/^\d+ figures with nothing to report$/).click()
    await folded.getByText(/mortgage late payments, 0–12 months; /).waitFor()
  })

  detail('on the narrowest screens, the filters of accounts fit on the page', async (t) => {
    const { page } = seen()
    t.after(() => page.setViewportSize(WIDE))
    await openReportOf('delinquent', seen())
    await resize(page, { width: 320, height: 800 })
    const filters = page.getByRole('group', { name: 'Accounts', exact: true })
    assert.ok((await filters.getByRole('button').count()) > 4)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
  })

  detail('on a phone, the report list shows lender case and account', async (t) => {
    const { page, running } = seen()
    t.after(() => page.setViewportSize(WIDE))
    await openPage(page, running, '/reports')
    await resize(page, PHONE)
    const row = page.locator('tbody tr').filter({ hasText: 'SANDBOX-1' }).first()
    assert.ok(await row.getByText('SANDBOX-1').isVisible())
    assert.ok(await row.getByText('sandbox', { exact: true }).isVisible())
  })

  detail('an empty list of reports without a search names the filter that is set', async () => {
    const { page, running } = seen()
    await openPage(page, running, '/reports?from=2001-01-01&to=2001-01-02')
    await clearSearch(page)
    await page.getByText('No reports match the filters').waitFor()
    assert.equal(await page.getByText('You can search for').count(), 0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText(/^\d+ reports shown$/).waitFor()
  })
}
