/** Tests accounts and operators in the operator API. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newSecret, secretPasswordHash } from '../../src/store/sealing/secrets.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { cookieOf, loggedIn, person, personOf } from './person.ts'

const BY = { kind: 'command', name: 'test' } as const

function orderAs(service: RunningService, name: string, secret: string) {
  const basic = Buffer.from(`${name}:${secret}`).toString('base64')
  const body = orderDocument('credit_report')
  return service.post('credit_report', body, { Authorization: `Basic ${basic}` })
}

const NO_PARTY = { name: '', street: '', city: '', state: '', postalCode: '', contact: '' }
/** Profiles whose text no XML document can contain. */
const UNWRITABLE = [
  // Inquiries carry it into the later files of other accounts.
  ['endUser', { endUser: 'Harbor\u0002Lending' }],
  ['purpose', { purpose: 'Credit\ud800' }],
  ['party.street', { party: { ...NO_PARTY, street: '1 Pier Rd\u0000' } }],
] as const

test('an account can be created, order, be charged, rotate its secret and be disabled', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const name = 'harbor'
  const party = { name: '=cmd()' }
  const made = await admin.call('createAccount', { body: { name, profile: { party } } })
  assert.equal(await admin.refused('createAccount', { body: { name } }), 'conflict')
  assert.equal((await orderAs(service, name, made.secret)).status, 200)
  const params = { name }
  const added = await admin.call('addSecret', { params })
  assert.equal((await orderAs(service, name, added.secret)).status, 200)
  const [first] = made.account.secrets
  await admin.call('retireSecret', { params: { name, id: first?.id ?? '' } })
  assert.equal((await orderAs(service, name, made.secret)).status, 401)
  const again = { params: { name, id: first?.id ?? '' } }
  assert.equal(await admin.refused('retireSecret', again), 'not-found')

  const { profile } = await admin.call('readAccount', { params })
  const dear = { ...profile, prices: { ...profile.prices, reissue: 777 } }
  const changed = await admin.call('writeProfile', { params, body: dear })
  assert.equal(changed.profile.prices.reissue, 777)
  const bad = { ...profile, products: ['all'] } as unknown as typeof profile
  assert.equal(await admin.refused('writeProfile', { params, body: bad }), 'bad-request')
  for (const [path, change] of UNWRITABLE) {
    const reply = await admin.reply('writeProfile', { params, body: { ...profile, ...change } })
    const { errors } = reply.json as { errors: readonly unknown[] }
    const expected = 'a text without control characters'
    assert.deepEqual(errors, [{ path, rule: 'custom', expected }], path)
  }

  const models: Pick<typeof profile, 'scoreModels' | 'defaultScoreModels'> = {
    scoreModels: ['Classic'],
    defaultScoreModels: ['Classic', 'FICO10T'],
  }
  const problem = { rule: 'custom', expected: 'only models that scoreModels lists' }
  const created = await admin.reply('createAccount', { body: { name: 'cove', profile: models } })
  const written = await admin.reply('writeProfile', { params, body: { ...profile, ...models } })
  assert.partialDeepStrictEqual(created.json, {
    errors: [{ path: 'profile.defaultScoreModels', ...problem }],
  })
  assert.partialDeepStrictEqual(written.json, {
    errors: [{ path: 'defaultScoreModels', ...problem }],
  })

  const month = new Date().toISOString().slice(0, 7)
  const statement = await admin.call('readStatement', { params, query: { month } })
  assert.equal(statement.lines.length, 1)
  assert.equal(statement.totalCents, statement.lines[0]?.amountCents)
  assert.deepEqual(
    statement.lines.map(({ borrowers, lenderCase }) => [borrowers.length, lenderCase]),
    [[1, 'LHL-2026-0019']],
  )
  const { items } = await admin.call('listAccounts', { query: { use: 'true' } })
  const { use } = items.find((account) => account.name === name) ?? {}
  assert.equal(use?.orders, 1, 'the second was a retry')
  assert.ok(Date.now() - Date.parse(use?.lastOrderAt ?? '') < 60_000)
  assert.equal((await admin.call('listAccounts')).items[0]?.use, undefined)
  const file = await admin.reply('exportStatement', { params, query: { month } })
  assert.match(file.headers['content-disposition'] ?? '', /statement-harbor-\d{4}-\d\d\.csv/)
  assert.match(file.text, /^date,order,report,lender_case,.*\r\n2.*,LHL-2026-0019,/)
  assert.match(file.text, /\r\ntotal,/)

  const { disabledAt } = await admin.call('disableAccount', { params })
  assert.equal((await admin.call('disableAccount', { params })).disabledAt, disabledAt)
  assert.equal((await orderAs(service, name, added.secret)).status, 401)
  const xml = readFileSync('examples/credit-report.xml', 'utf8')
  const byHand = { body: { account: name, operation: 'credit_report', xml } } as const
  assert.equal(await admin.refused('placeOrder', byHand), 'rejected')
  const [{ id: ordered = '' } = {}] = (await admin.call('listOrders')).items
  assert.equal(await admin.refused('resendOrder', { params: { id: ordered } }), 'rejected')
  await admin.call('enableAccount', { params })
  assert.equal((await orderAs(service, name, added.secret)).status, 200)
})

