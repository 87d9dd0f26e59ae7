/** Checks every page with axe, on wide screens and phones, in light and dark. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { detail } from '../support/detail.ts'
import { lengthOf, partOf } from '../support/length.ts'
import {
  follow,
  keepScreenshot,
  PHONE,
  type Rules,
  resize,
  type Screen,
  violations,
  WIDE,
  waitForData,
  wideTables,
} from './browser.ts'

interface Seen {
  readonly page: Page
  readonly orderId: string
  readonly reportId: string | undefined
}

/** Returns the pages, each with the name of its screenshot. The page shows the console. */
async function pagesOf({
  page,
  orderId,
  reportId,
}: Seen): Promise<readonly (readonly [name: string, path: string])[]> {
  const ids = await page.evaluate(async (): Promise<string[]> => {
    const reports = await (await fetch('/api/v1/reports')).json()
    return reports.items.map(({ id }: { readonly id: string }) => id)
  })
  const otherId = ids.find((id) => id !== reportId)
  return [
    ['overview', '/overview'],
    ['orders', '/orders'],
    ['order', `/orders/${orderId}`],
    ['reports', '/reports'],
    ['report', `/reports/${reportId}`],
    ['report-bureau', `/reports/${reportId}?view=equifax`],
    ['report-figures', `/reports/${reportId}?view=figures`],
    ['report-history', `/reports/${reportId}?view=history`],
    ['compare', `/compare/reports?one=${reportId}&other=${otherId}`],
    ['compare-choose', '/compare/orders'],
    ['order-desk', '/order-desk'],
    ['sandbox-personas', '/sandbox'],
    ['sandbox-faults', '/sandbox?view=faults'],
    ['sandbox-clock', '/sandbox?view=clock'],
    ['sandbox-people', '/sandbox?view=people'],
    ['sandbox-person', '/sandbox?view=people&person='],
    ['sandbox-world', '/sandbox?view=world'],
    ['accounts', '/accounts'],
    ['account-secrets', '/accounts/sandbox'],
    ['account-profile', '/accounts/sandbox?view=profile'],
    ['account-statement', '/accounts/sandbox?view=statement'],
    ['operators', '/operators'],
    ['audit', '/audit'],
    ['api-reference', '/api-reference'],
    ['api-reference-errors', '/api-reference?view=errors'],
    ['api-reference-fields', '/api-reference?view=fields'],
    ['api-reference-operator', '/api-reference?view=operator'],
    ['not-found', '/nowhere'],
  ]
}

type Look = readonly [screen: Screen, scheme: 'light' | 'dark', rules?: Rules]

/**
 * The screens and themes in which pages are checked; each page uses the next list. The layout
 * depends on the width, and the colours depend on the theme. All rules therefore run once for each
 * width, and the colour rules once for each theme. At short length, a page is shown wide and light,
 * then narrow and dark. The rules take most of the time, so they run on only one of the two, and on
 * the other one for the next page.
 */
const LOOKS = lengthOf<readonly (readonly Look[])[]>({
  short: [
    [
      [WIDE, 'light', 'all'],
      [PHONE, 'dark'],
    ],
    [
      [WIDE, 'light'],
      [PHONE, 'dark', 'all'],
    ],
  ],
  full: [
    [
      [WIDE, 'light', 'all'],
      [WIDE, 'dark', 'colours'],
      [PHONE, 'dark', 'all'],
      [PHONE, 'light'],
    ],
  ],
})

const THEMES = ['light', 'dark'] as const

const TEXT_PIXELS_MIN = 12

/** Returns the texts that are smaller than a number of pixels. Runs in the page. */
function smallTexts(min: number): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = new Set<string>()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: element, textContent: text } = node
    if (element === null || text?.trim() === '') continue
    const pixels = Number.parseFloat(getComputedStyle(element).fontSize)
    if (pixels < min) found.add(`${pixels} px: ${element.className} ${text?.slice(0, 30)}`)
  }
  return [...found].slice(0, 5)
}

