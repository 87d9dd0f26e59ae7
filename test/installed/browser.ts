/** The browser that all tests of installed forms in a process share. */
import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'

let browser: Promise<Browser> | undefined
after(async () => (await browser)?.close())

/** Returns the browser, which is closed after the last test. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser()
  return browser
}