test('a stored profile that is not valid is an error of the service, not of the request', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const by = { kind: 'command', name: 'test' } as const
  const profile = { bureaus: ['a value of another version'] }
  assert.ok(await service.storage.store.accounts.writeProfile(service.account, profile, by))
  const params = { name: service.account }
  assert.equal(await admin.refused('readAccount', { params }), 'internal')
})

test('each secret shows when it was last used', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const name = service.account
  const params = { name }
  const added = await admin.call('addSecret', { params })
  const usesOf = async () => {
    const { secrets } = await admin.call('readAccount', { params })
    return new Map(secrets.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
  }
  assert.equal((await usesOf()).get(added.id), undefined)
  const begun = Date.now()
  assert.equal((await orderAs(service, name, 'wrong')).status, 401)
  assert.equal((await usesOf()).get(added.id), undefined)
  assert.equal((await orderAs(service, name, added.secret)).status, 200)
  const used = (await usesOf()).get(added.id) ?? ''
  assert.ok(Date.parse(used) >= begun && Date.parse(used) <= Date.now(), used)
})

test('the credentials file of the first start is named while its secret is active', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator')
  const fileOf = async () => (await admin.call('readSession')).credentialsFile
  assert.equal(await fileOf(), join(service.data, 'sandbox-credentials.json'))
  const params = { name: service.account }
  const [first] = (await admin.call('readAccount', { params })).secrets
  await admin.call('addSecret', { params })
  assert.notEqual(await fileOf(), undefined)
  await admin.call('retireSecret', { params: { ...params, id: first?.id ?? '' } })
  assert.equal(await fileOf(), undefined)
})

test('operators can be added, changed and locked out at once', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator', { name: 'root' })
  const body = { name: 'ines', role: 'integrator', account: service.account } as const
  const { password } = await admin.call('createOperator', { body })
  assert.equal(await admin.refused('createOperator', { body }), 'conflict')
  // Clients drop it from a path, so nobody could disable such a user.
  const dots = { body: { name: '..', role: 'auditor' } } as const
  assert.equal(await admin.refused('createOperator', dots), 'bad-request')
  const lost = { ...body, name: 'olga', account: 'nobody' }
  assert.equal(await admin.refused('createOperator', { body: lost }), 'rejected')
  const bare = { name: 'otto', role: 'integrator' } as const
  assert.equal(await admin.refused('createOperator', { body: bare }), 'bad-request')

  const ines = await loggedIn(service, 'ines', password)
  assert.equal(await ines.refused('listOperators'), 'forbidden')
  const params = { name: 'ines' }
  await admin.call('changeOperator', { params, body: { role: 'auditor', account: null } })
  const { items } = await ines.call('listOperators')
  assert.deepEqual(
    items.map(({ name, lastLoginAt }) => [name, lastLoginAt !== undefined]),
    [
      ['admin', false],
      ['ines', true],
      ['root', true],
    ],
  )
  await admin.call('changeOperator', { params, body: { disabled: true } })
  assert.equal(await ines.refused('readSession'), 'unauthenticated')
  const visitor = { body: { name: 'ines', password } }
  assert.equal(await ines.refused('logIn', visitor), 'wrong-credentials')
  await admin.call('changeOperator', { params, body: { disabled: false } })

  const back = await loggedIn(service, 'ines', password)
  const other = await loggedIn(service, 'ines', password)
  // The letter and its mark are separate characters, as some keyboards write them.
  const next = 'fifteen charac\u0302ters at least'
  const wrong = { body: { current: 'wrong', next } }
  assert.equal(await back.refused('changePassword', wrong), 'rejected')
  const short = { body: { current: password, next: 'short' } }
  assert.equal(await back.refused('changePassword', short), 'bad-request')
  const easy = { body: { current: password, next: 'ines-PASSWORD-1234' } }
  assert.equal(await back.refused('changePassword', easy), 'bad-request')
  const same = { body: { current: password, next: password } }
  assert.equal(await back.refused('changePassword', same), 'bad-request')
  await back.call('changePassword', { body: { current: password, next } })
  assert.equal(await other.refused('readSession'), 'unauthenticated')
  assert.equal((await back.call('readSession')).operator.role, 'auditor')
  await loggedIn(service, 'ines', next)
  await loggedIn(service, 'ines', next.normalize('NFC'))
  const reset = await admin.call('resetPassword', { params })
  assert.equal(await back.refused('readSession'), 'unauthenticated')
  const last = await loggedIn(service, 'ines', reset.password)
  await admin.call('endSessions', { params })
  assert.equal(await last.refused('readSession'), 'unauthenticated')

  for (const name of ['admin', 'root']) {
    const reply = await admin.reply('changeOperator', {
      params: { name },
      body: { disabled: true },
    })
    assert.equal(reply.status, name === 'admin' ? 200 : 409)
  }
})

