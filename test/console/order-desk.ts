/** Tests the order desk: the borrowers that it finds and offers, and editing the XML. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { detail } from '../support/detail.ts'
import {
  choosePersona,
  openPage,
  PHONE,
  resize,
  type Seen,
  settled,
  violations,
  WIDE,
} from './browser.ts'

/** Empties the form of the order desk, which asks for confirmation if something was typed. */
export async function startOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start over' }).click()
  const discard = page.getByRole('button', { name: 'Discard order' })
  const empty = page.getByText('Pick a persona or enter a borrower.', { exact: false })
  await discard.or(empty).first().waitFor()
  if (await discard.isVisible()) await discard.click()
  await empty.waitFor()
}

/** Registers the tests, which use the service and the signed-in page of the other console tests. */
export function orderDeskTests(seen: () => Seen): void {
  const press = (name: string) => seen().page.getByRole('button', { name, exact: true }).click()
  const emptyDesk = async () => {
    const { page, running } = seen()
    await openPage(page, running, '/order-desk')
    await startOver(page)
    return page
  }

  test('a name finds the persona with that name first, and the form offers the partner', async () => {
    const page = await emptyDesk()
    const box = page.getByRole('combobox', { name: 'Persona' })
    // The description of the partner also mentions the name.
    await box.fill('juno')
    await box.press('Enter')
    assert.equal(await box.inputValue(), 'Juno Castellane')
    const joint = page.getByLabel('Joint application with Rowan Castellane')
    await press('Add co-borrower')
    assert.equal(await page.getByLabel('First name').count(), 2)
    assert.equal(await joint.isChecked(), false, 'another co-borrower is not the partner')
    await press('Remove co-borrower')
    assert.equal(await page.getByRole('button', { name: 'Rowan Castellane' }).count(), 0)
    await page.getByLabel('Suffix').fill('JR')
    await joint.check()
    assert.equal(await page.getByLabel('First name').last().inputValue(), 'Rowan')
    assert.equal(await page.getByLabel('Suffix').first().inputValue(), 'JR', 'nothing is lost')
    await joint.uncheck()
    assert.equal(await page.getByLabel('First name').count(), 1)
  })

  detail('a search finds no persona of which the text is only denied', async () => {
    const page = await emptyDesk()
    const box = page.getByRole('combobox', { name: 'Persona' })
    const found = async (text: string) => {
      await box.fill(text)
      return await page
        .locator('[role="option"]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-value')))
    }
    const late = await found('late')
    for (const id of ['late30', 'delinquent', 'streamlineLate']) assert.ok(late.includes(id), id)
    for (const id of ['clean', 'juno', 'streamline']) assert.ok(!late.includes(id), id)
    assert.deepEqual((await found('never late')).toSorted(), ['juno', 'streamline'])
    await box.fill('')
  })

  detail(
    'the bar with the button covers no field that has the focus, and no error is counted twice',
    async (t) => {
      const page = await emptyDesk()
      t.after(() => resize(page, WIDE))
      for (const screen of [{ width: 1_280, height: 800 }, PHONE]) {
        await resize(page, screen)
        await page.getByRole('combobox', { name: 'Persona' }).focus()
        for (let field = 0; field < 20; field += 1) {
          await page.keyboard.press('Tab')
          const covered = await page.evaluate(() => {
            const [focused, bar] = [
              document.activeElement,
              document.querySelector('form .order-desk-submit'),
            ]
            if (!focused?.matches('input, select') || bar === null) return ''
            const below = focused.getBoundingClientRect().bottom
            return below > bar.getBoundingClientRect().top ? focused.outerHTML : ''
          })
          assert.equal(covered, '')
        }
      }
      // The bar counts the empty fields, whether they were visited or not.
      await page.getByRole('button', { name: 'Missing: 7 required fields' }).waitFor()
      assert.equal(await page.getByText(/problems?\. This order would be rejected/).count(), 0)
    },
  )

  detail('starting over asks for confirmation only if typed data would be lost', async () => {
    const page = await emptyDesk()
    const dialog = page.getByRole('dialog', { name: 'Discard this order?' })
    const lenderCase = page.getByLabel('Lender case')
    await choosePersona(page, 'avery')
    await press('Start over')
    await page.getByText('Pick a persona or enter a borrower.').waitFor()
    assert.equal(await dialog.count(), 0, 'a persona is chosen again with one click')
    await choosePersona(page, 'avery')
    await lenderCase.fill('CASE-TYPED')
    await press('Start over')
    assert.deepEqual(await violations(page), [])
    await dialog.locator('.button.danger').getByText('Discard order').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await lenderCase.inputValue(), 'CASE-TYPED')
    await press('Edit XML')
    const editor = page.getByLabel('Request XML')
    await editor.fill((await editor.inputValue()).replace('CASE-TYPED', 'CASE-EDITED'))
    await press('Start over')
    await dialog.getByRole('button', { name: 'Discard order' }).click()
    await page.getByText('Pick a persona or enter a borrower.').waitFor()
    assert.equal(await lenderCase.inputValue(), '')
  })

  detail('a typed order can be restored after the desk was opened with another one', async () => {
    const page = await emptyDesk()
    const lenderCase = page.getByLabel('Lender case')
    const restore = page.getByRole('button', { name: 'Restore previous order' })
    const openInDesk = async (name: string) => {
      await page.getByRole('link', { name: 'Sandbox', exact: true }).click()
      await page.getByRole('button', { name: `Open in desk for ${name}` }).click()
      await page.getByText('Valid request').waitFor()
    }
    await choosePersona(page, 'avery')
    await openInDesk('Avery Sandford')
    assert.equal(await restore.count(), 0, 'a persona is chosen again with one click')
    await lenderCase.fill('CASE-TYPED')
    await openInDesk('Avery Sandford')
    assert.equal(await lenderCase.inputValue(), '')
    assert.deepEqual(await violations(page), [])
    await page.reload()
    await restore.click()
    assert.equal(await lenderCase.inputValue(), 'CASE-TYPED')
    assert.equal(await restore.count(), 0)
    await page.getByText('Valid request').waitFor()
    await press('Place order')
    await page.getByRole('link', { name: 'View order' }).waitFor()
    await openInDesk('Avery Sandford')
    assert.equal(await restore.count(), 0, 'an order that was sent is in the list')
  })

  test('a placed order shows its scores and bureaus beside the form, and Ctrl+Enter places it', async () => {
    const page = await emptyDesk()
    await choosePersona(page, 'avery')
    await page.getByText('Valid request').waitFor()
    await page.getByLabel('Lender case').press('Control+Enter')
    const result = page.getByRole('region', { name: 'Result' })
    await result
      .locator('.outcome-scores')
      .getByText(/^\d{3}$/)
      .waitFor()
    await page.locator('.order-desk-links a:focus').waitFor()
    const primary = page.locator('main .button.primary')
    assert.deepEqual(await primary.allTextContents(), ['View report'])
    await choosePersona(page, 'noHit')
    assert.deepEqual(await primary.allTextContents(), ['Place order'], 'the form has another order')
    await page.getByText('Valid request').waitFor()
    await press('Place order')
    await result.getByText('All bureaus: no file was found for this consumer.').waitFor()
    assert.equal(await result.locator('tbody tr').count(), 3)
    assert.equal(await result.getByText('NoFileReturned').count(), 0)
  })

  test('a double click on the button places an order once', async () => {
    const page = await emptyDesk()
    await choosePersona(page, 'clean')
    await page.getByText('Valid request').waitFor()
    const sent: string[] = []
    const note = (request: Request) => {
      if (request.url().endsWith('/manual-order/orders')) sent.push(request.url())
    }
    page.on('request', note)
    await page.getByRole('button', { name: 'Place order' }).dblclick()
    await page.getByRole('link', { name: 'View order' }).waitFor()
    await settled(page)
    page.off('request', note)
    assert.equal(sent.length, 1)
    assert.equal(await page.getByText('Duplicate request').count(), 0)
  })

  test('an injected fault is shown before the order, and can be removed from its result', async (t) => {
    const page = await emptyDesk()
    t.after(() => page.setViewportSize(WIDE))
    await inject(page, { fault: 'UNREACHABLE', borrower: 'avery' })
    await choosePersona(page, 'rowan')
    await page.getByLabel('Action').selectOption('ForceNew')
    await page.getByLabel('Joint application with Juno Castellane').check()
    const bar = page.locator('.order-desk-submit')
    await bar.getByText('Will appear on these borrowers’ later reports.').waitFor()
    assert.equal(
      await bar.getByText('injected fault').count(),
      0,
      'the fault is for another borrower',
    )
    await choosePersona(page, 'avery')
    await bar
      .getByText(/^The injected fault “Every bureau rejects connections.*” will apply\.$/)
      .waitFor()
    await press('Place order')
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('fault injected: rejects connections').nth(2).waitFor()
    for (const width of [1_280, WIDE.width]) {
      await resize(page, { width, height: WIDE.height })
      const over = await result.locator('td .badge').evaluateAll((badges) =>
        badges.map((badge) => {
          const cell = badge.closest('td')?.getBoundingClientRect()
          return badge.getBoundingClientRect().right - (cell?.right ?? 0)
        }),
      )
      assert.ok(over.length === 6 && over.every((by) => by <= 0), `${width}: ${over}`)
    }
    await page.setViewportSize(PHONE)
    await press('Remove fault and resend')
    const dialog = page.getByRole('dialog', { name: 'Remove the fault and resend?' })
    await dialog.getByText('Trimerge orders a new report.').waitFor()
    assert.equal(await dialog.getByText('will apply', { exact: false }).count(), 0)
    const buttons = await dialog
      .locator('.dialog-foot > .button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    assert.ok(buttons[0] === buttons[1] && (buttons[0] ?? 0) > 300, `${buttons}`)
    await dialog.getByRole('button', { name: 'Remove fault and resend' }).click()
    await result.getByText(/^New report, \$/).waitFor()
  })

  detail(
    'an order about a report offers the reports of its borrower, or takes another ID',
    async () => {
      const page = await emptyDesk()
      await choosePersona(page, 'avery')
      await press('Refresh')
      const report = page.getByLabel('Report', { exact: true })
      const own = report.locator('optgroup[label="Reports of this borrower"] option')
      await own.first().waitFor({ state: 'attached' })
      await page.getByText('Choose a report.', { exact: false }).waitFor()
      const id = (await own.first().getAttribute('value')) ?? ''
      await report.selectOption(id)
      const xml = page.getByRole('region', { name: 'Request XML' })
      await xml.getByText(`"${id}"`).waitFor()
      await report.selectOption('Enter a report ID')
      await page.getByLabel('Report ID').fill('R-OTHER')
      await xml.getByText('"R-OTHER"').waitFor()
      await report.selectOption('Find by borrowers and lender case')
      assert.equal(await page.getByLabel('Report ID').count(), 0)
    },
  )

  detail('edited XML has line numbers and wraps, and each error links to its line', async (t) => {
    const page = await emptyDesk()
    t.after(() => page.setViewportSize(WIDE))
    await choosePersona(page, 'avery')
    await page.getByText('Valid request').waitFor()
    await press('Edit XML')
    await page.getByText('You are editing the XML; the form is locked.', { exact: false }).waitFor()
    assert.equal(await page.getByText('discards your edits').count(), 0, 'nothing was edited')
    await press('Back to the form')
    await page.getByLabel('First name').waitFor()
    await press('Edit XML')
    const editor = page.getByLabel('Request XML')
    const written = await editor.inputValue()
    await editor.fill(written.replace(/_SSN="[^"]*"/, '_SSN="12"').replace('"ME"', '""'))
    await page.getByText('“Back to the form” discards your edits.', { exact: false }).waitFor()
    await page.getByText('2 problems. This order would be rejected.').waitFor()
    const selected = () =>
      editor.evaluate((box: HTMLTextAreaElement) =>
        box.value.slice(box.selectionStart, box.selectionEnd),
      )
    await press('Line 13')
    assert.match(await selected(), /^<_RESIDENCE .*\/>$/)
    // An attempt to place the order does not send it, but selects the first error.
    await editor.press('Control+Enter')
    await page.getByRole('button', { name: 'Send it anyway' }).waitFor()
    // The button appears a moment before the error is selected.
    await page.waitForFunction(() => getSelection()?.toString().startsWith('<BORROWER '))
    assert.match(await selected(), /^<BORROWER .*>$/)
    for (const screen of [WIDE, PHONE]) {
      await resize(page, screen)
      const { width } = screen
      assert.deepEqual(await heights(page), { isSame: true, isWide: false }, `at ${width}`)
      assert.deepEqual(await violations(page), [])
      await editor.press('Control+Home')
      await editor.press('Control+End')
      const end = await page.locator('.order-desk-editor [data-line]').last().boundingBox()
      const bar = await page.locator('.order-desk-submit').boundingBox()
      assert.ok(end && bar && end.y + end.height <= bar.y, 'the cursor is above the button')
    }
    await editor.fill(written.replace('</BORROWER>', ''))
    await press('Line 15')
    assert.equal(await selected(), '</LOAN_APPLICATION>')
    await press('Back to the form')
    await press('Discard edits')
  })
}

/** Injects a fault of the sandbox through the API, as a script of the operator would. */
async function inject(page: Page, fault: object): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const { csrfToken } = await (await fetch('/api/v1/session')).json()
    const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken }
    return (await fetch('/api/v1/sandbox/faults', { method: 'POST', headers, body })).status
  }, JSON.stringify(fault))
  assert.equal(status, 200)
}

/**
 * Whether the text box is as high as the numbered text behind it, and whether any text is cut off.
 */
function heights(page: Page) {
  return page.locator('.order-desk-editor').evaluate((editor) => {
    const [text, box] = editor.children
    return {
      isSame: box?.scrollHeight === text?.scrollHeight,
      isWide: [editor, text, box].some((each) => (each?.scrollWidth ?? 0) > editor.clientWidth),
    }
  })
}
