/** Tests the console in a real browser against a complete service. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import { personaOf, personaOrder } from '../../src/sandbox/persona-order.ts'
import { gatewayTo } from '../bureaus/upstream/gateway.ts'
import { misbehavingServer } from '../bureaus/upstream/misbehaving-server.ts'
import type { OperationPath } from '../orders/support/order-document.ts'
import { rejected } from '../orders/support/ordered.ts'
import { readPdf } from '../print/print-read.ts'
import { detail } from '../support/detail.ts'
import { partOf } from '../support/length.ts'
import { administrationTests } from './administration.ts'
import {
  type Console,
  choosePersona,
  forgetComplaints,
  keepScreenshot,
  openPage,
  openSignedIn,
  PHONE,
  resize,
  type Seen,
  startConsole,
  violations,
  WIDE,
  waitForFocus,
} from './browser.ts'
import { compareTests } from './compare.ts'
import { failureTests } from './failures.ts'
import { integratorTests } from './integrator.ts'
import { looksTests, problemsOf } from './looks.ts'
import { orderDeskTests, startOver } from './order-desk.ts'
import { orderListTests } from './order-list.ts'
import { orderPageTests } from './order-page.ts'
import { paperTests } from './paper.ts'
import { assertEvenTiles, reportTests } from './reports.ts'
import { reportsOnPhonesTests } from './reports-on-phones.ts'
import { resilienceTests } from './resilience.ts'
import { sampleTests } from './samples.ts'
import { sandboxControlTests } from './sandbox-control.ts'
import { sandboxTimeTests } from './sandbox-time.ts'
import { screenReaderTests } from './screen-readers.ts'
import { shortcutTests } from './shortcuts.ts'

const FIRST = readFileSync(join(import.meta.dirname, '../../examples/credit-report.xml'), 'utf8')

let running: Console
/** The page of the sandbox operator, who is signed in once for most tests. */
let page: Page
/** The secret of the sandbox account, which a test rotates. */
let activeSecret = ''

before(async () => {
  running = await startConsole()
  activeSecret = running.credentials.account.secret
  page = await running.open()
})

after(() => running?.close())

async function visit(path: string): Promise<void> {
  await openPage(page, running, path)
}

test('a wrong password is rejected without saying whether the name or the password was wrong', async () => {
  await page.goto(`${running.url}/console/orders`)
  await page.getByLabel('User name').waitFor()
  assert.deepEqual(await problemsOf(page, 'sign-in'), [])
  await page.setViewportSize(WIDE)
  await page.getByLabel('User name').fill('admin')
  const password = page.getByLabel('Password')
  await password.fill('not the password at all')
  await page.getByRole('button', { name: 'Show password' }).click()
  assert.equal(await password.getAttribute('type'), 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  assert.equal(await password.getAttribute('type'), 'password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The name or the password is incorrect.').waitFor()
})

test('a sign-in link that was used or has expired leads to the sign-in form, which says why', async () => {
  await page.goto(`${running.url}/console/sign-in/${'x'.repeat(43)}`)
  await page.getByText('This sign-in link was already used, or it has expired.').waitFor()
  assert.equal(await page.getByLabel('User name').inputValue(), running.credentials.operator.name)
  const { password } = running.credentials.operator
  await page.keyboard.type(password)
  assert.equal(await page.getByLabel('Password').inputValue(), password, 'it has the focus')
  assert.deepEqual(await violations(page), [])
  await page.keyboard.press('Enter')
  await page.locator('main#main h1').waitFor()
  assert.equal(new URL(page.url()).search, '')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('User name').waitFor()
  assert.equal(await page.getByText('This sign-in link').count(), 0)
})

/** Signs in with the form, as the operator of the sandbox. */
async function signIn(): Promise<void> {
  const { name, password } = running.credentials.operator
  await page.goto(`${running.url}/console`)
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('main#main h1').waitFor()
}

test('a session survives a reload, and signing out clears it', async () => {
  await signIn()
  await page.reload()
  await page.locator('main#main h1').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to Trimerge' }).waitFor()
  assert.deepEqual(await page.context().cookies(), [])
  await signIn()
})

test('empty lists say how to fill them', async () => {
  await visit('/orders')
  await page.getByText('No orders yet').waitFor()
  assert.equal(await page.locator('.list-tools').count(), 0, 'nothing to filter')
  await page.getByRole('link', { name: 'Open the order desk' }).waitFor()
  await page.getByRole('button', { name: 'Order for Avery Sandford' }).waitFor()
  await visit('/reports')
  await page.getByText('No reports yet').waitFor()
  await page.getByRole('button', { name: 'Order for Avery Sandford' }).waitFor()
  assert.equal(await page.locator('.list-tools').count(), 0, 'nothing to filter')
})

test('an empty console orders the first report with one click and shows how to order from a terminal', async () => {
  await visit('/overview')
  const started = page.getByRole('region', { name: 'First steps' })
  await started.getByText('Order from a terminal').waitFor()
  assert.equal(await page.title(), 'Get started · Trimerge')
  await started.getByText(/saved it in .*\/sandbox-credentials\.json/).waitFor()
  const command = (await started.getByRole('region', { name: 'cURL command' }).textContent()) ?? ''
  const sample = `${running.url}/examples/credit-report.xml`
  assert.ok(command.startsWith(`curl -s \\\n  ${sample} |\n  curl -u sandbox `), command)
  assert.ok(command.trim().endsWith(`${running.url}/credit_report`), command)
  assert.equal(await page.getByLabel('Period').count(), 0, 'there is nothing to filter')
  assert.deepEqual(await problemsOf(page, 'get-started'), [])
  await page.setViewportSize(WIDE)
  const titles = await started.locator('.get-started h3').allTextContents()
  assert.deepEqual(titles, ['Order a report', 'Order from a terminal', 'Break a bureau'])
  const excerpt = started.getByRole('region', { name: 'Response (excerpt)' })
  for (const score of ['"703"', '"745"', '"717"']) await excerpt.getByText(score).waitFor()
  await started.getByRole('link', { name: 'Create a secret' }).click()
  await page.getByRole('button', { name: 'New secret' }).waitFor()
  await visit('/sandbox?view=faults')
  await page.getByRole('button', { name: /^Every bureau slow/ }).click()
  await visit('/overview')
  await started.locator('.done', { hasText: 'Break a bureau (done)' }).waitFor()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await started.locator('.done').waitFor({ state: 'detached' })
  await started.getByRole('button', { name: 'Order for Avery Sandford' }).click()
  await page.locator('.score-line').first().waitFor()
  await visit('/overview')
  await page.getByText('Recent orders').waitFor()
  await started.getByText('1 of 3 done').waitFor()
  await started.locator('.done', { hasText: 'Order a report (done)' }).waitFor()
})

test('the command in the first steps orders a report and marks its step as done', async () => {
  const started = page.getByRole('region', { name: 'First steps' })
  const xml = await (await fetch(`${running.url}/examples/credit-report.xml`)).text()
  const { name, secret } = running.credentials.account
  const response = await fetch(`${running.url}/credit_report`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
      'Content-Type': 'application/xml',
    },
    body: xml,
  })
  assert.match(await response.text(), /<CREDIT_SCORE .*_Value="703"/)
  await visit('/overview')
  await started.locator('.done', { hasText: 'Order from a terminal (done)' }).waitFor()
  await started.locator('summary', { hasText: 'Command and response' }).click()
  await started.getByText('curl -s').waitFor()
  await started.getByRole('button', { name: 'Hide' }).click()
  await started.waitFor({ state: 'detached' })
})

