/** The service and the browser that all console tests share. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Locator, Page } from 'playwright-core'
import { prepareFirstStart, type SandboxCredentials } from '../../src/app/first-start.ts'
import { openStorage } from '../../src/app/open-storage.ts'
import { startService } from '../../src/app/service.ts'
import { readSettings } from '../../src/settings/settings.ts'
import type { OperationPath } from '../orders/support/order-document.ts'
import { launchBrowser } from '../support/browser.ts'
import { isFull, lengthOf } from '../support/length.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The folder for the screenshots of a run, which git ignores. */
const SCREENSHOTS = join(import.meta.dirname, 'screenshots')

/**
 * Requests that are expected to fail, and that the browser logs, sometimes after the page has moved
 * on: requests for the session while there is none, and requests with made-up IDs.
 */
const FAILS = /\/api\/v1\/session$|\/[OR]0{15}\b/

/** The size and theme of a page. */
export interface Screen {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

export const WIDE: Screen = { width: 1_440, height: 900, colorScheme: 'light' }
export const PHONE: Screen = { width: 390, height: 844, colorScheme: 'light' }

/** A running service with a browser in front of it. */
export interface Console {
  /** The service, without a trailing slash. */
  readonly url: string
  readonly credentials: SandboxCredentials
  /** URLs outside the service that any page requested. */
  readonly strayed: readonly string[]
  /** Messages that pages logged: errors, and blocked styles and scripts. */
  readonly complaints: string[]
  /** Pages whose requests fail on purpose, so that their messages are not recorded. */
  readonly failing: WeakSet<Page>
  /** Opens a page in a new browser context without a session. `address` names another service. */
  open(screen?: Screen, address?: string): Promise<Page>
  close(): Promise<void>
}

/** What the console tests share. */
export interface Seen {
  readonly running: Console
  /** The page on which the operator of the sandbox is signed in. */
  readonly page: Page
  /** Posts an order as the sandbox account and returns the HTTP status. */
  readonly post: (body: string, operation?: OperationPath) => Promise<number>
}

/** Removes expected complaints: the browser logs every response with an error status. */
export function forgetComplaints(
  { complaints }: Pick<Console, 'complaints'>,
  expected: RegExp,
): void {
  complaints.splice(0, complaints.length, ...complaints.filter((each) => !expected.test(each)))
}

/**
 * Resizes the page, and waits until it has its new width and its scripts have adapted to it, which
 * takes a frame or two. For tests that measure positions.
 */
export async function resize(
  page: Page,
  { width, height }: Pick<Screen, 'width' | 'height'>,
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(afterResize, width)
}

function afterResize(width: number): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (innerWidth === width) requestAnimationFrame(() => resolve())
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Starts the service and the browser. */
export async function startConsole(): Promise<Console> {
  // The browser starts first: if there is no browser, nothing else is left running.
  const browser = await launchBrowser()
  const data = temporaryFolder()
  const settings = readSettings({
    flags: { data, port: 0, 'log-level': 'silent' },
    environment: {},
  })
  const storage = await openStorage(settings, new Date())
  const credentials = await prepareFirstStart(storage, data, new Date())
  assert.ok(credentials !== undefined)
  const service = await startService(settings, storage, pino({ level: 'silent' }))
  if (KEEPS_SCREENSHOTS) emptyScreenshots()
  const strayed: string[] = []
  const complaints: string[] = []
  const failing = new WeakSet<Page>()
  const open = async (screen = WIDE, address = service.address) => {
    const { width, height, colorScheme } = screen
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'America/New_York',
      acceptDownloads: true,
    })
    await context.addInitScript(noteRequests)
    const page = await context.newPage()
    page.setDefaultTimeout(40_000)
    page.on('request', (request) => {
      const { origin } = new URL(request.url())
      if (origin !== address && !request.url().startsWith('data:')) {
        strayed.push(request.url())
      }
    })
    const complain = (text: string) => {
      if (!failing.has(page)) complaints.push(`${page.url()}: ${text}`)
    }
    page.on('pageerror', ({ message }) => complain(message))
    page.on('console', (message) => {
      const { url } = message.location()
      if (['error', 'warning'].includes(message.type()) && !FAILS.test(url)) {
        complain(`${message.text()} (${url})`)
      }
    })
    return page
  }
  const close = async () => {
    await browser.close()
    await service.close()
  }
  return { url: service.address, credentials, strayed, complaints, failing, open, close }
}

