/** Two orders and two reports, side by side. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { type Console, keepScreenshot, openPage, violations } from './browser.ts'

interface Seen {
  readonly running: Console
  /** The page where the operator of the sandbox is signed in. */
  readonly page: Page
  /** Posts an order as the sandbox account. */
  readonly post: (body: string, type?: string) => Promise<number>
}

/** The tests; they share the service of the others. */
export function compareTests(seen: () => Seen): void {
  const visit = async (path: string) => {
    const { page, running } = seen()
    await openPage(page, running, path)
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
    const candidates = page.getByRole('region', { name: 'Choose the second order' })
    const same = candidates.getByRole('table', { name: 'Same borrower' })
    await same.getByText(rejected).first().waitFor()
    assert.equal(await same.locator('tbody tr').count(), 1)
    assert.equal(await candidates.getByText(done).count(), 0)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'compare-choose')
    await same.getByRole('button', { name: `Choose ${rejected}` }).click()
    await page.waitForURL(new RegExp(`/compare/orders\\?one=${done}&other=${rejected}$`))
    const summary = page.getByRole('region', { name: 'Summary' })
    await summary.getByText('New report → Rejected E061').waitFor()
    const result = page.getByRole('region', { name: 'Result' })
    const row = async (name: RegExp) =>
      (await result.getByRole('row', { name }).locator('td').allTextContents()).join(' | ')
    assert.match(await row(/^State/), /^Completed \| Rejected E061 \|/)
    assert.match(await row(/^Outcome/), /^New report \| Report not found\./)
    assert.match(await row(/^Charged/), /^\$\d+\.\d\d \| no charge \| −\$\d+\.\d\d$/)
    assert.equal(await result.getByRole('row', { name: /^Account/ }).count(), 0)
    const request = page.getByRole('region', { name: 'Request' })
    const fields = await request.locator('tbody th').allTextContents()
    assert.ok(fields.includes('LenderCaseIdentifierCREDIT_REQUEST (differs)'))
    assert.ok(fields.every((field) => field.endsWith('(differs)')))
    const changes = await request.locator('td[data-title="Change"]').allTextContents()
    assert.equal(changes.length, fields.length)
    assert.ok(changes.includes('added') && changes.includes('changed'), changes.join())
    await request.getByRole('button', { name: /^Show \d+ unchanged fields$/ }).click()
    assert.ok((await request.locator('tbody th').count()) > fields.length)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'compare-orders')
  })

  test('an order in JSON is compared with one in XML, which a search finds', async () => {
    const { post } = seen()
    const people = [{ ...PEOPLE.avery, last: 'Ostrander', ssn: '901-66-0002' }]
    const wrong = { people, action: 'Reissue', reportId: 'R000000000000001' }
    assert.equal(await post(orderDocument('credit_report', wrong)), 200)
    const json = { ...wrong, lenderCase: 'OTHER-9', dialect: 'json' } as const
    assert.equal(await post(orderDocument('credit_report', json), 'application/json'), 200)
    const page = await visit('/orders')
    await page.locator('tbody tr').nth(1).waitFor()
    const [inJson = '', inXml = ''] = await idsOf(page)
    await page.goto(`${seen().running.url}/console/compare/orders?one=${inJson}`)
    await page.getByRole('searchbox').fill(inXml)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const matches = page.getByRole('table', { name: 'Matches' })
    await matches.getByRole('button', { name: `Choose ${inXml}` }).click()
    const request = page.getByRole('region', { name: 'Request' })
    await request.waitFor()
    assert.deepEqual(await request.locator('tbody th').allTextContents(), [
      'LenderCaseIdentifierCREDIT_REQUEST (differs)',
    ])
    assert.deepEqual(await request.locator('mark').allTextContents(), ['OTHER-9', 'LHL-2026-0019'])
    assert.ok(!page.url().includes('Ostrander'))
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
    await page.getByRole('button', { name: `Choose ${later}` }).click()
    const summary = page.getByRole('region', { name: 'Summary' })
    assert.match((await summary.textContent()) ?? '', /Scores.*TUC.*Delivered files\+1/)
    const short = summary.getByRole('table', { name: 'Scores' }).getByRole('row')
    assert.deepEqual(await short.first().locator('th').allTextContents(), [
      'Score',
      'First',
      'Second',
      'Change',
    ])
    const added = await short.filter({ hasText: /^TUC/ }).locator('td').allTextContents()
    assert.match(added.join(' | '), /^none \| \d{3} \| $/)
    const scores = page.getByRole('region', { name: 'Scores' })
    await scores.waitFor()
    const transUnion = scores.getByRole('row', { name: /^TransUnion/ })
    assert.match((await transUnion.textContent()) ?? '', /\(differs\)none\d{3}added$/)
    assert.equal(await scores.getByRole('row', { name: /^Equifax/ }).count(), 0)
    const changes = page.getByRole('region', { name: 'New debt and risk' })
    assert.match((await changes.textContent()) ?? '', new RegExp(`What ${later} adds.*EFXXPN`))
    assert.deepEqual(await changes.locator('thead th').allTextContents(), [
      'Change',
      'Account',
      'Since (UTC)',
      'Bureaus',
    ])
    assert.match(
      await changes.locator('td[data-title="Account"]').first().innerText(),
      /\nMortgage$/,
    )
    // One more bureau reports the same accounts: none of them is added or removed.
    const accounts = page.getByRole('region', { name: 'Accounts' })
    const states = await accounts.locator('.compare-account .badge').allTextContents()
    assert.ok(
      states.every((state) => state === 'Changed'),
      states.join(),
    )
    const rows = await accounts.locator('td[data-title="Change"]').allTextContents()
    assert.ok(!rows.includes('added') && !rows.includes('removed'), rows.join())
    await accounts
      .getByRole('button', { name: /^Show (No differences: )?\d+ accounts? without a change/ })
      .click()
    const all = await accounts.locator('.compare-account .badge').allTextContents()
    assert.ok(all.length > states.length && all.includes('Reported again'), all.join())
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /ostrander/i)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'compare-reports')
    await page.getByRole('button', { name: 'Change first report' }).click()
    await page.getByRole('region', { name: 'Choose the first report' }).waitFor()
    await page.getByRole('button', { name: 'Swap sides' }).click()
    await page.waitForURL(new RegExp(`one=${later}&other=${earlier}$`))
    // A couple at two bureaus has four files, and nothing of one report is in the other.
    const couple = [PEOPLE.rowan, PEOPLE.juno]
    const joint = { people: couple, requestType: 'Joint', bureaus: 'YYN', action: 'ForceNew' }
    assert.equal(await post(orderDocument('credit_report', joint)), 200)
    await visit('/reports')
    const newest = page.locator('tbody tr').first()
    await newest.filter({ hasText: /J\. (K\. )?C\./ }).waitFor()
    const [couples = ''] = await idsOf(page)
    await visit(`/compare/reports?one=${couples}&other=${later}`)
    await page.getByText('The reports have no borrower in common.').waitFor()
    assert.match(
      (await summary.textContent()) ?? '',
      /Inquiries\d+ only in the second report, \d+ only in the first.*Delivered files−1/,
    )
    assert.equal(await accounts.getByRole('table').count(), 0)
    const folded = accounts.getByRole('button', {
      name: /^Show \d+ only in the second report, \d+ only in the first$/,
    })
    const [inSecond = 0, inFirst = 0] =
      (await folded.textContent())?.match(/\d+/g)?.map(Number) ?? []
    await folded.click()
    assert.equal(await accounts.locator('tbody tr').count(), inSecond + inFirst)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'compare-apart')
    // Nothing is compared with itself, and neither side is offered where another is chosen.
    await visit(`/compare/reports?one=${later}&other=${later}`)
    const choice = page.getByRole('region', { name: 'Choose the second report' })
    await choice.getByRole('button', { name: `Choose ${earlier}` }).waitFor()
    assert.equal(await choice.getByRole('button', { name: `Choose ${later}` }).count(), 0)
    assert.equal(await summary.count(), 0)
  })
}
