/** Runs test files, several in one process where that will do, on as many processes as asked for. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SERVER_VARIABLE, startPostgres } from '../../test/support/postgres-program.ts'
import { distances, type Graph } from './imports.ts'
import { type Lane, laneOf } from './lanes.ts'

/** Test files that one process runs, one after the other. */
export type Batch = readonly string[]

const SEED = './test/support/property-seed.ts'

/** Test files as batches, by lane; each lane's files are dealt out so that they take as long. */
export function batchesOf(
  files: readonly string[],
  lanes: Readonly<Record<Lane, number>>,
  graph: Graph,
): readonly Batch[] {
  const byLane = Map.groupBy(files, (file) => laneOf(file, graph))
  return (Object.keys(lanes) as Lane[]).flatMap((lane) => dealt(byLane.get(lane) ?? [], lanes[lane]))
}

function dealt(files: readonly string[], most: number): readonly Batch[] {
  const count = Math.min(most, files.length)
  return Array.from({ length: count }, (_, own) => files.filter((__, index) => index % count === own))
}

/** Runs batches in their order; the exit code. */
export async function runBatches(batches: readonly Batch[], graph: Graph): Promise<number> {
  // Compiling is a good part of what a short test does, and most files and services need the same.
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-tests-'))
  const files = batches.flat()
  const needsServer = distances(graph, files).has('test/support/postgres-server.ts')
  const server = needsServer ? await startPostgres() : undefined
  try {
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
      ...(server && { [SERVER_VARIABLE]: server.url }),
    }
    const entries = batches.map((batch, index) => entryOf(batch, index, folder))
    const options = ['--import', SEED, '--test', `--test-concurrency=${availableParallelism()}`]
    const child = spawn(process.execPath, [...options, ...entries], { stdio: 'inherit', env })
    return await endOf(child)
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that the runner gives a process of its own, and that imports the tests of a batch. */
function entryOf(batch: Batch, index: number, folder: string): string {
  const imports = batch.map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`)
  const entry = join(folder, `${String(index).padStart(3, '0')}.test.mjs`)
  writeFileSync(entry, imports.join(''))
  return entry
}

async function endOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
