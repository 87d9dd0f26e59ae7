/** A script that controls a sandbox with only curl and jq. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { lengthOf } from '../support/length.ts'
import { runningService } from '../support/running-service.ts'

const SCRIPT = join(import.meta.dirname, '../../examples/sandbox/control.sh')

/** Faults of each group. Those of the service are no faults of a bureau, so the script leaves them out. */
const SOME_FAULTS = '^(SLOW|TIMEOUT|GARBAGE|NO HIT|Other|NotScoredFileTooLong|UNAVAILABLE)$'

const missing = ['curl', 'jq'].filter((name) => spawnSync(name, ['--version']).status !== 0)
const skip = missing.length > 0 && `this machine has no ${missing.join(' and no ')}`

test('a script controls the sandbox, and gets the same bytes in its second run', {
  skip,
}, async (t) => {
  const { url, account, secret } = await runningService(t, {
    flags: { 'bureau-timeout-ms': 1_000 },
  })
  const child = spawn('sh', [SCRIPT], {
    env: {
      ...process.env,
      TRIMERGE_URL: url,
      TRIMERGE_USER: `${account}:${secret}`,
      FAULTS: lengthOf({ short: SOME_FAULTS, full: '.' }),
    },
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  const text = Buffer.concat(output).toString()
  assert.equal(code, 0, text)
  assert.match(text, /both times the same: [1-9]\d{5,} bytes/)
})
