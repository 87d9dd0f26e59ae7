import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readPdf } from '../print/print-read.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { accountOf } from './support/account-of.ts'
import { chargesOf, journalOf, pullsOf } from './support/ledger-of.ts'
import { DIALECT_NAMES, OPERATION_PATHS, orderDocument, PEOPLE } from './support/order-document.ts'
import { ordered, reported, reportIdOf } from './support/ordered.ts'

test('an order leaves a journal entry, a report, a charge and inquiries', async (t) => {
  const profile = {
    purpose: 'Purchase of a home',
    party: { name: 'Harbor Lending' },
    endUser: 'Harbor Lending, branch 4',
  }
  const service = await accountOf(await runningService(t), profile)
  const { store } = service.storage
  const people = [PEOPLE.rowan, PEOPLE.juno]
  const result = await reported(service, 'credit_report', {
    people,
    lenderCase: 'LC 9',
    printed: true,
  })
  const { answer } = result
  const reportId = reportIdOf(result)

  const [entry] = await journalOf(service)
  assert.equal(entry?.state, 'done')
  assert.equal(entry?.operation, 'credit_report')
  assert.equal(entry?.action, 'Submit')
  assert.equal(entry?.reportId, reportId)
  const order = await store.orders.find(service.account, entry?.id ?? '')
  const sent = Buffer.from(order?.sent ?? []).toString()
  assert.match(sent, /LenderCaseIdentifier="LC 9"/)

  const report = await store.reports.find(service.account, reportId)
  const printed = Buffer.from(report?.printed.PDF ?? [])
  assert.deepEqual(printed, answer.printed(), 'the printed report is stored as sent')
  assert.match((await readPdf(printed)).sheets.join(' '), /Castellane/)

  const [charge, ...more] = await chargesOf(service)
  assert.deepEqual(more, [])
  const items = charge?.items as { cents: number }[]
  assert.equal(
    charge?.amountCents,
    items.reduce((sum, { cents }) => sum + cents, 0),
  )
  const price = answer.text('CREDIT_REPORT_PRICE.__Amount')
  assert.equal(price, ((charge?.amountCents ?? 0) / 100).toFixed(2))
  assert.equal(charge?.orderId, entry?.id)

  for (const person of people) {
    const pulls = await pullsOf(service, person)
    assert.deepEqual(pulls.map(({ bureau }) => bureau).toSorted(), [
      'Equifax',
      'Experian',
      'TransUnion',
    ])
    for (const pull of pulls) {
      assert.equal(pull.hard, true)
      assert.equal(pull.purpose, 'Purchase of a home')
      assert.equal(pull.endUser, 'Harbor Lending, branch 4')
      assert.equal(pull.account, service.account)
      assert.equal(pull.outcome, 'FileReturned')
    }
  }
})

test('the product decides whether pulls are hard or soft', async (t) => {
  const service = await runningService(t)
  const rows = [
    ['credit_report', {}, true],
    ['pre_qualification', {}, false],
    ['mortgage_only', {}, true],
    ['mortgage_only', { typeOther: 'SoftCheck' }, false],
    ['refresh_report', {}, false],
  ] as const
  for (const [operation, asked, hard] of rows) {
    await reported(service, operation, asked)
    const newest = (await pullsOf(service, PEOPLE.avery)).slice(0, 3)
    assert.deepEqual(
      newest.map((pull) => pull.hard),
      [hard, hard, hard],
      operation,
    )
  }
})

test('rejected requests are journaled with their errors, and unreadable ones without a body', async (t) => {
  const service = await runningService(t)
  const { store } = service.storage
  await ordered(service, 'mortgage_only', {
    description: 'Everything',
    people: [{ ...PEOPLE.avery, zip: '1' }],
  })
  const [rejected] = await journalOf(service)
  assert.equal(rejected?.state, 'rejected')
  assert.equal(rejected?.code, 'E102')
  const places = rejected?.errors.map(({ path }) => path.split('/').at(-1))
  assert.deepEqual(places, ['@_PostalCode', '@CreditReportProductDescription'])

  const cutOff = orderDocument('mortgage_only').slice(0, -20)
  await service.post('mortgage_only', cutOff)
  const [unreadable] = await journalOf(service)
  assert.equal(unreadable?.code, 'E101')
  assert.equal(unreadable?.bodyBytes, cutOff.length)
  const stored = await store.orders.find(service.account, unreadable?.id ?? '')
  assert.equal(stored?.sent, undefined)

  await service.post('mortgage_only', orderDocument('mortgage_only'), {
    Authorization: 'Basic eDp5',
  })
  assert.equal((await journalOf(service)).length, 2, 'an unauthenticated request is not journaled')
})

