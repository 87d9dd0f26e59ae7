/** The package as it is published: compiled, it serves and orders like the checkout. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

const MAIN = 'build/dist/main.js'

test('the published package serves, orders and names only files that it holds', async (t) => {
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { encoding: 'utf8' })
  assert.equal(built.status, 0, built.stdout + built.stderr)
  const manifest = JSON.parse(readFileSync('build/package.json', 'utf8'))
  assert.equal(manifest.devDependencies, undefined)
  for (const file of [
    manifest.bin.trimerge,
    manifest.exports['./client'],
    manifest.exports['./sandbox'],
    'console/dist/index.html',
  ]) {
    assert.ok(readFileSync(join('build', file)).length > 0)
  }

  const data = mkdtempSync(join(tmpdir(), 'trimerge-package-'))
  t.after(() => rmSync(data, { recursive: true, force: true }))
  const service = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--data', data])
  t.after(() => service.kill('SIGKILL'))
  for await (const line of createInterface(service.stdout)) {
    if (line.startsWith('listening on ')) break
  }
  const order = ['order', 'examples/credit-report.xml', '--operation', 'credit_report']
  const ordered = spawnSync(process.execPath, [MAIN, ...order, '--data', data], {
    encoding: 'utf8',
  })
  assert.equal(ordered.status, 0, ordered.stderr)
  assert.match(ordered.stdout, /Equifax +\d{3}/)
  service.kill('SIGTERM')
  assert.deepEqual(await once(service, 'exit'), [0, null])
})

// After the test above, which has built the package.
test('the example of the embedded sandbox runs with the published package', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-example-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('build'), join(folder, 'node_modules', 'trimerge'))
  const file = 'node-test.test.mjs'
  copyFileSync(join('examples/sandbox', file), join(folder, file))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = spawnSync(process.execPath, ['--test', file], { cwd: folder, env, encoding: 'utf8' })
  assert.equal(run.status, 0, run.stdout + run.stderr)
  assert.match(run.stdout, /pass 3/)
})
