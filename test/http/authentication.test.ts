/** HTTP Basic authentication over a socket: RFC 7617, RFC 9110 section 11. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccountProfile } from '../../src/orders/intake/ordering-account.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { answerDocument } from '../orders/support/answer-document.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../support/running-service.ts'
import { requestText, sendRaw } from './raw.ts'

/** Names and secrets of accounts that may order. */
const ACCOUNTS: readonly (readonly [string, string])[] = [
  ['lender', 'secret-1'],
  ['other', 'secret-2'],
  ['colons', 'a:b::c:'],
  ['padded', '????>>>>'],
  // The two examples in RFC 7617.
  ['Aladdin', 'open sesame'],
  ['test', '123£'],
  ['accent', 'caf\u00e9'],
]

async function accountsAt(service: RunningService): Promise<void> {
  const { store, vault } = service.storage
  for (const [name, secret] of ACCOUNTS) {
    await store.accounts.create(
      { name, profile: AccountProfile.parse({}), createdAt: 0 },
      { id: `S-${name}`, hash: vault.secretHash(secret), createdAt: 0 },
      SERVICE,
    )
  }
}

function base64(text: string | readonly number[]): string {
  return Buffer.from(text as string).toString('base64')
}

const good = base64('lender:secret-1')
const inside = { in: 'E101' } as const
const denied = { in: 'E036' } as const
const ambiguous = { in: 'E999' } as const

