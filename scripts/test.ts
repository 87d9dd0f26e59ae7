/**
 * Runs every test: as many files at once as the machine has cores, and after them, one by one, the
 * files `*.alone.test.ts`. Those compare how fast a service is, or count on it being fast.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const STEPS = [
  { files: 'test/**/!(*.alone).test.ts', atOnce: availableParallelism() },
  { files: 'test/**/*.alone.test.ts', atOnce: 1 },
]
const SEED = ['--import', './test/support/property-seed.ts']

// Compiling is a good part of what a short test does, and most files and services need the same.
const compiled = mkdtempSync(join(tmpdir(), 'trimerge-compiled-'))
const env = { ...process.env, NODE_COMPILE_CACHE: compiled }

for (const { files, atOnce } of STEPS) {
  const args = [...SEED, '--test', `--test-concurrency=${atOnce}`, files]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
  if (status !== 0) process.exitCode = 1
}
rmSync(compiled, { recursive: true, force: true })
