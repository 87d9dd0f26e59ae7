/** Tests what people notice who use the console with a keyboard and a screen reader. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Console, openPage } from './browser.ts'

interface Seen {
  readonly running: Console
  /** The page on which the operator of the sandbox is signed in. */
  readonly page: Page
}

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
}