/** Header lines as sent, and the resulting code: E101 means that authentication succeeded. */
const CASES: readonly (readonly [string, readonly string[], { readonly in: string }])[] = [
  ['name and secret', [`Authorization: Basic ${good}`], inside],
  ['the scheme in lower case', [`Authorization: basic ${good}`], inside],
  ['the scheme in upper case', [`Authorization: BASIC ${good}`], inside],
  ['the scheme in mixed case', [`Authorization: bAsIc ${good}`], inside],
  ['the header name in lower case', [`authorization: Basic ${good}`], inside],
  ['two spaces after the scheme', [`Authorization: Basic  ${good}`], inside],
  ['spaces around the value', [`Authorization:   Basic ${good}  `], inside],
  ['a secret with colons', [`Authorization: Basic ${base64('colons:a:b::c:')}`], inside],
  ['a token with plus and slash', [`Authorization: Basic ${base64('padded:????>>>>')}`], inside],
  ['the first example of the RFC', ['Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='], inside],
  ['the second example of the RFC', ['Authorization: Basic dGVzdDoxMjPCow=='], inside],
  [
    'an accent as a combining character',
    [`Authorization: Basic ${base64('accent:cafe\u0301')}`],
    inside,
  ],
  ['no header', [], denied],
  ['an empty header', ['Authorization:'], denied],
  ['only the scheme', ['Authorization: Basic'], denied],
  ['the scheme and a space', ['Authorization: Basic '], denied],
  ['no space after the scheme', [`Authorization: Basic${good}`], denied],
  ['a tab after the scheme', [`Authorization: Basic\t${good}`], denied],
  ['no scheme', [`Authorization: ${good}`], denied],
  ['Bearer', [`Authorization: Bearer ${good}`], denied],
  ['Digest', ['Authorization: Digest username="lender", realm="trimerge"'], denied],
  ['Negotiate', [`Authorization: Negotiate ${good}`], denied],
  ['credentials in another header', [`Proxy-Authorization: Basic ${good}`], denied],
  ['name and secret without encoding', ['Authorization: Basic lender:secret-1'], denied],
  ['a token encoded twice', [`Authorization: Basic ${base64(good)}`], denied],
  ['a token in quotes', [`Authorization: Basic "${good}"`], denied],
  ['a token as a parameter', [`Authorization: Basic token=${good}`], denied],
  ['a token followed by a parameter', [`Authorization: Basic ${good};charset=UTF-8`], denied],
  ['a token without padding', ['Authorization: Basic dGVzdDoxMjPCow'], denied],
  ['a token with too much padding', [`Authorization: Basic ${good}=`], denied],
  ['characters after the padding', ['Authorization: Basic dGVzdDoxMjPCow==garbage'], denied],
  [
    'a token with a space inside',
    [`Authorization: Basic ${good.slice(0, 6)} ${good.slice(6)}`],
    denied,
  ],
  [
    'a token in the URL-safe alphabet',
    [`Authorization: Basic ${base64('padded:????>>>>').replaceAll('+', '-').replaceAll('/', '_')}`],
    denied,
  ],
  ['a token with leftover bits', ['Authorization: Basic dGVzdDoxMjPCox=='], denied],
  ['a token that is not base64', ['Authorization: Basic @@@'], denied],
  ['only padding', ['Authorization: Basic ===='], denied],
  ['no colon', [`Authorization: Basic ${base64('lender')}`], denied],
  ['only a colon', [`Authorization: Basic ${base64(':')}`], denied],
  ['no name', [`Authorization: Basic ${base64(':secret-1')}`], denied],
  ['no secret', [`Authorization: Basic ${base64('lender:')}`], denied],
  ['a wrong secret', [`Authorization: Basic ${base64('lender:secret-2')}`], denied],
  [
    'a secret with characters after it',
    [`Authorization: Basic ${base64('lender:secret-1:x')}`],
    denied,
  ],
  ['a secret in another case', [`Authorization: Basic ${base64('lender:SECRET-1')}`], denied],
  [
    'a secret with a trailing space',
    [`Authorization: Basic ${base64('lender:secret-1 ')}`],
    denied,
  ],
  ['a name in another case', [`Authorization: Basic ${base64('Lender:secret-1')}`], denied],
  ['a name with a leading space', [`Authorization: Basic ${base64(' lender:secret-1')}`], denied],
  ['an unknown name', [`Authorization: Basic ${base64('nobody:secret-1')}`], denied],
  ['a name with SQL', [`Authorization: Basic ${base64("lender' or '1'='1:secret-1")}`], denied],
  [
    'a byte order mark before the name',
    [`Authorization: Basic ${base64('\ufefflender:secret-1')}`],
    denied,
  ],
  ['NUL after the secret', [`Authorization: Basic ${base64('lender:secret-1\0')}`], denied],
  ['a line end after the secret', [`Authorization: Basic ${base64('lender:secret-1\n')}`], denied],
  ['DEL in the name', [`Authorization: Basic ${base64('len\u007fder:secret-1')}`], denied],
  [
    'ISO-8859-1 instead of UTF-8',
    [`Authorization: Basic ${base64([...Buffer.from('test:123'), 0xa3])}`],
    denied,
  ],
  [
    'bytes that are not UTF-8',
    [`Authorization: Basic ${base64([0x61, 0x3a, 0xc0, 0xaf])}`],
    denied,
  ],
  ['a list of two credentials', [`Authorization: Basic ${good}, Basic ${good}`], ambiguous],
  [
    'two identical headers',
    [`Authorization: Basic ${good}`, `Authorization: Basic ${good}`],
    ambiguous,
  ],
  [
    'two headers, the first wrong',
    ['Authorization: Basic eDp5', `Authorization: Basic ${good}`],
    ambiguous,
  ],
  [
    'two headers, the second wrong',
    [`Authorization: Basic ${good}`, 'authorization: Basic eDp5'],
    ambiguous,
  ],
  ['a header of 5,000 characters', [`Authorization: Basic ${'QUFB'.repeat(1250)}`], ambiguous],
]

test('only valid credentials in a valid Authorization header are accepted', async (t) => {
  const service = await runningService(t)
  await accountsAt(service)
  for (const [title, lines, { in: code }] of CASES) {
    const head = ['POST /credit_report HTTP/1.1', 'Host: x', 'Content-Type: text/xml', ...lines]
    const sent = requestText([...head, 'Content-Length: 1'], '<')
    const answer = await sendRaw(service.url, sent)
    const document = answerDocument(answer.body)
    assert.equal(document.text('STATUS.__Code'), code, title)
    assert.equal(answer.status, code === 'E036' ? 401 : 400, title)
    const challenge = code === 'E036' ? 'Basic realm="trimerge", charset="UTF-8"' : undefined
    assert.equal(answer.headers.get('www-authenticate'), challenge, title)
  }
})

