/** Tests reports and manual orders in the operator API. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Sent } from '../../src/admin-api/routes.ts'
import { BUREAUS } from '../../src/documents/tables/enumerations.ts'
import { personaOf, personaOrder } from '../../src/sandbox/persona-order.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { person } from './person.ts'

const AVERY = {
  firstName: 'Avery',
  middleName: 'Q',
  lastName: 'Sandford',
  ssn: '900-12-1234',
  address: { street: '12 Harbor View Rd', city: 'Camden', state: 'ME', postalCode: '04843' },
}

/** Reasons with the number of a person or a card, in forms that people and programs write. */
const NUMBERED = [
  'of 900-55-1111',
  'of 900551111',
  'of 900.55.1111',
  'of 900\u201355\u20131111',
  'of 900\u00a055\u00a01111',
  'of 900/55/1111',
  'of \uff19\uff10\uff10\uff15\uff15\uff11\uff11\uff11\uff11',
  'of 9 0 0 5 5 1 1 1 1',
  'card 4111 1111 1111 1111',
]

test('an unrevealed report contains no names, addresses, employers, birth dates or numbers', async (t) => {
  const service = await runningService(t)
  const people = [PEOPLE.rowan, PEOPLE.juno]
  const ordered = { people, requestType: 'Joint' }
  await service.post('credit_report', orderDocument('credit_report', ordered))
  const admin = await person(service, 'operator')
  const { items } = await admin.call('listReports')
  const params = { id: items[0]?.id ?? '' }
  const body = { reason: 'a test' }
  for (const reason of NUMBERED)
    assert.equal(await admin.refused('revealReport', { params, body: { reason } }), 'bad-request')
  const clear = await admin.call('revealReport', { params, body })
  const masked = await admin.call('readReport', { params })
  assert.deepEqual([clear.clear, masked.clear], [true, false])
  const personal = [
    ...clear.borrowers.flatMap(({ name, address, birthDate }) => [name, address, birthDate]),
    ...clear.files.flatMap((file) => [
      file.name,
      file.birthDate,
      file.employment,
      ...file.aliases,
      ...file.addresses.map(({ address }) => address),
    ]),
    ...clear.accounts.map(({ number }) => number),
  ].filter((text) => text !== undefined && text !== '')
  assert.ok(personal.length > 30)
  const shown = JSON.stringify(masked)
  assert.deepEqual(
    personal.filter((text) => shown.includes(String(text))),
    [],
  )
  assert.doesNotMatch(shown, /castellane|mill ln/i)
  assert.deepEqual(masked.scores, clear.scores)
  assert.deepEqual(
    masked.accounts.map(({ balance }) => balance),
    clear.accounts.map(({ balance }) => balance),
  )
})

test('a merged account has the facts of the printed page, also masked', async (t) => {
  const service = await runningService(t)
  const persona = personaOf('delinquent')
  assert.ok(persona)
  await service.post('credit_report', personaOrder(persona, 'credit_report'))
  const admin = await person(service, 'operator')
  const { items } = await admin.call('listReports')
  const { accounts } = await admin.call('readReport', { params: { id: items[0]?.id ?? '' } })
  const named = (name: string) =>
    accounts.flatMap(({ facts = [] }) => facts.filter((one) => one.name === name))
  assert.ok(named('First delinquency').length > 2)
  assert.match(named('Charged off')[0]?.value ?? '', /^\$2,659 on \d\d\/\d{4}$/)
  assert.match(named('Mortgage late payments')[0]?.value ?? '', /^1 in 0–12 months/)
  const types = accounts.flatMap(({ remarks }) => remarks.map(({ type }) => type))
  assert.ok(!types.includes('FirstDelinquencyDate'), 'it is a fact')
})

