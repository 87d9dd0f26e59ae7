/**
 * Tests the single executable, without any other program and as a user who may write only to the
 * data folder. It is built once per run.
 */
import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildExecutable } from '../../scripts/executable.ts'
import { run } from '../commands/run.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { runLines } from './page.ts'
import { type Installed, runInstalled, smoke } from './smoke.ts'

const MEGABYTE = 1_000_000
/** The user `nobody`, if the test runs as root. Other users cannot switch to another user. */
const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

const folder = temporaryFolder()
const file = join(folder, 'trimerge')
const place = join(folder, 'place')
const executable: Installed = {
  words: [file],
  folder: place,
  environment: { PATH: '' },
  ...(isRoot && { user: NOBODY }),
}
after(() => {
  // An ordinary user may not remove entries of a folder without write permission.
  for (const path of [folder, place]) chmodSync(path, 0o755)
})

before(async () => {
  await buildExecutable(file, 'console/dist')
  const data = join(place, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (isRoot) chownSync(data, NOBODY.uid, NOBODY.gid)
  for (const path of [folder, file, place]) chmodSync(path, 0o555)
})

test('the executable passes the smoke suite with an empty PATH and writes only to its data', async (t) => {
  await smoke(t, executable)
})

test('the executable is one file below 200 MB, with the version of the package', async () => {
  assert.ok(statSync(file).size < 200 * MEGABYTE, `${statSync(file).size} bytes`)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.equal((await runInstalled(executable, ['--version'])).trim(), version)
})

test('the lines of docs/install.md work with the executable', async (t) => {
  const own = temporaryFolder()
  symlinkSync(file, join(own, 'trimerge'))
  await runLines(t, 'executable', own)
})

test('the executable has every command of the checkout, and no options of Node', async () => {
  const help = await runInstalled(executable, ['--help'])
  assert.equal(help, (await run(['--help'])).stdout)
  for (const command of [['config'], ['personas', 'avery'], ['demo', '--help']]) {
    assert.notEqual(await runInstalled(executable, command), '', command.join(' '))
  }
  await assert.rejects(runInstalled(executable, ['--eval', '1']), /unknown option/)
  assert.ok(!existsSync(join(place, '.compiled')))
})
