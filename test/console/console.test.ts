/** The console as people use it, in a real browser in front of a whole service. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { personas } from '../../src/app/service.ts'
import { personaOf, personaOrder } from '../../src/sandbox/embedded/persona-order.ts'
import { gatewayTo } from '../bureaus/upstream/gateway.ts'
import { misbehavingServer } from '../bureaus/upstream/misbehaving-server.ts'
import { refused } from '../orders/ordered.ts'
import { readPdf } from '../print/print-read.ts'
import { type Console, keepScreenshot, signIn, startConsole } from './browser.ts'
import { integratorTests } from './integrator.ts'
import { looksTests } from './looks.ts'

const FIRST = readFileSync(join(import.meta.dirname, '../../examples/credit-report.xml'), 'utf8')

let running: Console
/** The page of the operator, signed in once for most tests. */
let page: Page

before(async () => {
  running = await startConsole()
  page = await running.open()
})

after(() => running?.close())

async function visit(path: string): Promise<void> {
  await page.goto(`${running.url}/console${path}`)
  await page.locator('main#main h1').waitFor()
}

test('a wrong password is refused in words, and says nothing of which was wrong', async () => {
  await page.goto(`${running.url}/console/orders`)
  await keepScreenshot(page, 'sign-in')
  await page.getByLabel('Operator').fill('admin')
  await page.getByLabel('Password').fill('not the password at all')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Name and password do not match.').waitFor()
})

test('who signs in stays signed in, and whoever signs out leaves nothing behind', async () => {
  await signIn(page, running)
  await page.reload()
  await page.locator('main#main h1').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to Trimerge' }).waitFor()
  assert.deepEqual(await page.context().cookies(), [])
  await signIn(page, running)
})

test('an empty journal says how to fill it', async () => {
  await visit('/orders')
  await page.getByText('No order has arrived yet.').waitFor()
  await visit('/reports')
  await page.getByText('No report was issued yet.').waitFor()
})

interface Placed {
  readonly orderId: string
  readonly reportId: string | undefined
}

/** Places an order for a persona through the form, and gives what the page says of it. */
async function placeFor(persona: string, prepare?: () => Promise<void>): Promise<Placed> {
  await visit('/desk')
  await page.getByLabel('Persona').selectOption(persona)
  await prepare?.()
  await page.getByText('The document keeps to the interface.').waitFor()
  await page.getByRole('button', { name: 'Place the order' }).click()
  const order = page.getByRole('link', { name: 'See what became of the order' })
  await order.waitFor()
  const report = page.getByRole('link', { name: /^Open report/ })
  const last = (href: string | null) => href?.split('/').pop()
  return {
    orderId: last(await order.getAttribute('href')) ?? '',
    reportId: (await report.count()) === 0 ? undefined : last(await report.getAttribute('href')),
  }
}

/** Kinds of persona: what their report shows first, or the code in its place. */
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
for (const [persona, shown] of KINDS) {
  test(`ordering the persona ${persona} at the desk shows what is stated of them`, async () => {
    const { reportId } = await placeFor(persona)
    if (reportId !== undefined) {
      await page.getByRole('link', { name: /^Open report/ }).click()
      await page.getByRole('tab', { name: /^Accounts/ }).waitFor()
    }
    assert.match((await page.locator('main').textContent()) ?? '', shown)
  })
}

let joint: Placed

test('a couple is ordered jointly, from two bureaus', async () => {
  joint = await placeFor('rowan', async () => {
    await page.getByLabel('Jointly with Juno Castellane').check()
    await page.getByRole('checkbox', { name: 'TransUnion' }).uncheck()
  })
  assert.ok(joint.reportId)
  await keepScreenshot(page, 'desk-placed')
})

test('what is wrong is told at its field, and an order that is refused says why', async () => {
  await visit('/desk')
  await page.getByLabel('Persona').selectOption('avery')
  await page.getByLabel('Social security number').fill('12')
  const number = page.getByLabel('Social security number')
  await page.locator('input[aria-invalid="true"]').waitFor()
  assert.equal(await number.getAttribute('aria-invalid'), 'true')
  assert.match((await page.locator('.field .fault').textContent()) ?? '', /nine digits/)
  await keepScreenshot(page, 'desk-faulty')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByText('There is no report: E002.').waitFor()
  await page.getByRole('link', { name: 'See what became of the order' }).click()
  await page.getByRole('heading', { name: 'What is wrong: 1 fault' }).waitFor()
  const field = page.getByRole('row', { name: /^_SSN/ })
  assert.match((await field.textContent()) ?? '', /Line 12.*•••.*not understood.*nine digits/)
  await keepScreenshot(page, 'order-refused')
  await field.getByRole('button', { name: /^Line/ }).click()
  await page.getByRole('region', { name: 'The document as sent' }).waitFor()
  assert.equal(await page.locator('.line.faulty').count(), 1)
  assert.equal(await page.locator('.line.faulty.wanted').count(), 1)
})

