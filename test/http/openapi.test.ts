/** The OpenAPI description: it is complete and consistent, and its schemas accept its samples. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { CODES } from '../../src/errors.ts'
import { openApi } from '../../src/http/openapi.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { runningService } from '../support/running-service.ts'

interface Media {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly description: string
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers?: Readonly<Record<string, object>>
        readonly content?: Readonly<Record<string, Media>>
      }
    >
  >
}
interface Description {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

const description = openApi('1.2.3', '', true) as unknown as Description
const operations = Object.values(description.paths).flatMap((path) => Object.values(path))
const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema({ $id: 'api', ...description })

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, content]) =>
    name === '$ref' && typeof content === 'string' ? [content] : references(content),
  )
}

test('every operation has its own identifier, a declared tag, a description and its errors', () => {
  const ids = operations.map(({ operationId }) => operationId)
  assert.deepEqual([...new Set(ids)], ids)
  const tags = new Set(description.tags.map(({ name }) => name))
  for (const { operationId, tags: own, description: text, responses } of operations) {
    assert.ok(own.every((tag) => tags.has(tag)) && own.length === 1, operationId)
    assert.ok(text.length > 0, operationId)
    assert.ok(
      Object.keys(responses).some((status) => status.startsWith('4')),
      operationId,
    )
  }
  for (const { path, name } of Object.values(OPERATIONS)) {
    const { post } = description.paths[path] ?? {}
    const all = [
      post?.description,
      ...Object.values(post?.responses ?? {}).map((one) => one.description),
    ]
    const text = all.join('\n')
    for (const { code, status, text: what } of Object.values(CODES)) {
      assert.ok(text.includes(code) && (status === 200 || text.includes(what)), `${name} ${what}`)
    }
  }
})

test('the problems of a control call are described for every status', () => {
  // A call can fail with 500 or 503, too.
  const calls = operations.filter(({ tags }) => tags.includes('Sandbox'))
  assert.ok(calls.length > 20)
  for (const { operationId, responses } of calls) {
    for (const status of ['400', '401', '403', 'default']) {
      assert.ok(status in responses, `${operationId} ${status}`)
    }
  }
})

test('every reference leads to a schema, and every schema is used', () => {
  const found = new Set(references(description))
  const known = Object.keys(description.components.schemas).map(
    (name) => `#/components/schemas/${name}`,
  )
  assert.deepEqual(
    [...found].filter((reference) => !known.includes(reference)),
    [],
  )
  assert.deepEqual(
    known.filter((reference) => !found.has(reference)),
    [],
  )
})

test('schemas have different names without case and punctuation, as code generators write them', () => {
  const names = Object.keys(description.components.schemas)
  const inCode = new Set(names.map((name) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()))
  assert.equal(inCode.size, names.length)
})

test('every order has samples in XML and JSON that the schemas accept', () => {
  let count = 0
  for (const { path, name } of Object.values(OPERATIONS)) {
    const { post } = description.paths[path] ?? {}
    for (const [where, content] of [
      ['request', post?.requestBody?.content],
      ['200', post?.responses['200']?.content],
    ] as const) {
      assert.deepEqual(Object.keys(content ?? {}), ['application/xml', 'application/json'])
      for (const [type, { schema, examples = {} }] of Object.entries(content ?? {})) {
        const text = JSON.stringify(schema).replaceAll('"#/', '"api#/')
        const validate = ajv.compile(JSON.parse(text))
        assert.ok(Object.keys(examples).length > 0, `${name} ${where} ${type}`)
        for (const [title, { value }] of Object.entries(examples)) {
          count += 1
          assert.ok(
            validate(value),
            `${name} ${where} ${type} ${title} ${ajv.errorsText(validate.errors)}`,
          )
        }
        assert.ok(!validate({}), `${name} ${where} ${type}`)
      }
    }
  }
  assert.equal(count, Object.keys(OPERATIONS).length * 6)
})

test('the responses to orders have the described headers', async (t) => {
  const { url, authorization: Authorization } = await runningService(t)
  const post = { method: 'POST', body: orderDocument('credit_report') }
  const xml = { 'Content-Type': 'application/xml' }
  await fetch(`${url}/credit_report`, { ...post, headers: { ...xml, Authorization } })
  const { responses } = description.paths['/credit_report']?.post ?? assert.fail()
  for (const [status, request] of [
    [200, { ...post, headers: { ...xml, Authorization } }],
    [401, { ...post, headers: xml }],
    [405, { method: 'GET' }],
    [415, { ...post, headers: { Authorization, 'Content-Type': 'text/csv' } }],
    [429, { ...post, headers: { ...xml, Authorization: 'Basic c2FuZGJveDp3cm9uZw==' } }],
  ] as const) {
    let response = await fetch(`${url}/credit_report`, request)
    for (let attempt = 0; attempt < 30 && response.status !== status; attempt += 1) {
      response = await fetch(`${url}/credit_report`, request)
    }
    assert.equal(response.status, status)
    const described = Object.keys(responses[status]?.headers ?? {})
    const names = [
      'X-Request-Id',
      'Trimerge-Retry',
      'WWW-Authenticate',
      'Allow',
      'Accept',
      'Retry-After',
    ]
    assert.deepEqual(
      described,
      names.filter((name) => response.headers.has(name)),
      `${status}`,
    )
  }
})

test('the body of a health check is as described', async (t) => {
  const { url } = await runningService(t)
  for (const path of ['/health/live', '/health/ready']) {
    const response = await fetch(`${url}${path}`)
    const { schema } =
      description.paths[path]?.get?.responses['200']?.content?.['application/json'] ?? assert.fail()
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    assert.ok(ajv.validate(schema, await response.json()), path)
  }
})