detail(
  'a period longer than the data shows the date of the first order and moves no control',
  async () => {
    await visit('/overview')
    const year = page.getByRole('button', { name: '1 year' })
    const place = await year.boundingBox()
    await year.click()
    await page.getByText(/^First order [A-Z][a-z]{2} \d+, \d{4}$/).waitFor()
    assert.deepEqual(await year.boundingBox(), place)
    await page.getByRole('columnheader', { name: 'Pull results, last year' }).waitFor()
    assert.ok((await page.locator('.bureau-health .swatch').count()) > 0, 'the bars have a legend')
    await visit('/overview')
    await page.getByText(/^From .* to now$/).waitFor()
  },
)

interface Placed {
  readonly orderId: string
  readonly reportId: string | undefined
}

/** Opens the order desk with an empty form and discards any order in progress. */
async function newOrder(): Promise<void> {
  await visit('/order-desk')
  await startOver(page)
}

/** Places an order for a persona through the form. Returns the IDs that the page shows. */
async function placeFor(persona: string, prepare?: () => Promise<void>): Promise<Placed> {
  await newOrder()
  await choosePersona(page, persona)
  await prepare?.()
  await page.getByText('Valid request').waitFor()
  await page.getByRole('button', { name: 'Place order' }).click()
  const order = page.getByRole('link', { name: 'View order' })
  await order.waitFor()
  const report = page.getByRole('link', { name: 'View report' })
  const last = (href: string | null) => href?.split('/').pop()
  return {
    orderId: last(await order.getAttribute('href')) ?? '',
    reportId: (await report.count()) === 0 ? undefined : last(await report.getAttribute('href')),
  }
}

