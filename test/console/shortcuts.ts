/** Tests the command palette and the keyboard shortcuts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detail } from '../support/detail.ts'
import { keepScreenshot, openPage, type Seen, violations } from './browser.ts'

/** Registers the tests, which use the service of the other console tests. */
export function shortcutTests(seen: () => Seen): void {
  const open = async () => {
    const { page, running } = seen()
    await openPage(page, running, '/accounts')
    await page.getByRole('heading', { name: 'Accounts' }).waitFor()
    return page
  }

  test('the command palette opens pages and orders, and searches without putting the text in the URL', async () => {
    const page = await open()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const type = async (text: string) => {
      await page.keyboard.press('Control+k')
      await palette.waitFor()
      await page.keyboard.type(text)
    }
    await type('audit')
    await palette.getByRole('option', { name: 'Audit trail', selected: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'command-palette')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Audit trail' }).waitFor()
    await palette.waitFor({ state: 'detached' })
    await type('sandbox: ')
    for (const _ of ['people', 'faults', 'clock']) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/sandbox\?view=clock$/)
    await type('Sandford')
    await palette.getByRole('option', { name: 'Search orders for “Sandford”' }).click()
    await page.getByText(/matching orders? shown/).waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), 'Sandford')
    assert.ok(!page.url().includes('Sandford'))
    const id = (await page.locator('tbody a.stretched').first().textContent()) ?? ''
    // The ID as it is copied from a log or from the address bar.
    await type(`see ${seen().running.url}/console/orders/${id.toLowerCase()}`)
    await palette.getByRole('option', { name: `Open order ${id}`, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Order ${id}` }).waitFor()
    // A long name that begins with R is not the ID of a report.
    await type('Rodriguez')
    assert.deepEqual(await palette.getByRole('option').allTextContents(), [
      'Search orders for “Rodriguez”',
      'Search reports for “Rodriguez”',
    ])
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  })

  detail('the command palette offers actions under headings, with their shortcuts', async () => {
    const page = await open()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await page.keyboard.press('Control+k')
    await palette.getByRole('option', { name: 'Order now: Avery Sandford' }).waitFor()
    const groups = palette.getByRole('group')
    const titles = await groups.evaluateAll((all) => all.map((each) => each.ariaLabel))
    assert.deepEqual(titles, ['Actions', 'Pages', 'Settings'])
    assert.deepEqual(await groups.first().getByRole('option').allTextContents(), [
      'Place an order',
      'Order now: Avery Sandford',
      'New account',
      'New custom person',
      'Inject a fault',
      'Advance the clock',
      'Reset the sandbox',
    ])
    const orders = palette.getByRole('option', { name: /^Orders\s*g/ })
    assert.deepEqual(await orders.locator('kbd').allTextContents(), ['g', 'o'])
    assert.deepEqual(await violations(page), [])
    await page.keyboard.type('dark mode')
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await page.getByRole('button', { name: 'Auto' }).click()
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type('advance')
    await page.keyboard.press('Enter')
    await page.waitForURL(/sandbox\?view=clock$/)
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.mouse.click(10, 10)
    await palette.waitFor({ state: 'detached' })
  })

  detail('the command palette finds accounts, test people and operators by name', async () => {
    const page = await open()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const found = async (text: string, first: string) => {
      await page.keyboard.press('Control+k')
      await palette.waitFor()
      await page.keyboard.type(text)
      await palette.getByRole('option', { name: first, exact: true }).waitFor()
    }
    await found('statement sandbox', 'Statement of sandbox')
    await page.keyboard.press('Enter')
    await page.waitForURL(/accounts\/sandbox\?view=statement$/)
    await found('avery', 'Persona Avery Sandford')
    const selected = palette.getByRole('option', { selected: true })
    assert.equal(
      await selected.textContent(),
      'Persona Avery Sandford',
      'nothing is ordered by mistake',
    )
    await palette.getByRole('option', { name: 'Order now: Avery Sandford' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Avery Sandford' }).waitFor()
    assert.match(page.url(), /persona=\w+$/)
    await page.keyboard.press('Escape')
    await found('admin', 'User admin')
    await page.keyboard.press('Escape')
    await found('new account', 'New account')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New account' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/accounts$/)
  })

  test('an unknown address says so, and links to a search and to every page', async () => {
    const { page, running } = seen()
    await openPage(page, running, '/nowhere/at-all')
    await page.getByText('No page has the address /nowhere/at-all.', { exact: false }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Search orders and reports' }).click()
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
  })

  test('? lists the shortcuts, and single-key shortcuts can be turned off', async () => {
    const page = await open()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Go to Orders').waitFor()
    const titles = await help.getByRole('heading', { level: 3 }).allTextContents()
    assert.equal(titles.length, 4, 'grouped by where they apply')
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'shortcuts')
    await help.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await help.getByLabel('Use single-key shortcuts').check()
    assert.ok(page.url().endsWith('/accounts'), page.url())
    await help.getByRole('button', { name: 'Close' }).click()
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
  })
}
