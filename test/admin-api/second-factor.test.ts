/** Tests the second factor of operators: setting it up, logging in with it, and losing it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  base32,
  codeAt,
  fromBase32,
  matchingStep,
  stepAt,
} from '../../src/store/sealing/one-time-codes.ts'
import { assertEnded, run } from '../commands/run.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { cookieOf, type Person, person, personOf } from './person.ts'

/** The password that `person` sets. */
const PASSWORD = 'a password of more than fifteen'

// RFC 6238, appendix B, for SHA-1.
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

test('codes match RFC 6238, and are accepted one step early or late', () => {
  const secret = new TextEncoder().encode('12345678901234567890')
  for (const [seconds, code] of VECTORS) {
    assert.equal(codeAt(secret, stepAt(seconds * 1000), 8), code)
  }
  const now = 1_234_567_890_000
  for (const [away, expected] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    const code = codeAt(secret, stepAt(now) + away)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    assert.equal(matchingStep(secret, spaced, now) !== undefined, expected, String(away))
  }
  assert.equal(base32(new TextEncoder().encode('foobar')), 'MZXW6YTBOI')
  assert.deepEqual(fromBase32(base32(secret)), secret)
  assert.equal(fromBase32('no'), undefined)
})

/** Returns the code of now, or of a number of steps later. */
function codeOf(secret: string, later = 0): string {
  return codeAt(fromBase32(secret) ?? new Uint8Array(), stepAt(Date.now()) + later)
}

async function setUp(one: Person) {
  const setup = await one.call('beginSecondFactor')
  const body = { ...setup, password: PASSWORD, code: codeOf(setup.secret) }
  const { uri: _, ...sent } = body
  return { setup, sent, ...(await one.call('addSecondFactor', { body: sent })) }
}

/** Tries to log in. Returns `in`, or the type of the problem. */
async function login(service: RunningService, name: string, code?: string): Promise<string> {
  const visitor = personOf(service, '', '')
  const body = { name, password: PASSWORD, ...(code && { code }) }
  const reply = await visitor.reply('logIn', { body })
  if (reply.status === 200) return 'in'
  return (reply.json as { type: string }).type.replace('urn:trimerge:problem:', '')
}

async function actionsOf({ storage }: RunningService, object: string): Promise<readonly string[]> {
  const entries = await storage.store.audit.list({}, { limit: 100 })
  return entries
    .filter((entry) => entry.object === object)
    .map(({ action }) => action)
    .toReversed()
}

test('where a second factor is required, an operator without one can do nothing else', async (t) => {
  const service = await runningService(t, { flags: { 'operator-second-factor': 'required' } })
  const one = await person(service, 'operator', { name: 'ada' })
  const other = personOf(service, cookieOf(await loginReply(service, 'ada')), '')
  assert.equal((await one.call('readSession')).secondFactor, 'required')
  assert.equal(await one.refused('listOrders'), 'second-factor-needed')
  assert.equal(await statusByPassword(service), 401)

  await t.test('the set-up needs the password, a key of the service and a code', async () => {
    const { uri, ...setup } = await one.call('beginSecondFactor')
    assert.equal(uri, `otpauth://totp/Trimerge%3Aada?secret=${setup.secret}&issuer=Trimerge`)
    const good = { ...setup, password: PASSWORD, code: codeOf(setup.secret) }
    const foreign = base32(new Uint8Array(20))
    for (const change of [
      { password: 'another password' },
      { code: codeOf(setup.secret, 7) },
      { secret: foreign, code: codeOf(foreign) },
    ]) {
      const refused = await one.refused('addSecondFactor', { body: { ...good, ...change } })
      assert.equal(refused, 'rejected')
    }
    assert.equal((await one.call('readSession')).secondFactor, 'required')
  })

  const { setup, sent, recoveryCodes } = await setUp(one)
  assert.equal(recoveryCodes.length, 10)
  assert.equal((await one.call('readSession')).secondFactor, 'active')
  await one.call('listOrders')
  assert.equal(await other.refused('readSession'), 'unauthenticated')
  assert.equal(await one.refused('beginSecondFactor'), 'conflict')

  await t.test('a login needs a code that was not used before', async () => {
    assert.equal(await login(service, 'ada'), 'code-needed')
    assert.equal(await login(service, 'ada', sent.code), 'wrong-credentials', 'used at the set-up')
    const code = codeOf(setup.secret, 1)
    const both = await Promise.all([login(service, 'ada', code), login(service, 'ada', code)])
    assert.deepEqual(both.toSorted(), ['in', 'wrong-credentials'])
  })

  await t.test('a recovery code works only once', async () => {
    const [first = '', second = ''] = recoveryCodes
    assert.equal(await login(service, 'ada', first.toUpperCase().replace('-', ' ')), 'in')
    assert.equal(await login(service, 'ada', first), 'wrong-credentials')
    assert.equal(await login(service, 'ada', second), 'in')
  })

  await t.test('the second factor is sealed, and every change is in the audit trail', async () => {
    const sql = "select second_factor from operators where name = 'ada'"
    const [row] = await service.storage.database.read({ sql, params: [] })
    const sealed = Buffer.from(row?.second_factor as Uint8Array)
    const secret = fromBase32(setup.secret) ?? new Uint8Array()
    for (const part of [secret, Buffer.from(secret.toHex()), Buffer.from(setup.secret)]) {
      assert.equal(sealed.indexOf(part), -1)
    }
    const actions = ['operator.created', 'second-factor.added']
    assert.deepEqual(await actionsOf(service, 'ada'), [
      ...actions,
      'recovery-code.used',
      'recovery-code.used',
    ])
    assertEnded(await run(['audit', 'verify', '--data', service.data]), 0)
  })

  await t.test('a command removes a lost second factor and ends all sessions', async () => {
    const reset = ['operator', 'reset-second-factor', '--data', service.data]
    assertEnded(await run([...reset, 'nobody']), 1, 'user not found')
    assertEnded(await run([...reset, 'ada']), 0, 'user ada: second factor removed')
    assertEnded(await run([...reset, 'ada']), 1, 'has no second factor')
    assert.equal(await one.refused('readSession'), 'unauthenticated')
    assert.equal(await login(service, 'ada'), 'in')
    assert.equal((await actionsOf(service, 'ada')).at(-1), 'second-factor.removed')
  })
})

