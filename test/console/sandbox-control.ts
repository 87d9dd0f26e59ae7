/**
 * Tests how an operator controls the sandbox: faults by scope, custom people, clock and snapshots.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { scopeTexts } from '../../console/src/components/injected-faults.ts'
import { detail } from '../support/detail.ts'
import {
  keepScreenshot,
  openSignedIn,
  PHONE,
  resize,
  type Seen,
  settled,
  violations,
  visitPage,
  WIDE,
  waitForFocus,
} from './browser.ts'
import { problemsOf } from './looks.ts'

const DAY_MS = 86_400_000

/** Returns whether leaving the page would ask for confirmation. Runs in the page. */
function warnsOnLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** Registers the tests, which use the service of the other console tests and restore its world. */
export function sandboxControlTests(seen: () => Seen): void {
  const visit = (path: string) => visitPage(seen(), path)
  /** Checks a state that only a few steps lead to on each screen and theme, with screenshots. */
  const looksGood = async (page: Page, name: string) => {
    assert.deepEqual(await problemsOf(page, name), [])
    await page.setViewportSize(WIDE)
  }
  const button = (name: string) => seen().page.getByRole('button', { name, exact: true })

  detail('a fault for some orders of one borrower is shown in the bar of every page', async () => {
    const page = await visit('/sandbox?view=faults')
    await page.locator('summary', { hasText: 'No file' }).click()
    // The short name and the status of the file are one behavior.
    const freeze = page.getByRole('row', { name: /NoFileReturnedCreditFreeze/ })
    assert.match((await freeze.textContent()) ?? '', /FROZENor NoFileReturnedCreditFreeze/)
    await freeze.getByRole('button').click()
    assert.equal(await page.getByLabel('Behavior').inputValue(), 'FROZEN')
    await button('Use Responds with varying delays').click()
    assert.equal(await page.getByLabel('Behavior').inputValue(), 'latency')
    await button('Use Responds slowly').click()
    assert.equal(await page.getByLabel('Behavior').inputValue(), 'SLOW')
    await page.getByText(/The timeout is [\d.]+ s\.$/).waitFor()
    await page.getByLabel('Bureau').selectOption('TransUnion')
    await page.getByLabel('Seconds').fill('20')
    await page
      .locator('form .badge', { hasText: /^longer than the [\d.]+ s timeout: no file$/ })
      .waitFor()
    await button('Next orders').click()
    await page.getByLabel('Number of orders').fill('3')
    await page.getByLabel('Account').selectOption('sandbox')
    await page.getByLabel('Borrower').fill('avery')
    await page
      .getByText('The next 3 orders of account sandbox for borrower avery, at TransUnion.')
      .waitFor()
    await button('Inject fault').click()
    const scope = 'next 3 orders, account sandbox, borrower Avery Sandford'
    const injected = page.getByRole('region', { name: 'Injected faults' })
    await injected
      .getByText('Next 3 orders · for account sandbox, borrower Avery Sandford · not met yet')
      .waitFor()
    await injected
      .getByText(/^Responds slowly \(20 s\), longer than the .* timeout: no file\.$/)
      .waitFor()
    await button('A share').click()
    await page.getByLabel('Percent of orders').fill('20')
    await page.getByLabel('Bureau').selectOption('')
    await page.getByLabel('Behavior').selectOption('latency')
    await page.getByLabel('Borrower').fill('')
    await button('Inject fault').click()
    await injected.getByText('20% of orders · for account sandbox · not met yet').waitFor()
    await looksGood(page, 'sandbox-faults-injected')

    await visit('/overview')
    const health = page.getByRole('row', { name: /^TransUnion/ })
    await health.locator('.badge.warn', { hasText: 'fault injected' }).waitFor()
    await health.getByText(/timeout: no file \(next 3 orders, account sandbox/).waitFor()
    // A fault at all bureaus is shown once. No row has the colour of faults that affect every
    // order.
    const everywhere = page.getByText(/^fault injected Every bureau delays .* \(20% of orders,/)
    assert.equal(await everywhere.count(), 1)
    assert.equal(await page.locator('.has-injected').count(), 0)
    const latency = page.getByRole('img', { name: /^Response time/ })
    assert.ok((await latency.locator('rect.series-p50Ms').count()) > 0, 'one interval is a bar')
    await visit('/accounts')
    const bar = page.locator('.bar.warn')
    await bar.waitFor()
    assert.equal(
      await bar.locator('> span').textContent(),
      `2 injected faults: Every bureau delays each file by a median of 800 ms, p95 3.0 s (20% of orders, account sandbox). TransUnion responds slowly (20 s), longer than the 10.0 s timeout: no file (${scope}).`,
    )
    await button('Remove all').click()
    await page.getByText('All injected faults are removed.').waitFor()
    await bar.waitFor({ state: 'detached' })
  })

  test('a preset injects a fault with one click', async () => {
    const page = await visit('/sandbox?view=faults')
    await page.getByRole('button', { name: /^Equifax down/ }).click()
    const injected = page.getByRole('region', { name: 'Injected faults' })
    await injected.getByText('Rejects connections: no file.').waitFor()
    assert.match((await injected.textContent()) ?? '', /Equifax.*Next order · not met yet/)
    await resize(page, PHONE)
    const topOf = async (name: string) =>
      (await page.getByRole('region', { name }).boundingBox())?.y ?? 0
    assert.ok((await topOf('Injected faults')) < (await topOf('Inject a fault')), 'comes first')
    await page.setViewportSize(WIDE)
    const before = seen().running.complaints.length
    await page.route('**/api/v1/sandbox/faults/*', (route) => route.fulfill({ status: 502 }))
    await injected.getByRole('button', { name: 'Remove at Equifax' }).click()
    await page.getByRole('alert').getByText('The service returned HTTP 502.').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    seen().running.complaints.length = before
    await injected.getByRole('button', { name: 'Remove at Equifax' }).click()
    await page.getByRole('status').getByText('The injected fault is removed.').waitFor()
    await page.getByText('Bureaus and service respond normally').waitFor()
  })

  detail('a fault for every order shows how many orders met it', async () => {
    const page = await visit('/sandbox?view=faults')
    await page.getByLabel('Bureau').selectOption('')
    await page.getByLabel('Behavior').selectOption('FROZEN')
    await button('Inject fault').click()
    const injected = page.getByRole('region', { name: 'Injected faults' })
    await injected.getByText('Every order · not met yet').waitFor()
    await visit('/sandbox?view=personas')
    await button('Order now for Alaric Dellacourt').click()
    await page.getByText('An injected fault caused this.', { exact: false }).waitFor()
    await visit('/sandbox?view=faults')
    await injected.getByText('Every order · met 1 order', { exact: true }).waitFor()
    await button('Remove all').click()
    await page.getByText('All injected faults are removed.').waitFor()
    await page.getByText('Bureaus and service respond normally').waitFor()
  })

  detail('a used-up fault of the service leaves the bar and is marked in the list', async () => {
    const { running } = seen()
    const before = running.complaints.length
    const bar = seen().page.locator('.bar.warn')
    const inject = async () => {
      const page = await visit('/sandbox?view=faults')
      await page.getByRole('button', { name: /^Service unavailable/ }).click()
      await page.getByText('Next order · not met yet').waitFor()
      await visit('/sandbox')
      await bar.waitFor()
    }
    await inject()
    // The order is rejected before it appears in any list.
    await button('Order now for Avery Sandford').click()
    await bar.waitFor({ state: 'detached' })
    await inject()
    const example = await (await fetch(`${running.url}/examples/credit-report.xml`)).text()
    assert.equal(await seen().post(example), 503)
    await bar.waitFor({ state: 'detached' })
    const page = await visit('/sandbox?view=faults')
    await page.locator('summary', { hasText: 'Used up (2)' }).click()
    assert.equal(await page.getByText('Met 1 of 1 order').count(), 2)
    await button('Clear used up').click()
    await page.locator('.used-up').waitFor({ state: 'detached' })
    await page.getByText('All used-up injected faults are removed.').waitFor()
    running.complaints.length = before
  })

  detail('a fault that a script injects appears on the open page', async () => {
    const { running } = seen()
    const page = await visit('/accounts')
    const { name, password } = running.credentials.operator
    const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
    const control = (method: string, body?: object) =>
      fetch(`${running.url}/sandbox/faults`, {
        method,
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    assert.equal(
      (await control('POST', { fault: 'NO HIT', bureau: 'Equifax', orders: 2 })).status,
      200,
    )
    await page.getByText('Equifax has no file of the borrower (next 2 orders).').waitFor()
    const used = { id: 'F1', since: new Date().toISOString(), orders: 3 }
    const texts = [0, 1, 3].flatMap((met) => scopeTexts({ ...used, met }))
    assert.deepEqual(texts, ['next 3 orders', '2 of 3 orders left', 'no more orders'])
    assert.equal((await control('DELETE')).status, 200)
    await page.locator('.bar.warn').waitFor({ state: 'detached' })
  })

  detail(
    'an order that meets a fault of the service names it until the message is closed',
    async () => {
      const before = seen().running.complaints.length
      const page = await visit('/sandbox?view=faults')
      await page.getByLabel('Behavior').selectOption('UNAVAILABLE')
      await button('Inject fault').click()
      await page.getByText('Injected. It applies from the next order.').waitFor()
      await visit('/sandbox?view=personas')
      await page
        .getByRole('button', { name: /^Order now/ })
        .first()
        .click()
      const message = page.getByRole('alert').filter({ hasText: 'Injected fault: UNAVAILABLE.' })
      await message.waitFor()
      assert.deepEqual(await violations(page), [])
      await message.getByRole('button', { name: 'Close' }).click()
      await message.waitFor({ state: 'detached' })
      await button('Remove all').click()
      await page.locator('.bar.warn').waitFor({ state: 'detached' })
      seen().running.complaints.length = before
    },
  )

  test('a fault for a borrower that does not exist shows an error at the form', async () => {
    const before = seen().running.complaints.length
    const page = await visit('/sandbox?view=faults')
    await page.getByLabel('Borrower').fill('no-such-persona')
    await button('Inject fault').click()
    const error = page.getByText('Enter the ID of a persona or a custom person, or an SSN')
    const id = (await error.getAttribute('id')) ?? ''
    const described = await page.getByLabel('Borrower').getAttribute('aria-describedby')
    assert.ok(described?.split(' ').includes(id), 'the error is that of the field')
    seen().running.complaints.length = before
  })

  test('a custom person can be created from wishes, with a preview of the scores, and ordered', async () => {
    const before = seen().running.complaints.length
    const page = await visit('/sandbox?view=people')
    await page.getByText('No custom people yet').waitFor()
    await button('New person').click()
    await page.getByLabel('ID', { exact: true }).fill('casey')
    await page.getByLabel('First name').fill('Casey')
    await page.getByLabel('Last name').fill('Whitlock')
    await page.getByLabel('SSN').fill('123-45-6789')
    await page.locator('input[aria-invalid="true"]').waitFor()
    await page.getByText('This person is not valid.').waitFor()
    await page.getByLabel('Last name').fill('')
    await page.getByLabel('Middle score').fill('900')
    await page.getByText('Enter a last name, or leave both names empty').waitFor()
    await page.getByText('At most 850').waitFor()
    seen().running.complaints.length = before
    await page.getByLabel('Last name').fill('Whitlock')
    await page.getByLabel('SSN').fill('930-21-4471')
    await page.getByLabel('Middle score').fill('655')
    const figures = page.locator('.preview-bureaus .figure')
    await figures.getByText('655').waitFor()
    const scores = (await figures.allTextContents()).map(Number).sort()
    assert.equal(scores[1], 655)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'sandbox-person')

    await button('JSON').click()
    const json = page.getByLabel('Person file')
    const file = await json.inputValue()
    assert.equal(JSON.parse(file).outcome.middleScore, 655)
    await json.fill('{')
    await page.getByText('This is not valid JSON.').waitFor()
    await json.fill(file)
    await button('Form').click()
    assert.equal(await page.getByLabel('Middle score').inputValue(), '655')
    await button('Save person').click()
    const listed = page.getByRole('row', { name: /Casey Whitlock/ })
    assert.equal(await listed.locator('.middle-score').textContent(), '655')
    await visit('/sandbox?view=faults')
    await page.locator('#fault-borrowers > option[value="casey"]').waitFor({ state: 'attached' })
    await visit('/sandbox?view=people')
    await button('Order now for casey').click()
    await page.locator('.score-line').first().waitFor()
    const reported = (await page.locator('.score-figure').allTextContents()).map(Number).sort()
    assert.deepEqual(reported, scores)
  })

  detail(
    'an example fills in a person whose bureaus differ, who can be saved and ordered',
    async () => {
      const page = await visit('/sandbox?view=people')
      await page.locator('summary', { hasText: 'Start from an example' }).click()
      await page.getByRole('button', { name: /^Late mortgage payment/ }).click()
      const row = (name: string) => page.getByRole('row', { name })
      await row('Score').getByText('641').waitFor()
      await row('Middle').getByText('641 middle of three').waitFor()
      const differing = page.locator('tr.differs > th')
      assert.deepEqual(await differing.allTextContents(), ['Score'])
      await page.getByLabel('Equifax', { exact: true }).selectOption('frozen')
      await row('Result').getByText('security freeze').waitFor()
      const middle = page.getByLabel('Middle score')
      assert.ok(await middle.isDisabled(), 'two scores have no middle')
      const hint = (await middle.getAttribute('aria-describedby')) ?? ''
      assert.match(
        (await page.locator(`[id="${hint}"]`).textContent()) ?? '',
        /^Needs three scores\./,
      )
      // The other bureaus keep their scores.
      await row('Score').getByText('641').waitFor()
      await row('Middle').getByText('641 lower of two').waitFor()
      // The other two files are equal except for their scores.
      assert.deepEqual(await differing.allTextContents(), ['Score', 'Result'])
      await resize(page, { width: 1_280, height: WIDE.height })
      const preview = page.getByRole('region', { name: 'Preview' })
      const tooWide = await preview.evaluate((panel) => {
        const right = panel.getBoundingClientRect().right
        const inside = right - Number.parseFloat(getComputedStyle(panel).paddingRight)
        return (panel.querySelector('table')?.getBoundingClientRect().right ?? 0) - inside
      })
      assert.ok(tooWide <= 1, `${tooWide} px`)
      const lists = await page
        .locator('.lates-row select')
        .evaluateAll((selects) => selects.map((select) => select.getBoundingClientRect().width))
      assert.ok(lists.length === 2 && Math.min(...lists) > 125, 'no choice is cut off')
      await looksGood(page, 'sandbox-person-filled')
      await button('Save and order').click()
      await page.locator('.score-line').first().waitFor()
      assert.equal(await page.locator('.score-figure').count(), 2)
      await visit('/sandbox?view=people&person=&example=late-mortgage')
      assert.equal(await page.getByLabel('ID', { exact: true }).inputValue(), 'late-mortgage-2')
      await visit('/sandbox?view=people')
      await button('Delete late-mortgage').click()
      await button('Delete person').click()
      await page.getByText('late-mortgage deleted.').waitFor()
      await button('Delete late-mortgage').waitFor({ state: 'detached' })
    },
  )

  detail(
    'bureau scores that replace a middle score start from the draft, and the middle score can return',
    async () => {
      const page = await visit('/sandbox?view=people&person=')
      const bureau = page.getByLabel('Equifax', { exact: true })
      const middle = page.getByLabel('Middle score')
      await page.getByRole('row', { name: 'Score' }).waitFor()
      // Both happen in the same moment, so the preview is still that of the blank person.
      await middle.fill('640')
      await bureau.selectOption('frozen')
      await page.getByText('Middle score 640 replaced by scores of single bureaus.').waitFor()
      assert.equal(await middle.inputValue(), '')
      await page.getByRole('row', { name: 'Middle' }).getByText('640 lower of two').waitFor()
      const scoreAt = (name: string) => page.getByLabel(`${name} score`).inputValue()
      const scores = await Promise.all(['Experian', 'TransUnion'].map(scoreAt))
      assert.equal(Math.min(...scores.map(Number)), 640)
      await page.setViewportSize(PHONE)
      const line = page.getByRole('link', {
        name: `EFX frozen · XPN ${scores.join(' · TUC ')} Preview`,
      })
      await line.click()
      const preview = page.getByRole('heading', { name: 'Preview' })
      await page.waitForFunction((top) => window.scrollY > top, PHONE.height)
      const top = (await preview.boundingBox())?.y ?? 0
      assert.ok(top > 90 && top < 300, `below the tabs, in view: ${top}`)
      assert.deepEqual(await violations(page), [])
      await resize(page, WIDE)
      assert.ok(await line.isHidden(), 'the preview is beside the form')
      await bureau.selectOption('')
      await page.waitForFunction(() => !document.querySelector('[role="status"] .hint'))
      assert.equal(await middle.inputValue(), '640')
      // A score that was changed by hand stays.
      await bureau.selectOption('frozen')
      await page.getByLabel('Experian score').waitFor()
      await page.getByText('replaced by scores of single bureaus', { exact: false }).waitFor()
      await page.getByLabel('Experian score').fill('655')
      await bureau.selectOption('')
      await page.getByLabel('Equifax score').waitFor()
      assert.equal(await middle.inputValue(), '')
    },
  )

  detail(
    'the preview shows the wishes of the form, and an invalid ID has a message of the console',
    async () => {
      const page = await visit('/sandbox?view=people&person=&example=disagreement')
      const row = (name: string) => page.locator('.preview-bureaus').getByRole('row', { name })
      await row('Collections').waitFor()
      const differing = await page.locator('tr.differs > th').allTextContents()
      assert.ok(differing.includes('Collections') && differing.includes('Late payments'))
      await page.getByLabel('Start from').selectOption('')
      await row('Collections').waitFor({ state: 'detached' })
      await page.getByLabel('Charge-offs').fill('1')
      await page.getByLabel('Card utilization (%)').fill('35')
      await row('Charge-offs').waitFor()
      await row('Card utilization').getByText('35%').first().waitFor()
      await page.getByLabel('ID', { exact: true }).fill('Casey')
      await button('Save person').click()
      await page.getByText('Use lower-case letters, digits and . _ -').waitFor()
      assert.ok(await button('Save person').isVisible(), 'nothing was saved')
    },
  )

  detail(
    'an ID in use shows a warning, but not while the new person with that ID is ordered',
    async () => {
      const page = await visit('/sandbox?view=faults')
      await page.getByLabel('Bureau').selectOption('')
      await page.getByLabel('Behavior').selectOption('SLOW')
      await page.getByLabel('Seconds').fill('2')
      await button('Inject fault').click()
      await page.getByText('Every order · not met yet').waitFor()
      await visit('/sandbox?view=people&person=&example=late-mortgage')
      const id = page.getByLabel('ID', { exact: true })
      const taken = page.getByText('A person with this ID exists. Saving replaces it.')
      await id.fill('casey')
      await taken.waitFor()
      assert.equal(await id.getAttribute('aria-invalid'), null)
      await id.fill('slow-one')
      await button('Save and order').click()
      await button('Ordering…').waitFor()
      await page.waitForTimeout(500)
      assert.equal(await taken.count(), 0)
      await page.locator('.score-line').first().waitFor()
      await button('Remove all').click()
      await visit('/sandbox?view=people')
      await button('Delete slow-one').click()
      await button('Delete person').click()
      await button('Delete slow-one').waitFor({ state: 'detached' })
    },
  )

  detail('the footer of the editor never covers the focus, and errors are focused', async () => {
    const before = seen().running.complaints.length
    const page = await visit('/sandbox?view=people&person=&example=late-mortgage')
    const focused = () =>
      page.evaluate(() => {
        const [element, foot] = [document.activeElement, document.querySelector('.form-foot')]
        const [own, end] = [element, foot].map((each) => each?.getBoundingClientRect())
        const isIn = foot?.contains(element) ?? true
        return { isIn, isCovered: !isIn && (own?.bottom ?? 0) > (end?.top ?? 0) }
      })
    for (const { width } of [WIDE, PHONE]) {
      await page.setViewportSize({ width, height: 700 })
      await page.getByLabel('ID', { exact: true }).focus()
      for (let at = await focused(); !at.isIn; at = await focused()) {
        assert.ok(!at.isCovered, `${width} px wide`)
        await page.keyboard.press('Tab')
      }
    }
    const wrong = page.getByLabel('Foreclosures')
    await wrong.fill('9')
    await page.locator('input[aria-invalid="true"]').waitFor()
    await button('Save person').click()
    await waitForFocus(wrong)
    await page.getByLabel('First name').focus()
    await page.getByRole('link', { name: 'Not possible: Foreclosures' }).click()
    await waitForFocus(wrong)
    // The same applies to errors that only the service can detect.
    await wrong.fill('')
    await page.getByLabel('First name').fill('Bo')
    await page.getByText('Enter a last name').waitFor()
    await button('Save person').click()
    await page.getByText('Not saved: this person is not valid.').waitFor()
    await waitForFocus(page.getByLabel('Last name', { exact: true }))
    await page.setViewportSize(WIDE)
    // Later pages would otherwise check the draft again.
    await page.getByLabel('Last name').fill('Hale')
    await page.getByText('This person is not valid.').waitFor({ state: 'detached' })
    seen().running.complaints.length = before
  })

  detail('the tables of personas and people fit on tablets', async () => {
    const page = await visit('/sandbox?view=personas')
    await resize(page, { width: 760, height: WIDE.height })
    const scrolled = await page
      .locator('.scroll')
      .first()
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    assert.equal(scrolled, 0)
    await page.setViewportSize(WIDE)
  })

  detail(
    'a long name of a custom person stays in its column and in the list of the order desk',
    async () => {
      const { running } = seen()
      const { name, password } = running.credentials.operator
      const person = (method: string, body?: object) =>
        fetch(`${running.url}/sandbox/people/longest`, {
          method,
          headers: {
            Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
            'Content-Type': 'application/json',
          },
          ...(body && { body: JSON.stringify(body) }),
        })
      const named = { first: 'Bartolo', last: 'Wolfeschlegelsteinhausen'.repeat(3).slice(0, 60) }
      const put = await person('PUT', { name: named, ssn: '930-21-4479', accounts: [] })
      assert.equal(put.status, 200)
      const page = await visit('/sandbox?view=people')
      const row = page.getByRole('row', { name: /longest/ })
      await row.waitFor()
      for (const width of [1_280, 1_440]) {
        await resize(page, { width, height: WIDE.height })
        const over = await row.evaluate((element) =>
          [...element.children].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        )
        assert.deepEqual(
          over.filter((by) => by > 0),
          [],
          `at ${width}`,
        )
      }
      await visit('/order-desk')
      await resize(page, { width: 1_280, height: WIDE.height })
      const box = page.getByRole('combobox', { name: 'Persona' })
      await box.fill('wolfe')
      const list = page.locator('.combobox-list')
      await list.getByRole('option', { name: /^Bartolo/ }).waitFor()
      assert.equal(await list.evaluate((element) => element.scrollWidth - element.clientWidth), 0)
      await box.press('Escape')
      await page.setViewportSize(WIDE)
      assert.equal((await person('DELETE')).status, 204)
    },
  )

  test('a custom person can be edited and deleted', async () => {
    const page = await visit('/sandbox?view=people')
    await resize(page, PHONE)
    const actions = page.getByRole('row', { name: /Casey/ }).locator('.actions > .button')
    await actions.first().waitFor()
    const tops = await actions.evaluateAll((buttons) =>
      buttons.map((each) => Math.round(each.getBoundingClientRect().top)),
    )
    assert.deepEqual(tops, [tops[0], tops[0], tops[0]], 'the actions have one line')
    await page.setViewportSize(WIDE)
    await page.getByRole('link', { name: 'Edit Casey Whitlock' }).click()
    await page.getByLabel('Description').fill('Tester of late payments')
    await button('Add late payments').click()
    await button('Save person').click()
    await page.getByText('Tester of late payments').waitFor()
    await page.getByRole('link', { name: 'Edit Casey Whitlock' }).click()
    const description = await page.getByLabel('Description').inputValue()
    assert.equal(description, 'Tester of late payments', 'the editor has what was saved')
    await page.getByLabel('Description').fill('Tester of bankruptcies')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.goBack()
    await page.getByText('Unsaved changes').waitFor()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Tester of bankruptcies')
    // The warning is set up after the change is drawn.
    await page.waitForFunction(warnsOnLeaving)
    await button('Cancel').click()
    await page.getByRole('link', { name: 'Edit Casey Whitlock' }).click()
    assert.equal(await page.getByLabel('Description').inputValue(), description, 'given up')
    assert.ok(!(await page.evaluate(warnsOnLeaving)))
    await button('Cancel').click()
    await button('Delete casey').click()
    await button('Delete person').click()
    await page.getByText('No custom people yet').waitFor()
  })

  test('setting the clock by date first lists what expires', async () => {
    const page = await visit('/sandbox?view=world')
    assert.match(await page.getByLabel('Name').inputValue(), /^snapshot-\d{4}-\d\d-\d\d$/)
    await page.getByLabel('Name').fill('before-clock')
    await button('Save snapshot').click()
    await page.getByRole('rowheader', { name: 'before-clock' }).waitFor()
    // The message leaves room for the last button of the page.
    await page.locator('.toasts > p').waitFor()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const [message, reset] = await Promise.all([
      page.locator('.toasts > p').boundingBox(),
      button('Reset the sandbox').boundingBox(),
    ])
    assert.ok(message !== null && reset !== null && reset.y + reset.height <= message.y)
    await looksGood(page, 'sandbox-snapshot-saved')
    const titles = await page.getByRole('columnheader').allTextContents()
    assert.deepEqual(titles.slice(0, 2), ['Name', 'Sandbox time'])
    const row = page.getByRole('row', { name: 'before-clock' })
    const [times = ''] = await row.getByRole('cell').allTextContents()
    assert.match(times, /^\w+ \d+, \d{4}, \d\d:\d\dReal time \w+ \d+, \d{4}, /)
    await page.getByLabel('Name').fill('before clock')
    await page.getByText('A name cannot contain').waitFor()

    await visit('/sandbox?view=clock')
    const shown = await page.locator('.sandbox-now').textContent()
    // Noon of the day in the time zone of the page: this machine may have another date already.
    const noon = Date.parse(`${/^\w+ \d+, \d{4}/.exec(shown ?? '')?.[0]} 12:00`)
    const day = new Date(noon + 130 * DAY_MS)
    const after = (days: number) =>
      new Date(noon + days * DAY_MS).toLocaleDateString('en-US', { dateStyle: 'medium' })
    const steps = await page.locator('.clock-steps button').allTextContents()
    for (const days of [31, 45]) {
      assert.ok(
        steps.some((step) => step.startsWith(`Advance ${days} daysto ${after(days)}`)),
        steps.join(),
      )
    }
    assert.ok(await button('Set date').isDisabled(), 'without a date')
    await page.getByLabel('Advance to').fill(day.toLocaleDateString('sv-SE'))
    await button('Set date').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/reports? can no longer be refreshed/).waitFor()
    await dialog.getByText(/reports? can no longer be reissued/).waitFor()
    await keepScreenshot(page, 'sandbox-clock-confirm')
    assert.deepEqual(await violations(page), [])
    await button('Cancel').click()
    assert.equal(
      (await page.locator('.sandbox-now').textContent())?.slice(0, 12),
      shown?.slice(0, 12),
    )
    await button('Set date').click()
    const option = dialog.getByLabel('Save a snapshot first', { exact: false })
    await option.check()
    const [, saved = ''] =
      /as (\S+)$/.exec((await dialog.locator('.check').textContent()) ?? '') ?? []
    await button('Advance the clock').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText(`Snapshot ${saved} saved.`, { exact: false }).waitFor()
    const expected = day.toLocaleDateString('en-US', { dateStyle: 'medium' })
    await page.locator('.sandbox-now', { hasText: expected }).waitFor()
    await visit('/sandbox?view=world')
    await page.getByRole('rowheader', { name: saved }).waitFor()
    await button(`Delete ${saved}`).click()
    await button('Delete snapshot').click()
    await page.getByText(`Snapshot ${saved} deleted.`).waitFor()
    await page.getByRole('rowheader', { name: saved }).waitFor({ state: 'detached' })
  })

  detail('tabs that fit have no fade, even if they did not fit before', async () => {
    const page = await visit('/sandbox?view=world')
    // The fade follows the scrolling one frame later.
    const fadeIs = (wanted: string) =>
      page.waitForFunction((wanted) => {
        const row = document.querySelector('.tabs')
        const style = row === null ? undefined : getComputedStyle(row)
        const isMasked = style?.maskImage !== 'none'
        return (isMasked ? style?.getPropertyValue('--fade-start') : 'none') === wanted
      }, wanted)
    await page.setViewportSize(PHONE)
    await page.locator('.tabs:not([data-fits])').waitFor()
    await page.waitForFunction(() => (document.querySelector('.tabs')?.scrollLeft ?? 0) > 100)
    await fadeIs('32px')
    await page.setViewportSize(WIDE)
    await page.locator('.tabs[data-fits]').waitFor()
    await fadeIs('none')
  })

  test('an ended session is reported, and signing in returns to the same page', async () => {
    const { running } = seen()
    const own = await running.open()
    running.failing.add(own)
    await openSignedIn(own, running, '/accounts')
    await own.getByRole('heading', { name: 'Accounts' }).waitFor()
    // The click must be the first request to find the session ended, not a late request of this
    // page.
    await settled(own)
    const operators = await own.getByRole('link', { name: 'Users' }).elementHandle()
    await own.context().clearCookies()
    // Clicked at once: a page that polls would detect it first and would no longer have the link.
    await operators?.evaluate((link: HTMLElement | SVGElement) => (link as HTMLElement).click())
    await own
      .getByText('You were signed out because the session was ended', { exact: false })
      .waitFor()
    await own.locator('[autocomplete="username"]:focus').waitFor()
    assert.deepEqual(await violations(own), [])
    const { name, password } = running.credentials.operator
    await own.getByLabel('User name').fill(name)
    await own.getByLabel('Password').fill(password)
    await own.getByRole('button', { name: 'Sign in' }).click()
    await own.getByRole('heading', { name: 'Users', exact: true }).waitFor()
    await own.getByRole('button', { name: 'Sign out' }).click()
    await own.getByLabel('User name').waitFor()
    assert.equal(await own.getByText('You were signed out', { exact: false }).count(), 0)
    await own.context().close()
  })

  detail('a snapshot has the typed name, and restoring it removes later additions', async () => {
    const page = await visit('/sandbox?view=world')
    await page.getByLabel('Name').waitFor()
    // Typed and submitted in the same moment, so the page does not know the name yet.
    await page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('.sandbox-save input')
      if (field === null) throw new Error('no field')
      field.value = 'before-refi'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.form?.requestSubmit()
    })
    await page.getByText('Snapshot before-refi saved.').waitFor()
    const row = page.getByRole('row', { name: 'before-refi' })
    await row.getByText(/^[\d,]+ orders/).waitFor()
    await button('Restore before-refi').click()
    await page.getByText('nothing was added since this snapshot', { exact: false }).waitFor()
    await button('Cancel').click()
    await visit('/sandbox?view=faults')
    await page.getByRole('button', { name: /^Equifax down/ }).click()
    await page.getByText('Next order · not met yet').waitFor()
    await visit('/sandbox?view=world')
    await button('Restore before-refi').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You will lose what was added since this snapshot:').waitFor()
    const lost = dialog.getByRole('listitem')
    assert.deepEqual(await lost.allTextContents(), ['1 injected fault'])
    assert.match((await button('Restore snapshot').getAttribute('class')) ?? '', /primary/)
    await button('Cancel').click()
    const { post, running } = seen()
    const example = await (await fetch(`${running.url}/examples/credit-report.xml`)).text()
    assert.equal(await post(example.replace('LHL-2026-0017', 'LHL-2026-0018')), 200)
    await button('Restore before-refi').click()
    await lost.getByText('1 order, with any reports and charges').waitFor()
    assert.match((await button('Restore snapshot').getAttribute('class')) ?? '', /danger/)
    await button('Restore snapshot').click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.bar.warn').waitFor({ state: 'detached' })
    await button('Delete before-refi').click()
    await button('Delete snapshot').click()
    await page.getByRole('rowheader', { name: 'before-refi' }).waitFor({ state: 'detached' })
  })

  test('resetting the sandbox needs confirmation, and a snapshot can restore it', async () => {
    const page = await visit('/orders')
    await page.locator('tbody tr').first().waitFor()
    await visit('/sandbox?view=world')
    await button('Reset the sandbox').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^\d+ orders, with any reports and charges$/).waitFor()
    await dialog.getByText(/^The clock goes back \d+ days, to /).waitFor()
    await dialog.getByLabel('Save a snapshot first', { exact: false }).check()
    assert.deepEqual(await violations(page), [])
    await button('Reset').click()
    await dialog.waitFor({ state: 'detached' })
    const toast = (await page.locator('.toasts > p').textContent()) ?? ''
    const [, saved = ''] = /^The sandbox was reset\. Snapshot (\S+) saved\.$/.exec(toast) ?? []
    assert.notEqual(saved, '', toast)
    await visit('/orders')
    await page.getByText('No orders yet').waitFor()
    await visit('/sandbox?view=world')
    await button('Restore before-clock').click()
    await page.getByText('injected faults and the clock return to their state').waitFor()
    await page.getByText('Nothing is lost', { exact: false }).waitFor()
    await button('Restore snapshot').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit('/orders')
    await page.locator('tbody tr').first().waitFor()
    await visit('/sandbox?view=world')
    for (const name of ['before-clock', saved]) {
      await button(`Delete ${name}`).click()
      await button('Delete snapshot').click()
      await page.getByRole('rowheader', { name }).waitFor({ state: 'detached' })
    }
    await page.getByText('No snapshots yet').waitFor()
  })
}
