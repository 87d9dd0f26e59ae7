// node:test over HTTP, for clients that know only the address: node --test examples/tests
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { env } from 'node:process'
import { createInterface } from 'node:readline'
import { after, before, beforeEach, test } from 'node:test'

// biome-ignore lint/style/noProcessEnv: a recipe of a client, not code of the service
const [command, ...first] = (env.TRIMERGE ?? 'npx trimerge').split(' ')
let service
let url
let Authorization

before(async () => {
  const parts = ['serve', '--temporary', '--port', '0', '--json']
  service = spawn(command, [...first, ...parts], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(service.stdout), 'line')
  const started = JSON.parse(line)
  const { name, secret } = started.account
  url = started.url
  Authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
})
after(() => service.kill())
beforeEach(() => control('POST', '/reset'))

async function control(method, path, body) {
  const headers = { Authorization, ...(body && { 'Content-Type': 'application/json' }) }
  const response = await fetch(`${url}/sandbox${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  // The body says what is wrong.
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
  const isJson = response.headers.get('content-type')?.includes('json')
  return isJson ? JSON.parse(text) : text
}

async function order(operation, body) {
  const headers = { Authorization, 'Content-Type': 'application/xml' }
  const response = await fetch(`${url}/${operation}`, { method: 'POST', headers, body })
  return response.text()
}

test('a custom person has the accounts of the file', async () => {
  const card = { id: 'card', kind: 'creditCard', opened: '4 years ago', limit: 5000, balance: 1234 }
  await control('PUT', '/people/ada', { accounts: [card] })
  const report = await order('credit_report', await control('GET', '/people/ada/order'))
  assert.match(report, /_UnpaidBalanceAmount="1234"/)
})

test('a wrong call says what is wrong', async () => {
  const call = control('PUT', '/people/ada', { outcome: { middleScore: 851 } })
  await assert.rejects(call, /outcome\.middleScore/)
})

test('after two months a refresh shows changes', async () => {
  const first = await order('credit_report', await control('GET', '/personas/avery/order'))
  const [, reportId] = /CreditReportIdentifier="(\w+)"/.exec(first)
  await control('POST', '/clock', { advance: '65d' })
  const path = `/personas/avery/order?operation=refresh_report&reportId=${reportId}`
  const refresh = await order('refresh_report', await control('GET', path))
  assert.match(refresh, /_Name="Differences" _Value="[1-9]/)
})