test('a rejected header is described by its form, and never by which part of it is wrong', async (t) => {
  const service = await runningService(t)
  await accountsAt(service)
  const form = /must be Basic, a space, and the base64 of name, colon and secret/
  for (const [header, text] of [
    ['', /is missing/],
    [`Bearer ${good}`, /a scheme other than Basic/],
    [`Basic${good}`, /a scheme other than Basic/],
    ['Basic', form],
    ['basic lender:secret-1', form],
    [`Basic ${base64('lender')}`, form],
    [`Basic ${base64('lender:secret-1\n')}`, /without a line break/],
    [`Basic ${base64('lender:wrong')}`, /The account name or the secret .* is wrong/],
  ] as const) {
    const headers = { Authorization: header }
    const { body } = await service.post('credit_report', '<', headers)
    assert.match(answerDocument(body).texts('CREDIT_ERROR_MESSAGE._Text').join(), text, header)
  }
})

test('all four operations require credentials, and the response does not wait for the body', async (t) => {
  const service = await runningService(t)
  for (const path of [
    '/credit_report',
    '/pre_qualification',
    '/mortgage_only',
    '/refresh_report',
  ]) {
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: text/xml']
    const answer = await sendRaw(
      service.url,
      requestText([...head, 'Content-Length: 900000'], '<R'),
    )
    assert.equal(answer.status, 401)
  }
})

test('an unknown name and a wrong secret get the same response, byte by byte', async (t) => {
  const service = await runningService(t, { surroundings: fixedSurroundings() })
  await accountsAt(service)
  const bodies = ['lender:wrong', 'nobody:wrong', 'nobody:secret-1', 'lender:', ':x'].map((text) =>
    service.post('credit_report', orderDocument('credit_report'), {
      Authorization: `Basic ${base64(text)}`,
    }),
  )
  const answers = await Promise.all(bodies)
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  const names = answers.map(({ headers }) => [...headers.keys()].join())
  assert.equal(new Set(names).size, 1)
})

test('two secrets work during a rotation, and retired and expired ones are rejected', async (t) => {
  const service = await runningService(t, { surroundings: fixedSurroundings() })
  const { store, vault } = service.storage
  const at = Date.parse('2026-03-02T15:04:05Z')
  await accountsAt(service)
  const status = async (secret: string) => {
    const headers = { Authorization: `Basic ${base64(`lender:${secret}`)}` }
    return (await service.post('credit_report', '<', headers)).status
  }
  const changed = { id: 'S-2', hash: vault.secretHash('new'), createdAt: at }
  await store.accounts.addSecret('lender', changed, SERVICE)
  assert.deepEqual([await status('secret-1'), await status('new')], [400, 400])
  await store.accounts.retireOlderSecrets('lender', 'S-2', at, SERVICE)
  assert.deepEqual([await status('secret-1'), await status('new')], [401, 400])
  const hash = vault.secretHash('brief')
  // The secret has expired by the machine's clock, but not by the sandbox's.
  const brief = { id: 'S-3', hash, createdAt: at - 10, expiresAt: at + 3_600_000 }
  await store.accounts.addSecret('lender', brief, SERVICE)
  assert.equal(await status('brief'), 401)
})

test('no part of the credentials is logged, right or wrong', async (t) => {
  const service = await runningService(t, { flags: { 'log-level': 'trace' } })
  await accountsAt(service)
  for (const text of ['lender:secret-1', 'lender:canary-secret', 'canary-name:x']) {
    const headers = { Authorization: `Basic ${base64(text)}` }
    await service.post('credit_report', '<', headers)
  }
  const log = service.logged.join('\n')
  for (const canary of ['secret-1', 'canary', good, base64('lender:canary-secret')]) {
    assert.ok(!log.includes(canary), canary)
  }
})
