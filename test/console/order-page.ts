/** Tests the page of an order: its result, the remedies, and the effect of sending it again. */
import assert from 'node:assert/strict'
import type { Request } from 'playwright-core'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import {
  PHONE,
  resize,
  type Seen,
  sendEvent,
  settled,
  violations,
  visitPage,
  WIDE,
} from './browser.ts'

/** Registers the tests, which use the service of the other console tests. */
export function orderPageTests(seen: () => Seen): void {
  const visit = (path: string) => visitPage(seen(), path)
  const post = async (order: object) =>
    assert.equal(await seen().post(orderDocument('credit_report', order)), 200)
  /** Sends an order and opens its page. */
  const open = async (order: object) => {
    await post(order)
    const page = await visit('/orders')
    await page.locator('tbody a.stretched').first().click()
    await page.getByRole('heading', { name: /^Order O/ }).waitFor()
    return page
  }

  detail(
    'an order that returned an existing report names it, and resending asks for confirmation',
    async () => {
      const people = [{ ...PEOPLE.avery, last: 'Winslade', ssn: '901-77-0061' }]
      const made = await open({ people, requestId: 'made' })
      const [madeId = ''] = /O[\w]+$/.exec(made.url()) ?? []
      const page = await open({ people, requestId: 'returned' })
      const result = page.getByRole('region', { name: 'Result' })
      await result
        .getByText(
          /^Report R\w+ of .* \(less than a day old at this order\) is from order .*Reused until .*ForceNew\.$/,
        )
        .waitFor()
      await result.getByRole('link', { name: madeId, exact: true }).waitFor()
      await page.getByText('No charge: an existing report was returned.').waitFor()
      await page.getByRole('button', { name: 'Resend', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Resend this order?' })
      await dialog.getByText('Trimerge returns the stored response', { exact: false }).waitFor()
      await dialog.getByText('No charge. No bureau is contacted.').waitFor()
      assert.deepEqual(await violations(page), [])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      // As if a month had passed: the service responds that bureaus would be asked.
      const answer = { result: 'new', price: { centsMax: 4_200, hard: true, pulls: true } }
      await page.route('**/resend/preview', (route) => route.fulfill({ json: answer }))
      await page.getByRole('button', { name: 'Resend', exact: true }).click()
      await dialog.getByText(/^Up to \$42\.00 Hard inquiry\./).waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.unrouteAll({ behavior: 'wait' })
      assert.equal(await result.getByText('Retried').count(), 0, 'nothing was sent')
      await page.getByRole('button', { name: 'Resend', exact: true }).click()
      await dialog.getByText('No charge. No bureau is contacted.').waitFor()
      await dialog.getByRole('button', { name: 'Resend order' }).click()
      await dialog.waitFor({ state: 'detached' })
      await result.getByText('Retried once', { exact: false }).waitFor()
    },
  )

  detail(
    'events about orders do not make an open order page fetch its documents again',
    async () => {
      const lastName = 'Winstead'
      const first = await open({
        people: [{ ...PEOPLE.avery, last: lastName, ssn: '901-77-0066' }],
      })
      const [otherId = ''] = /O\w+$/.exec(first.url()) ?? []
      const page = await open({ people: [{ ...PEOPLE.avery, last: lastName, ssn: '901-77-0067' }] })
      const [id = ''] = /O\w+$/.exec(page.url()) ?? []
      const looksAt = async (path: string) => {
        await visit(path)
        await settled(page)
        const looks: string[] = []
        const note = (request: Request) => {
          if (/documents|compare/.test(request.url())) looks.push(request.url())
        }
        page.on('request', note)
        const read = page.waitForResponse((response) => response.url().endsWith(`/orders/${id}`))
        await Promise.all([
          read,
          sendEvent(page, 'order', { id: 'O0' }),
          sendEvent(page, 'order', { id }),
        ])
        await settled(page)
        page.off('request', note)
        assert.deepEqual(looks, [], 'each would be an entry of the audit trail')
      }
      await looksAt(`/orders/${id}`)
      await looksAt(`/compare/orders?one=${id}&other=${otherId}`)
    },
  )

  detail('a response is highlighted only as far down as it was scrolled', async () => {
    const page = await open({ people: [{ ...PEOPLE.avery, last: 'Winsford', ssn: '901-77-0062' }] })
    await page.getByRole('tab', { name: 'Response' }).click()
    const box = page.getByRole('region', { name: 'Response' })
    const lines = await box.locator('.line').count()
    const coloured = () => box.locator('.line:has(.name)').count()
    await box.locator('.line:has(.name)').first().waitFor()
    const atFirst = await coloured()
    assert.ok(atFirst >= 30 && atFirst < lines / 2, `${atFirst} of ${lines}`)
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await box.locator('.line').last().locator('.name').first().waitFor()
    assert.equal(await coloured(), await box.locator('.line', { hasText: /[</]/ }).count())
  })

  detail(
    'an order says when the reuse of its report ended, and can be resent as ForceNew',
    async (t) => {
      const { page } = seen()
      t.after(() => page.unrouteAll({ behavior: 'wait' }))
      const people = [{ ...PEOPLE.avery, last: 'Winslade', ssn: '901-77-0063' }]
      await post({ people, requestId: 'made' })
      await open({ people, requestId: 'returned' })
      const order = new URL(page.url()).pathname.replace('/console', '')
      await page.route('**/sandbox/clock', async (route) => {
        const response = await route.fetch()
        const clock = await response.json()
        const now = new Date(Date.parse(clock.now) + 40 * 86_400_000).toISOString()
        await route.fulfill({ response, json: { ...clock, now } })
      })
      await visit(order)
      const result = page.getByRole('region', { name: 'Result' })
      await result.getByText(/Reuse ended \w+ \d+.*: Submit now orders a new report\.$/).waitFor()
      assert.equal(await result.getByText('To pull again', { exact: false }).count(), 0)
      const answer = { result: 'existing', price: { centsMax: 0, hard: false, pulls: false } }
      await page.route('**/resend/preview', (route) => route.fulfill({ json: answer }))
      await page.getByRole('button', { name: 'Resend', exact: true }).click()
      await page.getByRole('button', { name: 'Edit as ForceNew' }).click()
      const xml = await page.getByLabel('Request XML').inputValue()
      assert.match(xml, /CreditReportRequestActionType="ForceNew"/)
    },
  )

  detail(
    'unusable data counts as a response of the bureau, and a file without a score shows the reason',
    async () => {
      const street = 'MAGIC EXPERIAN GARBAGE'
      const someone = { ...PEOPLE.avery, last: 'Winslade', ssn: '901-77-0064', street }
      const page = await open({ people: [someone] })
      const result = page.getByRole('region', { name: 'Result' })
      await result.getByText('Experian returned unusable data (magic street GARBAGE).').waitFor()
      await result.locator('.badge.bad').getByText('unusable data').waitFor()
      assert.equal(await result.getByText('no response').count(), 0)
      // All files arrived, so a missing score comes from the magic street and not from an injected
      // fault.
      const unscored = 'MAGIC TRANSUNION NotScoredInsufficientCredit'
      await open({ people: [{ ...someone, ssn: '901-77-0065', street: unscored }] })
      await result.getByText('no score', { exact: false }).first().waitFor()
      assert.equal(await result.getByText('fault injected', { exact: false }).count(), 0)
      const [first, middle, last] = ['Florian', 'B', 'Gantry']
      const [ssn, city, state] = ['900-11-0021', 'Holland', 'MI']
      const home = { street: '21 Elm Ct', city, state, zip: '49423' }
      const reviewed = { ...PEOPLE.avery, first, middle, last, ssn, ...home }
      await open({ people: [reviewed], action: 'ForceNew' })
      await result
        .locator('.note.warn')
        .getByText('No score from Equifax, Experian, TransUnion: file is under review.')
        .waitFor()
      const badges = result.locator('.badge.warn')
      assert.deepEqual(
        await badges.allTextContents(),
        Array(3).fill('no score: file is under review'),
      )
      assert.equal(await result.locator('.badge.good').count(), 0)
    },
  )

  detail(
    'a note on the same field of both borrowers is shown once, with its path below',
    async () => {
      const { page } = seen()
      const joint = orderDocument('credit_report', { people: [PEOPLE.rowan, PEOPLE.juno] })
      const noted = joint.replaceAll('<BORROWER ', '<BORROWER _PrintPositionType="Borrower" ')
      assert.equal(await seen().post(noted), 200)
      await visit('/orders')
      await page.locator('tbody a.stretched').first().click()
      const notes = page.getByRole('region', { name: 'Notes' }).getByRole('listitem')
      await notes.first().waitFor()
      assert.equal(await notes.count(), 1)
      assert.match(
        (await notes.textContent()) ?? '',
        /^_PrintPositionType \(both borrowers\) is recorded and not used.*\/BORROWER\/@_PrintPositionType$/,
      )
    },
  )

  detail('if every file is frozen, the order says who must lift the freeze', async () => {
    const page = await open({ people: [PEOPLE.frozenAll], action: 'ForceNew' })
    await page
      .getByText(
        'What to do: The borrower must lift the freeze at Equifax, Experian and TransUnion.',
      )
      .waitFor()
  })

  detail(
    'on a phone, the bureaus of a joint order are below their applicant, each with its inquiry',
    async (t) => {
      const { page } = seen()
      t.after(() => resize(page, WIDE))
      await resize(page, PHONE)
      // The styles of the report page are loaded first and stay loaded.
      await visit('/reports')
      await page.locator('tbody a.stretched').first().click()
      await page.getByRole('tab', { name: /^Accounts/ }).waitFor()
      await open({ people: [PEOPLE.rowan, PEOPLE.juno], action: 'ForceNew' })
      const table = page.getByRole('table', { name: 'Result of each bureau' })
      await table.locator('tr.group').nth(1).waitFor()
      const groups = await table.locator('tr.group').allTextContents()
      assert.deepEqual(groups, ['Borrower R. C.', 'Co-borrower J. C.'])
      const first = table.locator('tbody').first()
      const rows = await first.locator('tr:not(.group)').allInnerTexts()
      assert.equal(rows.length, 3)
      for (const row of rows) assert.match(row, /hard inquiry/)
      const edgeOf = async (title: string) =>
        first.locator(`td[data-title="${title}"]`).first().boundingBox()
      const [inquiry, duration, bureau] = [
        await edgeOf('Inquiry'),
        await edgeOf('Duration'),
        await first.getByRole('rowheader', { name: 'Equifax' }).boundingBox(),
      ]
      assert.ok(inquiry && duration && bureau)
      assert.ok(duration.x - inquiry.x - inquiry.width < 10, 'one text')
      for (const { y, height } of [inquiry, duration]) {
        assert.ok(Math.abs(y + height / 2 - bureau.y - bureau.height / 2) < 6, 'in the first line')
      }
      assert.deepEqual(await violations(page), [])
    },
  )

  detail(
    'the errors of parsed fields use the whole row, and a short list of fields is not cut off',
    async (t) => {
      const wrong = { ...PEOPLE.avery, ssn: '12', state: 'ZZZ', zip: 'x' }
      const page = await open({ people: [wrong], action: 'Bogus' })
      t.after(() => resize(page, WIDE))
      const fields = page.getByRole('link', { name: '/docs/fields' })
      assert.equal(await fields.getAttribute('href'), '/docs/fields')
      await page.getByRole('tab', { name: 'Parsed fields' }).click()
      const parsed = page.getByRole('region', { name: 'Parsed fields' })
      await parsed.waitFor()
      for (const width of [1_280, PHONE.width]) {
        await resize(page, { width, height: 800 })
        const sizes = await parsed.evaluate((box) => ({
          box: box.clientWidth,
          reasons: Array.from(box.querySelectorAll('.error'), ({ clientWidth }) => clientWidth),
          isCut: box.scrollHeight > box.clientHeight,
        }))
        assert.equal(sizes.reasons.length, 4)
        assert.ok(
          sizes.reasons.every((reason) => reason > sizes.box - 40),
          JSON.stringify(sizes),
        )
        assert.equal(sizes.isCut, false)
      }
      assert.deepEqual(await violations(page), [])
    },
  )

  detail(
    'the list of orders to compare shows scores, causes of bureau failures and delays',
    async (t) => {
      const person = { ...PEOPLE.avery, last: 'Winslade', ssn: '901-77-0062' }
      const street = 'MAGIC EXPERIAN UNREACHABLE, EQUIFAX SLOW 2'
      await post({ people: [person] })
      const page = await open({ people: [{ ...person, street }] })
      t.after(() => resize(page, WIDE))
      await resize(page, PHONE)
      await page.getByRole('link', { name: 'Compare' }).click()
      const same = page.getByRole('table', { name: 'Same borrower' })
      await same.waitFor()
      const middleOf = async (part: string) => {
        const { y = 0, height = 0 } = (await same.locator(part).first().boundingBox()) ?? {}
        return y + height / 2
      }
      // The lines of a row: borrower and result, operation and bureaus, ID and button.
      const lines = [
        ['td[data-title="Borrower"]', 'td.compare-result'],
        ['td[data-title="Operation"]', '.pulls-of'],
        ['tbody th', 'td.actions .button'],
      ] as const
      const middles: number[] = []
      for (const [left, right] of lines) {
        const middle = await middleOf(left)
        assert.ok(Math.abs(middle - (await middleOf(right))) < 8, `${left} and ${right}`)
        middles.push(middle)
      }
      assert.deepEqual(
        middles,
        middles.toSorted((one, other) => one - other),
      )
      await same
        .getByRole('button', { name: /^Choose/ })
        .first()
        .click()
      const result = page.getByRole('region', { name: 'Result' })
      const row = async (name: RegExp) =>
        (await result.getByRole('row', { name }).locator('td').allTextContents()).join(' | ')
      await result.waitFor()
      assert.match(await row(/^Experian/), /^no response: magic street UNREACHABLE \| file, \d{3}$/)
      assert.match(await row(/^Duration/), /^[2-9]\.\d s \| /)
    },
  )

  detail(
    'comparing a rejected order names its invalid fields and shows no change of charge',
    async () => {
      const person = { ...PEOPLE.avery, last: 'Winslade', ssn: '901-77-0065' }
      const made = await open({ people: [person] })
      const [one = ''] = /O\w+$/.exec(made.url()) ?? []
      const page = await open({ people: [{ ...person, ssn: '12', state: 'ZZZ' }] })
      const [other = ''] = /O\w+$/.exec(page.url()) ?? []
      await visit(`/compare/orders?one=${other}&other=${one}`)
      const result = page.getByRole('region', { name: 'Result' })
      await result.waitFor()
      const row = async (name: RegExp) =>
        (await result.getByRole('row', { name }).locator('td').allTextContents()).join(' | ')
      assert.equal(await row(/^Outcome/), 'Rejected, 2 validation errors | New report')
      assert.equal(await row(/^Validation errors/), '_SSN, _State | none')
      assert.match(await row(/^Charged/), /^no charge \| \$[\d.]+$/)
    },
  )
}
