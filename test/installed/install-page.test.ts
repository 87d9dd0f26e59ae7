/** Checks that tests run the lines of docs/install.md, and runs those that create secrets. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { BLOCKS, linesFor } from './page.ts'

/** The kinds of blocks that package.test.ts, executable.test.ts and this file run. */
const RUN = ['package', 'executable', 'secrets']

test('every block of the page is run, or gives a reason', () => {
  assert.ok(BLOCKS.length >= 10)
  for (const { kind, before, lines } of BLOCKS) {
    if (kind === 'not-run') assert.match(before, /^\*Not run[^*]*\.\*$/, lines.join())
    else assert.ok(RUN.includes(kind), `${kind}: ${lines[0]}`)
  }
})

test('the lines for secrets create every secret that the compose file names', () => {
  const folder = temporaryFolder()
  const script = ['set -eu', ...linesFor('secrets')].join('\n')
  execFileSync('sh', ['-c', script], { cwd: folder, stdio: 'ignore' })
  const { secrets } = parse(readFileSync('container/compose.yaml', 'utf8')) as {
    secrets: Record<string, { file: string }>
  }
  const contents = new Map(
    Object.entries(secrets).map(([name, { file }]) => [
      name,
      readFileSync(join(folder, file), 'utf8'),
    ]),
  )
  assert.equal(Buffer.from(contents.get('master-key') ?? '', 'base64').length, 32)
  const { 'database-url': url } = parse(contents.get('trimerge.yaml') ?? '')
  assert.equal(new URL(String(url)).password, contents.get('database-password'))
})
