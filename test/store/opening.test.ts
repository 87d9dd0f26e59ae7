/** Tests several threads that open the same new database at the same moment. */
import assert from 'node:assert/strict'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { openToWrite } from '../../src/store/engine/sqlite-connection.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const THREADS = 3
/** If the threads did not wait for each other, a tenth of the openings would fail. */
const DATABASES = 20

interface Openings {
  readonly folder: string
  /** The number of threads that have reached the next database, counted over all databases. */
  readonly waiting: Int32Array
}

const pathOf = (folder: string, number: number) => join(folder, `${number}.db`)

function openEach({ folder, waiting }: Openings): void {
  for (let number = 0; number < DATABASES; number += 1) {
    Atomics.add(waiting, 0, 1)
    while (Atomics.load(waiting, 0) < (number + 1) * THREADS);
    openToWrite({ path: pathOf(folder, number), busyTimeoutMs: 5_000 }).database.close()
  }
}

async function endOf(worker: Worker): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  worker.once('error', resolve)
  worker.once('exit', () => resolve('opened'))
  return await promise
}

if (isMainThread) {
  test('connections that open a new database at the same time wait for each other', async () => {
    const folder = temporaryFolder()
    for (let number = 0; number < DATABASES; number += 1) {
      closeSync(openSync(pathOf(folder, number), 'a'))
    }
    const waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const options = { workerData: { folder, waiting } satisfies Openings }
    const workers = Array.from(
      { length: THREADS },
      () => new Worker(new URL(import.meta.url), options),
    )
    // If a thread fails, the others wait for it forever, so the first result decides.
    const first = await Promise.race(workers.map(endOf))
    await Promise.all(workers.map((worker) => worker.terminate()))
    assert.equal(first, 'opened')
  })
} else {
  openEach(workerData as Openings)
}