test('unknown names and versions are accepted and noted', async (t) => {
  const service = await runningService(t)
  await reported(service, 'mortgage_only', {
    version: '9.9',
    edit: (group) => {
      group.REQUEST._Zebra = 'x'
      group.REQUEST.PENGUIN = {}
    },
  })
  const [entry] = await journalOf(service)
  const listed = await service.storage.store.orders.listedOf([entry?.id ?? ''])
  const notes = listed.get(entry?.id ?? '')?.notes?.join() ?? ''
  assert.match(notes, /@Zebra is unknown and ignored/)
  assert.match(notes, /PENGUIN is unknown and ignored/)
  assert.match(notes, /not a known MISMO 2\.x version/)
})

/** Values that must not be stored or logged in clear. */
const CANARIES = {
  card: '4929481726354018',
  spacedCard: '4929 4817 2635 4018',
  code: 'CVV7391846',
  ssn: '987-65-4021',
  digits: '987654021',
  last: 'Quizzlethwaite',
  street: '7719 Zanzibar Crossing',
} as const

/** Every byte of the data folder, as text in which ASCII is readable. */
function bytesOf({ data }: RunningService): string {
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

test('card number, card code, SSN, name and street are never in clear in the data folder or the logs', async (t) => {
  const service = await runningService(t, { flags: { 'log-level': 'trace' } })
  const { card, spacedCard, code, ssn, digits, last, street } = CANARIES
  const people = [{ ...PEOPLE.avery, ssn, last, street }]
  for (const dialect of DIALECT_NAMES) {
    for (const operation of OPERATION_PATHS) {
      const asked = { dialect, people, card: spacedCard, cardCode: code }
      await ordered(service, operation, asked)
      // A readable order that is rejected.
      await ordered(service, operation, {
        ...asked,
        action: 'Nothing',
        card,
        people: [{ ...PEOPLE.avery, ssn: digits, last, zip: '1' }],
      })
      await service.post(operation, orderDocument(operation, asked).slice(0, -5))
    }
  }
  // A spelling that no dialect uses, a comment, and a request that is nowhere near a document.
  const strange = orderDocument('credit_report', { people, card, cardCode: code })
    .replace('_SecondaryAccountIdentifier', 'secondaryaccountidentifier')
    .replace(
      '<SERVICE_PAYMENT',
      `<!-- _AccountIdentifier="${card}" _SecondaryAccountIdentifier="${code}" --><SERVICE_PAYMENT`,
    )
  await service.post('credit_report', strange)
  await service.post('credit_report', `card ${card} code ${code} of ${last}, ${ssn}`)

  const found = bytesOf(service)
  assert.ok(found.length > 100_000, 'the folder has the stored data')
  const log = service.logged.join('\n')
  assert.ok(service.logged.length > 20)
  for (const [what, canary] of Object.entries(CANARIES)) {
    for (const spelling of [
      canary,
      canary.toUpperCase(),
      Buffer.from(canary).toString('base64').slice(0, -4),
      Buffer.from(canary).toString('hex'),
    ]) {
      assert.ok(!found.includes(spelling), `${what} in the data folder`)
      assert.ok(!log.includes(spelling), `${what} in the logs`)
    }
  }

  // The content that the master key decrypts has no card data either.
  for (const entry of await journalOf(service)) {
    const order = await service.storage.store.orders.find(service.account, entry.id)
    const opened = Buffer.from(order?.sent ?? []).toString()
    for (const secret of [card, spacedCard, code]) assert.ok(!opened.includes(secret), entry.id)
  }
  const stored = await journalOf(service)
  const orders = await Promise.all(
    stored.map(({ id }) => service.storage.store.orders.find(service.account, id)),
  )
  const brands = orders.map((order) => Buffer.from(order?.sent ?? []).toString()).join()
  assert.match(brands, /Visa ending 4018/)
})

test('a value that is stored in clear is found', async (t) => {
  const service = await runningService(t)
  await reported(service, 'credit_report')
  assert.ok(bytesOf(service).includes('credit_report'))
  assert.ok(bytesOf(service).includes(service.account))
})
