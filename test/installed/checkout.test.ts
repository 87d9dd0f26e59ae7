/**
 * Runs the sources of the checkout, as `npm start` does. At short length, other tests run the compiled
 * program through the whole smoke suite.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { isFull } from '../support/length.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { firstAnswer, type Installed, smoke } from './smoke.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const [node, ...words]: string[] = scripts.start.split(' ')

function checkout(options: readonly string[]): Installed {
  const { NODE_COMPILE_CACHE = temporaryFolder() } = process.env
  return {
    words: [process.execPath, ...options],
    folder: temporaryFolder(),
    environment: { NODE_COMPILE_CACHE },
  }
}

test('npm start runs the sources, and the printed command orders a report', async (t) => {
  assert.equal(node, 'node')
  const options = words.map((word) => (word.endsWith('.ts') ? resolve(word) : word))
  const { first } = await firstAnswer(t, checkout(options))
  first.child.kill('SIGTERM')
  assert.deepEqual(await once(first.child, 'exit'), [0, null])
})

test('the sources pass the smoke suite', { skip: !isFull && 'only at full length' }, async (t) => {
  await smoke(t, checkout([resolve('src/main.ts')]))
})
