/**
 * Takes the pictures of the README: the console of a service with sample orders, and a printed
 * report, in a browser. Run it after a change to the look of either: `node scripts/pictures.ts`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'

const ROOT = join(import.meta.dirname, '..')
const MAIN = join(ROOT, 'src/main.ts')
const IMAGES = join(ROOT, 'docs/images')

/** The maximum size of a picture. Every visitor loads the pictures with the README. */
const BYTES_MAX = 150_000

/** The personas of the sample orders: complete reports, a missing file, and failed orders. */
const PERSONAS = [
  'clean',
  'rowan',
  'noHit',
  'frozenOne',
  'delinquent',
  'student',
  'frozenAll',
  'mover',
  'twoMortgages',
  'fraudInitial',
] as const

interface Credentials {
  readonly account: { readonly name: string; readonly secret: string }
  readonly operator: { readonly name: string; readonly password: string }
}

/**
 * Starts the service in its own process, so that its address and data are those of a first start.
 */
async function started(data: string): Promise<{ url: string; child: ChildProcess }> {
  const args = ['serve', '--port', '0', '--data', data, '--log-level', 'silent']
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^listening on (\S+)$/.exec(line) ?? []
    if (url !== undefined) return { url, child }
  }
  throw new Error('the service did not start')
}

function personaOrder(id: string): string {
  const args = ['personas', id, '--xml', 'credit_report']
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args])
  if (status !== 0) throw new Error(stderr.toString())
  return stdout.toString()
}

async function post(url: string, { account }: Credentials, xml: string): Promise<string> {
  const token = Buffer.from(`${account.name}:${account.secret}`).toString('base64')
  const response = await fetch(`${url}/credit_report`, {
    method: 'POST',
    headers: { Authorization: `Basic ${token}`, 'Content-Type': 'application/xml' },
    body: xml,
  })
  return await response.text()
}

/** Returns the printed report of a response, in the form that the order requested. */
function printedOf(answer: string): string {
  const [, base64] = /<DOCUMENT>(?:<!\[CDATA\[)?([A-Za-z0-9+/=\s]+)/.exec(answer) ?? []
  if (base64 === undefined) throw new Error('the response has no printed report')
  return Buffer.from(base64, 'base64').toString()
}

async function openPage(browser: Browser, width: number, height: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  return await context.newPage()
}

async function keep(page: Page, name: string): Promise<void> {
  const path = join(IMAGES, `${name}.png`)
  await page.screenshot({ path })
  const { size } = statSync(path)
  console.log(`${path} written, ${Math.round(size / 1000)} kB`)
  if (size > BYTES_MAX) throw new Error(`${path} is larger than ${BYTES_MAX / 1000} kB`)
}

async function pictureConsole(page: Page, url: string, { operator }: Credentials): Promise<void> {
  await page.goto(`${url}/console/orders`)
  // Fields are found by type and not by label, so that new wording does not break the script.
  await page.locator('form input').first().fill(operator.name)
  await page.locator('form input[type=password]').fill(operator.password)
  await page.locator('form button[type=submit]').click()
  await page.locator('main#main h1').waitFor()
  await page.goto(`${url}/console/orders`)
  await page.locator('main#main table').waitFor()
  await keep(page, 'console')
}

async function pictureReport(page: Page, url: string, credentials: Credentials): Promise<void> {
  const asHtml = '<PREFERRED_RESPONSE _Format="Other" _FormatOtherDescription="HTML"/>'
  const order = readFileSync(join(ROOT, 'examples/credit-report.xml'), 'utf8').replace(
    /(<REQUESTING_PARTY [^>]*)\/>/,
    `$1>${asHtml}</REQUESTING_PARTY>`,
  )
  const printed = printedOf(await post(url, credentials, order))
  await page.emulateMedia({ media: 'print' })
  await page.setContent(printed)
  // The margins that a printer would add.
  await page.evaluate("document.body.style.padding = '24px 40px'")
  await keep(page, 'report')
}

async function takePictures(browser: Browser, url: string, credentials: Credentials) {
  for (const id of PERSONAS) await post(url, credentials, personaOrder(id))
  await pictureReport(await openPage(browser, 816, 1_056), url, credentials)
  await pictureConsole(await openPage(browser, 1_360, 600), url, credentials)
}

const data = mkdtempSync(join(tmpdir(), 'trimerge-pictures-'))
mkdirSync(IMAGES, { recursive: true })
const browser = await launchBrowser()
const { url, child } = await started(data)
try {
  const file = join(data, 'sandbox-credentials.json')
  await takePictures(browser, url, JSON.parse(readFileSync(file, 'utf8')))
} finally {
  await browser.close()
  const ended = once(child, 'exit')
  child.kill()
  await ended
  rmSync(data, { recursive: true, force: true })
}
