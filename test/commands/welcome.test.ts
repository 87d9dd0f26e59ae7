/** Tests the output of a start: a box for people on a terminal, plain lines for programs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxedWelcome, plainWelcome } from '../../src/commands/welcome.ts'

const welcome = {
  version: '1.2.3',
  address: 'http://127.0.0.1:8080',
  consoleUrl: 'http://127.0.0.1:8080/console/sign-in/TOKEN',
  signsIn: true,
  credentialsFile: 'data/sandbox-credentials.json',
  curl: 'curl -K data/sandbox.curl http://127.0.0.1:8080/credit_report',
}

test('on a terminal, the box is closed and commands can be copied', () => {
  const lines = boxedWelcome(welcome)
  const box = lines.slice(0, lines.indexOf(''))
  assert.deepEqual(new Set(box.map((line) => line.length)).size, 1)
  assert.match(
    box.join('\n'),
    /Trimerge 1\.2\.3[\s\S]*http:\/\/127\.0\.0\.1:8080[\s\S]*data\/sandbox/,
  )
  for (const copied of [welcome.curl, welcome.consoleUrl]) assert.ok(lines.includes(`  ${copied}`))
})

test('without a terminal, the first line is the address of the service', () => {
  const [first, ...rest] = plainWelcome(welcome)
  assert.equal(first, 'listening on http://127.0.0.1:8080')
  for (const shown of [welcome.curl, welcome.consoleUrl]) assert.ok(rest.includes(`  ${shown}`))
})

test('a production service prints nothing more', () => {
  const production = { ...welcome, credentialsFile: undefined, curl: undefined }
  assert.deepEqual(boxedWelcome(production), plainWelcome(production))
})
