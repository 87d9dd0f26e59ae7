/** The texts of simulated files are stored in one piece, so that a file becomes JSON quickly. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { detail } from '../../support/detail.ts'
import { programEnvironment } from '../../support/programs.ts'

const PROGRAM = fileURLToPath(new URL('text-storage.ts', import.meta.url))

detail('no longer text of a file is a concatenation or a part of a longer text', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--allow-natives-syntax', PROGRAM], {
    encoding: 'utf8',
    env: programEnvironment(),
    maxBuffer: 1_000_000_000,
  })
  const types = [...stdout.matchAll(/^ - type: (\w+)/gm)].map(([, type]) => type ?? '')
  const paths = stderr.trim().split('\n')
  assert(paths.length > 5_000, `${paths.length} texts were looked at`)
  assert.equal(types.length, paths.length)
  const inPieces = paths.filter((_, index) => /CONS|SLICED/.test(types[index] ?? ''))
  assert.deepEqual([...new Set(inPieces)], [])
})