test('a purged report is said to be gone, but not to users of other accounts', async (t) => {
  const service = await runningService(t)
  await service.post('credit_report', orderDocument('credit_report'))
  const admin = await person(service, 'operator')
  const { items } = await admin.call('listReports')
  const params = { id: items[0]?.id ?? '' }
  const scope = { reportsBefore: Date.now() * 2, refusalsBefore: 0, inquiriesBefore: 0 }
  const purge = { id: 'D1', begunAt: 1, by: SERVICE, scope }
  const pace = { batch: 9, between: async () => true, now: Date.now }
  await service.storage.store.retention.purge(purge, pace)
  const [purged] = (await admin.call('listOrders')).items
  assert.deepEqual([purged?.purged, purged?.purgedAt], [true, '1970-01-01T00:00:00.001Z'])
  const { text } = await admin.reply('exportOrders', { body: {} })
  assert.match(text, /,hard,1970-01-01T00:00:00\.001Z\r\n$/)
  assert.equal(await admin.refused('readReport', { params }), 'gone')
  assert.equal(await admin.refused('readReportPdf', { params, body: { reason: 'a test' } }), 'gone')
  assert.equal(await admin.refused('readReport', { params: { id: 'R0' } }), 'not-found')
  const ordered = { id: items[0]?.orderId ?? '' }
  const reveal = { params: ordered, body: { reason: 'a test' } }
  assert.equal(await admin.refused('revealDocuments', reveal), 'gone')
  await admin.call('readDocuments', { params: ordered })
  const { items: views } = await admin.call('listAudit', { query: { orderId: ordered.id } })
  assert.deepEqual(
    views.map(({ action, fields }) => [action, fields]),
    [
      ['order.viewed', []],
      ['order.new', ['report', 'charge', 'pulls']],
    ],
    'no document of a purged order was viewed',
  )
  const { account } = await admin.call('createAccount', { body: { name: 'other' } })
  const other = await person(service, 'integrator', { account: account.name })
  assert.equal(await other.refused('readReport', { params }), 'not-found')
})

test('a report says that it is on legal hold, but not to the account, and no reset destroys it', async (t) => {
  const service = await runningService(t)
  await service.post('credit_report', orderDocument('credit_report'))
  const auditor = await person(service, 'auditor')
  const { items } = await auditor.call('listReports')
  const [{ id = '' } = {}] = items
  assert.equal((await auditor.call('readReport', { params: { id } })).hold, undefined)
  await service.storage.store.retention.addHold(
    { reportId: id, reason: 'matter 7', heldAt: 1 },
    SERVICE,
  )
  const hold = { since: '1970-01-01T00:00:00.001Z', reason: 'matter 7' }
  assert.deepEqual((await auditor.call('readReport', { params: { id } })).hold, hold)
  const integrator = await person(service, 'integrator', { account: service.account })
  assert.equal((await integrator.call('readReport', { params: { id } })).hold, undefined)
  const operator = await person(service, 'operator')
  assert.equal(await operator.refused('resetWorld', { body: { confirmed: true } }), 'conflict')
})

test('a mortgage-only report shows no other accounts of the files', async (t) => {
  const service = await runningService(t)
  await service.post('mortgage_only', orderDocument('mortgage_only'))
  const admin = await person(service, 'operator')
  const { items } = await admin.call('listReports')
  const report = await admin.call('readReport', { params: { id: items[0]?.id ?? '' } })
  const merged = report.accounts.map(({ loanType }) => loanType)
  assert.ok(merged.length > 0)
  for (const { accounts, bureau } of report.files) {
    assert.ok(accounts.length > 0, bureau)
    assert.ok(
      accounts.every(({ loanType }) => merged.includes(loanType)),
      bureau,
    )
  }
  assert.equal(report.tiles.at(-1)?.figure, 'not included')
})

