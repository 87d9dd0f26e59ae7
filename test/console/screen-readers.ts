/** Tests what people notice who use the console with a keyboard and a screen reader. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import { detail } from '../support/detail.ts'
import { openPage, resize, type Seen, settled, WIDE, waitForFocus } from './browser.ts'
import { startOver } from './order-desk.ts'

/** Registers the tests, which use the service of the other console tests. */
export function screenReaderTests(seen: () => Seen): void {
  test('a message appears inside the open dialog, and again as a new element if it repeats', async () => {
    const { page, running } = seen()
    await openPage(page, running, '/sandbox')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Marisol Vandermeer', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Marisol Vandermeer' })
    const copy = dialog.getByRole('button', { name: 'Copy' }).first()
    // Outside of a modal dialog, nothing has a role.
    const message = dialog.getByRole('status').getByText('Copied to the clipboard.')
    await copy.press('Enter')
    const first = await message.elementHandle()
    await copy.press('Enter')
    await page.waitForFunction((old) => old?.isConnected === false, first)
    await message.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.toasts').getByText('Copied to the clipboard.').waitFor()
    assert.equal(await page.locator('.toasts').count(), 1)
  })

  test('a new page takes the focus from the navigation, and the first page does not', async () => {
    const { page, running } = seen()
    await page.goto(`${running.url}/console/accounts`)
    await page.locator('main#main h1').waitFor()
    assert.equal(await focused(page), 'BODY')
    const orders = page.getByRole('navigation').getByRole('link', { name: 'Orders' })
    await orders.press('Enter')
    await page.locator('h1:focus', { hasText: 'Orders' }).waitFor()
    await page.goBack()
    await page.locator('h1:focus', { hasText: 'Accounts' }).waitFor()
  })

  detail('a removed button leaves the focus on its section', async () => {
    const { page, running } = seen()
    await openPage(page, running, '/sandbox?view=faults')
    await page.getByRole('button', { name: /^Equifax down/ }).press('Enter')
    const injected = page.getByRole('region', { name: 'Injected faults' })
    await injected.getByRole('button', { name: 'Remove at Equifax' }).press('Enter')
    await page.locator('section:focus', { hasText: 'Injected faults' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('section[tabindex]').count(), 0)
  })

  detail(
    'a removed form or table leaves the focus on the part of the page that replaces it',
    async () => {
      const { page, running } = seen()
      await openPage(page, running, '/sandbox?view=people')
      const panel = page.locator('[role="tabpanel"]:focus')
      await page.getByRole('button', { name: 'New person' }).press('Enter')
      await page.getByLabel('First name').waitFor()
      await panel.waitFor()
      await page.getByRole('button', { name: 'Cancel' }).press('Enter')
      await panel.waitFor()

      await openPage(page, running, '/orders?state=failed')
      const views = page.getByRole('group', { name: 'Saved views' })
      const save = views.getByRole('button', { name: 'Save view' })
      const hasFocus = () => page.locator('.views:focus').waitFor()
      await save.press('Enter')
      await page.keyboard.press('Escape')
      await save.waitFor()
      await hasFocus()
      await save.press('Enter')
      await page.keyboard.type('Failed')
      await page.keyboard.press('Enter')
      await hasFocus()
      await views.getByRole('button', { name: 'Delete view Failed' }).press('Enter')
      await save.waitFor()
      await hasFocus()
    },
  )

  detail('forced colours show what is selected and the colours of legends', async () => {
    const { page, running } = seen()
    const groundOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    await page.emulateMedia({ forcedColors: 'active' })
    await openPage(page, running, '/sandbox')
    await page.locator('.chip').first().click()
    await page.keyboard.press('Control+k')
    const option = '.palette-list [aria-selected="true"]'
    await page.locator(option).waitFor()
    const chosen = ['.nav-link[aria-current]', '.segment[aria-pressed="true"]', '.chip', option]
    const grounds = new Set(await Promise.all(chosen.map(groundOf)))
    assert.equal(grounds.size, 1, [...grounds].join())
    assert.ok(!grounds.has(await groundOf('body')))
    await page.keyboard.press('Escape')
    const lineOf = (tab: string) =>
      page
        .locator(tab)
        .first()
        .evaluate((element) => getComputedStyle(element).borderBottomColor)
    assert.notEqual(
      await lineOf('.tab[aria-selected="true"]'),
      await lineOf('.tab[aria-selected="false"]'),
    )
    await openPage(page, running, '/overview?hours=8760')
    await page.locator('.swatch').nth(1).waitFor()
    const swatches = await page
      .locator('.bureau-health .chart-key')
      .last()
      .locator('.swatch')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor))
    assert.equal(new Set(swatches).size, swatches.length, swatches.join())
    const badge = page.locator('.badge').first()
    const dot = await badge.evaluate((each) => getComputedStyle(each, '::before').backgroundColor)
    assert.notEqual(dot, await groundOf('.badge'))
    assert.equal(await badge.evaluate((each) => getComputedStyle(each).outlineStyle), 'solid')
    await page.emulateMedia({ forcedColors: 'none' })
  })

  detail('buttons that copy say what, and the number of matching personas is read', async () => {
    const { page, running } = seen()
    await openPage(page, running, '/order-desk')
    await startOver(page)
    await page.getByRole('button', { name: 'Copy Request XML', exact: true }).waitFor()
    await openPage(page, running, '/sandbox')
    await page.getByRole('searchbox').fill('Marisol')
    await page.getByRole('status').getByText(`1 of ${PERSONAS.length} personas`).waitFor()
  })

  test('the focus moves to the XML editor, and back to the button that opened it', async () => {
    const { page, running } = seen()
    await openPage(page, running, '/order-desk')
    await startOver(page)
    const edit = page.getByRole('button', { name: 'Edit XML' })
    await edit.press('Enter')
    await waitForFocus(page.getByLabel('Request XML'))
    await page.getByRole('button', { name: 'Back to the form' }).press('Enter')
    await waitForFocus(edit)
  })

  detail('a list that a filter empties is read, by an element that was there before', async () => {
    const { page, running } = seen()
    const lists = [
      ['orders', '?state=failed&from=2001-01-01&to=2001-01-02', 'No matching orders'],
      ['reports', '?from=2001-01-01&to=2001-01-02', 'No reports match the filters'],
      ['audit', '?actor=nobody', 'No matching entries'],
    ] as const
    for (const [list, filter, text] of lists) {
      await openPage(page, running, `/${list}${filter}`)
      const place = page.getByRole('status').filter({ has: page.getByText(text, { exact: true }) })
      const element = await place.elementHandle()
      await place.getByRole('button').press('Enter')
      await page.getByText(/^\d+ \w+ shown$/).waitFor()
      assert.equal(await element?.evaluate((before) => before.isConnected && before.innerHTML), '')
    }
  })

  detail('a search without matches in the API reference is read', async () => {
    const { page, running } = seen()
    for (const [view, title] of [
      ['errors', 'No matching errors'],
      ['fields', 'No matching fields'],
    ] as const) {
      await openPage(page, running, `/api-reference?view=${view}`)
      const search = page.getByRole('searchbox', { name: 'Search' })
      const place = await page
        .getByRole('status')
        .and(page.locator('main#main .empty-place'))
        .elementHandle()
      await search.fill('no such text')
      await page.getByText(title, { exact: true }).waitFor()
      const read = await place?.evaluate((before) => before.isConnected && before.textContent)
      assert.match(String(read), new RegExp(`^${title}`))
    }
  })

  detail('no page is wider than a window magnified to 400 %', async () => {
    const { page, running } = seen()
    await resize(page, { width: 320, height: 640 })
    const paths = ['/accounts/sandbox?view=profile', '/sandbox?view=people&person=', '/nowhere']
    for (const path of paths) {
      await openPage(page, running, path)
      await page.locator('main#main').getByRole('button').last().waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path)
    }
    await page.setViewportSize(WIDE)
  })

  detail(
    'no dialog is wider than a window magnified to 400 %, even with the longest name',
    async () => {
      const { page, running } = seen()
      await resize(page, { width: 320, height: 640 })
      const operators = '**/api/v1/operators'
      await page.route(operators, async (route) => {
        const { items } = await (await route.fetch()).json()
        const named = { ...items[0], name: 'o'.repeat(80) }
        await route.fulfill({ json: { items: [...items, named] } })
      })
      const dialogs = [
        ['/operators', page.getByRole('button', { name: 'Manage' }).last()],
        ['/sandbox', page.getByRole('button', { name: 'Marisol Vandermeer', exact: true })],
      ] as const
      for (const [path, button] of dialogs) {
        await openPage(page, running, path)
        await button.click()
        const dialog = page.getByRole('dialog')
        await dialog.locator('.dialog-foot').waitFor()
        const hidden = await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)
        assert.equal(hidden, 0, path)
        await page.keyboard.press('Escape')
      }
      await page.unrouteAll({ behavior: 'wait' })
      await page.setViewportSize(WIDE)
    },
  )

  detail('no bar covers the focused field in a window magnified to 400 %', async () => {
    const { page, running } = seen()
    await openPage(page, running, '/order-desk')
    await startOver(page)
    // A message of an earlier test is gone.
    await page.reload()
    await settled(page)
    await resize(page, { width: 320, height: 256 })
    await page.getByRole('combobox', { name: 'Persona' }).focus()
    for (let fields = 0; fields < 10; fields += 1) {
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate(coveringFocus), undefined)
    }
    await page.setViewportSize(WIDE)
  })
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

/** Returns the class of the element that covers the middle of the focused one. Runs in the page. */
function coveringFocus(): string | undefined {
  const focus = document.activeElement ?? document.body
  const { x, y, width, height } = focus.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return focus.contains(top) ? undefined : (top?.className ?? 'outside of the window')
}
