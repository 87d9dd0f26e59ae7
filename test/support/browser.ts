/** The browser of tests: the system's where there is one, else the Chromium that npm brings along. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'
import { lengthOf } from './length.ts'
import { memoryFolder } from './memory-folder.ts'

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/browser')

/** At short length, V8's last compilers take a seventh of the work, which they do not gain back. */
const COMPILERS = lengthOf({ short: ['--js-flags=--no-opt --no-maglev'], full: [] })

/** Starts it, without a window. */
export async function launchBrowser(): Promise<Browser> {
  const found = SYSTEM_BROWSERS.find((path) => existsSync(path))
  return await playwright.launch({
    executablePath: found ?? (await unpacked()),
    // The sandbox of the browser does not start for root, which containers run tests as.
    args: ['--no-sandbox', '--disable-gpu', ...COMPILERS],
    // Pictures of pages are kept in memory where there is room, and not in files.
    ignoreDefaultArgs: memoryFolder() === undefined ? [] : ['--disable-dev-shm-usage'],
  })
}

/**
 * The program from npm, unpacked once for this checkout. It would unpack itself into the folder that
 * all users of a machine share, where another user's cannot be run, and should not be.
 */
async function unpacked(): Promise<string> {
  const whole = join(CACHE, 'whole')
  if (!existsSync(whole)) {
    mkdirSync(CACHE, { recursive: true })
    const draft = mkdtempSync(join(CACHE, 'draft-'))
    await unpackInto(draft)
    try {
      renameSync(draft, whole)
    } catch {
      // Another test file was faster.
      rmSync(draft, { recursive: true, force: true })
    }
  }
  return join(whole, 'chromium')
}

async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