test('a report can be shown, downloaded and acted on, and every view is recorded', async (t) => {
  const service = await runningService(t)
  const people = [PEOPLE.rowan, PEOPLE.juno]
  const ordered = { people, requestType: 'Joint', bureaus: 'YYN' }
  const answer = await service.post('credit_report', orderDocument('credit_report', ordered))
  assert.match(answer.body, /CREDIT_SCORE/)
  const admin = await person(service, 'operator')
  const { items } = await admin.call('listReports')
  const params = { id: items[0]?.id ?? '' }
  assert.deepEqual(items[0]?.borrowers, [
    { name: 'R. C.', ssn: '•••-••-1111' },
    { name: 'J. C.', ssn: '•••-••-2222' },
  ])
  const daysValid = Date.parse(items[0].actionsUntil) - Date.parse(items[0].firstIssuedAt)
  assert.deepEqual([daysValid / 86_400_000, items[0].isExpired], [30, false])
  const body = { reason: 'borrower dispute, ticket 4711' }
  await assertMasked(service, params, answer.body)
  const report = await admin.call('revealReport', { params, body })
  assert.equal(report.borrowers.length, 2)
  assert.match(report.borrowers.map(({ name }) => name).join(), /Castellane/)
  assert.deepEqual(
    report.borrowers.map(({ ssn }) => ssn),
    ['•••-••-1111', '•••-••-2222'],
  )
  assert.equal(report.scores.length, 4)
  assert.deepEqual(
    report.tiles.map(({ title }) => title),
    ['Monthly payments', 'Balance', 'Late payments', 'Past due', 'Revolving utilization'],
  )
  assert.ok(report.tiles.every(({ figure }) => /^(?:\$[\d,]+|\d+%?|none open)$/.test(figure)))
  assert.ok(report.accounts.some(({ payments }) => (payments?.months.length ?? 0) > 12))
  assert.equal(report.files.length, 4)
  assert.ok(report.files.every(({ accounts }) => accounts.length > 0))
  assert.doesNotMatch(JSON.stringify(report), /900-?55-?\d{4}/)

  for (const [route, start] of [
    ['readReportPdf', '%PDF-'],
    ['readReportHtml', '<!doctype html>'],
    ['readReportXml', '<?xml'],
  ] as const) {
    const file = await admin.reply(route, { params, body })
    assert.equal(file.status, 200)
    assert.equal(file.text.slice(0, start.length).toLowerCase(), start.toLowerCase())
    assert.match(
      file.headers['content-disposition'] ?? '',
      /^attachment; filename="credit-report-R/,
    )
    assert.equal(file.headers['content-security-policy'], 'sandbox')
  }
  const looks = await service.storage.store.audit.list({ reportId: params.id }, { limit: 50 })
  const fields = looks
    .filter(({ action, purpose }) => action === 'report.revealed' && purpose === body.reason)
    .map((look) => look.fields[0])
  assert.deepEqual(fields, ['answer', 'printed_html', 'printed_pdf', 'content'])

  const upgrade: Sent<'actOnReport'> = {
    action: 'Upgrade',
    bureaus: ['Equifax', 'Experian', 'TransUnion'],
  }
  const preview = await admin.call('previewAction', { params, body: upgrade })
  assert.match(preview.xml, /CreditReportRequestActionType="Upgrade"/)
  assert.doesNotMatch(preview.xml, /Castellane|900-55/)
  const upgraded = await admin.call('actOnReport', { params, body: upgrade })
  assert.equal(upgraded.code, undefined, upgraded.texts.join())
  assert.notEqual(upgraded.reportId, params.id)
  const unmerge: Sent<'actOnReport'> = {
    action: 'Unmerge',
    borrowerIds: [report.borrowers[0]?.id ?? ''],
  }
  const unmerged = await admin.call('actOnReport', { params, body: unmerge })
  assert.equal(unmerged.code, undefined, unmerged.texts.join())
  const refreshed = await admin.call('actOnReport', { params, body: { action: 'Refresh' } })
  assert.equal(refreshed.code, undefined, refreshed.texts.join())
  const refresh = await admin.call('readReport', { params: { id: refreshed.reportId ?? '' } })
  assert.equal(refresh.refresh?.baseId, params.id)
  assert.deepEqual(refresh.summaries, [], 'its summaries have account numbers')
  const { requestedAt } = await admin.call('previewAction', { params, body: { action: 'Reissue' } })
  const reissue = { params, body: { action: 'Reissue', requestedAt } } as const
  const reissued = await admin.call('actOnReport', reissue)
  assert.deepEqual([reissued.reportId, reissued.retried], [params.id, false])
  // As after a lost response, which can be noticed later.
  await admin.call('advanceClock', { body: { advance: '1h' } })
  const repeated = await admin.call('actOnReport', reissue)
  assert.deepEqual([repeated.orderId, repeated.retried], [reissued.orderId, true])
  const { related } = await admin.call('readReport', { params })
  assert.deepEqual(related.map(({ origin }) => origin).sort(), [
    'refreshed',
    'unmerged',
    'upgraded',
  ])
  const scored = related.filter(({ origin }) => origin !== 'refreshed')
  assert.ok(scored.every(({ scores }) => scores.length > 0))
})