/**
 * Opens a page of the console in a context without a session, signed in without the form, as the
 * operator of the sandbox by default.
 */
export async function openSignedIn(
  page: Page,
  { url, credentials }: Pick<Console, 'url' | 'credentials'>,
  path: string,
  { name, password } = credentials.operator,
): Promise<void> {
  const { request } = page.context()
  const signedIn = await request.post(`${url}/api/v1/session`, {
    headers: { origin: new URL(url).origin },
    data: { name, password },
  })
  assert.equal(signedIn.status(), 200)
  await page.goto(`${url}/console${path}`)
  await page.locator('main#main h1').waitFor()
}

/**
 * State that a page records about itself, which helps to open the next page: see `noteRequests`.
 */
interface Noted {
  /** The number of requests of the page whose response has not completely arrived. */
  pending: number
  readonly streams: EventSource[]
  /** The stream on which the page listens to the service. */
  stream(): EventSource | undefined
  /** Waits until all requested data has arrived and has been drawn. */
  arrived(): Promise<void>
}

/** Makes each page record its requests and event streams. Runs in the page, before the console. */
function noteRequests(): void {
  const noted: Noted = {
    pending: 0,
    streams: [],
    stream: () => noted.streams.findLast(({ readyState }) => readyState === EventSource.OPEN),
    // Data is drawn a few turns after it arrives, and other code may have waited for that.
    arrived: async () => {
      const isQuiet = () => noted.pending === 0 && document.querySelector('.waiting') === null
      for (let quiet = 0; quiet < 3; quiet = isQuiet() ? quiet + 1 : 0) {
        await new Promise((next) => setTimeout(next))
      }
    },
  }
  Object.assign(window, { noted })
  const request = window.fetch
  window.fetch = async (...args) => {
    noted.pending += 1
    try {
      const response = await request(...args)
      const whole = response.clone().arrayBuffer()
      const ended = () => {
        noted.pending -= 1
      }
      void whole.then(ended, ended)
      return response
    } catch (error) {
      noted.pending -= 1
      throw error
    }
  }
  window.EventSource = class extends EventSource {
    constructor(url: string) {
      super(url)
      noted.streams.push(this)
    }
  }
}

/**
 * Goes to another page of the console and makes it fetch all data again. Runs in the page. Between
 * the two pages, the console shows an empty page, so that nothing of the first page remains, even
 * if both have the same address. Returns false if the console has no open event stream, because the
 * refetch is triggered by an event on it.
 */
async function goAfresh(to: string): Promise<boolean> {
  const { noted } = window as unknown as { readonly noted?: Noted }
  const stream = noted?.stream()
  if (noted === undefined || stream === undefined) return false
  history.pushState(null, '', '/console/nowhere')
  // A frame or two later, the console no longer observes the data of the first page. Before that,
  // it would fetch that data again, too.
  await new Promise((next) => setTimeout(next, 25))
  // The service sends this event when a script has changed the sandbox.
  stream.dispatchEvent(new MessageEvent('sandbox', { data: '{"type":"sandbox"}' }))
  history.replaceState(null, '', to)
  await noted.arrived()
  return true
}

/** Sends the page an event as if it came from the service. */
export async function sendEvent(page: Page, type: string, more: object = {}): Promise<void> {
  await page.evaluate(
    ([name, data]) => {
      const { noted } = window as unknown as { readonly noted: Noted }
      noted.stream()?.dispatchEvent(new MessageEvent(name, { data }))
    },
    [type, JSON.stringify({ type, ...more })] as const,
  )
}

/** Waits until the page has an open event stream and all requested data has arrived. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { noted } = window as unknown as { readonly noted: Noted }
    await noted.arrived()
    return noted.stream() !== undefined
  })
}

/** The kinds of pages that this run has loaded by address, such as `orders` and `orders/`. */
const loaded = new Set<string>()

/**
 * Opens a page of the console without data that an earlier page fetched. The first page of each
 * kind is loaded by its address. Later ones are opened by navigation within the console, which
 * takes a quarter of the work.
 */
