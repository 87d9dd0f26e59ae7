/** The command palette and the keyboard shortcuts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, keepScreenshot, violations } from './browser.ts'

interface Seen {
  readonly running: Console
  /** The page where the operator of the sandbox is signed in. */
  readonly page: Page
}

/** The tests; they share the service of the others. */
export function shortcutTests(seen: () => Seen): void {
  const open = async () => {
    const { page, running } = seen()
    await page.goto(`${running.url}/console/accounts`)
    await page.getByRole('heading', { name: 'Accounts' }).waitFor()
    return page
  }

  test('the command palette goes to pages and orders, and searches without the URL', async () => {
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
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/sandbox\?view=clock$/)
    await type('Sandford')
    await page.keyboard.press('Enter')
    await page.getByText(/matching orders? shown/).waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), 'Sandford')
    assert.ok(!page.url().includes('Sandford'))
    const id = (await page.locator('tbody a.stretched').first().textContent()) ?? ''
    await type(id)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Order ${id}` }).waitFor()
    await type('')
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  })

  test('? lists the shortcuts, and those that are single keys can be turned off', async () => {
    const page = await open()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Go to Orders').waitFor()
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'shortcuts')
    await help.getByLabel('Use shortcuts that are single keys').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await help.getByLabel('Use shortcuts that are single keys').check()
    assert.ok(page.url().endsWith('/accounts'), page.url())
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
  })
}