test('a document edited by hand is checked and placed as it is', async () => {
  await visit('/desk')
  await page.getByLabel('Persona').selectOption('clean')
  await page.getByText('The document keeps to the interface.').waitFor()
  await page.getByRole('button', { name: 'Edit by hand' }).click()
  const editor = page.getByLabel('Document, edited by hand')
  await editor.fill((await editor.inputValue()).replace('</BORROWER>', ''))
  await page.getByText(/it would be refused as it is/).waitFor()
})

test('an order shows which fields were ignored or rewritten, and which line each stands in', async () => {
  const { secret } = running.credentials.account
  const varied = FIRST.replace('_ExperianIndicator="Y"', '_ExperianIndicator="y"')
    .replace('_SSN="', '_Nickname="Ave" _SSN="')
    .replace('"Avery"', '"Averil"')
  assert.equal(await ordered(secret, varied), 200)
  await visit('/orders')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const rows = page.getByRole('region', { name: 'Sent and understood' }).locator('tbody tr')
  await rows.first().waitFor()
  const texts = (await rows.allTextContents()).map((text) => text.replaceAll('/', ' '))
  assert.match(texts.join('\n'), /^_ExperianIndicatorLine 8, _ExperianIndicatoryYrewritten$/m)
  assert.match(texts.join('\n'), /^_NicknameLine 11, _Nickname•••nothingignored$/m)
  assert.equal(texts.length, 4, 'two elements, a field of each')
  await page.getByRole('button', { name: /^All \(/ }).click()
  assert.ok((await rows.count()) > 20)
  await keepScreenshot(page, 'order-compared')
})

/** Opens the dialog of an action, looks at its document, and sends it. */
async function act(action: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'The document that is sent' }).waitFor()
  assert.match((await dialog.textContent()) ?? '', new RegExp(`"${action}"|refresh|Refresh`))
  await keepScreenshot(page, `report-${action.toLowerCase()}`)
  await dialog.getByRole('button', { name: `Send ${action}` }).click()
  await dialog.waitFor({ state: 'detached' })
}

const reportInAddress = () => new URL(page.url()).pathname.split('/').pop()

test('a report is upgraded, unmerged, reissued and refreshed from its own page', async () => {
  await visit(`/reports/${joint.reportId}`)
  await act('Upgrade')
  await page.waitForURL((url) => !url.pathname.endsWith(joint.reportId ?? ''))
  await page.getByText('Made by', { exact: false }).waitFor()
  assert.match((await page.locator('main').textContent()) ?? '', /TransUnion/)
  const upgraded = reportInAddress()
  await act('Reissue')
  await page.getByText('The same report was answered again.').waitFor()
  await act('Unmerge')
  await page.waitForURL((url) => !url.pathname.endsWith(upgraded ?? ''))
  await page.getByRole('tab', { name: /^Accounts/ }).waitFor()
  assert.equal(await page.getByText('Co-borrower').count(), 0)
  await visit(`/reports/${upgraded}`)
  await act('Refresh')
  await page.getByRole('tab', { name: 'Differences (0)' }).waitFor()
})

