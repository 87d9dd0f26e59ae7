/** Tests the memory limits that a service sets for its threads, unless Node was given others. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { missingFlags, V8_FLAGS } from '../../src/app/process-setup.ts'

const ROOT = join(import.meta.dirname, '../..')
const MIB = 1_048_576
/** Starts a thread as a service does, and prints the heap limit of the thread in bytes. */
const PROGRAM = `
  import { Worker } from 'node:worker_threads'
  import { limitMemory } from './src/app/process-setup.ts'
  limitMemory()
  const thread = "import { parentPort } from 'node:worker_threads'; import { getHeapStatistics } from 'node:v8'; parentPort.postMessage(getHeapStatistics().heap_size_limit)"
  const resourceLimits = { maxYoungGenerationSizeMb: Number(process.env.YOUNG_MIB) }
  new Worker(thread, { eval: true, resourceLimits }).on('message', (bytes) => console.log(bytes))
`

function heapLimitMiB(nodeOptions: string, youngMiB = 24): number {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_OPTIONS: nodeOptions, YOUNG_MIB: String(youngMiB) },
    },
  )
  assert.match(stdout, /^\d+\n$/, stderr)
  return Number(stdout) / MIB
}

for (const [title, nodeOptions, fromMiB, toMiB] of [
  ['takes a gigabyte and the room for short-lived objects at most', '', 500, 1_100],
  ['takes what Node was given', '--max-old-space-size=1500', 1_500, 1_600],
] as const) {
  test(`a thread of a service ${title}`, () => {
    const limitMiB = heapLimitMiB(nodeOptions)
    assert.ok(fromMiB <= limitMiB && limitMiB <= toMiB, `${limitMiB} MiB`)
  })
}

test('a thread started with a limit for short-lived objects has that limit', () => {
  assert.ok(heapLimitMiB('', 96) > heapLimitMiB(''))
})

test('only limits that Node was not given are set', () => {
  assert.deepEqual(missingFlags(''), V8_FLAGS)
  assert.deepEqual(missingFlags(V8_FLAGS.join(' ')), [])
  assert.deepEqual(missingFlags('--no-warnings --max_old_space_size=300'), [
    '--min-semi-space-size=8',
  ])
})

test('npm start gives the main thread the limits that the program gives its threads', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const flag of V8_FLAGS) assert.ok(scripts.start.includes(` ${flag} `), flag)
})