export async function openPage(
  page: Page,
  { url }: Pick<Console, 'url'>,
  path: string,
): Promise<void> {
  const address = `${url}/console${path}`
  const kind = /^\/[\w-]+\/?/.exec(path)?.[0] ?? path
  const isOpen = page.url().startsWith(`${url}/console/`) && loaded.has(kind)
  loaded.add(kind)
  await page.mouse.move(0, 0)
  if (!isOpen || !(await page.evaluate(goAfresh, address))) await page.goto(address)
  await page.locator('main#main h1').waitFor()
}

/** Opens a page of the console in the shared page, and returns the shared page. */
export async function visitPage({ page, running }: Seen, path: string): Promise<Page> {
  await openPage(page, running, path)
  return page
}

/**
 * Goes from one page of the console to another without loading the console again. The page may show
 * data fetched earlier until it has fetched the data again, so this suits tests that do not depend
 * on fresh data.
 */
export async function follow(page: Page, address: string): Promise<void> {
  // If the last page had a button under the pointer, the pointer would hover over an element here.
  await page.mouse.move(0, 0)
  await page.evaluate(async (to) => {
    history.pushState(null, '', to)
    // By then, the navigation has drawn the page or its loading state.
    await new Promise((drawn) => setTimeout(drawn))
  }, address)
}

/** Waits until no part of the page waits for its data. */
export async function waitForData(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.waiting') === null)
}

/** Waits until an element has the focus, which a page sets after it has been drawn. */
export async function waitForFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor()
}

/** Chooses a persona at the order desk, by its ID. */
export async function choosePersona(page: Page, id: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Persona' }).fill(id)
  await page.locator(`[role="option"][data-value="${id}"]`).click()
}

/** The widths of common desktops, at which a table must fit its card. */
const TABLE_WIDTHS = [1_280, 1_440] as const

/**
 * Returns the tables that are wider than their card on desktops, and their cells whose text runs
 * over the next column. Leaves a page with tables at the last width.
 */
export async function wideTables(page: Page): Promise<string[]> {
  const found: string[] = []
  if ((await page.locator('table').count()) === 0) return found
  for (const width of TABLE_WIDTHS) {
    await page.setViewportSize({ width, height: WIDE.height })
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('table')].flatMap((table) => {
        const card = table.closest('.scroll, .panel') ?? document.documentElement
        const by = Math.round(table.scrollWidth - card.clientWidth)
        const over = [...table.querySelectorAll('th, td')].filter(
          (cell) => cell.scrollWidth > cell.clientWidth + 1,
        )
        return [
          ...(by > 0 ? [`table ${table.caption?.textContent}: ${by} px too wide`] : []),
          ...over.map(
            (cell) =>
              `table ${table.caption?.textContent}: ${cell.className} ${cell.getAttribute('data-title')} overflows`,
          ),
        ]
      }),
    )
    found.push(...wide.map((each) => `${each} on ${width}`))
  }
  return found
}

/** Whether a run saves screenshots: they take a fifth of its time, and only people look at them. */
const KEEPS_SCREENSHOTS = isFull || process.env.SCREENSHOTS === '1'

function emptyScreenshots(): void {
  rmSync(SCREENSHOTS, { recursive: true, force: true })
  mkdirSync(SCREENSHOTS)
}

/** Saves a screenshot of the page from its top, up to a maximum height. See `SCREENSHOTS=1`. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (!KEEPS_SCREENSHOTS) return
  const before = page.viewportSize() ?? WIDE
  const { width } = before
  const height = Math.min(
    SCREENSHOT_HEIGHT_MAX,
    await page.evaluate(() => document.documentElement.scrollHeight),
  )
  // Elements that stick to the bottom of the window belong at the bottom of the picture.
  await page.setViewportSize({ width, height: Math.max(height, before.height) })
  await page.screenshot({
    path: join(SCREENSHOTS, `${name}.jpg`),
    type: 'jpeg',
    quality: 80,
    fullPage: true,
    clip: { x: 0, y: 0, width, height },
  })
  await page.setViewportSize(before)
}

const SCREENSHOT_HEIGHT_MAX = 2_600

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
}

/**
 * The rules that axe checks. A theme changes only colours. `contrast` checks the higher contrast for
 * people who ask for it.
 */
export type Rules = 'all' | 'colours' | 'contrast'

