/** Runs the checks of `npm run check` as tests. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { test } from 'node:test'

/**
 * The PATH that npm sets for scripts, with the programs of the packages. Starting npm would take a
 * second.
 */
const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

for (const command of scripts.check.split(' && ')) {
  test(`check: ${command}`, async () => {
    const [program = '', ...words] = command.split(' ')
    const child = spawn(program, words, { env: { ...process.env, PATH } })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => output.push(chunk))
    }
    const [code] = await once(child, 'close')
    assert.equal(code, 0, Buffer.concat(output).toString())
  })
}
