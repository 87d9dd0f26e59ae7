/**
 * Tests that the API reference has samples of every operation in every dialect, and that they can
 * be ordered.
 */
import assert from 'node:assert/strict'
import { detail } from '../support/detail.ts'
import { keepScreenshot, openPage, type Seen } from './browser.ts'

/** Registers the tests, which use the service and the signed-in page of the other console tests. */
export function sampleTests(seen: () => Seen): void {
  detail('a JSON sample of the API reference can be tried on the order desk', async () => {
    const { page, running } = seen()
    await openPage(page, running, '/api-reference?view=errors')
    const limits = page.getByRole('link', { name: '/docs/operations#load-and-limits' })
    assert.equal(await limits.getAttribute('href'), '/docs/operations#load-and-limits')
    await page.getByLabel('Search').fill('E061')
    await page.getByText('3 of', { exact: false }).waitFor()
    const links = page.getByRole('rowheader').getByRole('link')
    assert.deepEqual(
      [...new Set(await links.allTextContents())],
      ['E061'],
      'each error leads to its page',
    )
    assert.equal(await page.getByRole('link', { name: 'Orders with E061' }).count(), 3)
    await page.getByLabel('Search').fill('unknownPath')
    await page.getByText('1 of', { exact: false }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Orders with E999' }).count(), 0)
    await page.getByRole('tab', { name: 'Fields' }).click()
    // Each element is a heading with its fields below it. The page explains the words of the table.
    await page.getByLabel('Search').fill('_StreetAddress2')
    const elements = page.locator('th[scope="rowgroup"]')
    await elements.filter({ hasText: /^REQUEST_GROUP\/REQUESTING_PARTY$/ }).waitFor()
    assert.ok((await page.getByRole('rowheader', { name: '@_StreetAddress2' }).count()) > 1)
    await page.getByLabel('Search').fill('')
    await page.getByText('Required by default: may be absent', { exact: false }).waitFor()
    await page.getByRole('tab', { name: 'Operations' }).click()
    const start = page.getByRole('region', { name: 'Start here' })
    const command = (await start.getByRole('region', { name: 'First order' }).textContent()) ?? ''
    assert.match(command, /^curl -u sandbox \\\n {2}-H /)
    // The secret that the first start saved was retired by an earlier test.
    await start.getByText('It was shown once, when it was created.', { exact: false }).waitFor()
    // A message replaces the previous one.
    const copy = start.getByRole('button', { name: 'Copy' }).last()
    const message = page.locator('.toasts > p')
    await copy.click()
    await message.first().waitFor()
    await copy.click()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    assert.ok((await message.count()) <= 1)
    assert.ok(command.includes(`"${running.url}/credit_report"`), command)
    for (const name of ['/docs', '/schema']) {
      const link = page.getByRole('link', { name, exact: true })
      const address = new URL((await link.getAttribute('href')) ?? '', running.url)
      assert.equal((await fetch(address)).status, 200, name)
    }
    await page.getByLabel('Search').fill('inject a fault')
    const found = page.getByRole('region', { name: 'Sandbox' }).locator('.operation > summary')
    await found.filter({ hasText: '/sandbox/faults' }).click()
    await page.getByText('Only this bureau; all three if absent.').waitFor()
    assert.equal(await found.count(), 1)
    const reference = found.locator('..').getByRole('link', { name: 'Reference' })
    const explained = await fetch(
      new URL((await reference.getAttribute('href')) ?? '', running.url),
    )
    assert.match(await explained.text(), /sandbox\/faults/)
    // An opened operation has its own URL, links to its documentation, a command and an example.
    await page.waitForURL(({ hash }) => hash === '#POST-/sandbox/faults')
    const opened = page.locator('[id="POST-/sandbox/faults"]')
    const magic = opened.getByRole('link', { name: 'docs/magic.md' })
    assert.equal(await magic.getAttribute('href'), '/docs/magic')
    const injecting = await opened.getByRole('region', { name: 'cURL command' }).textContent()
    assert.match(injecting ?? '', /^curl -u admin -X POST .*"http:[^"]*\/sandbox\/faults"\s*$/s)
    await opened.getByRole('region', { name: 'Example response' }).getByText('"F1"').waitFor()
    await page.reload()
    await opened.getByText('Only this bureau; all three if absent.').waitFor()
    await page.waitForFunction(() => window.scrollY > 0)
    await page.getByLabel('Search').fill('')
    await found.filter({ hasText: 'Inject a fault' }).click()
    await page.locator('summary', { hasText: '/mortgage_only' }).click()
    const samples = page.locator('details[open]')
    await samples.getByText('<REQUEST_GROUP').waitFor()
    const errors = samples.locator('summary', { hasText: 'error statuses' })
    assert.equal(await samples.getByText('401', { exact: true }).first().isVisible(), false)
    await errors.last().click()
    await samples.getByText('401', { exact: true }).last().waitFor()
    await errors.last().click()
    await samples.getByLabel('Dialect').selectOption('json')
    await samples.getByText('"REQUEST_GROUP"').waitFor()
    await samples.getByRole('tab', { name: 'Response' }).click()
    await samples.getByText('"_CreditReportIdentifier"').first().waitFor()
    await samples.getByRole('tab', { name: 'Rejected order' }).click()
    await samples.getByText('/docs/errors#invalidDocument').waitFor()
    await samples.getByRole('tab', { name: 'cURL' }).click()
    await samples.getByText("-H 'Content-Type: application/json'").waitFor()
    await samples.getByRole('button', { name: /^Show all/ }).click()
    const shown = (await samples.getByRole('region', { name: 'cURL command' }).textContent()) ?? ''
    assert.match(shown, /^curl -u (?!ACCOUNT)\w+ .*\/mortgage_only" <<'JSON'\n\{.*\}\nJSON\s*$/s)
    await keepScreenshot(page, 'api-reference-samples')
    await samples.getByRole('tab', { name: 'Request' }).click()
    await samples.getByRole('button', { name: 'Try it on the order desk' }).click()
    await page.getByText('Valid request').waitFor()
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByText(/^(New|Existing) report/).waitFor()
  })
}
