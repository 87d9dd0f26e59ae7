/**
 * Tests that nothing is lost or goes blank when the service stops, a page fails or the operator
 * goes back.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { detail } from '../support/detail.ts'
import { runningService } from '../support/running-service.ts'
import {
  choosePersona,
  keepScreenshot,
  openPage,
  openSignedIn,
  type Seen,
  sendEvent,
  settled,
  WIDE,
  waitForData,
} from './browser.ts'
import { startOver } from './order-desk.ts'

/** Connects the browser to the service through a cable that can be cut and mended. */
async function cableTo(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname)
    for (const each of [socket, onward]) {
      sockets.add(each)
      each.on('error', () => undefined)
      each.on('close', () => {
        sockets.delete(each)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  const mend = async (at: number) => {
    await once(server.listen(at, hostname), 'listening')
  }
  await mend(0)
  const own = (server.address() as AddressInfo).port
  const cut = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://${hostname}:${own}`, cut, mend: () => mend(own) }
}

/** The states of an event stream, as the browser numbers them. */
const OPEN = 1
const CLOSED = 2

/** Shows or hides the tab, as far as the page can tell. */
async function show(page: Page, isShown: boolean): Promise<void> {
  await page.evaluate((shown) => {
    Object.defineProperty(document, 'hidden', { value: !shown, configurable: true })
    const visibilityState = shown ? 'visible' : 'hidden'
    Object.defineProperty(document, 'visibilityState', {
      value: visibilityState,
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isShown)
}

/** Returns the states of the streams that the page has opened. */
function streamStates(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const { noted } = window as unknown as { noted: { readonly streams: EventSource[] } }
    return noted.streams.map(({ readyState }) => readyState)
  })
}

/** Registers the tests, which use the service of the other console tests. */
export function resilienceTests(seen: () => Seen): void {
  test('when the service stops, the page stays and says so, and later fetches everything again', async () => {
    const { running } = seen()
    const cable = await cableTo(running.url)
    const own = await running.open(WIDE, cable.url)
    running.failing.add(own)
    const behind = { url: cable.url, credentials: running.credentials }
    await openSignedIn(own, behind, '/orders')
    await own.locator('tbody tr').first().waitFor()
    await own.evaluate(() => performance.setResourceTimingBufferSize(1_000))

    await cable.cut()
    await own.getByText(/^Disconnected since \d\d:\d\d:\d\d\./).waitFor()
    await own.getByText(/The console tries again every 2 seconds\./).waitFor()
    await own.getByRole('button', { name: 'Retry now' }).click()
    await own.getByRole('button', { name: 'Retrying…' }).waitFor()
    await own.getByRole('button', { name: 'Retry now' }).waitFor()
    assert.ok((await own.locator('tbody tr').count()) > 0, 'the orders are still shown')
    await own.getByRole('link', { name: 'Audit trail' }).click()
    await own.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
    await own.getByText('opens automatically as soon as the service responds again').waitFor()
    await keepScreenshot(own, 'disconnected')
    await own.getByRole('link', { name: 'Orders', exact: true }).click()
    await own.locator('tbody tr').first().waitFor()

    await own.evaluate(() => performance.clearResourceTimings())
    await cable.mend()
    await own.getByText('Disconnected').waitFor({ state: 'detached' })
    await own.waitForFunction(() =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => new URL(name).pathname.endsWith('/api/v1/orders')),
    )
    await own.getByRole('link', { name: 'Audit trail' }).click()
    await own.getByRole('heading', { name: 'Audit trail' }).waitFor()
    await own.context().close()
    await cable.cut()
  })

  detail('a failure outside the pages shows an error and a button to try again', async () => {
    const { running } = seen()
    const own = await running.open()
    running.failing.add(own)
    await openSignedIn(own, running, '/overview')
    await own.route('**/api/v1/sandbox/faults', (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"items":null}' }),
    )
    await own.goto(`${running.url}/console/orders`)
    await own.getByRole('heading', { name: 'This page failed' }).waitFor()
    await own.unrouteAll({ behavior: 'wait' })
    await own.reload()
    await own.getByRole('heading', { name: 'Orders' }).waitFor()
    await own.context().close()
  })

  detail('a window keeps working after the operator has signed in again in another', async () => {
    const { running } = seen()
    const own = await running.open()
    running.failing.add(own)
    await openSignedIn(own, running, '/orders')
    const signInAgain = async () => {
      const origin = new URL(running.url).origin
      const data = running.credentials.operator
      const { request } = own.context()
      await request.post(`${running.url}/api/v1/session`, { headers: { origin }, data })
    }
    await signInAgain()
    const coming = own.waitForEvent('download')
    await own.getByRole('button', { name: 'Export CSV' }).click()
    assert.equal((await coming).suggestedFilename(), 'orders.csv')

    // A sign-out that fails must not look like one that succeeded: the cookie still works.
    await own.route('**/api/v1/session', (route) => route.fulfill({ status: 503 }))
    await own.getByRole('button', { name: 'Sign out' }).click()
    await own
      .getByRole('alert')
      .getByText(/^You are still signed in\. /)
      .waitFor()
    await own.unrouteAll({ behavior: 'wait' })
    await signInAgain()
    await own.getByRole('button', { name: 'Sign out' }).click()
    await own.getByLabel('User name').waitFor()
    assert.deepEqual(await own.context().cookies(), [])

    // A session that the service has ended before is no failed sign-out.
    await openSignedIn(own, running, '/orders')
    await settled(own)
    await own.context().clearCookies()
    await own.getByRole('button', { name: 'Sign out' }).click()
    await own.getByLabel('User name').waitFor()
    await settled(own)
    assert.equal(await own.getByText('You are still signed in.').count(), 0)
    await own.context().close()
  })

  test('an unattended page polls without extending its session', async () => {
    const { running } = seen()
    const own = await running.open()
    await own.clock.install()
    await openSignedIn(own, running, '/overview')
    const poll = (background: string | undefined) =>
      own.waitForRequest(
        (request) =>
          request.url().includes('/api/v1/overview') &&
          request.headers()['trimerge-background'] === background,
      )
    await Promise.all([poll(undefined), own.reload()])
    await own.locator('main#main h1').waitFor()
    // A poll is not sent while an earlier response is pending.
    await waitForData(own)
    // The page sets its timer after it has been drawn.
    await own.clock.fastForward(1_000)
    await Promise.all([poll('yes'), own.clock.fastForward(120_000)])
    await own.context().close()
  })

  detail(
    'a hidden tab frees its connection, and is up to date when it is shown again',
    async () => {
      const { running } = seen()
      const own = await running.open()
      await own.clock.install()
      await openSignedIn(own, running, '/orders')
      await settled(own)
      await show(own, false)
      await own.clock.fastForward(5_000)
      await show(own, true)
      assert.deepEqual(await streamStates(own), [OPEN], 'a short look at another tab')
      await show(own, false)
      await own.clock.fastForward(11_000)
      assert.deepEqual(await streamStates(own), [CLOSED])
      assert.equal(await own.getByText('Disconnected').count(), 0)
      const orders = own.waitForResponse((response) => response.url().includes('/api/v1/orders'))
      await Promise.all([orders, show(own, true)])
      await settled(own)
      assert.deepEqual(await streamStates(own), [CLOSED, OPEN])
      await own.context().close()
    },
  )

  detail(
    'a page without a place for live updates is updated at intervals and says so',
    async () => {
      const { running } = seen()
      const own = await running.open()
      running.failing.add(own)
      await own.clock.install()
      // The response to an operator whose other pages take all places.
      const streams = /\/api\/v1\/events$/
      await own.route(streams, (route) => route.fulfill({ status: 429 }))
      await openSignedIn(own, running, '/orders')
      await own.getByText('This page is updated every 15 seconds.', { exact: false }).waitFor()
      assert.equal(await own.getByText('Disconnected').count(), 0)
      await own.waitForLoadState('networkidle')
      const orders = own.waitForResponse((response) => response.url().includes('/api/v1/orders'))
      await Promise.all([orders, own.clock.fastForward(15_000)])
      await own.unrouteAll({ behavior: 'wait' })
      await own.getByRole('button', { name: 'Retry now' }).click()
      await own.getByText('No live updates.').waitFor({ state: 'detached' })
      await settled(own)
      await own.context().close()
    },
  )

  test('an order whose response was lost is not placed twice', async (t) => {
    const { running } = seen()
    const { url, authorization, operator } = await runningService(t, {
      flags: { 'world-start': '2026-01-15T12:00:00Z' },
    })
    const own = await running.open(WIDE, url)
    running.failing.add(own)
    const other = { url, credentials: running.credentials }
    await openSignedIn(own, other, '/order-desk', operator)
    await choosePersona(own, 'avery')
    await own.getByLabel('Action', { exact: true }).selectOption('ForceNew')
    await own.getByText('Valid request').waitFor()
    await own.route('**/api/v1/manual-order/orders', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const place = own.getByRole('button', { name: 'Place order' })
    await place.click()
    const unanswered = own.getByText(/^The order may have been placed\. Place it again/)
    await unanswered.waitFor()
    // XML that is discarded after it was sent is not sent again instead of the form.
    await own.getByRole('button', { name: 'Edit XML' }).click()
    const editor = own.getByLabel('Request XML')
    await editor.fill((await editor.inputValue()).replace('"ForceNew"', '"Submit"'))
    await own.getByText('Valid request').waitFor()
    await place.click()
    await unanswered.waitFor()
    await own.getByRole('button', { name: 'Back to the form' }).click()
    await own.getByRole('button', { name: 'Discard edits' }).click()
    await own.unrouteAll({ behavior: 'wait' })
    const { status } = await fetch(`${url}/sandbox/clock`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"advance":"1h"}',
    })
    assert.equal(status, 200)
    await place.click()
    await own.getByText('Duplicate request: returned the stored response, no charge.').waitFor()
    await own.getByRole('link', { name: 'View order' }).click()
    await own.getByText('Credit report, ForceNew', { exact: true }).waitFor()
    await own.context().close()
  })

  test('a page keeps typed data when its data cannot be fetched again', async () => {
    const { running } = seen()
    const own = await running.open()
    running.failing.add(own)
    await openSignedIn(own, running, '/sandbox?view=faults')
    const behavior = own.getByLabel('Behavior')
    await behavior.selectOption('SLOW')
    await settled(own)
    const failing = /api\/v1\/(session|sandbox\/faults)$/
    await own.route(failing, (route) => route.fulfill({ status: 500 }))
    const failed = ['session', 'faults'].map((name) =>
      own.waitForResponse((response) => response.url().endsWith(`/${name}`)),
    )
    await Promise.all([...failed, sendEvent(own, 'sandbox')])
    await settled(own)
    assert.equal(await behavior.inputValue(), 'SLOW')
    await own.context().close()
  })

  detail('Enter sends a form as it was typed, also before the next frame', async () => {
    const { running, page } = seen()
    const complaintsBefore = running.complaints.length
    await openPage(page, running, '/operators')
    const forms = [
      ['New user', 'operators', { Name: 'nadia' }],
      ['Change password', 'session/password', { 'New password': 'typed at the last moment' }],
    ] as const
    for (const [button, path, fields] of forms) {
      await page.route(`**/api/v1/${path}`, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 400 }) : route.continue(),
      )
      await page.getByRole('button', { name: button, exact: true }).click()
      const dialog = page.getByRole('dialog')
      const [[label, text]] = Object.entries(fields)
      // Before its response, the request could still reach the service when the route is removed.
      const sent = page.waitForResponse((response) => response.request().method() === 'POST')
      await dialog.getByLabel(label, { exact: true }).evaluate(async (input, typed) => {
        const field = input as HTMLInputElement
        field.value = typed
        field.dispatchEvent(new Event('input', { bubbles: true }))
        await new Promise((rendered) => setTimeout(rendered))
        field.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      }, text)
      assert.ok(Object.values((await sent).request().postDataJSON()).includes(text), button)
      await page.unrouteAll({ behavior: 'wait' })
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    running.complaints.length = complaintsBefore
  })

  test('a report that was purged while its page is open is not shown any longer', async () => {
    const { running, page } = seen()
    const complaintsBefore = running.complaints.length
    await openPage(page, running, '/reports')
    await page.locator('tbody tr').first().getByRole('link').first().click()
    await page.getByRole('button', { name: 'Reveal' }).click()
    await page.getByLabel('Reason').fill('a report that is purged')
    await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
    const warning = page.getByText('Personal data is visible.', { exact: false })
    await warning.waitFor()
    await settled(page)
    const answer = (status: number, problem: string) =>
      page.route(/api\/v1\/reports\/R\w+$/, (route) =>
        route.fulfill({
          status,
          json: { type: `urn:trimerge:problem:${problem}`, title: problem },
        }),
      )
    await answer(500, 'internal')
    await sendEvent(page, 'sandbox')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    assert.ok(await warning.isVisible(), 'the report is still shown')
    await answer(410, 'gone')
    await sendEvent(page, 'sandbox')
    await warning.waitFor({ state: 'detached' })
    assert.match((await page.locator('main').textContent()) ?? '', /ReportsReport R\w+Gone\.$/)
    await page.unrouteAll({ behavior: 'wait' })
    running.complaints.length = complaintsBefore
  })

  test('the console reloads once if an upgrade replaced the code of a page', async () => {
    const { running } = seen()
    const own = await running.open()
    running.failing.add(own)
    await openSignedIn(own, running, '/overview')
    let loads = 0
    own.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await own.route(/assets\/audit-.*\.js$/, (route) =>
      loads === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await own.getByRole('link', { name: 'Audit trail' }).click()
    await own.getByRole('heading', { name: 'Audit trail' }).waitFor()
    assert.equal(loads, 1)
    await own.context().close()
  })

  detail(
    'a lost network is not reported as an upgrade, and the page opens when the network is back',
    async () => {
      const { running } = seen()
      const own = await running.open()
      running.failing.add(own)
      await openSignedIn(own, running, '/overview')
      const lost = /assets\/audit-.*\.js$|api\/v1\/session$/
      await own.route(lost, (route) => route.abort())
      await own.getByRole('link', { name: 'Audit trail' }).click()
      await own.getByText('The service does not respond.').waitFor()
      assert.equal(await own.getByText('upgraded').count(), 0)
      await own.unrouteAll({ behavior: 'wait' })
      await own.evaluate(() => window.dispatchEvent(new Event('online')))
      await own.getByRole('heading', { name: 'Audit trail' }).waitFor()
      await own.context().close()
    },
  )

  detail('without a network, the pages of a service on the same machine still open', async () => {
    const { running } = seen()
    const own = await running.open()
    await openSignedIn(own, running, '/overview')
    // The browser sends this event when Wi-Fi is turned off. Requests to 127.0.0.1 still work.
    await own.evaluate(() => window.dispatchEvent(new Event('offline')))
    await own.getByRole('link', { name: 'Users' }).click()
    await own.getByRole('table').waitFor()
    await settled(own)
    await own.context().close()
  })

  detail(
    'the order desk keeps typed data under edited XML, after Back and after a reload',
    async () => {
      const { running, page } = seen()
      await openPage(page, running, '/order-desk')
      await startOver(page)
      // His father has the same name and address, except for the suffix.
      await choosePersona(page, 'junior')
      const chosen = page.getByRole('combobox', { name: 'Persona' })
      assert.equal(await chosen.inputValue(), 'Gideon Prescott Jr')
      await page.getByLabel('Lender case').fill('CASE-KEPT')
      await page.getByText('Valid request').waitFor()
      const ssn = await page.getByLabel('Social Security number').inputValue()
      assert.match(ssn, /^\d{3}-?\d{2}-?\d{4}$/)
      const birthDate = page.getByLabel('Birth date')
      const personaDate = await birthDate.inputValue()
      assert.match(personaDate, /^\d{4}-\d\d-\d\d$/, 'a persona has a birth date')
      await birthDate.fill('1993-02-30')
      await page.locator('.field .error').getByText('Must be an existing date').waitFor()
      await birthDate.fill('1993-02-28')
      await page.locator('.code-text').getByText('_BirthDate').waitFor()
      await page.getByText('Valid request').waitFor()

      await page.getByRole('link', { name: 'Orders', exact: true }).click()
      await page.goBack()
      assert.equal(await page.getByLabel('Lender case').inputValue(), 'CASE-KEPT')
      assert.equal(await page.getByLabel('Social Security number').inputValue(), ssn)

      await page.getByRole('button', { name: 'Edit XML' }).click()
      const editor = page.getByLabel('Request XML')
      await editor.fill((await editor.inputValue()).replace('CASE-KEPT', 'CASE-EDITED'))
      assert.equal(
        await page.getByLabel('Lender case').count(),
        0,
        'no keystroke discards the edits',
      )
      await page.getByText('Valid request').waitFor()
      await page.reload()
      assert.match(await editor.inputValue(), /CASE-EDITED/)
      const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
      for (const secret of [ssn, ssn.replaceAll('-', ''), '1993-02-28']) {
        assert.ok(!kept.includes(secret), 'no SSN and no birth date is stored')
      }

      await page.getByRole('button', { name: 'Back to the form' }).click()
      await page.getByRole('button', { name: 'Discard edits' }).click()
      assert.equal(await page.getByLabel('Lender case').inputValue(), 'CASE-KEPT')
      // Number and birth date of a persona are in the list of personas. Typed ones are lost.
      const number = page.getByLabel('Social Security number')
      await page.getByText('Valid request').waitFor()
      assert.equal(await number.inputValue(), ssn)
      assert.equal(await birthDate.inputValue(), personaDate)
      await page.getByLabel('First name').fill('Quincy')
      await page.reload()
      await page.getByText('Missing: Social Security number').waitFor()
      assert.equal(await number.inputValue(), '')
      assert.equal(
        await page.locator('.field .error').count(),
        0,
        'an SSN that was not saved is not an error',
      )
      await page.getByLabel('Lender case').fill('')
    },
  )

  test('the order desk shows typed data only to the operator who typed it', async () => {
    const { running } = seen()
    const own = await running.open()
    await openSignedIn(own, running, '/order-desk')
    await own.getByLabel('Lender case').fill('CASE-OF-ADMIN')
    await settled(own)
    // As if the session had ended, and another operator had signed in after a reload.
    await own.route('**/api/v1/session', async (route) => {
      const response = await route.fetch()
      const session = await response.json()
      const operator = { ...session.operator, name: 'other' }
      await route.fulfill({ response, json: { ...session, operator } })
    })
    await own.reload()
    assert.equal(await own.getByLabel('Lender case').inputValue(), '')
    await settled(own)
    assert.doesNotMatch(await own.evaluate(() => JSON.stringify(sessionStorage)), /CASE-OF-ADMIN/)
    await own.unrouteAll({ behavior: 'wait' })
    await own.context().close()
  })
}