test('when time goes on, a refresh finds what has changed', async () => {
  await visit('/sandbox?view=clock')
  await page.getByRole('button', { name: 'Advance 45 days' }).click()
  await page.getByText('45 days', { exact: true }).waitFor()
  await visit(`/reports/${joint.reportId}`)
  await act('Refresh')
  await page.getByRole('tab', { name: /^Differences \([1-9]/ }).waitFor()
  await keepScreenshot(page, 'report-refreshed')
})

test('the printed report is downloaded, and reads as the page does', async () => {
  await visit(`/reports/${joint.reportId}`)
  await page.getByRole('tab', { name: /^Accounts/ }).waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF' }).click()
  const download = await coming
  assert.match(download.suggestedFilename(), new RegExp(`^[a-z-]*${joint.reportId}\\.pdf$`, 'i'))
  const { sheets } = await readPdf(readFileSync(await download.path()))
  const printed = sheets.join(' ')
  for (const value of await page.locator('.score-figure').allTextContents()) {
    assert.ok(printed.includes(value), value)
  }
  for (const creditor of await page.locator('.accounts th .strong').allTextContents()) {
    assert.ok(printed.includes(creditor), creditor)
  }
  assert.match(printed, /Rowan Castellane/)
})

test('orders are found by last name, last four digits and report, and none of it is in the address', async () => {
  await visit('/orders')
  for (const sought of ['Castellane', '1111', joint.reportId ?? '', 'Nobody-Such']) {
    await page.getByRole('searchbox').fill(sought)
    await page.getByRole('button', { name: 'Search' }).click()
    if (sought === 'Nobody-Such') await page.getByText('No order is like this.').waitFor()
    else await page.getByText('of those found').waitFor()
    assert.ok(!page.url().includes(sought), page.url())
    assert.doesNotMatch(await page.title(), /Castellane|1111/)
  }
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Refused' }).click()
  await page.waitForURL(/state=refused/)
  await page.getByText('1 order shown').waitFor()
})

test('personal data is masked until it is revealed for a reason, which the audit trail keeps', async () => {
  await visit(`/orders/${joint.orderId}`)
  await page.getByRole('tab', { name: 'As sent' }).click()
  const sent = page.getByRole('region', { name: 'The document as sent' })
  await sent.waitFor()
  assert.doesNotMatch((await sent.textContent()) ?? '', /900-?55-?1111|Mill Ln/)
  await page.getByRole('button', { name: 'Reveal' }).click()
  await page.getByLabel('Reason').fill('dispute, ticket 4711')
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
  await page.getByText('Personal data is shown.', { exact: false }).waitFor()
  assert.match((await sent.textContent()) ?? '', /900-?55-?1111/)
  await page.getByRole('button', { name: 'Mask again' }).click()
  assert.doesNotMatch((await sent.textContent()) ?? '', /900-?55-?1111/)
  await visit(`/audit?orderId=${joint.orderId}`)
  const row = page.getByRole('row').filter({ hasText: 'order.revealed' })
  await row.waitFor()
  assert.match((await row.textContent()) ?? '', /admin.*dispute, ticket 4711/s)
})

test('the audit trail is narrowed to what somebody did, in the address and by a link', async () => {
  await visit('/audit')
  await page.getByLabel('Did what').selectOption('order.revealed')
  await page.waitForURL(/action=order\.revealed$/)
  await page.getByText('Personal data of an order was shown in clear', { exact: false }).waitFor()
  await page.getByRole('row').nth(1).getByRole('link', { name: 'admin' }).click()
  await page.waitForURL(/action=order\.revealed&actor=admin$/)
  assert.equal(await page.getByLabel('Who').inputValue(), 'admin')
  await page.getByRole('row').nth(1).waitFor()
  const rows = await page.locator('tbody tr').allTextContents()
  assert.ok(rows.length > 0 && rows.every((row) => /admin.*order\.revealed/.test(row)))
  await page.getByLabel('Who').fill('nobody')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByText('No entry is like this.').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('row').nth(3).waitFor()
  assert.equal(new URL(page.url()).search, '')
})

test('how long orders took is drawn over time, and told as a table', async () => {
  await visit('/overview')
  const chart = page.getByRole('img', { name: /^Time to an answer: half at most .* ms to / })
  await chart.waitFor()
  const figure = page.locator('figure', { has: chart })
  await figure.getByText('As a table').click()
  const cells = await figure.getByRole('cell').allTextContents()
  assert.ok(cells.length >= 2 && cells.every((cell) => /^\d/.test(cell)), cells.join())
})

test('an order is placed once more from its page', async () => {
  await visit(`/orders/${joint.orderId}`)
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(joint.orderId))
  await page.getByText('Done', { exact: false }).first().waitFor()
})

/** The secret that opens the account, since the first was retired. */
let living = ''

async function ordered(secret: string, body = FIRST): Promise<number> {
  const credentials = `${running.credentials.account.name}:${secret}`
  const response = await fetch(`${running.url}/credit_report`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/xml',
      Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    },
    body,
  })
  await response.arrayBuffer()
  return response.status
}

