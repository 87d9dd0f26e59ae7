/** The browser of tests: the browser of the system if there is one, else the Chromium from npm. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'
import { lengthOf } from './length.ts'
import { memoryFolder } from './memory-folder.ts'

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/browser')

/**
 * At short length, V8's optimizing compilers are off: they take a seventh of the work, and short
 * runs do not save as much.
 */
const COMPILERS = lengthOf({ short: ['--js-flags=--no-opt --no-maglev'], full: [] })

/** Starts the browser without a window. */
export async function launchBrowser(): Promise<Browser> {
  const found = SYSTEM_BROWSERS.find((path) => existsSync(path))
  return await playwright.launch({
    executablePath: found ?? (await unpacked()),
    // The sandbox of the browser does not start as root, the user of tests in containers.
    args: ['--no-sandbox', '--disable-gpu', ...COMPILERS],
    // Images of pages stay in memory if it is large enough, and are not written to files.
    ignoreDefaultArgs: memoryFolder() === undefined ? [] : ['--disable-dev-shm-usage'],
  })
}

/**
 * Returns the path of the program from npm, which is unpacked once per checkout. By default it
 * would unpack itself into a folder that all users of the machine share, where a program of another
 * user cannot, and should not, be run.
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