const RULES: Readonly<Record<Rules, object>> = {
  all: { rules: { 'target-size': { enabled: true } } },
  colours: { runOnly: ['color-contrast'] },
  contrast: { runOnly: ['color-contrast-enhanced'] },
}

/**
 * How often a look is checked while the console is open. At full length, that is on two pages or at
 * two widths. If only colours are checked, a look that was checked at another width counts.
 */
const LOOK_CHECKS_MAX: Readonly<Record<Rules, number>> = {
  all: isFull ? 2 : 1,
  colours: 1,
  contrast: Number.POSITIVE_INFINITY,
}

/**
 * Marks the first and the last text of each look, unless the look was checked often enough on pages
 * that the console showed before. Returns the number of marks. Runs in the page. Texts have the same
 * look, and therefore the same contrast, if their elements, classes, computed colours and
 * backgrounds are the same.
 */
function markLooks(checksMax: number): number {
  const kept = window as unknown as { lookChecks?: Map<string, number> }
  kept.lookChecks ??= new Map()
  const checks = kept.lookChecks
  const paths = new Map<Element, string>()
  const pathTo = (element: Element | null): string => {
    if (element === null) return ''
    const known = paths.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const self = [element.tagName, element.getAttribute('class'), element.matches(':disabled')]
    const own = [...self, backgroundColor, backgroundImage, opacity].join()
    const path = `${pathTo(element.parentElement)}/${own}`
    paths.set(element, path)
    return path
  }
  const isText = ({ nodeType, textContent }: Node) =>
    nodeType === Node.TEXT_NODE && textContent?.trim() !== ''
  const looks = new Map<string, Element[]>()
  for (const element of document.body.querySelectorAll('*')) {
    element.removeAttribute('data-look')
    const isShown = element.checkVisibility({ visibilityProperty: true })
    const holdsText = [...element.childNodes].some(isText) || element.matches('input,textarea')
    if (!isShown || !holdsText) continue
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    const look = [pathTo(element), color, fontSize, fontWeight].join()
    looks.set(look, [...(looks.get(look)?.slice(0, 1) ?? []), element])
  }
  const marked = [...looks].filter(([look]) => (checks.get(look) ?? 0) < checksMax)
  for (const [look] of marked) checks.set(look, (checks.get(look) ?? 0) + 1)
  const elements = marked.flatMap(([, shown]) => shown)
  for (const element of elements) {
    element.setAttribute('data-look', '')
    element.closest('a')?.setAttribute('data-look', '')
  }
  return elements.length
}

/**
 * Contrast takes most of the time of axe, so it is checked for each look and not for each row of a
 * table. Spacing in a style attribute is only checked in elements that set it, because each line of
 * code has a style attribute.
 */
const BY_LOOK = `axe.configure({ rules: [
  { id: 'color-contrast', selector: '[data-look]' },
  { id: 'color-contrast-enhanced', selector: '[data-look]' },
  { id: 'link-in-text-block', selector: 'a[href][data-look]' },
  { id: 'avoid-inline-spacing', selector: '[style*="spacing"], [style*="line-height"]' },
] })`

/**
 * The navigation beside the page, the same on all pages, with half of the elements of an ordinary
 * page. At short length, only some pages are checked with it.
 */
const SIDE = '.app-shell > .side'
const SIDE_CHECKS_MAX = lengthOf({ short: 3, full: Number.POSITIVE_INFINITY })
let sideChecks = 0

/** Returns the parts of the page that axe does not check. */
async function uncheckedParts(page: Page): Promise<string[]> {
  if (!(await page.locator(SIDE).isVisible())) return []
  sideChecks += 1
  return sideChecks > SIDE_CHECKS_MAX ? [SIDE] : []
}

/** Returns the problems that axe finds on the page. */
export async function violations(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // Evaluated through the browser, because the content security policy would block a script tag.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};${BY_LOOK}`)
  const marks = await page.evaluate(markLooks, LOOK_CHECKS_MAX[rules])
  if (rules !== 'all' && marks === 0) return []
  const parts = JSON.stringify({ exclude: await uncheckedParts(page) })
  const options = JSON.stringify({ ...RULES[rules], preload: false, resultTypes: ['violations'] })
  const result = await page.evaluate<AxeResult>(`axe.run(${parts}, ${options})`)
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  )
}