test('sessions end only together with the entry in the audit trail', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator', { name: 'root' })
  const ines = await person(service, 'auditor', { name: 'ines' })
  const sql = `create trigger reject_entry before insert on audit_entries
    when new.action = 'sessions.ended' begin select raise(abort, 'no entry'); end`
  await service.storage.database.commit([{ sql, params: [] }])
  const reply = await admin.reply('endSessions', { params: { name: 'ines' } })
  assert.equal(reply.status, 500)
  await ines.call('readSession')
})

test('no login with the old password outlives a password reset that overtakes it', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator', { name: 'root' })
  const visitor = personOf(service, '', '')
  for (const [index, delayMs] of [1, 3, 6, 10, 15, 25].entries()) {
    const name = `user-${index}`
    const { password } = await admin.call('createOperator', { body: { name, role: 'operator' } })
    // Checking a password takes tens of milliseconds. The reset comes before, during or after that.
    const entering = visitor.reply('logIn', { body: { name, password } })
    await sleep(delayMs)
    const { operators } = service.storage.store
    const hash = secretPasswordHash(newSecret())
    assert.equal(await operators.changePassword(name, hash, undefined, BY), true)
    const entered = await entering
    assert.ok([200, 401].includes(entered.status), entered.text)
    const late = personOf(service, cookieOf(entered), '')
    assert.equal(await late.refused('readSession'), 'unauthenticated', `after ${delayMs} ms`)
  }
})

test('a password reset is not undone by a change with the old password that it overtakes', async (t) => {
  const service = await runningService(t)
  const admin = await person(service, 'operator', { name: 'root' })
  const { operators } = service.storage.store
  const next = 'fifteen characters at least'
  for (const [index, delayMs] of [5, 10, 20, 30, 40, 60].entries()) {
    const name = `user-${index}`
    const body = { name, role: 'operator' } as const
    const { password } = await admin.call('createOperator', { body })
    const thief = await loggedIn(service, name, password)
    const changing = thief.reply('changePassword', { body: { current: password, next } })
    await sleep(delayMs)
    const reset = newSecret()
    assert.equal(
      await operators.changePassword(name, secretPasswordHash(reset), undefined, BY),
      true,
    )
    assert.ok([204, 400, 401].includes((await changing).status))
    await loggedIn(service, name, reset)
    assert.equal(await thief.refused('readSession'), 'unauthenticated', `after ${delayMs} ms`)
  }
})

test('two operators who change a user at the same time do not undo the change of the other', async (t) => {
  const service = await runningService(t)
  const one = await person(service, 'operator', { name: 'root' })
  const other = await person(service, 'operator', { name: 'berta' })
  for (const name of ['ines', 'olga', 'otto']) {
    await one.call('createOperator', { body: { name, role: 'operator' } })
    const params = { name }
    await Promise.all([
      one.call('changeOperator', { params, body: { disabled: true } }),
      other.call('changeOperator', { params, body: { role: 'auditor' } }),
    ])
    const { items } = await one.call('listOperators')
    const { role, disabledAt } = items.find((user) => user.name === name) ?? {}
    assert.deepEqual([role, disabledAt !== undefined], ['auditor', true], name)
  }
})
