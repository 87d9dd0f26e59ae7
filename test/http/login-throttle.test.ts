/** Failed logins: whom they delay and for how long, and that responses reveal nothing. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { OrderError } from '../../src/errors.ts'
import { authenticator } from '../../src/http/auth/account-login.ts'
import { guessingLimits } from '../../src/http/auth/guessing.ts'
import { operatorAuthenticator, passwordChecker } from '../../src/http/auth/operator-login.ts'
import { ACCOUNT_POLICY } from '../../src/http/auth/throttle.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'

const BODY = orderDocument('mortgage_only')
/** An address, and one in another network. */
const HERE = '198.51.100.7'
const ELSEWHERE = '203.0.113.7'

function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
}

function attempt(service: RunningService, authorization: string, address = HERE, body = BODY) {
  const headers = { Authorization: authorization, 'X-Forwarded-For': address }
  return service.post('mortgage_only', body, headers)
}

async function failTimes(service: RunningService, count: number, name: string): Promise<number[]> {
  const statuses = []
  for (let failed = 0; failed < count; failed++) {
    statuses.push((await attempt(service, basic(name, `guess-${failed}`))).status)
  }
  return statuses
}

function loginKeyOf({ storage }: RunningService, name: string): Uint8Array {
  return storage.vault.blindIndex('login account', `198.51.100.0/24 ${name}`)
}

async function rowsOf(service: RunningService, name: string) {
  const { loginFailures } = service.storage.store
  const [failures] = await loginFailures.findAll([loginKeyOf(service, name)])
  return failures
}

/**
 * Fails until the delay is at least half a minute, so that even a slow machine is still within it.
 */
async function delayForLong(service: RunningService, name: string) {
  const { loginFailures } = service.storage.store
  for (let doubled = 0; doubled < 6; doubled++) {
    const { blockedUntil = 0 } = (await rowsOf(service, name)) ?? {}
    const at = Math.max(Date.now(), blockedUntil)
    const failed = { who: loginKeyOf(service, name), policy: ACCOUNT_POLICY }
    await loginFailures.recordAll([failed], at)
  }
}

const flags = { 'trusted-proxy': true }

test('ten failed logins have no effect, and further ones cause delays only for their network', async (t) => {
  const service = await runningService(t, { flags })
  const good = basic(service.account, service.secret)
  assert.deepEqual(await failTimes(service, 10, service.account), Array(10).fill(401))
  // The right secret still works after ten failures, and resets their count.
  assert.equal((await attempt(service, good)).status, 200)
  assert.equal(await rowsOf(service, service.account), undefined)
  assert.deepEqual(await failTimes(service, 11, service.account), Array(11).fill(401))
  const delayed = await attempt(service, good)
  assert.equal(delayed.status, 429)
  assert.equal(delayed.headers.get('retry-after'), '1')
  assert.equal(delayed.headers.get('www-authenticate'), null)
  assert.equal((await attempt(service, good, '198.51.100.200')).status, 429, 'the same network')
  assert.equal((await attempt(service, good, ELSEWHERE)).status, 200, 'another network')
  await sleep(1_050)
  assert.equal((await attempt(service, basic(service.account, 'wrong again'))).status, 401)
  assert.equal((await attempt(service, good)).headers.get('retry-after'), '2')
  await sleep(2_050)
  assert.equal((await attempt(service, good)).status, 200)
  assert.equal(await rowsOf(service, service.account), undefined)
})