test('a secret is rotated: the new one opens the account, the old one no more', async () => {
  const { name, secret: old } = running.credentials.account
  await visit(`/accounts/${name}`)
  await page.getByRole('button', { name: 'New secret' }).click()
  living = (await page.locator('[data-secret]').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have kept it' }).click()
  assert.deepEqual([await ordered(old), await ordered(living)], [200, 200], 'both, meanwhile')
  await page.getByRole('row').nth(-1).getByRole('button', { name: 'Retire' }).waitFor()
  const rows = page.getByRole('row').filter({ hasText: 'when retired' })
  const first = await oldestOf(rows)
  await rows.nth(first).getByRole('button').click()
  await page.getByRole('button', { name: 'Retire it now' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual([await ordered(old), await ordered(living)], [401, 200])
})

/** The place of the oldest secret in its table, whichever way the table is sorted. */
async function oldestOf(rows: ReturnType<Page['getByRole']>): Promise<number> {
  const made = await rows.locator('td[data-title="Made"]').allTextContents()
  assert.equal(made.length, 2)
  return Date.parse(made[0] ?? '') <= Date.parse(made[1] ?? '') ? 0 : 1
}

test('a bureau is told to freeze, an order shows it, and it is told to behave again', async () => {
  await visit('/sandbox?view=faults')
  await page.getByLabel('What Experian does').selectOption('FROZEN')
  const panel = page.getByRole('region', { name: 'Experian' })
  await panel.getByRole('button', { name: 'Tell it' }).click()
  await panel.getByRole('button', { name: 'Back to normal' }).waitFor()
  const { reportId } = await placeFor('mover', () =>
    page
      .getByLabel('Action')
      .selectOption('ForceNew')
      .then(() => undefined),
  )
  await visit(`/reports/${reportId}?view=experian`)
  await page.getByText('credit freeze', { exact: false }).first().waitFor()
  await visit('/sandbox?view=faults')
  await page.getByRole('button', { name: 'Back to normal' }).click()
  await page.getByText('behaves').nth(2).waitFor()
})

test('what an account gets again and how much it may order is set, and taken back', async () => {
  await visit('/accounts/sandbox?view=profile')
  const again = page.getByLabel('The same bytes again')
  const atOnce = page.getByLabel('Orders at once')
  for (const [choice, count] of [
    ['refuse', '7'],
    ['', ''],
  ] as const) {
    await again.selectOption(choice)
    await atOnce.fill(count)
    await page.getByRole('button', { name: 'Save the profile' }).click()
    await page.getByText('The profile is saved.', { exact: false }).first().waitFor()
    await page.reload()
    await again.waitFor()
    assert.deepEqual([await again.inputValue(), await atOnce.inputValue()], [choice, count])
  }
  await atOnce.fill('-1')
  await page.getByRole('button', { name: 'Save the profile' }).click()
  assert.equal(await atOnce.evaluate((input: HTMLInputElement) => input.validity.valid), false)
})

test('prices are changed, and a statement lists what was charged', async () => {
  await visit('/accounts/sandbox?view=profile')
  await page.getByLabel('Credit report: Base').fill('12.50')
  await page.getByRole('button', { name: 'Save the profile' }).click()
  await page.getByText('The profile is saved.', { exact: false }).waitFor()
  await page.reload()
  assert.equal(await page.getByLabel('Credit report: Base').inputValue(), '12.50')
  await visit('/accounts/sandbox?view=statement')
  await page.getByText(/for \d+ charges/).waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  assert.match(readFileSync(await (await coming).path(), 'utf8'), /credit_report/)
})

test('an auditor is added, sees everything masked and may change nothing', async () => {
  await visit('/operators')
  await page.getByRole('button', { name: 'New operator' }).click()
  await page.getByLabel('Name').fill('ada')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const password = (await page.locator('[data-secret]').textContent()) ?? ''
  const other = await running.open()
  await signIn(other, running, { name: 'ada', password })
  await other.goto(`${running.url}/console/orders/${joint.orderId}`)
  await other.getByText('were understood as they were sent.', { exact: false }).waitFor()
  assert.doesNotMatch((await other.locator('main').textContent()) ?? '', /900-?55-?1111|Mill Ln/)
  for (const name of ['Reveal', 'Resend', 'Order desk']) {
    assert.equal(await other.getByText(name, { exact: true }).count(), 0, name)
  }
  await other.context().close()
})

test('orders that arrive and end are seen by who watches, without a reload', async () => {
  await visit('/orders')
  await page.getByRole('row').nth(1).waitFor()
  const seen = await page.getByRole('row').nth(1).textContent()
  const other = personaOf('thinAtOne')
  assert.ok(other)
  assert.equal(await ordered(living, personaOrder(other, 'credit_report')), 200)
  const changed = (last: string | null) => document.querySelector('tbody tr')?.textContent !== last
  await page.waitForFunction(changed, seen, { timeout: 8_000 })
})

test('a vendor that is left alone after failures is shown so', async (t) => {
  const vendor = await misbehavingServer(t, (socket) => socket.destroy())
  const gateway = await gatewayTo(t, vendor.url, {
    bureaus: { Equifax: 'vendor', Experian: 'simulated', TransUnion: 'simulated' },
    upstream: { 'breaker-failures': 1, 'breaker-rest-ms': 600_000 },
  })
  const { url, operator } = gateway
  const own = await running.open(undefined, new URL(url).origin)
  await signIn(own, { url, credentials: running.credentials }, operator)
  const bureau = own.getByRole('row', { name: /^Equifax/ })
  await bureau.getByText('circuit closed').waitFor()
  await refused(gateway, 'credit_report', { bureaus: 'YNN' }, 'E001')
  await own.reload()
  await bureau.getByText('resting after failures').waitFor()
  await bureau.getByText('circuit open', { exact: false }).waitFor()
  await own.context().close()
})

integratorTests(() => ({ running, page, ...joint }))

looksTests(() => ({ page, ...joint }), visit)

test('the theme that is chosen stays, whatever the system has', async () => {
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

/** Presses Tab until the focus is where it is wanted; a person would too. */
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

test('the keyboard alone leads from signing in to an order and its report in under a minute', async () => {
  const own = await running.open()
  await own.goto(`${running.url}/console`)
  await own.getByLabel('Operator').waitFor()
  const begun = performance.now()
  await tabTo(own, 'Operator')
  await own.keyboard.type(running.credentials.operator.name)
  await own.keyboard.press('Tab')
  await own.keyboard.type(running.credentials.operator.password)
  await own.keyboard.press('Enter')
  await own.getByRole('heading', { name: 'Overview' }).waitFor()
  await tabTo(own, 'Order desk')
  await own.keyboard.press('Enter')
  await own.getByRole('heading', { name: 'Order desk' }).waitFor()
  await own.locator('option', { hasText: 'Avery Sandford' }).waitFor({ state: 'attached' })
  await tabTo(own, 'Persona')
  await own.keyboard.type('Avery')
  await own.getByText('The document keeps to the interface.').waitFor()
  await tabTo(own, 'Place the order')
  await own.keyboard.press('Enter')
  // What came of it has the focus.
  await own.getByRole('link', { name: /^Open report/ }).waitFor()
  await own.keyboard.press('Enter')
  await own.getByRole('heading', { name: /^Report R/ }).waitFor()
  await own.locator('.score-figure').first().waitFor()
  assert.ok(performance.now() - begun < 60_000)
  await own.context().close()
})

test('the link that skips to the page is the first that Tab reaches', async () => {
  await visit('/orders')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the page')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main')
})

test('no request left the service, and no page complained', () => {
  assert.deepEqual(running.strayed, [])
  assert.deepEqual(running.complaints, [])
})

test('the policy refuses what a page must not do, and the test would notice', async () => {
  await visit('/orders')
  const refused = await page.evaluate(async () => {
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
        outcomes.push('refused')
      }
    }
    return [...outcomes, 'ran' in window]
  })
  assert.deepEqual(refused, ['done', 'done', 'refused', 'refused', false])
  assert.ok(running.complaints.splice(0).length > 0)
})

/** The first page: what the browser must have before anything is seen after signing in. */
const FIRST_PAGE_BYTES_MAX = 250 * 1024

test('the first page takes less than 250 KB of JavaScript, compressed', () => {
  const assets = join(import.meta.dirname, '../../console/dist/assets')
  const files = globSync('*.js.br', { cwd: assets })
  assert.ok(files.length > 10, 'each page is a file of its own')
  const bytes = files.reduce((sum, file) => sum + readFileSync(join(assets, file)).length, 0)
  assert.ok(bytes < FIRST_PAGE_BYTES_MAX, `${bytes} bytes, all pages together`)
})

test('every persona of the sandbox can be chosen at the desk', async () => {
  await visit('/desk')
  await page.locator('option', { hasText: 'Avery Sandford' }).waitFor({ state: 'attached' })
  const choices = await page.getByLabel('Persona').locator('option').count()
  assert.equal(choices, personas().length + 1)
})
