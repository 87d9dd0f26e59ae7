/** Tests the console as an integrator, who has access to one account only. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { qrCode } from '../../console/src/shell/qr-code.ts'
import { codeAt, fromBase32, stepAt } from '../../src/store/sealing/one-time-codes.ts'
import { detail } from '../support/detail.ts'
import {
  choosePersona,
  forgetComplaints,
  openPage,
  openSignedIn,
  PHONE,
  type Seen,
  sendEvent,
  settled,
  violations,
  waitForData,
  waitForFocus,
} from './browser.ts'
import { problemsOf } from './looks.ts'

/** An order and a report of another account. */
interface SeenOthers extends Seen {
  readonly orderId: string
  readonly reportId: string | undefined
}

/** Data of other accounts, which an integrator must not see. */
const OTHERS = /sandbox@|Sandbox Lender|Castellane|R\. C\.|J\. C\./

/**
 * Registers the tests, which add an account with an integrator and then work as that integrator.
 */
export function integratorTests(seen: () => SeenOthers): void {
  let own: Page
  let password = ''
  const visit = async (path: string) => {
    await openPage(own, seen().running, path)
    await waitForData(own)
    return (await own.locator('main').textContent()) ?? ''
  }

  test('a dialog takes the focus, Escape closes it, and the focus returns to its previous element', async () => {
    const { page, running } = seen()
    for (const [path, button] of [
      ['/accounts', 'New account'],
      ['/operators', 'New user'],
    ] as const) {
      await openPage(page, running, path)
      await page.getByRole('button', { name: button }).press('Enter')
      const dialog = page.getByRole('dialog', { name: button })
      await dialog.locator('input:focus').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await waitForFocus(page.getByRole('button', { name: button }))
    }
  })

  test('an account and an integrator for it can be added', async () => {
    const { page, running } = seen()
    await openPage(page, running, '/accounts')
    await page.getByRole('button', { name: 'New account' }).click()
    await page.getByLabel('Name').fill('harbor')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await openPage(page, running, '/operators')
    await page.getByRole('button', { name: 'New user' }).click()
    await page.getByLabel('Name').fill('ivo')
    await page.getByLabel('Role').selectOption('integrator')
    await page.getByLabel('Account').selectOption('harbor')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    password = (await page.locator('[data-secret]').textContent()) ?? ''
    own = await running.open(PHONE)
    await openSignedIn(own, running, '/overview', { name: 'ivo', password })
  })

  test('an integrator sees only the pages for integrators, and no orders of other accounts', async () => {
    await own.getByRole('button', { name: 'Menu' }).click()
    const links = own.getByRole('dialog', { name: 'Navigation' }).locator('nav a')
    assert.deepEqual((await links.allTextContents()).sort(), [
      'API reference',
      'Account harbor',
      'Order desk',
      'Orders',
      'Overview',
      'Reports',
      'Sandbox',
    ])
    const user = own.getByRole('dialog', { name: 'Navigation' }).locator('.rail-user')
    assert.equal(await user.locator('.under').textContent(), 'integrator')
    assert.match(await visit('/orders'), /No orders yet/)
    assert.match(await visit('/reports'), /No reports yet/)
    await visit('/overview')
    await own.getByText('Get started').first().waitFor()
  })

  test('an integrator can place an order and read the order, its documents and its report', async () => {
    await visit('/order-desk')
    await choosePersona(own, 'clean')
    await own.getByText('Valid request').waitFor()
    // The order names the party of the account. Afterwards the only primary action is to view the
    // report.
    await own.getByRole('region', { name: 'Request XML' }).getByText('"harbor"').waitFor()
    await own.getByRole('button', { name: 'Place order' }).click()
    await own
      .getByRole('region', { name: 'Response document' })
      .getByText('CREDIT_RESPONSE')
      .first()
      .waitFor()
    const answered = await own.getByRole('region', { name: 'Response document' }).textContent()
    assert.match(answered ?? '', /_Name="ReportOrigin" _Value="new"/, 'nothing personal')
    assert.match(answered ?? '', /_SSN="•••-••-0001"/)
    assert.deepEqual(await own.locator('main .button.primary').allTextContents(), ['View report'])
    // On a phone, the result is between the button and the response, and the tops of all are in
    // view.
    const parts = [
      own.getByRole('button', { name: 'Place order' }),
      own.getByText(/^New report, /),
      own.getByRole('link', { name: 'View order' }),
      own.getByRole('region', { name: 'Response', exact: true }),
    ]
    await parts[2]?.waitFor()
    const tops = await Promise.all(parts.map(async (each) => (await each.boundingBox())?.y ?? -1))
    assert.ok(
      tops.every((top, at) => top > (tops[at - 1] ?? 0) && top < PHONE.height),
      `${tops}`,
    )
    await own.getByRole('link', { name: 'View order' }).click()
    // No field of the request was changed, so the documents open on the response.
    await own.getByRole('region', { name: 'Response XML' }).waitFor()
    await own.getByRole('tab', { name: 'Parsed fields' }).click()
    await own.getByText(', all unchanged.', { exact: false }).waitFor()
    for (const name of ['Reveal', 'Resend']) {
      assert.equal(await own.getByText(name, { exact: true }).count(), 0, name)
    }
    await own.getByRole('link', { name: 'View report' }).click()
    await own.getByRole('tab', { name: /^Accounts/ }).waitFor()
    assert.equal(await own.getByRole('button', { name: 'Reveal', exact: true }).count(), 1)
    assert.match(await visit('/orders'), /1 order shown/)
    assert.doesNotMatch(await visit('/overview'), OTHERS)
  })

  detail('the sample order of a persona names the account of the integrator', async () => {
    await visit('/sandbox')
    await own.getByRole('button', { name: 'Marisol Vandermeer', exact: true }).click()
    const dialog = own.getByRole('dialog', { name: 'Marisol Vandermeer' })
    await dialog.getByRole('region', { name: 'Request XML' }).getByText('"harbor"').waitFor()
    const command = await dialog.getByRole('region', { name: 'cURL command' }).textContent()
    assert.match(command ?? '', /^curl -u harbor /)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('an integrator can rotate the secrets of one account and read its profile', async () => {
    await visit('/accounts')
    assert.deepEqual(await own.locator('tbody th').allTextContents(), ['harbor'])
    assert.equal(await own.getByRole('button', { name: 'New account' }).count(), 0)
    await visit('/accounts/harbor')
    assert.equal(await own.getByRole('button', { name: 'New secret' }).count(), 1)
    assert.equal(await own.getByRole('button', { name: 'Disable' }).count(), 0)
    await visit('/accounts/harbor?view=profile')
    const facts = (await own.locator('main dl').allTextContents()).join(' ')
    assert.match(facts, /Namenot set/)
    assert.match(facts, /End usersame as requesting party/)
    assert.match(facts, /ProductsCredit report, Pre-qualification, Mortgage only, Refresh/)
    assert.match(facts, /Requests per minuteUnlimited/)
    assert.equal(await own.locator('main :is(input, select, textarea)').count(), 0)
    const height = await own.evaluate(() => document.documentElement.scrollHeight)
    assert.ok(height < 2_200, `${height}`)
    assert.equal(await own.getByRole('button', { name: 'Save profile' }).count(), 0)
    assert.match(await visit('/accounts/harbor?view=statement'), /for 1 charge/)
  })

  test('the pages of another account look as if they did not exist', async () => {
    const { orderId, reportId = '' } = seen()
    for (const [path, id, madeUp] of [
      ['/orders/', orderId, 'O000000000000000'],
      ['/reports/', reportId, 'R000000000000000'],
      ['/accounts/', 'sandbox', 'unknown'],
    ] as const) {
      const shown = await visit(path + id)
      assert.match(shown, /Not found, or you don’t have access\./)
      const others = path === '/accounts/' ? 'open your Account harbor.' : 'search in Orders or'
      assert.ok(shown.includes(others), shown)
      assert.equal(shown.replaceAll(id, ''), (await visit(path + madeUp)).replaceAll(madeUp, ''))
    }
  })

  test('a second factor can be set up, is required at the next sign-in, and can be removed', async () => {
    const { running } = seen()
    const openDialog = async () => {
      await own.getByRole('button', { name: 'Menu' }).click()
      await own.getByRole('button', { name: 'Second factor' }).click()
    }
    await openDialog()
    const setup = own.getByRole('dialog', { name: 'Set up a second factor' })
    const turnOn = setup.getByRole('button', { name: 'Turn on' })
    const key = setup.locator('[data-secret]')
    const secret = ((await key.textContent()) ?? '').replaceAll(' ', '')
    assert.match((await key.textContent()) ?? '', /^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/)
    const bytes = fromBase32(secret) ?? new Uint8Array()
    const address = (await setup.getByRole('link').getAttribute('href')) ?? ''
    assert.ok(address.startsWith('otpauth://totp/Trimerge%3Aivo?') && address.includes(secret))
    // On a phone, the link to the authenticator app comes first, a smaller code is below it, and
    // the buttons are in view.
    const boxes = [setup.getByRole('link'), setup.locator('.qr-code'), turnOn].map((each) =>
      each.boundingBox(),
    )
    const [link, qr, foot] = await Promise.all(boxes)
    assert.ok(link && qr && foot)
    assert.ok(link.y + link.height <= qr.y && qr.width <= PHONE.width / 3)
    assert.ok(foot.y + foot.height <= PHONE.height, `buttons at ${foot.y}`)
    const drawn = await setup
      .getByRole('img', { name: 'QR code' })
      .locator('path')
      .getAttribute('d')
    const dark = qrCode(address)?.flatMap((row, y) => row.flatMap((is, x) => (is ? [[x, y]] : [])))
    assert.equal(drawn, dark?.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(''))
    const code = setup.getByRole('textbox', { name: 'Code' })
    await waitForFocus(code)
    const right = codeAt(bytes, stepAt(Date.now()))
    await code.fill(right.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`))
    await setup.getByLabel('Password').fill(password)
    await turnOn.click()
    await setup.getByText('The password or the code is wrong.').waitFor()
    await waitForFocus(code)
    assert.equal(await code.inputValue(), '')
    await code.fill(codeAt(bytes, stepAt(Date.now())))
    assert.deepEqual(await problemsOf(own, 'second-factor'), [])
    await turnOn.click()
    const saving = own.getByRole('dialog', { name: 'Recovery codes' })
    const codes = (await saving.locator('[data-recovery-codes]').textContent()) ?? ''
    assert.equal(await own.locator('dialog.drawer').count(), 0, 'closed by a wide window')
    assert.match(codes, /^(?:[a-z2-7]{5}-[a-z2-7]{5}\n?){10}$/)
    const wayBack = 'npx trimerge operator reset-second-factor ivo'
    await saving.getByText(wayBack).waitFor()
    assert.deepEqual(await problemsOf(own, 'second-factor-recovery-codes'), [])
    const coming = own.waitForEvent('download')
    await saving.getByRole('link', { name: 'Download' }).click()
    assert.equal(readFileSync(await (await coming).path(), 'utf8'), `${codes}\n`)
    const done = saving.getByRole('button', { name: 'Done' })
    assert.ok(await done.isDisabled(), 'only once the codes are saved')
    for (let times = 0; times < 3; times++) await own.keyboard.press('Escape')
    assert.ok(await done.isVisible(), 'Escape would lose the codes')
    const refetched = own.waitForResponse(/api\/v1\/session$/)
    await Promise.all([refetched, sendEvent(own, 'sandbox')])
    await settled(own)
    assert.ok(await done.isVisible(), 'and so would a session that is fetched again')
    await saving.getByLabel('I have saved the codes').check()
    await done.click()

    await own.getByRole('button', { name: 'Menu' }).click()
    await own.getByRole('button', { name: 'Sign out' }).click()
    await own.getByLabel('User name').fill('ivo')
    await own.getByLabel('Password').fill(password)
    await own.getByRole('button', { name: 'Sign in' }).click()
    await own.getByLabel('Code').fill('000000')
    await own.getByText(wayBack).waitFor()
    assert.deepEqual(await problemsOf(own, 'second-factor-sign-in'), [])
    await own.getByRole('button', { name: 'Sign in', exact: true }).click()
    await own.getByText('The code is incorrect or was already used.', { exact: false }).waitFor()
    const [first = '', second = ''] = codes.split('\n')
    await own.getByRole('button', { name: 'Use a recovery code' }).click()
    await own.getByLabel('Recovery code').fill(first)
    await own.getByRole('button', { name: 'Sign in', exact: true }).click()
    await own.locator('main#main h1').waitFor()

    await openDialog()
    const removal = own.getByRole('dialog', { name: 'Remove your second factor' })
    await removal.getByLabel('Password').fill(password)
    await removal.getByLabel('Code').fill(second)
    await removal.getByRole('button', { name: 'Remove' }).click()
    await own.getByText('Second factor removed.', { exact: false }).waitFor()
    forgetComplaints(running, /status of 40[01]/)
  })

  detail(
    'a wrong current password and an easy new one are reported beside their fields, and both passwords can be shown',
    async () => {
      await visit('/orders')
      await own.getByRole('button', { name: 'Menu' }).click()
      await own.getByRole('button', { name: 'Change password' }).click()
      const dialog = own.getByRole('dialog', { name: 'Change your password' })
      await dialog.getByText('All your other sessions will be signed out.').waitFor()
      const current = dialog.getByLabel('Current password')
      const next = dialog.getByLabel('New password')
      await current.fill('not the password at all')
      await next.fill('another sentence of words')
      await dialog.getByRole('button', { name: 'Show new password' }).click()
      assert.deepEqual(
        [await current.getAttribute('type'), await next.getAttribute('type')],
        ['password', 'text'],
      )
      await dialog.getByRole('button', { name: 'Change password' }).click()
      const field = dialog.locator('.field', { has: own.getByLabel('Current password') })
      await field.getByText('The current password is wrong.').waitFor()
      await next.fill('password password')
      await dialog.getByRole('button', { name: 'Change password' }).click()
      const nextField = dialog.locator('.field', { has: own.getByLabel('New password') })
      await nextField.getByText('The new password is easy to guess.', { exact: false }).waitFor()
      assert.deepEqual(await problemsOf(own, 'change-password'), [])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      forgetComplaints(seen().running, /status of 400/)
    },
  )

  test('the pages for operators request nothing that an integrator may not see', async () => {
    const asked: string[] = []
    own.on('response', (response) => {
      if (response.status() === 403) asked.push(response.url())
    })
    for (const path of ['/audit', '/operators', '/audit?account=sandbox']) {
      const shown = await visit(path)
      assert.doesNotMatch(shown, OTHERS, path)
      assert.equal(await own.getByRole('row').count(), 0, path)
      assert.match(shown, /Integrators cannot see this page/, path)
      assert.equal(await own.locator('main a[href$="/overview"]').count(), 1, path)
      assert.equal(await own.locator('main :is(button:not(.bar), input, select)').count(), 0, path)
    }
    assert.deepEqual(asked, [])
    assert.deepEqual(await violations(own), [])
    // Data of other accounts looks as if it did not exist.
    forgetComplaints(seen().running, /status of 404.*\/(?:orders|reports|accounts)\//)
    assert.deepEqual(seen().running.complaints, [])
    await own.context().close()
  })
}
