/** Tests the order list: outcomes, time range, views, export and keyboard shortcuts. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import {
  PHONE,
  resize,
  type Seen,
  sendEvent,
  settled,
  visitPage,
  WIDE,
  waitForFocus,
} from './browser.ts'

/** Registers the tests, which use the service of the other console tests. */
export function orderListTests(seen: () => Seen): void {
  const visit = (path: string) => visitPage(seen(), path)
  const resultOf = async (page: Page, row: number) =>
    (await page.locator('td[data-title="Result"]').nth(row).textContent()) ?? ''

  test('each row of the order list shows the origin of its report or the error', async () => {
    const { post } = seen()
    const people = [{ ...PEOPLE.avery, last: 'Quillon', ssn: '901-44-0003' }]
    const same = (requestId: string) => orderDocument('credit_report', { people, requestId })
    assert.equal(await post(same('list-1')), 200)
    for (let copy = 0; copy < 3; copy += 1) assert.equal(await post(same('list-2')), 200)
    const unknown = { action: 'Reissue', reportId: 'R000000000000001', people }
    assert.equal(await post(orderDocument('credit_report', unknown)), 200)
    const frozen = { people: [PEOPLE.frozenOne], action: 'ForceNew' }
    assert.equal(await post(orderDocument('credit_report', frozen)), 200)
    const page = await visit('/orders')
    await page.getByText('Existing report returned').first().waitFor()
    // The coloured mark of a bureau is also explained in words.
    const missing = /CompletedNew report, [EXT]\w\w: security freeze$/
    assert.match(await resultOf(page, 0), missing)
    const heads = await page.locator('thead th').allTextContents()
    assert.equal(heads.at(-1), 'Charged, Duration')
    const charged = page.locator('td[data-title="Charged"]')
    assert.match((await charged.nth(0).textContent()) ?? '', /^\$\d+\.\d\d \d+ ms$/)
    assert.match((await charged.nth(1).textContent()) ?? '', /^no charge (\d|under)/)
    assert.match(await resultOf(page, 1), /Rejected E061Report not found\.$/)
    assert.match(await resultOf(page, 2), /CompletedExisting report returned, retried 2 times$/)
    assert.match(await resultOf(page, 3), /CompletedNew report$/)
    await page.locator('tbody tr').nth(2).getByRole('link').first().click()
    const order = page.getByRole('region', { name: 'Result' })
    await order.getByText(/^Retried 2 times, last on .*: each got the stored response/).waitFor()
    // The durations of the steps add up to the duration of the order.
    const steps = page.getByRole('table', { name: 'Duration by step' })
    const number = (name: RegExp) => steps.getByRole('row', { name }).locator('.number')
    const facts = page.locator('dl.facts > div', { hasText: 'Duration' })
    const took = await facts.locator('dd').textContent()
    assert.equal(await number(/^Total/).textContent(), took)
    // The durations of the pulls are within the step that waits for them.
    await visit('/orders')
    await page.locator('tbody tr').nth(3).getByRole('link').first().click()
    await steps.waitFor()
    const millisecondsOf = async (name: RegExp) => {
      const text = (await number(name).textContent()) ?? ''
      return Number.parseFloat(text) * (/ s$/.test(text) ? 1_000 : 1)
    }
    const waited = await millisecondsOf(/^Ask the bureaus/)
    for (const bureau of [/^EFX/, /^XPN/, /^TUC/]) {
      assert.ok((await millisecondsOf(bureau)) <= waited, `${bureau}`)
    }
  })

  detail('the order list can be limited to a time range, which is in the URL', async () => {
    const page = await visit('/orders')
    await page.getByLabel('Received').selectOption('1h')
    await page.waitForURL(/period=1h$/)
    await page.locator('tbody tr').nth(2).waitFor()
    await page.getByLabel('Received').selectOption('days')
    await page.getByLabel('To', { exact: true }).fill('2020-02-29')
    await page.waitForURL(/orders\?to=2020-02-29$/)
    await page.getByText('No matching orders').waitFor()
    await page.reload()
    assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), '2020-02-29')
    await page.getByLabel('Received').selectOption('')
    await page.locator('tbody tr').nth(2).waitFor()
  })

  test('filters can be saved as a named view, which survives a reload', async () => {
    const page = await visit('/orders?state=rejected&period=24h')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name of the view').fill('Rejected today')
    await page.keyboard.press('Enter')
    await visit('/orders')
    await page.getByRole('link', { name: 'Rejected today' }).click()
    await page.waitForURL(/state=rejected&period=24h$/)
    await page.getByRole('button', { name: 'Delete view Rejected today' }).click()
    await visit('/orders')
    assert.equal(await page.getByRole('link', { name: 'Rejected today' }).count(), 0)
  })

  detail('a view that was saved in another window is shown, and is not lost', async () => {
    const page = await visit('/orders?state=failed')
    const save = async (window: Page, name: string) => {
      await window.getByRole('button', { name: 'Save view' }).click()
      await window.getByLabel('Name of the view').fill(name)
      await window.keyboard.press('Enter')
    }
    const other = await page.context().newPage()
    await other.goto(page.url().replace('failed', 'rejected'))
    await save(other, 'There')
    await page.getByRole('link', { name: 'There', exact: true }).waitFor()
    await save(page, 'Here')
    for (const name of ['There', 'Here']) {
      await other.getByRole('button', { name: `Delete view ${name}` }).click()
    }
    await page.getByRole('link', { name: 'There', exact: true }).waitFor({ state: 'detached' })
    await other.close()
  })

  detail('a period ends at the time to which another client has advanced the clock', async () => {
    const page = await visit('/orders?period=24h')
    await page.locator('tbody tr').first().waitFor()
    const now = new Date(Date.now() + 3 * 365 * 86_400_000)
    await page.route('**/api/v1/sandbox/clock', async (route) => {
      const json = await (await route.fetch()).json()
      await route.fulfill({ json: { ...json, now: now.toISOString() } })
    })
    await settled(page)
    await sendEvent(page, 'sandbox')
    await page.getByText('No matching orders').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await sendEvent(page, 'sandbox')
    await page.locator('tbody tr').first().waitFor()
  })

  detail(
    'on the narrowest screens, no word of an order is broken and no texts overlap',
    async (t) => {
      const { post } = seen()
      const order = { people: [PEOPLE.frozenOne], action: 'ForceNew', requestId: 'narrow' } as const
      assert.equal(await post(orderDocument('credit_report', order)), 200)
      const page = await visit('/orders')
      t.after(() => resize(page, WIDE))
      const row = page.locator('tbody tr').first()
      await row.getByText('ForceNew').waitFor()
      // The time of an order of another year is the longest.
      const time = row.locator('time')
      await time.evaluate((each) => each.prepend('Nov 30, 2026 '))
      for (const width of [360, 320]) {
        await resize(page, { width, height: 800 })
        const lines = await row
          .getByText('ForceNew')
          .evaluate((each) => each.getClientRects().length)
        assert.equal(lines, 1, `${width}`)
        const [id, at, pull] = await Promise.all(
          [row.getByRole('link').first(), time, row.locator('.pull').first()].map((each) =>
            each.boundingBox(),
          ),
        )
        assert.ok(id && at && pull && pull.height < 30)
        assert.ok(id.x + id.width <= at.x || id.y + id.height <= at.y, `${width}`)
      }
    },
  )

  detail(
    'between phones and desktops, shadows mark a table that is wider than its card',
    async (t) => {
      const page = await visit('/orders')
      t.after(() => resize(page, WIDE))
      const box = page.locator('.scroll').first()
      const shadowOf = () => box.evaluate((each) => getComputedStyle(each).backgroundImage)
      assert.equal(await shadowOf(), 'none')
      await resize(page, { width: 800, height: 800 })
      assert.ok(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
      assert.match(await shadowOf(), /^linear-gradient/)
    },
  )

  detail(
    'on a small desktop, the filters fit on one line and the folded filters on another',
    async (t) => {
      const page = await visit('/orders?state=rejected')
      t.after(() => page.setViewportSize(WIDE))
      await resize(page, { width: 1_280, height: 800 })
      const middleOf = async (control: Locator) => {
        const { y = 0, height = 0 } = (await control.boundingBox()) ?? {}
        return Math.round(y + height / 2)
      }
      const more = page.getByRole('button', { name: 'More filters' })
      const line = await middleOf(page.getByLabel('Received'))
      for (const control of [more, page.getByRole('button', { name: 'Save view' })]) {
        assert.ok(Math.abs((await middleOf(control)) - line) < 3)
      }
      await more.click()
      const folded = await page.locator('.list-filters > .fields select').all()
      assert.equal(new Set(await Promise.all(folded.map(middleOf))).size, 1)
      await page.getByLabel('Bureau').selectOption('Experian')
      await page.getByRole('button', { name: 'More filters (1)', expanded: true }).waitFor()
    },
  )

  test('the listed orders can be exported as masked CSV', async () => {
    const page = await visit('/orders')
    await page.getByRole('searchbox').fill('Quillon')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText(/matching orders? shown/).waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await coming
    assert.equal(download.suggestedFilename(), 'orders.csv')
    const text = readFileSync(await download.path(), 'utf8')
    assert.equal(text.trimEnd().split('\r\n').length, 4, 'the head and three orders')
    assert.match(text, /,done,existing,.*A\. Q\. •••-••-0003/)
    assert.doesNotMatch(text, /Quillon/)
    await page.getByRole('searchbox').fill('')
  })

  test('on a phone, an order takes three lines, and the filters stay on one line', async (t) => {
    const { page } = seen()
    t.after(() => page.setViewportSize(WIDE))
    await page.setViewportSize(PHONE)
    await visit('/orders')
    await page.locator('tbody tr').first().waitFor()
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows
          .filter((row) => row.querySelector('.orders-result > .under:not(.usual)') === null)
          .map((row) => [row.querySelectorAll('.borrower').length, row.clientHeight] as const),
      )
    assert.ok(heights.length > 0)
    for (const [people, height] of heights) {
      // Each co-borrower has one line for the name and one for the bureaus.
      assert.ok(height < 105 + 46 * Math.max(0, people - 1), `${height} for ${people}`)
    }
    assert.ok(await page.getByText('Existing report returned').first().isVisible())
    const tops = await page
      .getByRole('group', { name: 'State' })
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    assert.equal(new Set(tops).size, 1)
    // IDs fit on one line, and the tab that the URL names stays in view.
    await visit('/reports')
    await page.locator('tbody a.stretched').first().waitFor()
    const ids = await page
      .locator('tbody a.stretched')
      .evaluateAll((all) => all.map((each) => each.getClientRects().length))
    assert.ok(ids.length > 0 && ids.every((lines) => lines === 1), ids.join())
    await page.setViewportSize(WIDE)
    await visit('/sandbox?view=world')
    assert.equal(await page.evaluate(() => document.querySelector('.tabs')?.scrollLeft), 0)
    await page.setViewportSize(PHONE)
    const tab = page.getByRole('tab', { selected: true })
    await page.waitForFunction(() => (document.querySelector('.tabs')?.scrollLeft ?? 0) > 0)
    const box = await tab.boundingBox()
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= PHONE.width, `${box?.x}`)
    await page.getByRole('button', { name: 'Menu' }).click()
    const palette = page.getByRole('dialog').getByRole('button', { name: /^Go to/ })
    await palette.waitFor()
    assert.equal(await palette.locator('kbd').isVisible(), false)
    await page.setViewportSize(WIDE)
    await visit('/orders')
    assert.ok(await page.locator('.side kbd').isVisible())
  })

  test('j and k select a row, Enter opens it, and / focuses the search', async () => {
    const page = await visit('/orders')
    const ids = page.locator('tbody a.stretched')
    await ids.nth(2).waitFor()
    for (const [key, row] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      await page.keyboard.press(key)
      await waitForFocus(ids.nth(row))
    }
    await page.keyboard.press('/')
    await page.keyboard.type('jk')
    assert.equal(await page.getByRole('searchbox').inputValue(), 'jk')
    await page.getByRole('searchbox').fill('')
    const second = await ids.nth(1).textContent()
    await ids.nth(1).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Order ${second}` }).waitFor()
  })
}