async function loginReply(service: RunningService, name: string) {
  return await personOf(service, '', '').reply('logIn', { body: { name, password: PASSWORD } })
}

test('guessing codes is throttled like guessing passwords, even with the right password', async (t) => {
  const service = await runningService(t)
  await setUp(await person(service, 'operator', { name: 'ada' }))
  const tries: string[] = []
  for (let count = 0; count < 11; count++) {
    tries.push(await login(service, 'ada', '000000'))
    // The password alone does not count as a success, so it does not reset the count.
    if (count < 9) assert.equal(await login(service, 'ada'), 'code-needed')
  }
  assert.equal(tries.filter((each) => each === 'wrong-credentials').length, 10)
  assert.equal(tries.at(-1), 'too-many')
})

test('write access to the database does not bypass a second factor', async (t) => {
  const service = await runningService(t)
  const { setup } = await setUp(await person(service, 'operator', { name: 'ada' }))
  const eve = await setUp(await person(service, 'operator', { name: 'eve' }))
  const change = (value: string) =>
    service.storage.database.commit([
      { sql: `update operators set second_factor = ${value} where name = 'ada'`, params: [] },
    ])
  await change('null')
  assert.equal(await login(service, 'ada'), 'wrong-credentials')
  await change("(select second_factor from operators where name = 'eve')")
  assert.equal(await login(service, 'ada', codeOf(eve.setup.secret, 1)), 'wrong-credentials')
  assert.equal(await login(service, 'ada', codeOf(setup.secret, 1)), 'wrong-credentials')
  assertEnded(await run(['audit', 'verify', '--data', service.data]), 1, 'operators ada')
})

/** Reads the clock of the sandbox with a password only, and returns the status. */
async function statusByPassword({ url }: RunningService): Promise<number> {
  const authorization = `Basic ${btoa(`ada:${PASSWORD}`)}`
  return (await fetch(`${url}/sandbox/clock`, { headers: { authorization } })).status
}

test('programs that send only a password are rejected for a user with a second factor', async (t) => {
  const service = await runningService(t)
  const ada = await person(service, 'operator', { name: 'ada' })
  const status = () => statusByPassword(service)
  assert.equal(await status(), 200)
  const { recoveryCodes } = await setUp(ada)
  assert.equal(await status(), 401)
  const [code = ''] = recoveryCodes
  const wrong = { body: { password: PASSWORD, code: 'aaaaa-aaaaa' } }
  assert.equal(await ada.refused('removeSecondFactor', wrong), 'rejected')
  await ada.call('removeSecondFactor', { body: { password: PASSWORD, code } })
  assert.equal(await status(), 200)
})

test('a command resets a forgotten password and ends all sessions', async (t) => {
  const service = await runningService(t)
  const ada = await person(service, 'auditor', { name: 'ada' })
  const reset = ['operator', 'reset-password', '--data', service.data]
  assertEnded(await run([...reset, 'nobody']), 1, 'user not found')
  const ended = await run([...reset, 'ada'])
  assertEnded(ended, 0, /^user ada, password [\w-]{43}\n$/)
  assert.equal(await ada.refused('readSession'), 'unauthenticated')
  assert.equal(await login(service, 'ada'), 'wrong-credentials')
  const password = ended.stdout.trim().split(' ').at(-1) ?? ''
  const answer = await personOf(service, '', '').call('logIn', { body: { name: 'ada', password } })
  assert.equal(answer.operator.name, 'ada')
  assert.equal((await actionsOf(service, 'ada')).includes('password.changed'), true)
})
