/** Tests that a failed order first of all shows the reason and the remedy. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import { keepScreenshot, openPage, type Seen, violations } from './browser.ts'

const UNREACHABLE = 'MAGIC ALL UNREACHABLE'

/** Registers the tests, which use the service of the other console tests. */
export function failureTests(seen: () => Seen): void {
  test('a failed order first shows the reason for each bureau and what to do', async () => {
    const { page, running, post } = seen()
    const someone = { ...PEOPLE.avery, last: 'Fallow', ssn: '901-33-0007', street: UNREACHABLE }
    assert.equal(await post(orderDocument('credit_report', { people: [someone] })), 200)
    await openPage(page, running, '/orders')
    const row = page.getByRole('row').nth(1)
    await row.getByText('No response (magic street).', { exact: false }).waitFor()
    await row.getByRole('link').first().click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('Order failed (E001): No bureau returned a credit file.').waitFor()
    await result
      .getByText(
        /^The borrower’s street contains the word UNREACHABLE, .* What to do: edit the street,/,
      )
      .waitFor()
    assert.equal(
      await page.locator('main section').first().getByRole('heading').textContent(),
      'Result',
    )
    const bureaus = await result.locator('tbody tr').allTextContents()
    assert.equal(bureaus.length, 3)
    for (const bureau of bureaus) {
      assert.match(bureau, /no responsemagic street UNREACHABLE: rejects connectionsno inquiry/)
    }
    // A reason that all bureaus share is shown once.
    await result.getByText('All bureaus: could not be reached.').waitFor()
    assert.equal(await result.getByText('could not be reached').count(), 1)
    // The magic street stays in the document, so the same document would fail again.
    await result.getByRole('button', { name: 'Edit and resend' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Resend', exact: true }).count(), 0)
    assert.equal(await page.locator('.note.good').count(), 0, 'no success note is shown')
    // The fields are unchanged, so the response tells more than they do.
    await page.getByRole('tab', { name: 'Response', selected: true }).waitFor()
    await page.getByRole('tab', { name: 'Parsed fields' }).click()
    const parsed = page.getByRole('region', { name: 'Parsed fields' })
    await page.getByText('fields, all unchanged.', { exact: false }).waitFor()
    assert.equal(await parsed.count(), 0)
    await page.getByRole('button', { name: 'Show fields' }).click()
    await parsed.waitFor()
    await keepScreenshot(page, 'order-failed')
  })

  test('a failed order can be edited and sent again', async () => {
    const { page, running } = seen()
    await page.getByRole('button', { name: 'Edit and resend' }).click()
    const editor = page.getByLabel('Request XML')
    await editor.waitFor()
    const xml = await editor.inputValue()
    assert.match(xml, new RegExp(UNREACHABLE))
    await editor.fill(xml.replace(UNREACHABLE, '7 Alder St'))
    await page.getByText('Valid request').waitFor()
    await page.getByText('Up to $', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Place order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Place this order again?' })
    await dialog.getByText('Hard inquiry', { exact: false }).waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Place order' }).click()
    await page.getByText(/^New report, /).waitFor()
    await openPage(page, running, '/audit?action=order.revealed')
    const row = page.getByRole('row').filter({ hasText: 'edit and resend' })
    await row.first().waitFor()
  })

  detail(
    'a document that could not be read was not stored, so nothing offers to resend it',
    async () => {
      const { page, running, post } = seen()
      assert.equal(await post('<REQUEST_GROUP'), 400)
      await openPage(page, running, '/orders')
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      const result = page.getByRole('region', { name: 'Result' })
      await result.getByText('Order rejected (E101): The body is not a well-formed').waitFor()
      await result.getByText(/^What to do: Correct the document/).waitFor()
      assert.equal(await page.getByRole('button', { name: /resend/i }).count(), 0)
      await page.getByRole('tab', { name: 'Request' }).waitFor()
      assert.equal(await page.getByRole('tab', { name: 'cURL' }).count(), 0)
    },
  )

  detail('the fault that made an order fail can be removed, and the order sent again', async () => {
    const { page, running, post } = seen()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await openPage(page, running, '/sandbox?view=faults')
    await page.getByLabel('Bureau').selectOption('')
    await page.getByLabel('Behavior').selectOption('UNREACHABLE')
    await button('Inject fault').click()
    await page
      .getByRole('row')
      .filter({ hasText: /rejects connections/i })
      .first()
      .waitFor()
    const someone = { ...PEOPLE.avery, last: 'Fallow', ssn: '901-33-0008' }
    assert.equal(await post(orderDocument('credit_report', { people: [someone] })), 200)
    await openPage(page, running, '/orders')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText(/^An injected fault caused this\. What to do: remove it here/).waitFor()
    await result.getByText('fault injected: rejects connections').nth(2).waitFor()
    await button('Remove fault and resend').click()
    const dialog = page.getByRole('dialog', { name: 'Remove the fault and resend?' })
    await dialog.getByText('fault “Every bureau rejects connections: no file”').waitFor()
    await dialog.getByText('Trimerge orders a new report.').waitFor()
    await dialog.getByText(/^Up to \$\d+\.\d\d Hard inquiry\./).waitFor()
    await keepScreenshot(page, 'order-failed-resend')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Remove fault and resend' }).click()
    await result.getByText(/^New report, \$/).waitFor()
    // A completed order links to its report and shows the score that was ordered.
    assert.match((await result.locator('.note').textContent()) ?? '', /A\. .*\d{3} .*View report$/)
    assert.equal(await page.locator('.bar.warn').count(), 0, 'no fault is injected')
    // Bureaus that returned a file show its score.
    const files = await result.locator('tbody tr').allTextContents()
    assert.ok(files.length === 3 && files.every((file) => /^[A-Z][A-Za-z]+\d{3} /.test(file)))
  })

  test('an order that an injected fault interrupted names the fault, which can be removed', async () => {
    const { page, running, post } = seen()
    await openPage(page, running, '/sandbox?view=faults')
    const interrupted = page.locator('details', { hasText: 'Service' }).last()
    await interrupted.locator('summary').click()
    await page
      .getByRole('row', { name: /^Interrupts the order/ })
      .getByRole('button')
      .click()
    await page.getByRole('button', { name: 'Inject fault' }).click()
    await page.getByRole('button', { name: 'Remove at Service' }).waitFor()
    const someone = { ...PEOPLE.avery, last: 'Fallow', ssn: '901-33-0018' }
    assert.equal(await post(orderDocument('credit_report', { people: [someone] })), 200)
    await openPage(page, running, '/orders')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('Order failed (E001): The order was interrupted').waitFor()
    await result.getByText(/^An injected fault caused this\. What to do: remove it here/).waitFor()
    await result.getByText('fault injected: interrupts the order').nth(2).waitFor()
    await page.getByRole('button', { name: 'Remove fault and resend' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the fault and resend?' })
    await dialog.getByRole('button', { name: 'Remove fault and resend' }).click()
    await result.getByText(/^New report, /).waitFor()
  })

  test('a report that lacks a file says so, and the bureau can be asked again', async () => {
    const { page, running, post } = seen()
    await openPage(page, running, '/sandbox?view=faults')
    await page.getByLabel('Bureau').selectOption('Experian')
    await page.getByLabel('Behavior').selectOption('UNREACHABLE')
    await page.getByRole('button', { name: 'Inject fault', exact: true }).click()
    await page
      .getByRole('row')
      .filter({ hasText: /rejects connections/i })
      .first()
      .waitFor()
    const someone = { ...PEOPLE.avery, last: 'Fallow', ssn: '901-33-0010' }
    assert.equal(await post(orderDocument('credit_report', { people: [someone] })), 200)
    await openPage(page, running, '/orders')
    await page.getByRole('row', { name: /0010/ }).getByRole('link').first().click()
    const result = page.getByRole('region', { name: 'Result' })
    await result
      .locator('.note.warn')
      .getByText(/^New report with 2 of 3 files, \$/)
      .waitFor()
    await result.getByText('Experian did not respond (fault injected).').waitFor()
    await keepScreenshot(page, 'order-without-a-file')
    const again = 'Remove fault and ask Experian again'
    await result.getByRole('button', { name: again }).click()
    const dialog = page.getByRole('dialog', { name: `${again}?` })
    await dialog.getByText(/^Up to \$/).waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: again }).click()
    await result
      .locator('.note.good')
      .getByText(/^Upgraded report, \$/)
      .waitFor()
    assert.equal(await page.locator('.bar.warn').count(), 0, 'no fault is injected')
  })

  detail(
    'the figures of the overview link to the orders that they count, and name injected faults',
    async () => {
      const { page, running } = seen()
      await openPage(page, running, '/overview?hours=24')
      const tile = page.locator('.tile.warn', { hasText: 'Failed' })
      assert.match((await tile.textContent()) ?? '', /\d by injected fault or magic street$/)
      const codes = page.getByRole('region', { name: 'Error codes' })
      await codes.locator('.badge.warn', { hasText: 'by injected fault or magic street' }).waitFor()
      await codes.getByText('No bureau returned a credit file.').waitFor()
      const failed = codes.locator('.code-row', { hasText: 'E001' })
      assert.equal(await failed.locator('rect.series-failed').count(), 1, 'as in the chart above')
      assert.deepEqual(await violations(page), [])
      const figure = Number(await tile.locator('.figure').textContent())
      await tile.getByRole('link', { name: `Failed: ${figure}` }).click()
      await page.getByText(`${figure} orders shown`).waitFor()
      await page.goBack()
      const [code, , count] = await codes.getByRole('row').first().locator('> *').allTextContents()
      await codes.getByRole('link', { name: code ?? '' }).click()
      await page.getByText(new RegExp(`^${count} orders? shown`)).waitFor()
    },
  )
  detail('the tile of failed orders counts them by reason if there are several', async () => {
    const { page, running } = seen()
    const overview = '**/api/v1/overview*'
    const assertNote = async (
      text: string,
      ...reasons: readonly { reason: string; count: number }[]
    ) => {
      await page.route(overview, async (route) => {
        const figures = await (await route.fetch()).json()
        const buckets = [{ ...figures.buckets[0], failed: 5 }]
        const codes = [{ code: 'E001', count: 5, reasons, injected: 0 }]
        await route.fulfill({ json: { ...figures, buckets, codes } })
      })
      await openPage(page, running, '/overview?hours=24')
      // The tile may first show figures that were fetched before.
      await page.locator('.tile', { hasText: 'Failed' }).getByText(text, { exact: true }).waitFor()
      await page.unrouteAll({ behavior: 'wait' })
    }
    const noFile = (count: number) => ({ reason: 'noFile', count })
    const interrupted = (count: number) => ({ reason: 'interrupted', count })
    await assertNote('no bureau returned a file', noFile(5))
    await assertNote('4 without a file, 1 interrupted', noFile(4), interrupted(1))
    await assertNote('without a file or interrupted', noFile(2), interrupted(1))
  })
}