/** Checks that no role gets personal data of a report without a reason, on any route. */
async function assertMasked(
  service: RunningService,
  params: { readonly id: string },
  answered: string,
): Promise<void> {
  const personal = ['Castellane', '900-55', '90055', 'Rowan', 'Juno']
  const streets = [...answered.matchAll(/_StreetAddress="([^"]+)"/g)].map(
    ([, street]) => street ?? '',
  )
  assert.ok(streets.length > 0)
  for (const role of ['operator', 'auditor', 'integrator'] as const) {
    const caller = await person(service, role, { name: `masked-${role}` })
    const view = await caller.call('readReport', { params })
    assert.equal(view.clear, false)
    const { creditors, referrals, operator, ...shown } = view
    for (const text of [...personal, ...streets.filter((street) => isOfBorrower(street, view))]) {
      assert.ok(!JSON.stringify(shown).includes(text), `${text} for ${role}`)
    }
    for (const route of [
      'revealReport',
      'readReportPdf',
      'readReportHtml',
      'readReportXml',
    ] as const) {
      const refused = await caller.reply(route, { params, body: { reason: '' } })
      assert.equal(refused.status, role === 'auditor' ? 403 : 400, `${route} for ${role}`)
    }
  }
}

/**
 * Whether a street belongs to the borrower: the directory of creditors contains streets of offices.
 */
function isOfBorrower(street: string, { creditors, referrals, operator }: Answer<'readReport'>) {
  return ![...creditors, ...referrals, operator].some(({ address }) => address.includes(street))
}

function orderFor(id: string): string {
  const persona = personaOf(id)
  assert.ok(persona)
  return personaOrder(persona, 'credit_report')
}

/** Returns the expected tone of each tile, according to the figures that it shows. */
function expectedTones(tiles: Answer<'readReport'>['tiles']): readonly string[] {
  const [, , late, pastDue, used] = tiles
  const counts = (late?.lines.join() ?? '').match(/\d+(?= ·|,|$)/g)?.map(Number) ?? []
  const [, , late90 = 0, months12 = 0, months24 = 0] = counts
  const old = months24 + late90 > 0 ? 'warn' : 'plain'
  const percent = Number.parseInt(used?.figure ?? '', 10)
  const high = percent >= 50 ? 'warn' : 'plain'
  return [
    'plain',
    'plain',
    months12 > 0 ? 'bad' : old,
    pastDue?.figure === '$0' ? 'plain' : 'bad',
    percent >= 80 ? 'bad' : high,
  ]
}

test('older late payments are rated milder, and higher use of limits is rated worse', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const seen = new Set<string>()
  for (const name of ['avery', 'rowan', 'delinquent', 'bankrupt', 'maxedOut']) {
    await service.post('credit_report', orderFor(name))
    const { items } = await admin.call('listReports')
    const { tiles } = await admin.call('readReport', { params: { id: items[0]?.id ?? '' } })
    const tones = tiles.map(({ tone }) => tone)
    assert.deepEqual(tones, expectedTones(tiles), name)
    seen.add(tones.slice(2).join(' '))
  }
  assert.ok(seen.isSupersetOf(new Set(['bad bad bad', 'warn plain plain', 'plain plain plain'])))
})

