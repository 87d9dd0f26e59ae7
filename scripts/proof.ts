/**
 * Runs the proofs of test/proofs and the machine underwriter at full length: `npm run proof --
 * [name …]`. Without a name, runs all of them. Each proof prints a line of figures. The services
 * that are broken on purpose do too.
 */
import { basename } from 'node:path'
import { LENGTH_VARIABLE } from '../test/support/length.ts'
import { readGraph } from './testing/imports.ts'
import { testFiles } from './testing/lanes.ts'
import { runBatches } from './testing/run.ts'

const FOLDERS = ['test/proofs/', 'test/underwriter/']
const proofs = testFiles().filter((file) => FOLDERS.some((folder) => file.startsWith(folder)))
const nameOf = (file: string) => basename(file).replace(/(?:\.alone)?\.test\.ts$/, '')
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !proofs.some((file) => nameOf(file) === name))
if (unknown.length > 0) {
  console.error(`unknown proof: ${unknown.join(', ')}; proofs: ${proofs.map(nameOf).join(', ')}`)
  process.exitCode = 2
} else {
  process.env[LENGTH_VARIABLE] = 'full'
  const chosen = proofs.filter((file) => wanted.length === 0 || wanted.includes(nameOf(file)))
  process.exitCode = await runBatches([chosen], readGraph())
}