/** The number of pages that this run has checked. */
let checked = 0

/**
 * Returns the problems of the open page that axe and measurements find in each screen and theme.
 * Leaves the page light.
 */
export async function problemsOf(page: Page, name: string): Promise<string[]> {
  const found = await wideTables(page)
  const looks = LOOKS[checked % LOOKS.length] ?? []
  checked += 1
  for (const [screen, colorScheme, rules] of looks) {
    const { width } = screen
    await resize(page, screen)
    await page.emulateMedia({ colorScheme })
    if (rules !== undefined) found.push(...(await violations(page, rules)))
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > width) found.push(`${wide} wide on ${width}`)
    found.push(...(await page.evaluate(smallTexts, TEXT_PIXELS_MIN)))
    await keepScreenshot(page, `${name}-${width}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** Registers the checks of every page, as the signed-in operator sees it. */
export function looksTests(seen: () => Seen, visit: (path: string) => Promise<void>): void {
  test('axe finds no problem on any page, and no page is wider than its screen', async () => {
    const { page } = seen()
    const found: string[] = []
    await visit('/overview')
    for (const [name, path] of await pagesOf(seen())) {
      await page.setViewportSize(WIDE)
      // Loading the console and axe again for each page would be a third of the work of checking
      // it.
      await follow(page, `/console${path}`)
      await waitForData(page)
      const primary = await page.locator('main .button.primary').count()
      if (primary > 1) found.push(`${path} has ${primary} primary actions`)
      found.push(...(await problemsOf(page, name)).map((each) => `${path} ${each}`))
    }
    await page.setViewportSize(WIDE)
    assert.deepEqual(found, [])
  })

  detail(
    'for people who ask for more contrast, all text has a contrast of at least 7:1',
    async () => {
      const { page } = seen()
      const found: string[] = []
      const checkedPages = partOf(await pagesOf(seen()), 3, 1)
      for (const [index, [, path]] of checkedPages.entries()) {
        await follow(page, `/console${path}`)
        await waitForData(page)
        for (const colorScheme of partOf(THEMES, 2, index % 2)) {
          await page.emulateMedia({ contrast: 'more', colorScheme })
          const problems = await violations(page, 'contrast')
          found.push(...problems.map((each) => `${path} ${colorScheme} ${each}`))
        }
      }
      await page.emulateMedia({ contrast: null, colorScheme: 'light' })
      assert.deepEqual(found, [])
    },
  )

  detail(
    'examples in empty fields have the colour of muted texts, because axe does not check them',
    async () => {
      const { page } = seen()
      await visit('/orders')
      const search = page.locator('.search-box input')
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        const muted = await page
          .locator('.muted')
          .first()
          .evaluate((text) => getComputedStyle(text).color)
        const example = await search.evaluate(
          (field) => getComputedStyle(field, '::placeholder').color,
        )
        assert.equal(example, muted, colorScheme)
      }
      await page.emulateMedia({ colorScheme: 'light' })
    },
  )

  test('the checks detect a problem for axe and a page that is too wide', async () => {
    const { page } = seen()
    await visit('/accounts')
    await page.evaluate(() => {
      const heading = document.querySelector('h1')
      if (heading === null) return
      heading.style.color = '#cccccc'
      heading.style.width = '3000px'
    })
    assert.ok((await violations(page)).some((each) => each.startsWith('color-contrast')))
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) > WIDE.width)
    await visit('/sandbox')
    await waitForData(page)
    assert.deepEqual(await violations(page), [])
    await page.evaluate(() => {
      // One text among many with the same look, neither the first nor the last.
      const cells = [...document.querySelectorAll<HTMLElement>('tbody td')]
      const texts = cells.filter(({ childElementCount: inside }) => inside === 0)
      const cell = texts[Math.floor(texts.length / 2)]
      if (cell !== undefined) cell.style.color = '#cccccc'
    })
    const [found = '', ...others] = await violations(page, 'colours')
    assert.match(found, /^color-contrast: <td /)
    assert.deepEqual(others, [])
  })
}