test('a manual order: a form is previewed as a document with its errors, and placed', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const form = { people: [AVERY] }
  const operation = 'credit_report' as const
  const preview = await admin.call('previewOrder', { body: { operation, form } })
  assert.deepEqual(preview.errors, [])
  const wrong = { people: [{ ...AVERY, ssn: '12', address: { ...AVERY.address, state: 'Q' } }] }
  const faulty = await admin.call('previewOrder', { body: { operation, form: wrong } })
  const paths = faulty.errors.map(({ path }) => path.split('/').at(-1))
  assert.deepEqual(paths.sort(), ['@_SSN', '@_State'])
  const lines = faulty.xml.split('\n')
  for (const { path, line = 0 } of faulty.errors) {
    assert.ok(lines[line - 1]?.includes(path.split('@')[1] ?? '?'), `${path} in line ${line}`)
  }
  const elements = await admin.call('previewOrder', {
    body: { operation, dialect: 'elements', form },
  })
  assert.match(elements.xml, /<__LastName>Sandford<\/__LastName>/)

  const order = { account: service.account, operation, xml: preview.xml }
  const placed = await admin.call('placeOrder', { body: order })
  assert.match(placed.reportId ?? '', /^R/)
  assert.equal((await admin.call('placeOrder', { body: order })).retried, true)
  const refused = await admin.call('placeOrder', { body: { ...order, xml: faulty.xml } })
  assert.equal(refused.code, 'E002')
  assert.equal(refused.texts.length, 2)
  assert.equal((await admin.call('placeOrder', { body: { ...order, xml: '<A' } })).code, 'E101')
  const checked = await admin.call('checkDocument', { body: { operation, xml: '<A' } })
  assert.equal(checked.errors[0]?.rule, 'unreadable')
  assert.equal(checked.errors[0]?.line, 1)

  const resent = await admin.call('resendOrder', { params: { id: placed.orderId } })
  assert.equal(resent.retried, true)
  const entries = await service.storage.store.audit.list({ orderId: placed.orderId }, { limit: 9 })
  const byAdmin = entries.filter(({ actor }) => actor.kind === 'operator')
  assert.ok(
    byAdmin.some(({ action, object }) => action === 'order.placed' && object === 'manual order'),
  )
})

test('no order of the console ends without the entry about the user who placed it', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const { storage, account } = service
  const sql = `create trigger reject_entry before insert on audit_entries
    when new.action = 'order.placed' begin select raise(abort, 'no entry'); end`
  await storage.database.commit([{ sql, params: [] }])
  const xml = orderDocument('credit_report')
  const body = { account, operation: 'credit_report', xml } as const
  assert.equal((await admin.reply('placeOrder', { body })).status, 500)
  assert.deepEqual(await storage.store.ledger.charges(account, 0, Number.MAX_SAFE_INTEGER), [])
  const entries = await storage.store.audit.list({ account }, { limit: 9 })
  assert.deepEqual(
    entries.filter(({ orderId }) => orderId !== undefined),
    [],
  )
})

test('the log lines of a manual order have the trace of its request', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const operation = 'credit_report' as const
  const address = { ...AVERY.address, street: 'MAGIC EXPERIAN UNREACHABLE' }
  const form = { people: [{ ...AVERY, address }] }
  const { xml } = await admin.call('previewOrder', { body: { operation, form } })
  const body = { account: service.account, operation, xml }
  const { orderId } = await admin.call('placeOrder', { body })
  const { request } = await admin.call('readOrder', { params: { id: orderId } })
  assert.match(request?.traceId ?? '', /^[0-9a-f]{32}$/)
  const traces = service.logged
    .map((line) => JSON.parse(line))
    .filter((line) => line.orderId === orderId)
    .map(({ traceId }) => traceId)
  assert.ok(traces.length > 0)
  assert.deepEqual(new Set(traces), new Set([request?.traceId]))
})

