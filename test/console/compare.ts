/** Two orders and two reports, side by side. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { type Console, keepScreenshot, violations } from './browser.ts'

interface Seen {
  readonly running: Console
  /** The page where the operator of the sandbox is signed in. */
  readonly page: Page
  /** Posts an order as the sandbox account. */
  readonly post: (body: string) => Promise<number>
}

/** The tests; they share the service of the others. */
export function compareTests(seen: () => Seen): void {
  const visit = async (path: string) => {
    const { page, running } = seen()
    await page.goto(`${running.url}/console${path}`)
    await page.locator('main#main h1').waitFor()
    return page
  }
  const idsOf = (page: Page) => page.locator('tbody a.stretched').allTextContents()

  test('two orders are compared: their results, and the fields of their requests', async () => {
    const { post } = seen()
    const people = [{ ...PEOPLE.avery, last: 'Ostrander', ssn: '901-66-0001' }]
    assert.equal(await post(orderDocument('credit_report', { people, bureaus: 'YYN' })), 200)
    const wrong = { people, lenderCase: 'OTHER-9', action: 'Reissue', reportId: 'R000000000000001' }
    assert.equal(await post(orderDocument('credit_report', wrong)), 200)
    const page = await visit('/orders')
    await page.locator('tbody tr').nth(1).waitFor()
    const [rejected = '', done = ''] = await idsOf(page)
    await page.getByRole('link', { name: done, exact: true }).click()
    await page.getByRole('link', { name: 'Compare' }).click()
    await page.getByLabel('Second order').fill(rejected)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.waitForURL(new RegExp(`/compare/orders\\?one=${done}&other=${rejected}$`))
    const result = page.getByRole('region', { name: 'Result' })
    const row = async (name: RegExp) =>
      (await result.getByRole('row', { name }).locator('td').allTextContents()).join(' | ')
    assert.match(await row(/^State/), /^Completed \| Rejected E061 \|/)
    assert.match(await row(/^Outcome/), /^New report \| Report not found\./)
    assert.match(await row(/^Charged/), /^\$\d+\.\d\d \| \$0\.00 \| −\$\d+\.\d\d$/)
    assert.equal(await result.getByRole('row', { name: /^Account/ }).getAttribute('class'), null)
    const request = page.getByRole('region', { name: 'Request' })
    const fields = await request.locator('tbody th').allTextContents()
    assert.ok(fields.includes('CREDIT_REQUEST/@LenderCaseIdentifier (differs)'))
    assert.ok(fields.every((field) => field.endsWith('(differs)')))
    await request.getByRole('button', { name: /^All \(/ }).click()
    assert.ok((await request.locator('tbody th').count()) > fields.length)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'compare-orders')
  })

  test('two reports are compared: scores, changes, figures and accounts', async () => {
    const { post } = seen()
    const people = [{ ...PEOPLE.avery, last: 'Ostrander', ssn: '901-66-0001' }]
    const again = { people, action: 'ForceNew' }
    assert.equal(await post(orderDocument('credit_report', again)), 200)
    const page = await visit('/reports')
    await page.locator('tbody tr').nth(1).waitFor()
    const [later = '', earlier = ''] = await idsOf(page)
    await page.getByRole('link', { name: earlier }).click()
    await page.getByRole('link', { name: 'Compare' }).click()
    await page.getByLabel('Second report').fill(later)
    await page.getByRole('button', { name: 'Compare' }).click()
    const scores = page.getByRole('region', { name: 'Scores' })
    await scores.waitFor()
    const transUnion = scores.getByRole('row', { name: /^TransUnion/ })
    assert.match((await transUnion.textContent()) ?? '', /\(differs\)none\d{3}$/)
    const equifax = await scores
      .getByRole('row', { name: /^Equifax/ })
      .locator('td')
      .allTextContents()
    assert.ok(Number(equifax[0]) > 300 && Number(equifax[1]) > 300)
    const changes = page.getByRole('region', { name: 'Changes' })
    assert.match(
      (await changes.textContent()) ?? '',
      new RegExp(`What ${later} adds .* ${earlier}.*EFXXPN`),
    )
    await page
      .getByRole('region', { name: 'Accounts' })
      .getByRole('button', { name: /^All \(\d/ })
      .click()
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /ostrander/i)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'compare-reports')
    await page.getByRole('button', { name: 'Swap' }).click()
    await page.waitForURL(new RegExp(`one=${later}&other=${earlier}$`))
  })
}