test('a delayed client cannot learn whether the name or the secret is right', async (t) => {
  const service = await runningService(t, { flags })
  const { account, secret } = service
  for (const name of [account, 'nobody']) {
    const statuses = await Promise.all(
      Array.from({ length: 16 }, (_, index) => attempt(service, basic(name, `guess-${index}`))),
    )
    assert.ok(statuses.some(({ status }) => status === 401))
    await delayForLong(service, name)
  }
  const answers = await Promise.all([
    attempt(service, basic(account, secret)),
    attempt(service, basic(account, 'wrong')),
    attempt(service, basic('nobody', 'wrong')),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [429, 429, 429],
  )
  const same = answers.map(({ body }) => body.replace(/_Date="[^"]*"|DateTime="[^"]*"/gi, ''))
  assert.equal(new Set(same).size, 1)
  assert.equal(new Set(answers.map(({ headers }) => [...headers.keys()].join())).size, 1)
})

test('a request without usable credentials does not count as a failed login', async (t) => {
  const service = await runningService(t, { flags })
  for (let count = 0; count < 15; count++) {
    for (const header of ['', 'Basic', 'Bearer x', 'Basic @@@']) {
      assert.equal((await attempt(service, header)).status, 401)
    }
  }
  assert.equal((await attempt(service, basic(service.account, service.secret))).status, 200)
})

test('a login without an earlier failure writes nothing to the database', async (t) => {
  const service = await runningService(t, { flags })
  const { loginFailures } = service.storage.store
  const writes: string[] = []
  for (const name of ['recordAll', 'forget'] as const) {
    const real = loginFailures[name] as (...args: never[]) => Promise<void>
    Object.assign(loginFailures, {
      [name]: (...args: never[]) => {
        writes.push(name)
        return real(...args)
      },
    })
  }
  const good = basic(service.account, service.secret)
  await attempt(service, good)
  assert.deepEqual(writes, [])
  await attempt(service, basic(service.account, 'wrong'))
  await attempt(service, good)
  await attempt(service, good)
  assert.deepEqual(writes, ['recordAll', 'forget'])
})

/** A service, and a machine clock that a test sets. */
async function timed(t: Parameters<typeof runningService>[0]) {
  const service = await runningService(t, { flags })
  const clock = { at: Date.now() }
  return { service, clock, machineNow: () => new Date(clock.at) }
}

function secondsToWait(error: unknown): number {
  assert.ok(error instanceof OrderError)
  assert.equal(error.reason, 'tooManyRequests')
  return error.retryAfterSeconds ?? 0
}

test('delays double up to 15 minutes, and failures are forgotten after a day', async (t) => {
  const { service, clock, machineNow } = await timed(t)
  const authenticate = authenticator({ ...service.storage, machineNow })
  const wrong = () => authenticate(basic('lender', 'wrong'), '198.51.100.0/24')
  for (let count = 0; count < 10; count++) assert.equal(await wrong(), undefined)
  const waits: number[] = []
  for (let count = 0; count < 13; count++) {
    assert.equal(await wrong(), undefined)
    const seconds = await wrong().then(() => 0, secondsToWait)
    waits.push(seconds)
    clock.at += seconds * 1000
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  clock.at += 86_400_000
  for (let count = 0; count < 10; count++) assert.equal(await wrong(), undefined)
  assert.equal(await wrong(), undefined, 'the eleventh failure is the first that causes a delay')
  assert.equal(await wrong().catch(secondsToWait), 1)
})

test('an operator has ten tries, even simultaneous ones, and then waits half an hour', async (t) => {
  const { service, clock, machineNow } = await timed(t)
  const { store, vault } = service.storage
  const authenticate = operatorAuthenticator(passwordChecker(store, vault, machineNow), false)
  const { name, password } = service.operator
  const tries = Array.from({ length: 15 }, (_, index) =>
    authenticate(basic(name, `guess-${index}`), '198.51.100.0/24').catch(secondsToWait),
  )
  const ended = await Promise.all(tries)
  assert.equal(ended.filter((each) => each === undefined).length, 10)
  assert.equal(ended.filter((each) => each === 1800).length, 5)
  const right = (network: string) => authenticate(basic(name, password), network)
  assert.equal(await right('198.51.100.0/24').catch(secondsToWait), 1800)
  assert.equal(await right('203.0.113.0/24'), name)
  clock.at += 1_799_000
  assert.equal(await right('198.51.100.0/24').catch(secondsToWait), 1)
  clock.at += 1_000
  assert.equal(await right('198.51.100.0/24'), name)
})

test('simultaneous attempts of one network leave places for others', async (t) => {
  const { service, machineNow } = await timed(t)
  const { store, vault } = service.storage
  const check = passwordChecker(store, vault, machineNow)
  const many = Array.from({ length: 60 }, (_, index) =>
    check(`nobody-${index}`, 'guess', '198.51.100.0/24').catch((error) => error),
  )
  // The first checks of the limits are over, and the queue is as full as one network can make it.
  await sleep(50)
  const { name, password } = service.operator
  assert.equal((await check(name, password, '203.0.113.0/24'))?.name, name)
  const rejected = (await Promise.all(many)).filter((one) => one instanceof OrderError)
  assert.ok(rejected.length >= 60 - 24, `${rejected.length}`)
})

test('guesses for a name from many networks are slow, and the name’s own network is not locked', async (t) => {
  const { service, clock, machineNow } = await timed(t)
  const { store, vault } = service.storage
  const throttled = new Map<string, number>()
  const observer = {
    failed: () => undefined,
    throttled: (limit: string) => void throttled.set(limit, (throttled.get(limit) ?? 0) + 1),
  }
  const check = passwordChecker(store, vault, machineNow, observer)
  const { name, password } = service.operator
  assert.equal((await check(name, password, '192.0.2.0/24'))?.name, name)
  let tried = 0
  for (let guess = 0; guess < 130; guess++) {
    const network = `10.0.${guess % 15}.0/24`
    await check(name, `guess-${guess}`, network).then(
      () => {
        tried += 1
      },
      (error) => assert.ok(secondsToWait(error) <= 1800),
    )
    clock.at += 1_000
  }
  assert.ok(tried <= 30, `${tried} guesses were tried in two minutes`)
  assert.ok((throttled.get('name') ?? 0) > 90)
  assert.equal(
    (await check(name, password, '192.0.2.0/24'))?.name,
    name,
    'the operator’s own network',
  )
  const [entry] = await store.audit.list({ action: 'login.rejected' }, { limit: 1 })
  assert.deepEqual([entry?.object, entry?.fields], [name, ['name']])
})

test('guesses for many names are limited for each network and for the networks of one site', async (t) => {
  const { service, clock, machineNow } = await timed(t)
  const { store, vault } = service.storage
  const limits = guessingLimits(store, vault, machineNow, {
    failed: () => undefined,
    throttled: () => undefined,
  })
  const guessAll = async (networkOf: (guess: number) => string) => {
    let tried = 0
    for (let guess = 0; guess < 130; guess++) {
      const state = await limits.check(`name-${guess}`, networkOf(guess)).catch(secondsToWait)
      if (typeof state === 'number') continue
      tried += 1
      await limits.record(state, false, undefined)
    }
    return tried
  }
  assert.equal(await guessAll(() => '198.51.100.0/24'), 31)
  clock.at += 86_400_000
  assert.equal(await guessAll((guess) => `2001:db8:7:${guess.toString(16)}::/64`), 61)
  clock.at += 86_400_000
  assert.equal(await guessAll((guess) => `2001:db8:${guess.toString(16)}:1::/64`), 130)
})

test('neither names nor attempted secrets are stored in the table of failures', async (t) => {
  const service = await runningService(t, { flags })
  await attempt(service, basic('canary-name', 'canary-secret'))
  const row = await rowsOf(service, 'canary-name')
  assert.equal(row?.failures, 1)
  const bytes = readdirSync(service.data)
    .filter((name) => name.startsWith('trimerge.db'))
    .map((name) => readFileSync(join(service.data, name)))
  assert.ok(Buffer.concat(bytes).includes('login_failures'))
  assert.ok(!Buffer.concat(bytes).includes('canary'))
})

test('throttled logins are in the audit trail, under a known name or as unknown', async (t) => {
  const service = await runningService(t, { flags })
  await failTimes(service, 10, service.account)
  const audited = async () => {
    const entries = await service.storage.database.read({
      sql: `select object, account from audit_entries where action = 'login.rejected' order by number`,
      params: [],
    })
    return entries.map(({ object, account }) => [object, account])
  }
  assert.deepEqual(await audited(), [])
  await failTimes(service, 2, service.account)
  await failTimes(service, 12, 'typed-secret')
  assert.deepEqual(await audited(), [
    [service.account, service.account],
    ['unknown', null],
  ])
})
