/** Tests the audit trail and the pages of accounts, statements and operators. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { detail } from '../support/detail.ts'
import {
  follow,
  forgetComplaints,
  openSignedIn,
  PHONE,
  resize,
  type Seen,
  visitPage,
  WIDE,
  waitForFocus,
  wideTables,
} from './browser.ts'
import { problemsOf } from './looks.ts'

/**
 * Checks on a phone that the date since which an account is disabled fits its card and names its
 * clock.
 */
async function lookAtDisabled(page: Page): Promise<void> {
  await resize(page, PHONE)
  const since = page.getByText(/^since /)
  const card = page.getByRole('row').filter({ has: since })
  const rightOf = async (part: typeof since) => {
    const box = await part.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? Number.NaN)
  }
  assert.match((await since.textContent()) ?? '', /^since \w+ \d+, \d{4}, [\d:]+ real time$/)
  assert.ok((await rightOf(since)) < (await rightOf(card)))
  await page.setViewportSize(WIDE)
}

/**
 * Registers the tests. They run after tests that place orders, fail some, change a price and add
 * operators.
 */
export function administrationTests(
  seen: () => Seen & { readonly reportId: string | undefined },
): void {
  const visit = (path: string) => visitPage(seen(), path)

  detail('the pages of a report and of its order lead to their audit trail', async () => {
    const { reportId = '' } = seen()
    const page = await visit(`/reports/${reportId}`)
    const trail = page.getByRole('main').getByRole('link', { name: 'Audit trail', exact: true })
    await trail.click()
    await page
      .getByRole('row', { name: `viewed report ${reportId}` })
      .first()
      .waitFor()
    await page
      .getByRole('link', { name: /^O\w{16}$/ })
      .first()
      .click()
    await page.getByRole('heading', { name: /^Order O/ }).waitFor()
    await trail.click()
    await page.getByRole('row', { name: /a new report for order O/ }).waitFor()
  })

  detail(
    'repeated views are one row of the audit trail, which expands to each of them',
    async () => {
      const { reportId } = seen()
      const page = await visit('/overview')
      await page.evaluate(async (path) => {
        for (let times = 0; times < 2; times++) await (await fetch(path)).arrayBuffer()
      }, `/api/v1/reports/${reportId}`)
      await visit(`/audit?action=report.viewed&reportId=${reportId}`)
      const row = page.getByRole('row').filter({ hasText: 'viewed report' }).first()
      const sentence = (await row.textContent()) ?? ''
      assert.match(sentence, new RegExp(`admin console viewed report ${reportId}`))
      const times = row.getByRole('button', { name: /^\d+ times$/ })
      const count = Number.parseInt((await times.textContent()) ?? '', 10)
      assert.ok(count >= 2, `${count}`)
      await times.click()
      assert.equal(await page.locator('tr.repeat').count(), count)
      assert.deepEqual(await problemsOf(page, 'audit-opened'), [])
      await page.setViewportSize(WIDE)
    },
  )

  detail('the audit trail can be limited to a time range, which is in the URL', async () => {
    const page = await visit('/audit?action=login.succeeded')
    const time = page.getByLabel('Time', { exact: true })
    // The clock of the sandbox is ahead, but entries have real time.
    await time.selectOption('1h')
    await page.waitForURL(/period=1h/)
    await page.getByRole('row').filter({ hasText: 'signed in' }).first().waitFor()
    await time.selectOption('days')
    await page.getByLabel('From').fill('2020-01-01')
    await page.getByLabel('To', { exact: true }).fill('2020-01-02')
    await page.waitForURL(/from=2020-01-01&to=2020-01-02$/)
    await page.getByText('No matching entries').waitFor()
    await page.getByRole('button', { name: 'Show all entries' }).click()
    await page.getByRole('row').nth(3).waitFor()
    assert.equal(new URL(page.url()).search, '')
  })

  detail('phones fold the filters of the audit trail behind a button', async () => {
    const page = await visit('/audit?actor=admin')
    await page.setViewportSize(PHONE)
    const actor = page.getByLabel('Actor')
    await actor.waitFor({ state: 'hidden' })
    await page.getByText('Filters (1)').click()
    assert.equal(await actor.inputValue(), 'admin')
    const field = page.locator('.field', { has: page.getByLabel('Time', { exact: true }) })
    const boxes = [field.locator('label'), field.locator('select')].map((each) =>
      each.boundingBox(),
    )
    const [label, select] = await Promise.all(boxes)
    assert.ok(label && select && label.y + label.height <= select.y, 'above it')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('Filters', { exact: true }).waitFor()
    await page.setViewportSize(WIDE)
  })

  test('the audit trail marks the orders that failed, with their code', async () => {
    const page = await visit('/audit?action=order.failed')
    const row = page.getByRole('row').filter({ hasText: 'which failed' }).first()
    assert.match((await row.textContent()) ?? '', /sent order \w+, which failed E001/)
    assert.equal(await page.getByRole('columnheader', { name: 'Outcome' }).count(), 0)
  })

  test('the audit trail says that an order placed in the console came from the console', async () => {
    const page = await visit('/audit?account=harbor')
    const row = page.getByRole('row').filter({ hasText: 'got a new report for order' })
    await row.first().waitFor()
    assert.match((await row.first().textContent()) ?? '', /harbor console, by ivo got a new report/)
    // If the entry about placing the order is filtered out, the trail cannot say how it was placed.
    await visit('/audit?account=harbor&action=order.new')
    await row.first().waitFor()
    assert.match((await row.first().textContent()) ?? '', /harbor account got a new report/)
  })

  detail('the longest name of an account widens neither its page nor the audit trail', async () => {
    const rename = (element: Element, name: string) => {
      element.textContent = name
    }
    const longest = 'n'.repeat(80)
    const page = await visit('/audit')
    await page.locator('[data-title="Actor"] > a').first().evaluate(rename, longest)
    assert.deepEqual(await wideTables(page), [])
    await follow(page, '/console/accounts/sandbox')
    await page.getByRole('heading', { level: 1 }).evaluate(rename, `Account ${longest}`)
    await resize(page, PHONE)
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    await page.setViewportSize(WIDE)
  })

  test('audit actions are grouped, filters apply without a button, and all entries are exported', async () => {
    const page = await visit('/audit')
    const action = page.getByLabel('Action', { exact: true })
    const groups = action.locator('optgroup')
    await groups.first().waitFor({ state: 'attached' })
    const headings = await groups.evaluateAll((all: HTMLOptGroupElement[]) =>
      all.map(({ label }) => label),
    )
    assert.deepEqual(headings, ['Orders', 'Reports', 'Accounts', 'Users', 'Sandbox', 'Service'])
    assert.doesNotMatch((await action.textContent()) ?? '', /…/)
    await action.selectOption({ label: 'Got a new report' })
    const row = page.getByRole('row').filter({ hasText: 'got a new report for order' }).first()
    await row.waitFor()
    assert.doesNotMatch((await row.textContent()) ?? '', /secured by real estate/, 'of the account')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Actor').fill('admin')
    await page.waitForURL(/audit\?actor=admin$/)
    await page.getByLabel('Order or report ID').fill('O0')
    await page.keyboard.press('Enter')
    await page.waitForURL(/orderId=O0/)
    await page.getByText('No matching entries').waitFor()
    await page.getByLabel('Order or report ID').fill('')
    await action.selectOption({ label: 'Signed in' })
    await page.getByRole('row').filter({ hasText: 'signed in' }).first().waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const [columns, ...lines] = readFileSync(await (await coming).path(), 'utf8')
      .trim()
      .split('\r\n')
    assert.match(columns ?? '', /^entry,time,.*,outcome,fields$/)
    assert.ok(lines.length > 0 && lines.every((line) => /,admin,operator,login/.test(line)))
  })

  test('a statement shows borrowers, sums by day and product, and each price change', async () => {
    const page = await visit('/accounts/sandbox?view=statement')
    await page.getByText('Price change').first().waitFor()
    const change = await page.locator('tr.change').first().textContent()
    assert.match(change ?? '', /Credit report: base price from \$9\.00 to \$12\.50/)
    const centsOf = async (cells: string) =>
      (await page.locator(cells).allTextContents()).reduce(
        (sum, text) => sum + Math.round(Number(text.replace(/[$,]/g, '')) * 100),
        0,
      )
    const total = await centsOf('.figure')
    assert.equal(await centsOf('.totals td.strong'), total)
    assert.equal(await centsOf('tr.group td'), total)
    assert.equal(await centsOf('td[data-title="Amount"]'), total)
    const borrowers = page.locator('td[data-title="Borrower"]')
    assert.match((await borrowers.first().textContent()) ?? '', /^\S\. \S\. •••-••-\d{4}/)
    await resize(page, PHONE)
    const tops = await page.evaluate(() =>
      ['Borrower', 'Amount'].map(
        (title) => document.querySelector(`td[data-title="${title}"]`)?.getBoundingClientRect().top,
      ),
    )
    assert.ok(tops[0] !== undefined && tops[0] === tops[1], `side by side, not at ${tops}`)
    await page.setViewportSize(WIDE)
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.waitForURL(/month=\d{4}-\d\d$/)
    const next = page.getByRole('button', { name: 'Next month' })
    await next.press('Enter')
    await page.locator('button[aria-label="Next month"][aria-disabled]').waitFor()
    await waitForFocus(next)
  })

  detail(
    'a year typed into the month of a statement asks for no month of another year',
    async () => {
      // The month of this address does not exist, so the current month is shown.
      const page = await visit('/accounts/sandbox?view=statement&month=2026-1')
      const field = page.getByLabel('Month (UTC)')
      const month = (await field.inputValue()).slice('YYYY'.length)
      const others: string[] = []
      const note = (request: Request) => {
        if (/\/statement\?month=(?!20[2-9])/.test(request.url())) others.push(request.url())
      }
      page.on('request', note)
      const wanted = page.waitForRequest(new RegExp(`/statement\\?month=2024${month}$`))
      await field.focus()
      await page.keyboard.type('2024')
      await wanted
      page.off('request', note)
      assert.deepEqual(others, [])
      await page.getByRole('button', { name: 'Next month' }).click()
      await page.waitForURL(/month=202[45]-\d\d$/)
    },
  )

  test('the list of accounts shows how much each account was used, and when it was last used', async () => {
    const page = await visit('/accounts')
    const row = page.getByRole('row').filter({ hasText: 'Sandbox Lender' })
    await row.waitFor()
    assert.ok(Number(await row.locator('td[data-title="Orders in 30 days"]').textContent()) > 5)
    assert.equal(await row.locator('time').count(), 1)
    assert.match((await row.textContent()) ?? '', /All products/)
    // On a phone, the state is beside the name, and the requesting party beside the permissions.
    await resize(page, PHONE)
    const topOf = async (part: string) => (await row.locator(part).boundingBox())?.y ?? -99
    assert.ok(Math.abs((await topOf('.state .badge')) - (await topOf('th'))) < 10)
    assert.equal(
      await topOf('[data-title="Requesting party"]'),
      await topOf('[data-title="Permissions"]'),
    )
    await page.setViewportSize(WIDE)
  })

  test('disabling an account and replacing its oldest secret need confirmation', async () => {
    const page = await visit('/accounts/harbor')
    for (const [action, state] of [
      ['Disable', 'Disabled'],
      ['Enable', 'Active'],
    ] as const) {
      await page.getByRole('button', { name: action, exact: true }).click()
      await page.getByRole('button', { name: `${action} account` }).click()
      await page.locator('.facts .badge').getByText(state).waitFor()
      if (action === 'Disable') await lookAtDisabled(await visit('/accounts'))
      await visit('/accounts/harbor')
    }
    const add = page.getByRole('button', { name: 'New secret' })
    await page.getByText(/The old one stays valid until you retire it\.$/).waitFor()
    await page.getByRole('button', { name: /^Retire/ }).click()
    const retiring = page.getByRole('dialog', { name: /^Retire secret/ })
    await retiring
      .getByText(
        'This is the only secret of the account. All its orders are rejected until you create another.',
      )
      .waitFor()
    await retiring.getByRole('button', { name: 'New secret first' }).click()
    await page.getByRole('dialog', { name: 'Create a new secret?' }).waitFor()
    await page.getByRole('button', { name: 'Create secret' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('newest').waitFor()
    await add.click()
    const question = page.getByRole('dialog', { name: 'Replace the oldest secret?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByRole('button', { name: /^Retire/ }).count(), 2)
    await page.getByText(/^Both secrets are valid\./).waitFor()
  })

  detail('when two operators change a profile, the changes of both are saved', async () => {
    const { running } = seen()
    const page = await visit('/accounts/sandbox?view=profile')
    const other = await running.open()
    await openSignedIn(other, running, '/accounts/sandbox?view=profile')
    const fields = ['Requests per minute', 'Orders per consumer', 'Contact'] as const
    const save = async (at: Page) => {
      await at.getByRole('button', { name: 'Save profile' }).click()
      await at.getByText('Unsaved changes').waitFor({ state: 'detached' })
      return Promise.all(fields.map((field) => at.getByLabel(field).inputValue()))
    }
    const contact = await page.getByLabel('Contact').inputValue()
    await page.getByLabel('Contact').fill('Ida Quill')
    await other.getByLabel('Requests per minute').fill('900')
    await save(other)
    assert.deepEqual(await save(page), ['900', '', 'Ida Quill'])
    await page.getByLabel('Requests per minute').fill('')
    await other.getByLabel('Orders per consumer').fill('800')
    await save(page)
    assert.deepEqual(await save(other), ['', '800', 'Ida Quill'], 'no saved value is reverted')
    await other.getByLabel('Orders per consumer').fill('')
    await other.getByLabel('Contact').fill(contact)
    await save(other)
    await other.context().close()
  })

  detail(
    'each secret shows when it was last used, also in the question before it is retired',
    async () => {
      const page = await visit('/accounts/harbor')
      await page.getByText('newest').waitFor()
      const uses = page.locator('td[data-title="Last used"]')
      assert.deepEqual(await uses.allTextContents(), ['no use recorded', 'no use recorded'])
      await visit('/accounts/sandbox')
      const row = page
        .getByRole('row')
        .filter({ has: uses.locator('time') })
        .first()
      assert.match(
        (await row.locator(uses).textContent()) ?? '',
        /^\w+ \d+, \d{4}, [\d:]+ real time$/,
      )
      await resize(page, PHONE)
      const retire = row.getByRole('button', { name: /^Retire/ })
      const [id, button] = await Promise.all([
        row.locator('th').boundingBox(),
        retire.boundingBox(),
      ])
      assert.ok(id && button && Math.abs(id.y - button.y) < 20, 'beside the ID')
      assert.ok(button.x + button.width > PHONE.width * 0.85, 'at the right')
      await page.setViewportSize(WIDE)
      await retire.click()
      const question = page.getByRole('dialog', { name: /^Retire secret/ })
      assert.doesNotMatch((await question.textContent()) ?? '', /newest secret/)
      assert.match((await question.textContent()) ?? '', /was last used on .* real time\. Uses of/)
      await question.getByRole('button', { name: 'Cancel' }).click()
      // A client that still uses the old secret has not changed to the new one yet.
      await page.getByRole('button', { name: 'New secret' }).click()
      await page.getByRole('button', { name: 'Create secret' }).click()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText('newest').waitFor()
      await retire.click()
      await question.getByText(/The newest secret has not been used yet\. Uses of/).waitFor()
      assert.equal(await question.getByText('only secret').count(), 0)
      await question.getByRole('button', { name: 'Cancel' }).click()
      const rows = page.getByRole('row').filter({ hasText: 'newest' })
      await rows.getByRole('button', { name: /^Retire/ }).click()
      await question.getByRole('button', { name: 'Retire now' }).click()
      await page.getByText(/^Secret \S+ retired\.$/).waitFor()
      await page.getByText('newest').waitFor({ state: 'detached' })
    },
  )

  detail('on phones, an operator takes a few lines, with the state beside the name', async () => {
    const page = await visit('/operators')
    await resize(page, PHONE)
    const row = page.getByRole('row').filter({ hasText: 'Auditor' })
    const boxes = [row, row.locator('th'), row.locator('.state .badge'), row.getByRole('button')]
    const [all, name, state, manage] = await Promise.all(boxes.map((each) => each.boundingBox()))
    assert.ok(all && name && state && manage)
    assert.ok(all.height < 160, `${all.height}`)
    assert.ok(name.x < state.x && state.x < manage.x, 'from left to right')
    assert.ok(state.y - name.y < 10 && manage.y - name.y < 10, 'in one line')
    await page.setViewportSize(WIDE)
  })

  test('operators show their role in plain words and their last sign-in, and are managed one by one', async () => {
    const page = await visit('/operators')
    const row = page.getByRole('row').filter({ hasText: 'Auditor' })
    await row.waitFor()
    assert.match((await row.textContent()) ?? '', /Reads everything with personal data masked/)
    assert.equal(await row.locator('td[data-title="Last sign-in"] time').count(), 1)
    for (const [action, state] of [
      ['Disable', 'Disabled'],
      ['Enable', 'Active'],
    ] as const) {
      await row.getByRole('button', { name: 'Manage' }).click()
      const dialog = page.getByRole('dialog', { name: 'User ada' })
      if (action === 'Disable') assert.deepEqual(await problemsOf(page, 'operator'), [])
      assert.ok(await dialog.getByRole('button', { name: 'Save role' }).isDisabled(), 'unchanged')
      await dialog.getByRole('button', { name: action }).click()
      const question = page.getByRole('dialog', { name: `${action} user ada?` })
      await question.getByRole('button', { name: `${action} user` }).click()
      await question.waitFor({ state: 'detached' })
      await row.getByText(state, { exact: true }).waitFor()
    }
    await page.setViewportSize(WIDE)
    await row.getByRole('link', { name: 'Activity of ada' }).click()
    await page.waitForURL(/audit\?actor=ada$/)
    await page.getByRole('row').filter({ hasText: 'signed in' }).first().waitFor()
  })

  test('resetting a password needs confirmation, and Escape does not close the dialog with the new one', async () => {
    const page = await visit('/operators')
    const manage = page.getByRole('button', { name: 'Manage ada' })
    await manage.click()
    await page.getByRole('button', { name: 'Reset password' }).click()
    const question = page.getByRole('dialog', { name: 'Reset the password of ada?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Reset password' }).click()
    await question.getByRole('button', { name: 'Reset password' }).click()
    const shown = page.getByRole('dialog', { name: 'New password of ada' })
    await shown.locator('[data-secret]').waitFor()
    for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
    await shown.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'detached' })
    await waitForFocus(manage)
  })

  test('the last operator cannot lose the role, and the name is validated beside its field', async () => {
    const { running } = seen()
    const page = await visit('/operators')
    await page.getByRole('button', { name: 'Manage admin' }).click()
    await page.getByLabel('Role').selectOption('auditor')
    await page.getByRole('button', { name: 'Save role' }).click()
    await page.getByText('You are the last operator. Give another user this role first.').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'New user' }).click()
    const add = page.getByRole('button', { name: 'Add', exact: true })
    const name = page.getByLabel('Name')
    const error = page.locator('.field', { has: name }).locator('.error')
    for (const [typed, text] of [
      ['', 'Required.'],
      ['ada b', 'A name cannot contain spaces.'],
      ['ada', 'A user with this name exists already.'],
    ] as const) {
      await name.fill(typed)
      await add.click()
      await error.getByText(text).waitFor()
    }
    await page.getByRole('button', { name: 'Cancel' }).click()
    forgetComplaints(running, /status of 409/)
  })
}
