/** Tests the pages that compare two orders or two reports side by side. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import { keepScreenshot, PHONE, resize, type Seen, violations, visitPage, WIDE } from './browser.ts'
import { clearSearch } from './reports.ts'

/** Registers the tests, which use the service of the other console tests. */
export function compareTests(seen: () => Seen): void {
  const visit = (path: string) => visitPage(seen(), path)
  const idsOf = (page: Page) => page.locator('tbody a.stretched').allTextContents()

  test('comparing two orders shows their results and the differing fields of their requests', async () => {
    const { post } = seen()
    const people = [{ ...PEOPLE.avery, last: 'Ostrander', ssn: '901-66-0001' }]
    assert.equal(await post(orderDocument('credit_report', { people, bureaus: 'YYN' })), 200)
    const wrong = {
      people,
      lenderCase: 'OTHER-9',
      action: 'Reissue',
      reportId: 'R000000000000001',
    }
    assert.equal(await post(orderDocument('credit_report', wrong)), 200)
    const page = await visit('/orders')
    await page.locator('tbody tr').nth(1).waitFor()
    const [rejected = '', done = ''] = await idsOf(page)
    await page.getByRole('link', { name: done, exact: true }).click()
    await page.getByRole('link', { name: 'Compare' }).click()
    const candidates = page.getByRole('region', { name: 'Choose the second order' })
    const hints = page.locator('.compare-sides').getByText('Choose one below.')
    await hints.waitFor()
    assert.equal(await hints.count(), 1)
    const same = candidates.getByRole('table', { name: 'Same borrower' })
    await same.getByText(rejected).first().waitFor()
    assert.equal(await same.locator('tbody tr').count(), 1)
    assert.match((await same.locator('tbody tr').textContent()) ?? '', /Credit report, Reissue/)
    assert.match((await same.locator('tbody tr').textContent()) ?? '', /OTHER-9/)
    // At most ten orders are fetched, including this one. Only a full list can omit older orders.
    await candidates.getByRole('table', { name: 'Recent orders' }).waitFor()
    const isCut = (await candidates.locator('tbody tr').count()) >= 9
    const hint = candidates.getByText('Older orders are not listed. Search to find them.')
    assert.equal(await hint.count(), isCut ? 1 : 0)
    assert.equal(await candidates.getByText(done).count(), 0)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'compare-choose')
    await same.getByRole('button', { name: `Choose ${rejected}` }).click()
    await page.locator('h1:focus').waitFor()
    await page.waitForURL(new RegExp(`/compare/orders\\?one=${done}&other=${rejected}$`))
    const current = page.locator('nav [aria-current="page"]')
    assert.deepEqual(await current.allTextContents(), ['Orders'])
    const result = page.getByRole('region', { name: 'Result' })
    await result.waitFor()
    const row = async (name: RegExp) =>
      (await result.getByRole('row', { name }).locator('td').allTextContents()).join(' | ')
    assert.equal(await row(/^State/), 'Completed | Rejected E061')
    assert.match(await row(/^Outcome/), /^New report \| Report not found\./)
    assert.equal(await row(/^Operation/), 'Credit report, Submit | Credit report, Reissue')
    assert.equal(await result.locator('mark', { hasText: 'Credit report' }).count(), 0)
    // A rejected order asks no bureau, even if its request names bureaus.
    assert.match(await row(/^Equifax/), /^file, \d{3} \| not asked: order rejected$/)
    assert.equal(await row(/^TransUnion/), 'not requested | not asked: order rejected')
    await page.getByText(/^Second order, E061: Report not found\.$/).waitFor()
    // The durations of two orders nearly always differ, and the difference means nothing.
    assert.equal(await result.getByRole('row', { name: /^Duration/ }).count(), 0)
    assert.match(await row(/^Charged/), /^\$\d+\.\d\d \| no charge$/)
    assert.equal(await result.getByRole('row', { name: /^Account/ }).count(), 0)
    // All differences are marked in the same way, and both tables have the same columns.
    const unmarked = await page
      .locator('table.compared tr.differs')
      .evaluateAll((all) =>
        all.filter((row) => !row.querySelector('mark')).map((row) => row.textContent),
      )
    assert.deepEqual(unmarked, [])
    const edges = await page
      .locator('table.compared thead th')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)))
    assert.deepEqual(edges.slice(0, 3), edges.slice(3))
    const differingLines = await result.locator('tr.differs').count()
    await result.getByText(new RegExp(`^${differingLines} of \\d+ lines differ$`)).waitFor()
    const request = page.getByRole('region', { name: 'Request' })
    const fields = await request.locator('tbody th').allTextContents()
    assert.deepEqual(fields.slice(0, 2), ['CREDIT_REQUEST', 'LenderCaseIdentifier (differs)'])
    const differing = fields.filter((field) => field.endsWith('(differs)')).length
    await request.getByText(new RegExp(`^${differing} of \\d+ fields differ$`)).waitFor()
    // No field of a request changes by an amount, so there is no column for one.
    const titles = await request.locator('thead th').allInnerTexts()
    assert.deepEqual(
      titles.map((title) => title.split('\n')[0]),
      ['Field', 'First', 'Second'],
    )
    await request.getByRole('button', { name: /^Show \d+ unchanged fields$/ }).click()
    assert.ok((await request.locator('tbody th').count()) > fields.length)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'compare-orders')
  })

  detail('an order in JSON can be compared with an order in XML that a search finds', async () => {
    const { post } = seen()
    const people = [{ ...PEOPLE.avery, last: 'Ostrander', ssn: '901-66-0002' }]
    const wrong = { people, action: 'Reissue', reportId: 'R000000000000001' }
    assert.equal(await post(orderDocument('credit_report', wrong)), 200)
    const json = { ...wrong, lenderCase: 'OTHER-9', dialect: 'json' } as const
    assert.equal(await post(orderDocument('credit_report', json)), 200)
    const page = await visit('/orders')
    await page.locator('tbody tr').nth(1).waitFor()
    const [inJson = '', inXml = ''] = await idsOf(page)
    await visit(`/compare/orders?one=${inJson}`)
    // The list moves when the details of the first side arrive.
    await page.locator('.compare-sides .badge').waitFor()
    await page.getByRole('searchbox').fill(inXml)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const matches = page.getByRole('table', { name: 'Matches' })
    // A click anywhere in the row chooses the order.
    await matches.getByText('Credit report, Reissue').click({ force: true })
    const request = page.getByRole('region', { name: 'Request' })
    await request.waitFor()
    assert.deepEqual(await request.locator('tbody th').allTextContents(), [
      'CREDIT_REQUEST',
      'LenderCaseIdentifier (differs)',
    ])
    assert.deepEqual(await request.locator('mark').allTextContents(), ['OTHER-9', 'LHL-2026-0019'])
    assert.ok(!page.url().includes('Ostrander'))
  })

  test('comparing two reports shows scores, changes, figures and accounts', async () => {
    const { post } = seen()
    const people = [{ ...PEOPLE.avery, last: 'Ostrander', ssn: '901-66-0001' }]
    const again = { people, action: 'ForceNew' }
    assert.equal(await post(orderDocument('credit_report', again)), 200)
    const page = await visit('/reports')
    await clearSearch(page)
    await page.getByText(/^\d+ reports shown$/).waitFor()
    const [later = '', earlier = ''] = await idsOf(page)
    await page.getByRole('link', { name: earlier }).click()
    await page.getByRole('link', { name: 'Compare' }).click()
    await page.getByRole('button', { name: `Choose ${later}` }).click()
    await page.getByText('The second report adds TransUnion.').waitFor()
    await page
      .getByText(
        /^With TransUnion, the representative score is the middle of three instead of the lower of two, and (?:went from \d{3} to|is still) \d{3}\.$/,
      )
      .waitFor()
    const summary = page.getByRole('region', { name: 'Summary' })
    const figure = async (name: RegExp) => {
      const cells = summary.getByRole('row', { name }).first().locator('td')
      return (await cells.allTextContents()).join(' | ')
    }
    await summary.waitFor()
    assert.deepEqual(await page.locator('nav [aria-current="page"]').allTextContents(), ['Reports'])
    // Figures that do not differ are counted, and shown on demand.
    assert.equal(
      await summary.getByRole('row', { name: /^(?:Past due|Public records)/ }).count(),
      0,
    )
    await summary.getByRole('button', { name: /^Show \d+ unchanged figures$/ }).click()
    assert.match(await figure(/^TUC/), /^none \| \d{3} \| $/)
    assert.match(await figure(/^Credit files/), /^2EFXXPN \| 3EFXXPNTUC \| \+1$/)
    assert.match(await figure(/^Accounts/), /^\d+ \| \d+(?:, | changed| added)* \| (?:[+−]\d+)?$/)
    assert.match(await figure(/^Past due/), /^\$0.* \| \$0.* \| $/)
    assert.match(await figure(/^Public records/), /^0 \| 0 \| $/)
    const verdict = await page.locator('.main .note .strong').first().textContent()
    assert.match(verdict ?? '', /^Score (?:\d{3} → \d{3}|unchanged at \d{3}) · /)
    // The inquiry that the first order left on the files is the lender's own, so it is no risk.
    const changes = page.getByRole('region', { name: 'New debt and risk' })
    assert.match(
      await changes.innerText(),
      /The second report adds nothing to the first report, in the files of\s+EFX\s+XPN\s+Without the inquiries of the lender: Lighthouse Home Loans, \w{3} \d+, \d{4}/,
    )
    assert.equal(await changes.getByRole('table').count(), 0)
    // One more bureau reports the same accounts, so no account is added or removed.
    const accounts = page.getByRole('region', { name: 'Accounts' })
    assert.equal(await accounts.locator('.compare-account .badge').count(), 0)
    const rows = await accounts.locator('td[data-title="Change"]').allTextContents()
    assert.ok(!rows.includes('added') && !rows.includes('removed'), rows.join())
    const heads = await accounts.locator('.compare-account').count()
    await accounts
      .getByRole('button', {
        name: /^Show \d+ (other )?accounts?: \d+ also reported by TransUnion/,
      })
      .click()
    const all = await accounts.locator('.compare-account .badge').allTextContents()
    assert.ok(all.includes('Also reported by TransUnion'), all.join())
    assert.equal(await accounts.locator('.compare-account').count(), heads + all.length)
    // The bureau is marked. Unchanged fields are shown on demand.
    const seenTwice = accounts
      .locator('tbody')
      .filter({ hasText: 'Also reported by TransUnion' })
      .first()
    assert.deepEqual(await seenTwice.locator('tr.differs mark').allTextContents(), ['TransUnion'])
    await seenTwice.getByRole('button', { name: /^Show \d+ unchanged fields/ }).click()
    assert.ok((await seenTwice.locator('tr.same').count()) > 5)
    assert.equal(await seenTwice.locator('tr.differs').count(), 1)
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /ostrander/i)
    assert.deepEqual(await violations(page), [])
    await keepScreenshot(page, 'compare-reports')
    await page.getByRole('button', { name: 'Change first report' }).click()
    await page.getByRole('region', { name: 'Choose the first report' }).waitFor()
    await page.getByRole('button', { name: 'Swap sides' }).click()
    await page.waitForURL(new RegExp(`one=${later}&other=${earlier}$`))
    await summary.getByRole('columnheader', { name: /^Second, earlier/ }).waitFor()
    // A report cannot be compared with itself, and neither side is offered as a choice for the
    // other.
    await visit(`/compare/reports?one=${later}&other=${later}`)
    const choice = page.getByRole('region', { name: 'Choose the second report' })
    await choice.getByRole('button', { name: `Choose ${earlier}` }).waitFor()
    assert.equal(await choice.getByRole('button', { name: `Choose ${later}` }).count(), 0)
    assert.equal(await summary.count(), 0)
  })

  detail(
    'a joint report can be compared with a report of one of its borrowers or of a stranger',
    async () => {
      const { post } = seen()
      const couple = [
        { ...PEOPLE.rowan, last: 'Ostrander', ssn: '901-66-0012' },
        { ...PEOPLE.juno, last: 'Ostrander', ssn: '901-66-0013' },
      ]
      const joint = { people: couple, requestType: 'Joint', bureaus: 'YYN' }
      assert.equal(await post(orderDocument('credit_report', joint)), 200)
      const second = {
        people: [{ ...PEOPLE.juno, last: 'Ostrander', ssn: '901-66-0013', id: 'B1' }],
      }
      assert.equal(
        await post(orderDocument('credit_report', { ...second, action: 'ForceNew' })),
        200,
      )
      const stranger = { people: [{ ...PEOPLE.avery, last: 'Ostrander', ssn: '901-66-0014' }] }
      assert.equal(await post(orderDocument('credit_report', stranger)), 200)
      const page = await visit('/reports')
      await page.locator('tbody tr').first().filter({ hasText: '0014' }).waitFor()
      const [others = '', singles = '', couples = ''] = await idsOf(page)
      const summary = page.getByRole('region', { name: 'Summary' })
      const rows = async () => {
        const texts = await summary
          .locator('tbody tr')
          .evaluateAll((all) =>
            all.map((row) => [...row.children].map(({ textContent }) => textContent).join(' | ')),
          )
        return texts.map((text) =>
          text.replaceAll(/\| \d{3}(?:lower of two|middle of three)?(?= \||$)/g, '| #'),
        )
      }
      await visit(`/compare/reports?one=${couples}&other=${singles}`)
      await summary.waitFor()
      await page
        .locator('.note .strong')
        .getByText(/^J\. O\.: score \d{3} → \d{3} · /)
        .waitFor()
      // At first, only the differing figures of the person who is in both reports are shown.
      assert.ok((await rows()).every((row) => !/^Whole report|^R\. O\./.test(row)))
      await summary
        .getByRole('button', { name: /^Show \d+ unchanged figures, \d+ not comp/ })
        .click()
      const paired = await rows()
      await page.getByText('The second report adds TransUnion and leaves out R. O.').waitFor()
      const headed = (name: RegExp) => paired.findIndex((row) => name.test(row))
      const [ofSecond, ofFirst, ofAll] = [
        headed(/^J\. O\. •••-••-0013 \|/),
        headed(/^R\. O\. •••-••-0012 \| {2}\| not in this report/),
        headed(/^Whole report \| R\. O\. and J\. O\. \| J\. O\./),
      ]
      const rowsOf = (from: number) => {
        const to = [ofFirst, ofSecond, ofAll, paired.length].filter((each) => each > from)
        return paired.slice(from + 1, Math.min(...to))
      }
      const ofJuno = rowsOf(ofSecond)
      assert.match(ofJuno[0] ?? '', /^Representative .* \| # \| # \| [+−]\d/)
      // A lower score is a change for the worse, and says so for users who cannot see its colour.
      const moved = summary.getByRole('row', { name: /^Representative/ }).locator('.worse, .better')
      assert.match((await moved.textContent()) ?? '', /^(?:\+\d+ \(better\)|−\d+ \(worse\))$/)
      assert.match(ofJuno[1] ?? '', /^EFX .* \| # \| # \|/)
      assert.match(ofJuno[3] ?? '', /^TUC .* \| none \| # \|/)
      // The joint report has figures for each borrower, so a person is compared with themselves.
      const balances = ofJuno.find((row) => row.startsWith('Balance')) ?? ''
      const [before = '', after = ''] = balances.match(/\$[\d,]+(?=\d+ with)/g) ?? []
      assert.ok(before.length > 5 && after.length > 5, balances)
      assert.ok(
        ofJuno.some((row) => /^Inquiries.* \| \+\d+$/.test(row)),
        ofJuno.join('\n'),
      )
      // Figures of the whole report are about different people: both are shown, without a change.
      const uncompared = [...rowsOf(ofFirst), ...rowsOf(ofAll)]
      assert.ok(
        uncompared.some((row) => /^Monthly payments \| \$[\d,]+ \| \$[\d,]+ \| $/.test(row)),
      )
      assert.ok(
        uncompared.every((row) => row.endsWith('| ')),
        uncompared.join('\n'),
      )
      assert.deepEqual(await violations(page), [])
      await keepScreenshot(page, 'compare-joint')
      await visit(`/compare/reports?one=${couples}&other=${others}`)
      await page.getByText('The reports have no borrower in common.').waitFor()
      const apart = await rows()
      assert.match(apart[0] ?? '', /^Scores \| R\. O\. •••-••-0012 \| A\. O\. •••-••-0014$/)
      assert.match(apart[1] ?? '', /^Representative .* \| # \| #$/)
      assert.ok(
        apart.some((row) => row === 'Credit files | 4EFXXPN | 3EFXXPNTUC'),
        apart.join('\n'),
      )
      assert.equal(await page.locator('mark, .differs, [data-title="Change"]').count(), 0)
      // Between strangers nothing is compared: no account is added, and no inquiry is the lender's
      // own.
      assert.doesNotMatch(apart.join('\n'), /added|removed|by the lender/)
      assert.equal(await page.getByRole('region', { name: 'Accounts' }).count(), 0)
      assert.deepEqual(await violations(page), [])
      await keepScreenshot(page, 'compare-apart')
    },
  )

  detail(
    'reports of two accounts about one person can be compared, and each names its account',
    async () => {
      const { post, running } = seen()
      const people = [{ ...PEOPLE.avery, last: 'Ostrander', ssn: '901-66-0022' }]
      const sent = orderDocument('credit_report', { people })
      assert.equal(await post(sent), 200)
      const page = await visit('/accounts')
      await page.getByRole('button', { name: 'New account' }).click()
      await page.getByLabel('Name').fill('ridgeline')
      await page.getByRole('button', { name: 'Create' }).click()
      const secret = (await page.locator('[data-secret]').textContent()) ?? ''
      await page.getByRole('button', { name: 'Done' }).click()
      const answer = await fetch(`${running.url}/credit_report`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/xml',
          Authorization: `Basic ${Buffer.from(`ridgeline:${secret}`).toString('base64')}`,
        },
        body: sent,
      })
      assert.equal(answer.status, 200)
      await answer.arrayBuffer()
      await visit('/reports')
      await page.locator('tbody tr').first().filter({ hasText: 'ridgeline' }).waitFor()
      const [foreign = '', own = ''] = await idsOf(page)
      await visit(`/reports/${own}?view=history`)
      await page.getByRole('tab', { name: 'History (1)' }).waitFor()
      const others = page.getByRole('region', { name: 'Other reports of the borrower' })
      const row = others.getByRole('row').filter({ hasText: foreign })
      await row.getByText('account ridgeline').waitFor()
      await row.getByRole('link', { name: `Compare with ${foreign}` }).click()
      const sides = page.locator('.compare-sides')
      for (const account of ['sandbox', 'ridgeline']) {
        await sides.getByText(new RegExp(`^Merged Credit Report, new · ${account} · `)).waitFor()
      }
      assert.equal(await page.getByText('no borrower in common').count(), 0)
      const accounts = page.getByRole('region', { name: 'Accounts' })
      await accounts.getByText(/^\d+ accounts: \d+ unchanged/).waitFor()
      assert.deepEqual(await violations(page), [])
      await keepScreenshot(page, 'compare-accounts')
      await visit('/audit?account=ridgeline')
      const entry = page.getByRole('row').filter({ hasText: 'got a new report' })
      assert.match((await entry.textContent()) ?? '', /ridgeline API got a new report/)
      // When the second report is chosen, each candidate of another account names its account.
      await visit(`/compare/reports?one=${own}`)
      const candidate = page.getByRole('row').filter({ hasText: foreign })
      await candidate.getByText(/^ridgeline · /).waitFor()
      // A missing report is reported on its side, where another can be chosen.
      await visit(`/compare/reports?one=${own}&other=R000000000000000`)
      const missing = page.getByRole('region', { name: 'Second report' })
      await missing.getByText('Not found, or you don’t have access. Select Change').waitFor()
      assert.equal(await page.getByText('Not found').count(), 1)
      assert.equal(await missing.getByRole('link').count(), 0)
      await missing.getByRole('button', { name: 'Change second report' }).click()
      await page.getByRole('button', { name: `Choose ${foreign}` }).waitFor()
    },
  )

  detail(
    'for a rejected order without an SSN, the orders with the same lender case come first',
    async (t) => {
      const { post } = seen()
      const asked = { lenderCase: 'OTHER-17', people: [{ ...PEOPLE.avery, ssn: '901-66-0017' }] }
      assert.equal(await post(orderDocument('credit_report', asked)), 200)
      const wrong = { ...PEOPLE.avery, ssn: '', zip: 'x' }
      for (const people of [[{ ...wrong, ssn: '901-66-0018' }], [wrong]]) {
        assert.equal(await post(orderDocument('credit_report', { ...asked, people })), 200)
      }
      const page = await visit('/orders')
      await page.locator('tbody tr').nth(2).waitFor()
      const [unnamed = '', rejected = '', done = ''] = await idsOf(page)
      await visit(`/compare/orders?one=${unnamed}`)
      const same = page.getByRole('table', { name: 'Same lender case' })
      await same.waitFor()
      // The order with a report comes before the newer one, which was also rejected.
      const ids = await same.locator('tbody th .mono').allTextContents()
      assert.deepEqual(ids, [done, rejected])
      await same.getByRole('button', { name: `Choose ${done}` }).click()
      await page.getByText(/^First order, E\d{3}: .*\(\+1 more\)$/).waitFor()
      // On a phone, both sides form one low card.
      t.after(() => page.setViewportSize(WIDE))
      await resize(page, PHONE)
      const height = await page.locator('.compare-sides').evaluate((sides) => sides.clientHeight)
      assert.ok(height < PHONE.height / 3, `${height}`)
    },
  )
}
