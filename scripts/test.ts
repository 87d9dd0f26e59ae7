/**
 * Runs every test: as many files at once as the machine has cores, and after them, one by one, the
 * files `*.alone.test.ts`. Those compare how fast a service is, or count on it being fast.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const STEPS = [
  { files: 'test/**/!(*.alone).test.ts', atOnce: availableParallelism() },
  { files: 'test/**/*.alone.test.ts', atOnce: 1 },
]
const SEED = ['--import', './test/property-seed.ts']

for (const { files, atOnce } of STEPS) {
  const args = [...SEED, '--test', `--test-concurrency=${atOnce}`, files]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
