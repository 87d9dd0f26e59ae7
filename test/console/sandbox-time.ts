/** Tests that the time of the sandbox is in view, and details that new users meet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import { BUREAUS } from '../../src/documents/tables/enumerations.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import { runningService } from '../support/running-service.ts'
import {
  forgetComplaints,
  keepScreenshot,
  openPage,
  openSignedIn,
  PHONE,
  resize,
  type Seen,
  visitPage,
  WIDE,
  wideTables,
} from './browser.ts'
import { problemsOf } from './looks.ts'

/** Registers the tests, which use the service of the other console tests. */
export function sandboxTimeTests(seen: () => Seen): void {
  const visit = (path: string) => visitPage(seen(), path)
  const now = async () => {
    const text =
      (await seen().page.locator('.bar', { hasText: 'Sandbox time' }).textContent()) ?? ''
    return /Sandbox time (\w+ \d+, \d{4}).*\(\+(\d+) days?\)/.exec(text) ?? []
  }

  test('while the clock is ahead, every page shows the date in the sandbox', async () => {
    // An order from before the clock moves, with a lender case of the maximum length.
    const long = { people: [PEOPLE.avery], action: 'ForceNew', lenderCase: 'WEX-77-2'.repeat(10) }
    assert.equal(await seen().post(orderDocument('credit_report', long)), 200)
    const page = await visit('/sandbox?view=clock')
    await page.getByRole('button', { name: 'Advance 121 days' }).click()
    await page.getByRole('button', { name: 'Advance the clock' }).click()
    for (const path of ['/orders', '/accounts', '/audit']) {
      await visit(path)
      await page.getByText('Sandbox time', { exact: false }).first().waitFor()
      const [, day = '', ahead] = await now()
      assert.ok(Number(ahead) >= 121, path)
      assert.ok(Date.parse(day) > Date.now() + 100 * 86_400_000, path)
    }
  })

  detail(
    'a frozen sandbox shows its date on every page, and how far it was advanced',
    async (t) => {
      const { running } = seen()
      const { url, authorization, operator } = await runningService(t, {
        flags: { 'world-start': '2026-01-15T12:00:00Z' },
      })
      const own = await running.open(WIDE, url)
      const frozen = { url, credentials: running.credentials }
      await openSignedIn(own, frozen, '/overview', operator)
      const bar = own.locator('.bar', { hasText: 'Sandbox time' })
      assert.match((await bar.textContent()) ?? '', /^Sandbox time Jan 15, 2026 Clock$/)
      await own.setViewportSize(PHONE)
      await own.getByRole('button', { name: 'Jan 15', exact: true }).waitFor()
      const { status } = await fetch(`${url}/sandbox/clock`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
        },
        body: '{"advance":"6h"}',
      })
      assert.equal(status, 200)
      await openPage(own, frozen, '/sandbox?view=clock')
      const facts = own.getByRole('region', { name: 'Sandbox clock' }).locator('dl')
      assert.match((await facts.textContent()) ?? '', /13:00:00 ESTAdvanced by6 hours$/)
      await own.context().close()
    },
  )

  detail(
    'times outside the current year of the sandbox show their year, and the audit trail shows both times',
    async () => {
      const page = await visit('/audit')
      const times = page.locator('tbody td[data-title="Time"]')
      const timesOf = (sandbox: string) => {
        const both = new RegExp(`^\\d\\d:\\d\\d:\\d\\dsandbox \\w+ \\d+, ${sandbox}\\d\\d:\\d\\d$`)
        return times.filter({ hasText: both }).first().waitFor()
      }
      await timesOf('')
      const today = await page.locator('tr.group').first().textContent()
      assert.match(today ?? '', new RegExp(`^\\w+ \\d+, ${new Date().getFullYear()}$`))
      // The year of this machine differs from that of a sandbox whose clock is further ahead.
      const clock = '**/api/v1/sandbox/clock'
      await page.route(clock, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ json: { ...(await response.json()), now: '2099-06-01T12:00:00Z' } })
      })
      await visit('/audit')
      await timesOf('\\d{4}, ')
      const [seconds = ''] = await times
        .locator('time')
        .evaluateAll((all) => all.map(({ title }) => title))
      assert.match(seconds, /, \d{4}, \d\d:\d\d:\d\d E[DS]T$/, 'a tooltip has the time zone')
      // The lists have room for years and for the longest lender case.
      const wide: string[] = []
      for (const path of ['/orders', '/reports']) {
        await visit(path)
        await page.getByText('Times are sandbox time in America/New_York.').waitFor()
        await page
          .locator('tbody time', { hasText: /\w+ \d+, \d{4}/ })
          .first()
          .waitFor()
        wide.push(...(await wideTables(page)))
      }
      await page.unrouteAll({ behavior: 'wait' })
      assert.deepEqual(wide, [])
    },
  )

  detail('the clock can be advanced to the next day, also when clocks change', async () => {
    const { page } = seen()
    // The nights of 23 and of 25 hours of New York in 2027.
    const nights = [
      ['2027-03-14T04:30:00Z', 'Mar 13', '2027-03-14'],
      ['2027-11-07T04:30:00Z', 'Nov 7', '2027-11-08'],
    ] as const
    for (const [now, today, tomorrow] of nights) {
      await page.route('**/api/v1/sandbox/clock', (route) =>
        route.fulfill({ json: { now, advancedMs: 0 } }),
      )
      await visit('/sandbox?view=clock')
      await page.locator('.sandbox-now', { hasText: today }).waitFor()
      assert.equal(await page.getByLabel('Advance to').getAttribute('min'), tomorrow)
      await page.unrouteAll({ behavior: 'wait' })
    }
  })

  detail('an error of the service is shown as a sentence', async () => {
    const { running } = seen()
    const page = await visit('/sandbox?view=clock')
    await page.getByRole('button', { name: /^Advance 1 day/ }).click()
    await page.route('**/api/v1/sandbox/clock', (route) =>
      route.request().method() === 'POST'
        ? route.continue({ postData: '{"to":"2001-01-01"}' })
        : route.continue(),
    )
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No deadline passes').or(dialog.locator('.effects')).first().waitFor()
    await dialog.getByRole('button', { name: 'Advance the clock' }).click()
    await dialog.getByText(/^The clock only goes forward: .*\.$/).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    forgetComplaints(running, /sandbox\/clock/)
  })

  test('after the clock is advanced, the overview still shows the orders', async () => {
    const page = await visit('/overview')
    const period = page.getByRole('group', { name: 'Period' }).locator('[aria-pressed="true"]')
    await page.getByRole('heading', { name: 'Orders by outcome' }).waitFor()
    await page
      .locator('.tile')
      .filter({ hasText: /\d+% with a report/ })
      .waitFor()
    assert.notEqual(await period.textContent(), '24 hours')
    const recent = page.getByRole('region', { name: 'Bureaus' }).getByText('no recent pulls')
    // Earlier data about the bureaus is shown until it is fetched again.
    await recent.nth(BUREAUS.length - 1).waitFor()
    assert.equal(await recent.count(), BUREAUS.length, 'no bureau was asked in the last hour')
    await keepScreenshot(page, 'overview-advanced')
    await visit('/overview?hours=1')
    await page.getByText('No orders in the last hour').waitFor()
    const tile = page.locator('.tile', { hasText: /^Orders/ })
    assert.equal(await tile.textContent(), 'Orders0none in this period')
    await page.getByText(/^Last order [A-Z][a-z]{2} \d+, \d{4}\.$/).waitFor()
    assert.equal(await page.getByText('printed at startup').count(), 0)
    const longer = page.getByRole('button', { name: /^Show / })
    const shown = (await longer.textContent())?.replace('Show ', '')
    await longer.click()
    await tile.getByText(/\d+% with a report/).waitFor()
    assert.equal(await period.textContent(), shown)
  })

  test('the report list shows the borrowers and which reports have expired', async () => {
    const page = await visit('/reports')
    const until = page.locator('td[data-title="Valid until"]')
    await until
      .filter({ hasText: /^\w+ \d+, \d{4} Expired$/ })
      .first()
      .waitFor()
    const cells = await page.locator('td[data-title="Borrower"]').allTextContents()
    assert.ok(
      cells.length > 0 && cells.every((cell) => /^\p{Lu}\. \p{Lu}\. •/u.test(cell)),
      cells.join(),
    )
    const scoreOf = (operation: string) =>
      page
        .locator('tbody tr', { hasText: operation })
        .first()
        .locator('td[data-title="Credit score"]')
    assert.match((await scoreOf('Credit report').textContent()) ?? '', /\d{3}|not scored/)
    await keepScreenshot(page, 'reports')
    // On a small desktop, too, a date takes one line and its age another.
    await resize(page, { width: 1_280, height: 800 })
    const dates = page.locator('td:is([data-title="Issued"], [data-title="Valid until"]) > time')
    const lines = await dates.evaluateAll((all) => all.map((time) => time.getClientRects().length))
    assert.ok(lines.length > 0 && lines.every((count) => count === 1), lines.join())
    await page.setViewportSize(WIDE)
    // Newer reports of other tests may fill the first page.
    await page.getByLabel('Operation').selectOption({ label: 'Refresh' })
    assert.match((await scoreOf('Refresh').textContent()) ?? '', /^(no scores)+$/)
  })

  detail('a code with several reasons shows the texts of the reasons that occurred', async () => {
    const { post } = seen()
    const unknown = { action: 'Reissue', reportId: 'R000000000000001', people: [PEOPLE.avery] }
    assert.equal(await post(orderDocument('credit_report', unknown)), 200)
    const page = await visit('/overview?hours=24')
    await page.getByText(/^All orders arrived (?:from|since) \w+ \d+/).waitFor()
    const row = page.locator('.code-row', { hasText: 'E061' })
    const reasons = page.locator('.code-reason')
    await reasons.filter({ hasText: 'not found' }).waitFor()
    assert.doesNotMatch((await reasons.allTextContents()).join(), /too old/)
    // Rejected orders have another colour than failed orders.
    assert.equal(await row.locator('rect.series-rejected').count(), 1)
  })

  test('the cURL command names this service, and its tab is in the URL', async () => {
    const { running } = seen()
    const page = await visit('/orders')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('tab', { name: 'cURL' }).click()
    await page.waitForURL(/view=curl/)
    await page.reload()
    const command = page.getByRole('region', { name: 'cURL command' })
    await command.waitFor()
    assert.ok((await command.textContent())?.includes(`"${running.url}/credit_report"`))
    // On a phone, each part of the command stays on its line, which scrolls.
    await resize(page, PHONE)
    const line = command.locator('.line', { hasText: '/credit_report' })
    const { height } = (await line.boundingBox()) ?? { height: 0 }
    assert.ok(height > 0 && height < 25, `${height} px`)
    const panels = page.locator('.order-columns h2')
    const tops = await panels.evaluateAll((all) =>
      all.map((each) => [each.textContent, each.getBoundingClientRect().top] as const),
    )
    const sorted = tops.toSorted(([, one], [, other]) => one - other).map(([title]) => title)
    assert.deepEqual(sorted, ['Order', 'Charge', 'Timeline', 'Documents', 'HTTP'])
    await page.getByRole('tab', { name: 'Response' }).click()
    const code = page.getByRole('region', { name: 'Response XML' })
    const cut = () => code.evaluate((box) => box.scrollHeight - box.clientHeight)
    assert.ok((await cut()) > 0)
    await page.getByRole('button', { name: /^Show all \d+ lines$/ }).click()
    assert.equal(await cut(), 0)
    await page.setViewportSize(WIDE)
  })

  detail(
    'personas are sorted by middle score with couples together, and filters are in the URL',
    async () => {
      const page = await visit('/sandbox')
      const rows = page.locator('table.personas tbody tr:not(.group)')
      await rows.first().waitFor()
      const ofGroup = async (heading: string) =>
        page
          .locator('tbody', { has: page.getByText(heading) })
          .locator('.middle-score')
          .allTextContents()
      const excellent = (await ofGroup('Excellent: 740 and above')).map(Number)
      assert.ok(excellent.length > 10 && excellent.every((score) => score >= 740))
      assert.deepEqual(
        excellent,
        excellent.toSorted((one, other) => other - one),
      )
      const names = await rows.locator('th').allTextContents()
      const at = names.findIndex((name) => name.startsWith('Rowan and Juno Castellane'))
      assert.match(names[at + 1] ?? '', /^Rowan Castellane/)
      assert.match(names[at + 2] ?? '', /^Juno Castellane/)
      await page.getByRole('button', { name: /^Security freeze/ }).click()
      await page.waitForURL(/traits=frozen/)
      await page.getByText(`4 of ${PERSONAS.length} personas`).waitFor()
      await page.reload()
      // The persona with a frozen file also shows the partner, whose file is not frozen.
      await rows.filter({ hasText: 'Tobias Oakhurst' }).first().waitFor()
      assert.equal(await rows.filter({ hasText: 'Marisol' }).count(), 0)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await rows.filter({ hasText: 'Marisol' }).waitFor()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy SSN of Marisol Vandermeer' }).click()
      await page.getByText('Copied to the clipboard.').waitFor()
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '900-11-0001')
      await page
        .getByRole('button', { name: 'Order jointly for Rowan and Juno Castellane' })
        .click()
      await page.locator('.score-line').first().waitFor()
      await page.getByRole('heading', { name: /^R\. C\. and J\. C\.$/ }).waitFor()
    },
  )

  test('a persona can be ordered with one click or on the order desk', async () => {
    const page = await visit('/sandbox')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('cell', { name: 'Not scored: insufficient credit' }).first().waitFor()
    await page.getByPlaceholder('Name, SSN or scenario').fill('900-11-0001')
    const groups = page.locator('th[scope="rowgroup"]')
    assert.deepEqual(await groups.allTextContents(), ['Excellent: 740 and above (1)'])
    await press('Order now for Marisol Vandermeer')
    await page.locator('.score-line').first().waitFor()
    assert.match(page.url(), /\/reports\/R/)
    await visit('/sandbox')
    const desk = page.getByRole('button', { name: 'Open in desk for Marisol Vandermeer' })
    await desk.waitFor()
    const opacity = await desk.evaluate((element) => getComputedStyle(element).opacity)
    assert.equal(opacity, '1', 'a row at rest has both buttons')
    await press('Marisol Vandermeer')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('region', { name: 'Request XML' }).waitFor()
    const command = await dialog.getByRole('region', { name: 'cURL command' }).textContent()
    assert.match(command ?? '', /^curl -u sandbox /, 'the account whose secret is asked for')
    const results = dialog.getByRole('region', { name: 'Results' })
    await results.getByText(/^Middle score 818 \(middle of three\)\. /).waitFor()
    assert.equal(await results.getByText('File returned').count(), 3)
    const facts = await dialog.locator('.facts').allTextContents()
    assert.match(facts.join(' '), /Open mortgages\d.*Card utilization\d+%/)
    await dialog.getByRole('button', { name: 'Copy persona ID' }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'clean')
    await press('Close')
    await desk.click()
    await page.getByText('Valid request').waitFor()
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByText(/^(New|Existing) report/).waitFor()
  })

  detail(
    'on a phone, a persona shows one action, and the others on the page behind its name',
    async (t) => {
      const page = await visit('/sandbox')
      t.after(() => page.setViewportSize(WIDE))
      await page.setViewportSize(PHONE)
      const row = page.getByRole('row', { name: 'Marisol Vandermeer' }).first()
      const shown = row.locator('.button:visible')
      await shown.first().waitFor()
      assert.deepEqual(await shown.allTextContents(), ['Order now for Marisol Vandermeer'])
      const box = await row.boundingBox()
      assert.ok((box?.height ?? Infinity) < 135, `${box?.height}`)
      await row.getByRole('button', { name: 'Marisol Vandermeer', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('900-11-0001', { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Open in desk for Marisol Vandermeer' }).click()
      await page.getByText('Valid request').waitFor()
      const submit = page.getByRole('button', { name: 'Place order' })
      assert.match((await submit.getAttribute('class')) ?? '', /primary/)
      await page.getByLabel('Social Security number').fill('')
      await page.getByText('The request is not complete yet.').waitFor()
      assert.match((await submit.getAttribute('class')) ?? '', /primary/)
    },
  )

  test('an order from the desk is dated when it is sent', async () => {
    const { page } = seen()
    const sent = /RequestDatetime="([^"]+)"/.exec(
      (await page.locator('.order-desk').textContent()) ?? '',
    )
    const [, day = ''] = await now()
    // The page uses the day of the browser's time zone.
    const apartMs = Math.abs(Date.parse(sent?.[1] ?? '') - Date.parse(day))
    assert.ok(apartMs < 2 * 86_400_000, sent?.[1])
  })

  test('a bar on every page shows that faults are injected, and resets them', async () => {
    const page = await visit('/sandbox?view=faults')
    await page.getByLabel('Bureau').selectOption('Equifax')
    await page.getByLabel('Behavior').selectOption('UNREACHABLE')
    await page.getByRole('button', { name: 'Inject fault' }).click()
    await page.getByRole('region', { name: 'Injected faults' }).getByText('Rejects').waitFor()
    assert.equal(await page.locator('.bar.warn').count(), 0, 'this page lists them')
    await visit('/orders')
    const details = page.getByText('Equifax rejects connections: no file.')
    await details.waitFor()
    // Phones show one line, which expands.
    await resize(page, PHONE)
    const line = page.getByRole('button', { name: /\(\+\d+ d\) · 1 injected fault$/ })
    assert.equal(await line.getAttribute('aria-expanded'), 'false')
    assert.ok(((await line.boundingBox())?.height ?? 99) < 48, 'one line')
    assert.equal(await details.count(), 0)
    await line.click()
    await details.waitFor()
    const ahead = page.getByText(/^\(\+\d+ days\)$/)
    assert.ok(((await ahead.boundingBox())?.height ?? 99) < 30, 'one line')
    assert.deepEqual(await problemsOf(page, 'sandbox-bars'), [])
    await page.setViewportSize(WIDE)
    await line.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.locator('.bar.warn').waitFor({ state: 'detached' })
  })

  test('an auditor gets no form at the order desk', async () => {
    const { running } = seen()
    const page = await visit('/operators')
    await page.getByRole('button', { name: 'New user' }).click()
    await page.getByLabel('Name').fill('noor')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const password = (await page.locator('[data-secret]').textContent()) ?? ''
    const other = await running.open()
    await openSignedIn(other, running, '/order-desk', { name: 'noor', password })
    await other.getByText('Auditors cannot place orders').waitFor()
    assert.equal(await other.locator('form').count(), 0)
    await other.locator('main').getByRole('link', { name: 'Overview' }).waitFor()
    // The sandbox says who can do what its texts describe.
    await openPage(other, running, '/sandbox?view=world')
    await other.getByText('Only operators can reset the sandbox.').waitFor()
    await other.getByText('Only operators can inject faults or move time forward.').waitFor()
    await other.context().close()
  })
}
