/** The collections: the same requests in three formats, all with the stated responses. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { before, type TestContext, test } from 'node:test'
import { VARIABLES } from '../../scripts/collections/request.ts'
import { collectionFolders } from '../../scripts/collections/requests.ts'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import { CODES, type Reason } from '../../src/errors.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import { accountOf } from '../orders/support/account-of.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { type ReadRequest, readBruno, readHttp, readPostman, type Variables } from './readers.ts'

const POSTMAN = 'collections/trimerge.postman_collection.json'
const HTTP = 'collections/trimerge.http'
const BRUNO = 'collections/bruno'

/** Errors that no request of a tool can cause, with the reason. */
const NOT_REQUESTED: Readonly<Partial<Record<Reason, string>>> = {
  tooLarge: 'its body is above a megabyte, which each of the three files would hold',
  tooSlow: 'tools send a body at once',
}

let service: RunningService
let variables: Variables
before(async (t) => {
  service = await runningService(t as TestContext)
  const restricted = await accountOf(service, {
    products: ['credit_report'],
    duplicates: 'refuse',
    requestsPerMinute: 3,
  })
  variables = {
    url: service.url,
    account: service.account,
    secret: service.secret,
    restrictedAccount: restricted.account,
    restrictedSecret: restricted.secret,
  }
})

test('the three files have the same requests', () => {
  const requests = readPostman(POSTMAN, variables)
  assert.equal(requests.length, collectionFolders().flatMap((folder) => folder.requests).length)
  assert.deepEqual(readBruno(BRUNO, variables), requests)
  assert.deepEqual(readHttp(HTTP, variables), requests)
})

test('every request of the collections gets the response that it states', async () => {
  for (const request of readPostman(POSTMAN, variables)) {
    const { status, body } = await send(request)
    assert.equal(status, request.status, `${request.name}: ${body.slice(0, 2000)}`)
    assert.ok(body.includes(request.contains), `${request.name}: ${body.slice(0, 2000)}`)
  }
})

/** Sends a request as a tool does, with any header, including those that `fetch` forbids. */
function send({ method, url, headers, body }: ReadRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const sent = httpRequest(url, { method, headers, agent: false }, async (response) => {
    let text = ''
    response.setEncoding('utf8')
    for await (const chunk of response) text += chunk
    resolve({ status: response.statusCode ?? 0, body: text })
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

test('the collections cover every operation, action, dialect, persona and error', () => {
  const folders = collectionFolders()
  const inFolder = (name: string) =>
    folders.find((folder) => folder.name === name)?.requests.map((request) => request.name) ?? []
  for (const { path, actions } of Object.values(OPERATIONS)) {
    assert.deepEqual(inFolder(`Actions of ${path}`).toSorted(), actions.toSorted(), path)
  }
  const personas = folders.filter(({ name }) => name.startsWith('Personas '))
  assert.deepEqual(
    personas.flatMap(({ requests }) => requests.map(({ name }) => name)).toSorted(),
    PERSONAS.map(({ id }) => id).toSorted(),
  )
  const errors = new Set(inFolder('Errors'))
  const missing = Object.keys(CODES).filter((reason) => !errors.has(reason))
  assert.deepEqual(missing.toSorted(), Object.keys(NOT_REQUESTED).toSorted())
})

test('no file has a secret, and every variable in use is declared', () => {
  const declared = VARIABLES.map(({ name }) => name as string)
  for (const file of [POSTMAN, HTTP]) {
    const used = readFileSync(file, 'utf8').matchAll(/\{\{(\w+)\}\}/g)
    for (const [, name = ''] of used) assert.ok(declared.includes(name), `${file}: ${name}`)
  }
  const { variable } = JSON.parse(readFileSync(POSTMAN, 'utf8'))
  for (const { key, value, type } of variable) {
    if (/secret/i.test(key)) assert.deepEqual([key, value, type], [key, '', 'secret'])
  }
})