/** Personas, each with what the report shows, or the error code without a report. */
const KINDS: readonly (readonly [persona: string, shown: RegExp])[] = [
  ['avery', /703.*745.*717/s],
  ['thin', /Not scored/],
  ['frozenOne', /freeze/i],
  ['fraudInitial', /fraud/i],
  ['deceased', /deceased/i],
  ['bankrupt', /Public records \([1-9]/],
  ['noHit', /E001/],
  ['frozenAll', /E001/],
]
for (const [persona, shown] of partOf(KINDS, 2)) {
  test(`an order for the persona ${persona} shows the documented result`, async () => {
    const { reportId } = await placeFor(persona)
    if (reportId !== undefined) {
      await page.getByRole('link', { name: 'View report' }).click()
      await page.getByRole('tab', { name: /^Accounts/ }).waitFor()
    }
    assert.match((await page.locator('main').textContent()) ?? '', shown)
  })
}

let joint: Placed

test('a couple orders a joint report from two bureaus', async () => {
  joint = await placeFor('rowan', async () => {
    await page.getByLabel('Joint application with Juno Castellane').check()
    await page.getByRole('checkbox', { name: 'TransUnion' }).uncheck()
  })
  assert.ok(joint.reportId)
  await keepScreenshot(page, 'order-desk-completed')
})

test('errors are shown at their fields, and a rejected order shows the reason', async () => {
  await newOrder()
  await choosePersona(page, 'avery')
  await page.getByLabel('Social Security number').fill('12')
  const number = page.getByLabel('Social Security number')
  await page.locator('input[aria-invalid="true"]').waitFor()
  assert.equal(await number.getAttribute('aria-invalid'), 'true')
  assert.match((await page.locator('.field .error').textContent()) ?? '', /nine digits/)
  await page.getByText('Line 12, _SSN must be nine digits', { exact: false }).waitFor()
  await keepScreenshot(page, 'order-desk-errors')
  await page.getByLabel('Social Security number').blur()
  await page.getByRole('button', { name: 'Place order' }).click()
  // The order desk sends an order that would be rejected only on request ("Send it anyway").
  await page.locator('input[aria-invalid="true"]:focus').waitFor()
  assert.equal(await page.getByText('Order rejected').count(), 0)
  await page.getByRole('button', { name: 'Send it anyway' }).click()
  await page.getByText('Order rejected (E002)').waitFor()
  await page.getByRole('link', { name: 'View order' }).click()
  // The errors come first. Each links to its line of the request.
  const errors = page.getByRole('region', { name: '1 validation error' })
  assert.match((await errors.textContent()) ?? '', /_SSNLine 12, _SSNMust be nine digits/)
  await page.getByRole('tab', { name: 'Request', selected: true }).waitFor()
  await errors.getByRole('button', { name: /^Line 12/ }).click()
  await page.locator('.line.has-error.target').waitFor()
  assert.equal(new URL(page.url()).search, '?view=request&line=12')
  await page.getByRole('tab', { name: 'Parsed fields' }).click()
  const field = page.getByRole('row', { name: /^_SSN/ })
  assert.match((await field.textContent()) ?? '', /Line 12.*•••.*invalid/)
  await page.locator('.parsed-fields-reason', { hasText: 'nine digits' }).waitFor()
  await keepScreenshot(page, 'order-rejected')
  await field.getByRole('button', { name: /^Line/ }).click()
  await page.getByRole('region', { name: 'Request XML' }).waitFor()
  assert.equal(await page.locator('.line.has-error').count(), 1)
  assert.equal(await page.locator('.line.has-error.target').count(), 1)
})

detail(
  'an empty order desk shows no errors until a field is left empty or the order is placed',
  async () => {
    await newOrder()
    await choosePersona(page, 'avery')
    await page.getByText('Valid request').waitFor()
    await page.getByLabel('Social Security number').fill('')
    await page.getByText('The request is not complete yet.').waitFor()
    // The list of missing fields is shown once, beside the button.
    assert.equal(await page.getByText(/(missing|required).*social security/i).count(), 1)
    const submit = page.locator('.order-desk-submit')
    await submit.getByRole('button', { name: 'Missing: Social Security number' }).click()
    await page.locator('input[data-field="0.ssn"]:focus').waitFor()
    assert.equal(await page.getByText('Pick a persona or enter').count(), 0)
    // Starting over removes all data of the borrower, even before the next request has arrived.
    const arrived = Promise.withResolvers<void>()
    await page.route('**/manual-order/preview', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByRole('button', { name: 'Discard order' }).click()
    await page.getByText('Loading the request').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Edit XML' }).isDisabled())
    const left = await page.evaluate(() =>
      [
        document.querySelector('main')?.textContent,
        ...[...document.querySelectorAll('input')].map(({ value }) => value),
        JSON.stringify({ ...sessionStorage }),
      ].join('\n'),
    )
    assert.doesNotMatch(left, /Sandford|Harbor View|12-?1234/i)
    arrived.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    const errors = page.locator('.field .error')
    assert.equal(await errors.count(), 0)
    await page.getByRole('button', { name: 'Missing: 7 required fields' }).click()
    assert.equal(await page.getByPlaceholder('Required').count(), 7)
    const focused = page.locator('input:focus')
    assert.equal(await focused.getAttribute('data-field'), '0.firstName')
    await page.keyboard.press('Tab')
    assert.deepEqual(await errors.allTextContents(), ['This field is required'])
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.locator('input[aria-invalid="true"]:focus').waitFor()
    assert.equal(await errors.count(), 7)
    assert.equal(await page.getByText('Order rejected').count(), 0)
    await page.getByLabel('Lender case').focus()
    await page.getByRole('button', { name: '7 problems' }).click()
    assert.equal(await focused.getAttribute('data-field'), '0.firstName')
  },
)

test('edited XML is validated as it was typed', async () => {
  await newOrder()
  await choosePersona(page, 'clean')
  await page.getByText('Valid request').waitFor()
  await page.getByRole('button', { name: 'Edit XML' }).click()
  const editor = page.getByLabel('Request XML')
  await editor.fill((await editor.inputValue()).replace('</BORROWER>', ''))
  await page.getByText(/This order would be rejected/).waitFor()
})

test('an order shows which fields were ignored or normalized, and the line of each', async () => {
  const { secret } = running.credentials.account
  const varied = FIRST.replace('_ExperianIndicator="Y"', '_ExperianIndicator="y"')
    .replace('_SSN="', '_Nickname="Ave" _SSN="')
    .replace('"Avery"', '"Averil"')
  assert.equal(await ordered(secret, varied), 200)
  await visit('/orders')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const rows = page.getByRole('region', { name: 'Parsed fields' }).locator('tbody tr')
  await rows.first().waitFor()
  const texts = (await rows.allTextContents()).map((text) => text.replaceAll('/', ' '))
  assert.match(texts.join('\n'), /^_ExperianIndicatorLine 8, _ExperianIndicatoryYnormalized$/m)
  assert.match(texts.join('\n'), /^_NicknameLine 11, _Nickname•••noneignored$/m)
  assert.equal(texts.length, 4, 'two elements, a field of each')
  await page.getByRole('button', { name: /^All \(/ }).click()
  assert.ok((await rows.count()) > 20)
  await keepScreenshot(page, 'order-parsed-fields')
})

/** The cost that the dialog of each action states. */
const PRICES: Readonly<Record<string, RegExp>> = {
  Upgrade: /Up to \$24\.00 Hard inquiry/,
  Reissue: /\.\$5\.00 No bureau is contacted/,
  Unmerge: /\$5\.00 No bureau is contacted/,
  Refresh: /Up to \$1[15]\.00 Soft inquiry/,
}

/** Opens the dialog of an action, checks the request that it shows, and sends it. */
async function act(action: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'Request XML' }).waitFor()
  const text = (await dialog.textContent()) ?? ''
  assert.match(text, new RegExp(`"${action}"|refresh|Refresh`))
  assert.match(text, PRICES[action] ?? /no price/)
  await keepScreenshot(page, `report-${action.toLowerCase()}`)
  await dialog.getByRole('button', { name: `Send ${action}` }).click()
  await dialog.waitFor({ state: 'detached' })
}

const reportInAddress = () => new URL(page.url()).pathname.split('/').pop()

test('a report is upgraded, unmerged, reissued and refreshed from its own page', async () => {
  await visit(`/reports/${joint.reportId}`)
  await act('Upgrade')
  await page.waitForURL((url) => !url.pathname.endsWith(joint.reportId ?? ''))
  await page.getByText('Upgraded from').waitFor()
  assert.match((await page.locator('main').textContent()) ?? '', /TransUnion/)
  const upgraded = reportInAddress()
  await act('Reissue')
  await page.getByText('This report was returned again.').waitFor()
  await act('Unmerge')
  await page.waitForURL((url) => !url.pathname.endsWith(upgraded ?? ''))
  await page.getByRole('tab', { name: /^Accounts/ }).waitFor()
  assert.equal(await page.getByText('Co-borrower').count(), 0)
  await visit(`/reports/${upgraded}`)
  await act('Refresh')
  await page.getByRole('tab', { name: 'Changes (0)' }).waitFor()
  // The service carries out the request, and its response is lost.
  const sent: (string | null)[] = []
  await page.route('**/actions', async (route) => {
    sent.push(route.request().postData())
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Reissue', exact: true }).click()
  await page.getByRole('button', { name: 'Send Reissue' }).click()
  await page.getByText(/^The request may have been carried out\. You can send it again/).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  forgetComplaints(running, /\/actions\b/)
  const again = page.waitForResponse('**/actions')
  await page.getByRole('button', { name: 'Send Reissue' }).click()
  const response = await again
  assert.equal(response.request().postData(), sent[0])
  assert.match(sent[0] ?? '', /"requestedAt":"/)
  assert.equal((await response.json()).retried, true)
  await page.getByText('This report was returned again.').waitFor()
  await visit(`/reports/${upgraded}?view=history`)
  await page.getByText('unmerged from this report').waitFor()
  // The history lists the report itself, its source report, and the reports made from it.
  const history = page.getByRole('table', { name: 'Related reports, newest first' })
  const rows = await history.locator('tbody tr').allTextContents()
  assert.match(rows[2] ?? '', new RegExp(`^${upgraded} This report.*upgraded from …`))
  assert.equal(rows.length, 4)
  assert.match(rows[0] ?? '', /no scores/)
  assert.match(rows[1] ?? '', /R\. C\. \d{3}\w{3} \d/)
  assert.match(rows[2] ?? '', /R\. C\. \d{3}J\. C\. \d{3}/)
  assert.equal(await history.getByRole('link', { name: 'Compare' }).count(), rows.length - 1)
  await page.getByRole('tab', { name: 'History (4)' }).waitFor()
  const others = page.getByRole('link', { name: 'Compare with another report of the borrower' })
  assert.ok((await others.getAttribute('href'))?.endsWith(`/compare/reports?one=${upgraded}`))
  await history.getByRole('link', { name: `Compare with ${joint.reportId}` }).click()
  await page.waitForURL(new RegExp(`one=${joint.reportId}&other=${upgraded}$`))
  await page.getByRole('region', { name: 'Summary' }).waitFor()
})

test('after the clock is advanced, a refresh finds changes', async () => {
  await visit('/sandbox?view=clock')
  await page.getByRole('button', { name: 'Advance 45 days' }).click()
  await page.getByRole('button', { name: 'Advance the clock' }).click()
  await page.getByText('45 days', { exact: true }).waitFor()
  await visit(`/reports/${joint.reportId}`)
  await act('Refresh')
  await page.getByRole('tab', { name: /^Changes \([1-9]/ }).waitFor()
  await keepScreenshot(page, 'report-refreshed')
  await assertEvenTiles(page)
  const changes = await page.getByRole('tabpanel').textContent()
  assert.doesNotMatch(changes ?? '', /•/, 'a number of which nothing is shown is not there')
  // One account is one row, with a line for its balance and one for its payment.
  const changed = page.getByRole('table', { name: 'Changes' })
  const accounts = await changed.locator('tbody th').allTextContents()
  const lines = await changed.locator('.change-lines > li').allTextContents()
  assert.ok(lines.length > accounts.length, lines.join())
  const [, printed] = /The printed report counts (\d+) changes/.exec(changes ?? '') ?? []
  assert.ok(Number(printed) >= lines.length, changes ?? '')
  assert.match(lines.join('\n'), /^Payment increased\$\d+ →\s\$\d+\+\$\d+ a month$/m)
  assert.equal(await changed.getByText('Lighthouse Home Loans').count(), 0)
  await resize(page, PHONE)
  const heights = await changed
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  assert.ok(
    heights.every((height) => height < 160),
    heights.join(),
  )
  await page.setViewportSize(WIDE)
  await page.getByRole('tab', { name: /^History/ }).click()
  await page.locator('td[data-title="Issued"]').first().waitFor()
  for (const issued of await page.locator('td[data-title="Issued"]').allTextContents()) {
    assert.match(issued, /^\w{3} \d+, \d{4}, \d\d:\d\d$/)
  }
})

test('a tile links to the accounts that it counts, with the filter in the URL', async () => {
  await visit(`/reports/${joint.reportId}`)
  const counted = page.locator('.report-tile a')
  await counted.first().waitFor()
  const texts = await counted.allTextContents()
  assert.equal(texts.length, 2)
  for (const [index, choice] of ['Open', 'Late'].entries()) {
    const count = Number(/\d+/.exec(texts[index] ?? '')?.[0])
    await counted.nth(index).click()
    await page.waitForURL(new RegExp(`view=accounts&accounts=${choice.toLowerCase()}$`))
    await page.locator('.segment[aria-pressed="true"]', { hasText: `${choice} ${count}` }).waitFor()
    assert.equal(await page.locator('.accounts > tbody').count(), count)
    const { y = Infinity } = (await page.getByRole('tabpanel').boundingBox()) ?? {}
    assert.ok(y < 600, `they are in view, ${y} px from the top`)
  }
  await page.reload()
  await page.getByRole('heading', { name: /^Accounts with late payments \(\d\)$/ }).waitFor()
  assert.equal(await page.locator('td[data-title^="Late"] > .late').count(), 1)
  await page.getByRole('button', { name: /^All \d+$/ }).click()
  await page.waitForURL(/view=accounts$/)
  const rows = (await page.locator('.accounts > tbody').allTextContents()).join()
  assert.match(rows, /Credit card.*Educational/s)
  assert.doesNotMatch(rows, /: (CREDIT CARD|STUDENT LOAN)/, 'a remark that repeats the type')
})

test('an action that the service would reject is disabled and shows the expiry date', async () => {
  await visit(`/reports/${joint.reportId}`)
  const reissue = page.getByRole('button', { name: 'Reissue', exact: true })
  await reissue.waitFor()
  assert.ok(await reissue.isDisabled())
  await page
    .getByText(/^Reissue, .*Unmerge: expired \w+ \d+, \d{4}$/)
    .first()
    .waitFor()
  assert.ok(await page.getByRole('button', { name: 'Refresh', exact: true }).isEnabled())
})

test('each inquiry of a joint report names its applicant', async () => {
  await page.getByRole('tab', { name: /^Inquiries/ }).click()
  await page.getByRole('columnheader', { name: 'Applicant' }).waitFor()
  const cells = await page.locator('td[data-title="Applicant"]').allTextContents()
  assert.ok(cells.length > 0 && cells.every((cell) => /^[BC]$/.test(cell)), cells.join())
  // An inquiry at several bureaus is one row.
  const rows = await page
    .getByRole('table', { name: 'Inquiries' })
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].slice(0, 3).map(({ textContent }) => textContent)),
    )
  assert.equal(new Set(rows.map(String)).size, rows.length)
  await page.getByText(/^The bureaus’ files list \d+ entries\./).waitFor()
})

test('the downloaded PDF shows the same values as the report page', async () => {
  await visit(`/reports/${joint.reportId}`)
  await page.getByRole('tab', { name: /^Accounts/ }).waitFor()
  assert.doesNotMatch((await page.textContent('main')) ?? '', /Castellane/)
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('button', { name: 'XML', exact: true }).click()
  await page.getByLabel('Reason').fill('dispute, ticket 4711')
  const file = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  assert.match((await file).suggestedFilename(), /\.xml$/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.doesNotMatch((await page.textContent('main')) ?? '', /Castellane/)
  await page.getByRole('button', { name: 'Reveal' }).click()
  await page.getByLabel('Reason').fill('dispute, ticket 4712')
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
  await page.getByText('Rowan Castellane').first().waitFor()
  const coming = page.waitForEvent('download')
  let requests = 0
  await page.route('**/pdf', async (route) => {
    requests += 1
    await setTimeout(300)
    await route.continue()
  })
  await page.getByRole('button', { name: 'PDF', exact: true }).dblclick({ delay: 80 })
  const download = await coming
  await page.unrouteAll({ behavior: 'wait' })
  assert.equal(requests, 1, 'a double click downloads one file')
  assert.match(download.suggestedFilename(), new RegExp(`^[a-z-]*${joint.reportId}\\.pdf$`, 'i'))
  const { sheets } = await readPdf(readFileSync(await download.path()))
  const printed = sheets.join(' ')
  for (const value of await page.locator('.score-figure').allTextContents()) {
    assert.ok(printed.includes(value), value)
  }
  const tiles = await page.locator('.report-tile .figure').allTextContents()
  assert.ok(tiles.length >= 7, 'two borrowers have a score each')
  for (const tile of tiles) assert.ok(printed.includes(tile), tile)
  for (const creditor of await page.locator('.accounts th .strong').allTextContents()) {
    assert.ok(printed.includes(creditor), creditor)
  }
  assert.match(printed, /Rowan Castellane/)
  const [preparedFor = ''] = await page
    .locator('dl.facts > div', { hasText: 'Prepared for' })
    .locator('dd')
    .allTextContents()
  assert.ok(preparedFor !== '' && printed.includes(preparedFor), preparedFor)
})

test('orders are found by last name, last four digits and report, and no search term is in the URL', async () => {
  await visit('/orders')
  for (const sought of ['Castellane', '1111', joint.reportId ?? '', 'Noone-Such']) {
    const found = page.waitForResponse((response) =>
      response.request().postData()?.includes(sought),
    )
    await page.getByRole('searchbox').fill(sought)
    await page.getByRole('button', { name: 'Search' }).click()
    await found
    if (sought === 'Noone-Such') await page.getByText('No matching orders').waitFor()
    else await page.getByText(/matching orders? shown/).waitFor()
    assert.ok(!page.url().includes(sought), page.url())
    assert.doesNotMatch(await page.title(), /Castellane|1111/)
  }
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Rejected' }).click()
  await page.waitForURL(/state=rejected/)
  await page.getByText('1 order shown').waitFor()
  const result = await page.locator('td[data-title="Result"]').textContent()
  assert.match(result ?? '', /^Rejected E002_SSN must be nine digits/)
})

detail('fields can be limited to required ones, and each type fits on one line', async () => {
  await visit('/api-reference?view=fields')
  const optional = page.locator('td[data-title="Required"]', { hasText: /^optional$/ })
  await optional.first().waitFor()
  await page.getByLabel('Required only').check()
  await optional.first().waitFor({ state: 'detached' })
  assert.ok((await page.locator('td[data-title="Required"]').count()) > 10)
  await page.getByLabel('Required only').uncheck()
  const heights = await page
    .locator('.field-kind')
    .evaluateAll((all) => all.map((each) => each.firstElementChild?.clientHeight ?? 0))
  assert.ok(Math.max(...heights) < 30, 'a list of values is folded')
  await page.getByLabel('Search').fill('password')
  await page
    .getByRole('row', { name: /password/i })
    .getByText('secret, never stored')
    .first()
    .waitFor()
})

test('personal data is masked until it is revealed for a reason, which the audit trail records', async () => {
  await visit(`/orders/${joint.orderId}`)
  await page.getByRole('tab', { name: 'Request', exact: true }).click()
  const sent = page.getByRole('region', { name: 'Request XML' })
  await sent.waitFor()
  assert.doesNotMatch((await sent.textContent()) ?? '', /900-?55-?1111|Mill Ln/)
  await page.getByRole('button', { name: 'Reveal' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Reveal' })
  await page.getByLabel('Reason').fill('dispute of 900-55-1111')
  await confirm.click()
  await page.getByText('Enter a text without a number that can be a social security').waitFor()
  forgetComplaints(running, /400/)
  await page.getByLabel('Reason').fill('dispute, ticket 4711')
  await confirm.click()
  await page.getByText('Personal data is visible.', { exact: false }).waitFor()
  assert.match((await sent.textContent()) ?? '', /900-?55-?1111/)
  await page.getByRole('button', { name: 'Mask again' }).click()
  assert.doesNotMatch((await sent.textContent()) ?? '', /900-?55-?1111/)
  await visit(`/audit?orderId=${joint.orderId}`)
  const row = page.getByRole('row').filter({ hasText: 'revealed personal data of order' })
  await row.waitFor()
  assert.match((await row.textContent()) ?? '', /admin.*dispute, ticket 4711/s)
})

test('the audit trail is filtered by action and actor, through the form and through links', async () => {
  await visit('/audit')
  await page.getByLabel('Action').selectOption('order.revealed')
  await page.waitForURL(/action=order\.revealed$/)
  await page.getByText('Recorded as order.revealed').waitFor()
  await page.getByRole('row').nth(2).getByRole('link', { name: 'admin' }).click()
  await page.waitForURL(/action=order\.revealed&actor=admin$/)
  assert.equal(await page.getByLabel('Actor').inputValue(), 'admin')
  await page.getByRole('row').nth(1).waitFor()
  const rows = await page.locator('tbody tr:not(.group)').allTextContents()
  const revealed = (row: string) => /admin console revealed personal data of order O/.test(row)
  assert.ok(rows.length > 0 && rows.every(revealed), rows.join())
  await page.getByLabel('Actor').fill('unknown')
  await page.keyboard.press('Tab')
  await page.getByText('No matching entries').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('row').nth(3).waitFor()
  assert.equal(new URL(page.url()).search, '')
})

test('response times are shown as a chart and as a table', async () => {
  // Orders before and after the clock was advanced are in different intervals of a year.
  await visit('/overview?hours=8760')
  const chart = page.getByRole('img', { name: /^Response time: median .* ms to / })
  await chart.waitFor()
  const figure = page.locator('figure', { has: chart })
  await figure.getByText('Show as table').click()
  const cells = await figure.getByRole('cell').allTextContents()
  assert.ok(
    cells.length >= 2 && cells.every((cell) => /^(?:\d|under|no data)/.test(cell)),
    cells.join(),
  )
  // The chart begins with the first order, not a year ago, so its bars are finer than those of a
  // whole year.
  await figure.getByText('Each bar: 1 day (UTC)').waitFor()
  const intervals = await figure.locator('svg > g').count()
  assert.ok(intervals <= 62, `${intervals}`)
  // Pointing at an interval shows its values.
  await figure.locator('svg > g').first().hover()
  await figure.locator('.chart-tip').getByText('Median').waitFor()
  await page.mouse.move(0, 0)
  await figure.locator('.chart-tip').waitFor({ state: 'detached' })
  const ends = await figure.locator('.chart-ends > span').allTextContents()
  assert.ok(
    ends.every((end) => /^\w{3} \d+, \d{4}$/.test(end)),
    `dates without times: ${ends.join()}`,
  )
  // The axis ends at the next step above the highest value.
  const [top = 0, ...bars] = await figure
    .locator('svg, rect[class^=series]')
    .evaluateAll((drawn) => drawn.map((each) => Number(each.getAttribute('height'))))
  const highest = Math.max(...bars)
  assert.ok(highest > top * 0.7, `${highest} of ${top}`)
  // The figures of the whole period are shown only below the chart.
  assert.equal(await page.getByText(/^In the last year: median .* · p95 \d/).count(), 1)
  assert.doesNotMatch((await page.locator('.tiles').textContent()) ?? '', /median|p95/i)
})

detail(
  'the rows of tiles are full at every width, and the panels of the overview are aligned',
  async (t) => {
    await visit('/overview')
    t.after(() => resize(page, WIDE))
    const startsOf = (parts: Locator) =>
      parts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x))
    for (const width of [700, 960, 1_000, WIDE.width]) {
      await resize(page, { width, height: 800 })
      const columns = new Set(await startsOf(page.locator('.tile'))).size
      assert.ok(columns === 2 || columns === 4, `${columns} at ${width}`)
    }
    const [recent, bureaus] = await Promise.all(
      ['Recent orders', 'Bureaus'].map((name) => startsOf(page.getByRole('heading', { name }))),
    )
    assert.deepEqual(recent, bureaus)
  },
)

test('an order can be resent from its page', async () => {
  await visit(`/orders/${joint.orderId}`)
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.getByRole('button', { name: 'Resend order' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(joint.orderId))
  await page.getByText('Completed', { exact: false }).first().waitFor()
})

/** Sends an order as the sandbox account with a given secret; returns the HTTP status. */
async function ordered(
  secret: string,
  body = FIRST,
  operation: OperationPath = 'credit_report',
): Promise<number> {
  const credentials = `${running.credentials.account.name}:${secret}`
  const response = await fetch(`${running.url}/${operation}`, {
    method: 'POST',
    headers: {
      'Content-Type': body.startsWith('{') ? 'application/json' : 'application/xml',
      Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    },
    body,
  })
  await response.arrayBuffer()
  return response.status
}

test('a secret is rotated: the new one works, the retired one is rejected', async () => {
  const { name, secret: old } = running.credentials.account
  await visit(`/accounts/${name}`)
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'Create secret' }).click()
  activeSecret = (await page.locator('[data-secret]').textContent()) ?? ''
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Done' }).click()
  assert.deepEqual([await ordered(old), await ordered(activeSecret)], [200, 200], 'both, meanwhile')
  await page.getByRole('row').nth(-1).getByRole('button', { name: 'Retire' }).waitFor()
  const rows = page.getByRole('row').filter({ has: page.getByRole('button') })
  await rows.filter({ hasNotText: 'newest' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Retire now' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual([await ordered(old), await ordered(activeSecret)], [401, 200])
})

test('an injected fault affects an order until the bureau is reset to normal', async () => {
  await visit('/sandbox?view=faults')
  await page.getByLabel('Bureau').selectOption('Experian')
  await page.getByLabel('Behavior').selectOption('FROZEN')
  await page.getByRole('button', { name: 'Inject fault' }).click()
  const injected = page.getByRole('region', { name: 'Injected faults' })
  await injected.getByText('Has a security freeze: no file.').waitFor()
  const { orderId, reportId } = await placeFor('mover', () =>
    page
      .getByLabel('Action')
      .selectOption('ForceNew')
      .then(() => undefined),
  )
  await visit(`/reports/${reportId}?view=experian`)
  await page.getByText('security freeze', { exact: false }).first().waitFor()
  await visit(`/orders/${orderId}`)
  const marked = page.getByRole('row').filter({ hasText: 'fault injected' })
  assert.match((await marked.textContent()) ?? '', /^Experian/)
  await visit('/sandbox?view=faults')
  await injected.getByRole('button', { name: 'Remove at Experian' }).click()
  await page.getByText('Bureaus and service respond normally').waitFor()
})

test('duplicate handling and limits of an account are set and reset', async () => {
  await visit('/accounts/sandbox?view=profile')
  const save = page.getByRole('button', { name: 'Save profile' })
  await save.waitFor()
  assert.ok(await save.isDisabled(), 'nothing is changed')
  const duplicates = page.getByLabel('Duplicate requests')
  const concurrent = page.getByLabel('Concurrent orders')
  for (const [choice, count] of [
    ['refuse', '7'],
    ['', ''],
  ] as const) {
    await duplicates.selectOption(choice)
    await concurrent.fill(count)
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Profile saved.', { exact: false }).first().waitFor()
    assert.ok(await save.isDisabled(), 'no change is left to save')
    await waitForFocus(save)
    await page.reload()
    await duplicates.waitFor()
    assert.deepEqual(
      [await duplicates.inputValue(), await concurrent.inputValue()],
      [choice, count],
    )
  }
  await concurrent.fill('-1')
  await page.getByRole('tab', { name: 'Secrets' }).click()
  await page.getByRole('link', { name: 'Accounts' }).first().click()
  await page.getByRole('link', { name: 'sandbox', exact: true }).click()
  await page.getByRole('tab', { name: 'Profile and prices (unsaved)' }).click()
  assert.equal(await concurrent.inputValue(), '-1', 'what was typed stays over other pages')
  await save.click()
  await page.locator('.field', { has: concurrent }).locator('.error').waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  assert.equal(await concurrent.inputValue(), '')
})

test('prices can be changed, and a statement lists the charges', async () => {
  await visit('/accounts/sandbox?view=profile')
  await page.getByLabel('Credit report: Base').fill('12.50')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved.', { exact: false }).waitFor()
  await page.reload()
  assert.equal(await page.getByLabel('Credit report: Base').inputValue(), '12.50')
  // A price of a score model replaces the price per score until the field is empty again.
  const model = page.getByLabel('VantageScore 4.0 score')
  for (const dollars of ['4.50', '']) {
    await model.fill(dollars)
    const saving = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save profile' }).click()
    const { profile } = await (await saving).json()
    assert.deepEqual(profile.prices.scores, dollars === '' ? undefined : { VantageScore4: 450 })
    await page.reload()
    assert.equal(await model.inputValue(), dollars)
  }
  await visit('/accounts/sandbox?view=statement')
  await page.getByText(/for \d+ charges\. The month and all times are .*in UTC/).waitFor()
  const cells = await page.locator('tbody td[data-title="Items"]').allTextContents()
  const items = cells.map((text) => text.replaceAll('\u00a0', ' '))
  assert.ok(
    items.some((text) => /^Base price \$[\d.]+, Credit file 3 × \$8\.00, Score 3 × \$/.test(text)),
  )
  assert.ok(
    items.every((text) => !/\$0\.00/.test(text)),
    items.join('; '),
  )
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  assert.match(readFileSync(await (await coming).path(), 'utf8'), /credit_report/)
})

test('a new auditor sees everything masked and cannot change anything', async () => {
  await visit('/operators')
  await page.getByRole('button', { name: 'New user' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const password = (await page.locator('[data-secret]').textContent()) ?? ''
  const other = await running.open()
  await openSignedIn(other, running, `/orders/${joint.orderId}`, { name: 'ada', password })
  await other.getByRole('tab', { name: 'Parsed fields' }).click()
  await other.getByText(', all unchanged.', { exact: false }).waitFor()
  assert.doesNotMatch((await other.locator('main').textContent()) ?? '', /900-?55-?1111|Mill Ln/)
  for (const name of ['Reveal', 'Resend', 'Order desk']) {
    assert.equal(await other.getByText(name, { exact: true }).count(), 0, name)
  }
  await openPage(other, running, `/reports/${joint.reportId}`)
  await other.getByRole('tab', { name: /^Accounts/ }).waitFor()
  assert.doesNotMatch((await other.locator('main').textContent()) ?? '', /castellane|mill ln/i)
  await openPage(other, running, '/accounts/sandbox')
  await other.getByRole('columnheader', { name: 'Last used' }).waitFor()
  assert.equal(await other.getByText('To rotate the secret').count(), 0)
  await other.context().close()
})

test('new orders appear without a reload', async () => {
  await visit('/orders')
  await page.getByRole('row').nth(1).waitFor()
  const seen = await page.getByRole('row').nth(1).textContent()
  const other = personaOf('thinAtOne')
  assert.ok(other)
  assert.equal(await ordered(activeSecret, personaOrder(other, 'credit_report')), 200)
  const changed = (last: string | null) => document.querySelector('tbody tr')?.textContent !== last
  await page.waitForFunction(changed, seen, { timeout: 8_000 })
})

detail('a vendor that is paused after failures is shown as paused', async (t) => {
  const vendor = await misbehavingServer(t, (socket) => socket.destroy())
  const gateway = await gatewayTo(t, vendor.url, {
    bureaus: { Equifax: 'vendor', Experian: 'simulated', TransUnion: 'simulated' },
    upstream: { 'breaker-failures': 1, 'breaker-rest-ms': 600_000 },
  })
  const { url, operator } = gateway
  const own = await running.open(undefined, new URL(url).origin)
  const gatewayConsole = { url, credentials: running.credentials }
  await openSignedIn(own, gatewayConsole, '/overview', operator)
  const bureau = own.getByRole('row', { name: /^Equifax/ })
  await bureau.getByText('circuit breaker closed').waitFor()
  await rejected(gateway, 'credit_report', { bureaus: 'YNN' }, 'E001')
  await own.reload()
  await bureau.getByText('paused after failures').waitFor()
  await bureau.getByText('circuit breaker open', { exact: false }).waitFor()
  await openPage(own, gatewayConsole, '/orders')
  await own.getByRole('row').nth(1).getByRole('link').first().click()
  await own.getByText('The bureau may have been asked.', { exact: false }).waitFor()
  await own.context().close()
})

/** What the tests of the other files see: the page and the secret change while the tests run. */
const seen = (): Seen => ({
  running,
  page,
  post: (body, operation) => ordered(activeSecret, body, operation),
})

integratorTests(() => ({ ...seen(), ...joint }))

failureTests(seen)

administrationTests(() => ({ ...seen(), reportId: joint.reportId }))

orderListTests(seen)

shortcutTests(seen)

screenReaderTests(seen)

reportTests(seen)

paperTests(seen)

reportsOnPhonesTests(seen)

compareTests(seen)

orderPageTests(seen)

sampleTests(seen)

resilienceTests(seen)

orderDeskTests(seen)

looksTests(() => ({ page, ...joint }), visit)

sandboxTimeTests(seen)
sandboxControlTests(seen)

detail('the chosen theme persists, whatever the theme of the system', async () => {
  await visit('/orders')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Dark' }).click()
  const dark = await ground()
  await page.reload()
  await page.locator('main#main h1').waitFor()
  assert.deepEqual([light === dark, await ground()], [false, dark])
  await page.getByRole('button', { name: 'Auto' }).click()
})

/** Presses Tab until the element with the wanted label or text has the focus, as a person would. */
async function tabTo(own: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await own.keyboard.press('Tab')
    const focused = await own.evaluate(() => {
      const element = document.activeElement
      const label = element?.id ? document.querySelector(`label[for="${element.id}"]`) : null
      return (label ?? element)?.textContent?.trim() ?? ''
    })
    if (focused.startsWith(wanted)) return
  }
  assert.fail(`no Tab leads to ${wanted}`)
}

test('signing in, ordering and opening the report take less than a minute by keyboard', async () => {
  const own = await running.open()
  await own.goto(`${running.url}/console`)
  await own.getByLabel('User name').waitFor()
  const begun = performance.now()
  await tabTo(own, 'User name')
  await own.keyboard.type(running.credentials.operator.name)
  await own.keyboard.press('Tab')
  await own.keyboard.type(running.credentials.operator.password)
  await own.keyboard.press('Enter')
  await own.getByRole('heading', { name: 'Overview' }).waitFor()
  await tabTo(own, 'Order desk')
  await own.keyboard.press('Enter')
  await own.getByRole('heading', { name: 'Order desk' }).waitFor()
  await tabTo(own, 'Persona')
  await own.keyboard.type('Avery')
  await own.getByRole('option', { name: 'Avery Sandford', selected: true }).waitFor()
  await own.keyboard.press('Enter')
  await own.getByText('Valid request').waitFor()
  await tabTo(own, 'Place order')
  await own.keyboard.press('Enter')
  // The result has the focus.
  await own.getByRole('link', { name: 'View report' }).waitFor()
  await own.keyboard.press('Enter')
  await own.getByRole('heading', { level: 1, name: /^A\. /u }).waitFor()
  await own.locator('.score-line').first().waitFor()
  assert.ok(performance.now() - begun < 60_000)
  await own.context().close()
})

test('the skip link is the first element that Tab reaches', async () => {
  await page.goto(`${running.url}/console/orders`)
  await page.locator('main#main h1').waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content')
  await page.keyboard.press('Enter')
  await page.locator('#main:focus').waitFor()
})

test('no page sent a request to another host or logged an error', () => {
  assert.deepEqual(running.strayed, [])
  assert.deepEqual(running.complaints, [])
})

test('the content security policy blocks scripts and requests that a page must not make', async () => {
  await visit('/orders')
  const outcome = await page.evaluate(async () => {
    const inline = document.createElement('script')
    const tried = [
      () => inline.append('window.ran = true'),
      () => document.head.append(inline),
      () => document.body.insertAdjacentHTML('beforeend', '<p>as text of markup</p>'),
      () => fetch('http://127.0.0.2:9/'),
    ]
    const outcomes: string[] = []
    for (const each of tried) {
      try {
        await each()
        outcomes.push('done')
      } catch {
        outcomes.push('blocked')
      }
    }
    return [...outcomes, 'ran' in window]
  })
  assert.deepEqual(outcome, ['done', 'done', 'blocked', 'blocked', false])
  assert.ok(running.complaints.splice(0).length > 0)
})

const KIB = 1_024
/** The limits for compressed JavaScript: for the first page, and for all pages together. */
const FIRST_BYTES_MAX = 40 * KIB
const ALL_BYTES_MAX = 150 * KIB

test('the first page loads at most 40 KB of JavaScript, and all pages together at most 150 KB', () => {
  const dist = join(import.meta.dirname, '../../console/dist')
  const sizeOf = (file: string) => readFileSync(join(dist, `${file}.br`)).length
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file,
  )
  assert.ok(first.length > 0 && page.includes('modulepreload'))
  const firstBytes = sum(first.map((file) => sizeOf(file ?? '')))
  assert.ok(firstBytes <= FIRST_BYTES_MAX, `${firstBytes} bytes`)
  const all = globSync('assets/*.js', { cwd: dist })
  assert.ok(all.length > 10, 'each page is a file of its own')
  const allBytes = sum(all.map(sizeOf))
  assert.ok(allBytes <= ALL_BYTES_MAX && allBytes > firstBytes, `${allBytes} bytes`)
})

test('a printed page has its content but no buttons or navigation', async () => {
  await visit(`/reports/${joint.reportId}`)
  await page.locator('.accounts').first().waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const buttons = page.locator('button, a.button')
  assert.ok((await buttons.count()) > 5)
  for (const button of await buttons.all()) assert.equal(await button.isVisible(), false)
  for (const part of ['nav', '.tabs', '.bar-place', '.bar']) {
    assert.ok((await page.locator(part).count()) > 0, part)
    assert.equal(await page.locator(part).first().isVisible(), false, part)
  }
  assert.ok(await page.getByText('Simulated: not a consumer report').first().isVisible())
  // The content area of a Letter page, without its margins.
  await resize(page, { width: 739, height: 979 })
  const outside = await page.locator('.accounts').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const { right } = (table.closest('.panel') ?? table).getBoundingClientRect()
      return [...table.querySelectorAll<HTMLElement>('th, td, dd')].flatMap((cell) =>
        cell.getBoundingClientRect().right > right || cell.scrollWidth > cell.clientWidth + 1
          ? cell.innerText
          : [],
      )
    }),
  )
  assert.deepEqual(outside, [])
  await page.setViewportSize(WIDE)
  const parts = ['h1', '.report-tiles', '.score-figure', '.factors', '.accounts', '.payments']
  for (const part of parts) {
    assert.ok(await page.locator(part).first().isVisible(), part)
  }
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  assert.equal(ground, 'light')
  // A document is as long on paper as on the screen.
  await visit(`/orders/${joint.orderId}`)
  const text = page.locator('.code-text').first()
  const heightOf = () => text.evaluate((box) => box.clientHeight)
  const short = await heightOf()
  await page.emulateMedia({ media: 'screen' })
  assert.equal(short, await heightOf())
  await page.getByRole('button', { name: /^Show all \d+ lines$/ }).click()
  await page.emulateMedia({ media: 'print' })
  assert.ok((await heightOf()) > 2 * short, `${short}`)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
})

detail(
  'a persona can be found by its result, and the price at the button is the price charged',
  async () => {
    await newOrder()
    const box = page.getByRole('combobox', { name: 'Persona' })
    await box.fill('bankruptcy')
    const found = page.getByRole('listbox').getByRole('option')
    await found.first().waitFor()
    const count = await found.count()
    assert.ok(count > 1 && count < PERSONAS.length, `${count}`)
    await keepScreenshot(page, 'order-desk-personas')
    assert.deepEqual(await violations(page), [])
    await box.fill('no borrower has this')
    await page.getByText('No matching borrowers').waitFor()
    await box.fill('avery')
    const good = page.getByRole('group', { name: /^Good: 670/ })
    assert.match((await good.textContent()) ?? '', /Avery Sandford.*EFX 703 · XPN 745 · TUC 717/)
    await box.press('Enter')
    assert.equal(await box.inputValue(), 'Avery Sandford')
    await page.getByLabel('Action').selectOption('ForceNew')
    await page.getByText('Valid request').waitFor()
    const button = page.getByRole('button', { name: 'Place order' })
    const inView = await button.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
    assert.ok(inView, 'the button is in view above a long form')
    const [, price = ''] =
      /Up to (\$[\d.]+)/.exec((await page.locator('.order-desk-submit').textContent()) ?? '') ?? []
    await keepScreenshot(page, 'order-desk-price')
    assert.deepEqual(await violations(page), [])
    await button.click()
    await page.getByText(`New report, ${price}`).waitFor()
  },
)

test('every persona of the sandbox can be chosen at the order desk', async () => {
  await visit('/order-desk')
  await page.getByRole('combobox', { name: 'Persona' }).click()
  await page.getByRole('option', { name: 'Avery Sandford' }).waitFor()
  assert.equal(await page.getByRole('listbox').getByRole('option').count(), PERSONAS.length + 1)
})