test('the report list has score, lender case and age, and a search text stays out of the URL', async (t) => {
  const service = await runningService(t)
  const people = [PEOPLE.rowan, PEOPLE.juno]
  const joint = { people, requestType: 'Joint' }
  await service.post('credit_report', orderDocument('credit_report', joint))
  await service.post('credit_report', orderDocument('credit_report', { people: [PEOPLE.avery] }))
  const auditor = await person(service, 'auditor')
  const { items } = await auditor.call('listReports')
  const [avery, couple] = items
  assert.deepEqual(avery?.scores, [{ borrower: 1, model: 'Classic FICO', score: 717 }])
  assert.deepEqual([avery?.lenderCase, avery?.ageDays], ['LHL-2026-0019', 0])
  assert.deepEqual(
    couple?.scores.map(({ borrower }) => borrower),
    [1, 2],
  )
  const view = await auditor.call('readReport', { params: { id: couple?.id ?? '' } })
  assert.deepEqual(
    couple?.scores.map(({ score }) => score),
    view.representativeScores.map(({ score }) => score),
  )
  const search = async (text: string, filters = {}) => {
    const found = await auditor.call('searchReports', { body: { text, filters } })
    return found.items.map(({ id }) => id)
  }
  assert.deepEqual(
    couple?.files.map(({ bureau, borrower, outcome }) => `${bureau} ${borrower} ${outcome}`),
    [1, 2].flatMap((borrower) => BUREAUS.map((bureau) => `${bureau} ${borrower} FileReturned`)),
  )
  for (const text of ['castellane', 'Juno Castellane', '2222', couple?.id ?? '']) {
    assert.deepEqual(await search(text), [couple?.id], text)
  }
  assert.deepEqual(await search('LHL-2026-0019'), [avery?.id, couple?.id])
  assert.deepEqual(await search('LHL-2026-0019', { validity: 'valid' }), [avery?.id, couple?.id])
  assert.deepEqual(await search('LHL-2026-0019', { validity: 'expired' }), [])
  assert.deepEqual(await search('LHL-2026-0019', { to: '2020-01-01T00:00:00Z' }), [])
  const linesOf = async (body: object) =>
    (await auditor.reply('exportReports', { body })).text.trimEnd().split('\r\n')
  const [head, ...rows] = await linesOf({})
  assert.match(head ?? '', /^report,first_issued,.*,origin,base_report,borrowers,/)
  assert.equal(rows.length, (await auditor.call('listReports')).items.length)
  assert.doesNotMatch(rows.join(), /castellane|sandford/i)
  const [, found = '', ...more] = await linesOf({ text: 'castellane' })
  assert.ok(found.startsWith(`${couple?.id},`) && found.endsWith(`,${couple?.orderId}`), found)
  assert.deepEqual(more, [])
  assert.deepEqual((await linesOf({ filters: { to: '2020-01-01T00:00:00Z' } })).length, 1)
  await auditor.reply('exportOrders', { body: { filters: { account: service.account } } })
  const { account } = service
  const statement = { params: { name: account }, query: { month: '2020-01' } }
  await auditor.reply('exportStatement', statement)
  await auditor.reply('exportAudit', { query: { account, action: 'list.exported' } })
  const exports = await auditor.call('listAudit', { query: { action: 'list.exported' } })
  assert.deepEqual(
    exports.items.map((entry) => [entry.actor.name, entry.object, entry.account]),
    [
      ['auditor', '2 entries', account],
      ['auditor', '0 charges', account],
      ['auditor', `${(await auditor.call('listOrders')).items.length} orders`, account],
      ['auditor', '0 reports', undefined],
      ['auditor', '1 report', undefined],
      ['auditor', `${rows.length} reports`, undefined],
    ],
  )
  const one = { text: 'LHL-2026-0019', limit: 1 }
  const first = await auditor.call('searchReports', { body: one })
  const rest = await auditor.call('searchReports', { body: { ...one, cursor: first.next ?? '' } })
  assert.deepEqual([first.items[0]?.id, rest.items[0]?.id], [avery?.id, couple?.id])
})

