/** The checks of `npm run check`, as tests among the others. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

for (const command of scripts.check.split(' && ')) {
  test(`check: ${command}`, async () => {
    // npm runs scripts with the programs of the packages, and with the Node of this project.
    const child = spawn('npm', ['exec', '--no', '--', ...command.split(' ')], { shell: false })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => output.push(chunk))
    }
    const [code] = await once(child, 'close')
    assert.equal(code, 0, Buffer.concat(output).toString())
  })
}