test('two reports are compared for their common borrowers and bureaus, masked', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const people = [PEOPLE.rowan, PEOPLE.juno]
  const order = (options: object) =>
    service.post('credit_report', orderDocument('credit_report', options))
  await order({ people, requestType: 'Joint', bureaus: 'YYN' })
  await admin.call('advanceClock', { body: { advance: '60d' } })
  await order({ people: [PEOPLE.juno], action: 'ForceNew' })
  await order({ people: [PEOPLE.avery] })
  const auditor = await person(service, 'auditor')
  const [avery = '', later = '', earlier = ''] = (await auditor.call('listReports')).items.map(
    ({ id }) => id,
  )
  const params = { id: later, other: earlier }
  const compared = await auditor.call('compareReports', { params })
  assert.deepEqual([compared.earlierId, compared.laterId], [earlier, later])
  assert.deepEqual(
    compared.compared.map(({ bureaus }) => bureaus),
    [['Equifax', 'Experian']],
  )
  assert.ok(compared.differences.length > 0)
  assert.ok(compared.differences.every(({ bureaus }) => !bureaus.includes('TransUnion')))
  assert.doesNotMatch(JSON.stringify(compared), /castellane|mill ln/i)
  const turned = { id: earlier, other: later }
  assert.deepEqual(await auditor.call('compareReports', { params: turned }), compared)
  const strangers = await auditor.call('compareReports', { params: { id: later, other: avery } })
  assert.deepEqual([strangers.compared, strangers.differences], [[], []])
  const same = await auditor.call('compareReports', { params: { id: later, other: later } })
  assert.deepEqual(same.differences, [])
  const looks = await auditor.call('listAudit', {
    query: { reportId: earlier, action: 'report.viewed' },
  })
  assert.equal(looks.items.length, 2)
  const [before, now] = [
    await auditor.call('readReport', { params: { id: earlier } }),
    await auditor.call('readReport', { params: { id: later } }),
  ]
  // Two borrowers at two bureaus have more files than one borrower at three.
  const filesOf = ({ files }: typeof now) =>
    files.filter(({ status }) => status === 'FileReturned').length
  assert.deepEqual([filesOf(before), filesOf(now)], [4, 3])
  // The figures of one person are the same, whether or not the report is about another person too.
  const juno = ({ tilesByBorrower }: typeof now) => tilesByBorrower.at(-1)
  assert.deepEqual([juno(before)?.borrowerId, juno(now)?.borrowerId], ['C1', 'C1'])
  assert.deepEqual(juno(now)?.tiles, now.tiles)
  assert.notDeepEqual(juno(before)?.tiles, before.tiles)
  // Names are as in lists, without a middle initial.
  assert.deepEqual([before.borrowers[1]?.name, before.files[2]?.name], ['J. C.', 'J. C.'])
  const ofJuno = before.accounts.filter(({ borrowerIds }) => borrowerIds.includes('C1'))
  assert.ok(ofJuno.length > 0 && ofJuno.length < before.accounts.length)
  const numberOf = (accounts: typeof now.accounts, [id]: readonly string[]) =>
    accounts.find((each) => each.id === id)?.number
  const paired = compared.accounts.filter((each) => each.earlier.length * each.later.length > 0)
  assert.equal(paired.length, ofJuno.length)
  for (const each of paired) {
    assert.equal(numberOf(before.accounts, each.earlier), numberOf(now.accounts, each.later))
  }
  for (const [side, { accounts }] of [
    ['earlier', before],
    ['later', now],
  ] as const) {
    const listed = compared.accounts.flatMap((each) => each[side])
    assert.deepEqual(listed.sort(), accounts.map(({ id }) => id).sort())
  }
})

test('reports of two accounts about one person can be compared only by operators who see both', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const { secret } = await admin.call('createAccount', { body: { name: 'other' } })
  const Authorization = `Basic ${Buffer.from(`other:${secret}`).toString('base64')}`
  const [sent, stranger] = [PEOPLE.juno, PEOPLE.avery].map((each) =>
    orderDocument('credit_report', { people: [each] }),
  )
  await service.post('credit_report', sent ?? '')
  await service.post('credit_report', sent ?? '', { Authorization })
  await service.post('credit_report', stranger ?? '', { Authorization })
  const { items } = await admin.call('listReports')
  const idOf = (account: string, ssn: string) =>
    items.find((each) => each.account === account && each.borrowers[0]?.ssn.endsWith(ssn))?.id ?? ''
  const [own, foreign] = [service.account, 'other'].map((each) => idOf(each, '2222'))
  const params = { id: own ?? '', other: foreign ?? '' }
  const { accounts, compared, differences } = await admin.call('compareReports', { params })
  assert.deepEqual(
    compared.map(({ bureaus }) => bureaus),
    [[...BUREAUS]],
  )
  assert.ok(accounts.length > 0)
  assert.ok(accounts.every(({ earlier, later }) => earlier.length * later.length > 0))
  // The lender of the first report inquired before the second report.
  assert.deepEqual([...new Set(differences.map(({ kind }) => kind))], ['newInquiry'])
  const apart = { ...params, other: idOf('other', '1234') }
  assert.deepEqual((await admin.call('compareReports', { params: apart })).compared, [])
  const integrator = await person(service, 'integrator')
  for (const confined of [params, { id: params.other, other: params.id }]) {
    assert.equal(await integrator.refused('compareReports', { params: confined }), 'not-found')
  }
})
