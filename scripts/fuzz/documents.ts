/** Fuzzes the reader with damaged documents, on several threads. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { addToCorpus } from '../../test/fuzz/corpus.ts'
import type { Figures } from '../../test/fuzz/documents.ts'
import type { FuzzOptions } from './options.ts'

/** The cases of one thread. */
export interface DocumentShare {
  readonly seed: number
  readonly from: number
  readonly cases: number
  readonly seconds: number
}

/** The distance between the first cases of the threads, so large that no case runs twice. */
const SEED_DISTANCE = 1_000_000_000

/** Fuzzes documents, and returns the number of finds. */
export async function documents({ seconds, cases, seed, workers }: FuzzOptions): Promise<number> {
  const startedAt = performance.now()
  const shares = Array.from({ length: workers }, (_, index) => ({
    seed,
    from: index * SEED_DISTANCE,
    cases: Math.ceil(cases / workers),
    seconds,
  }))
  const figures = await Promise.all(shares.map(figuresOf))
  const tookSeconds = (performance.now() - startedAt) / 1000
  const sum = (value: (one: Figures) => number) => figures.reduce((all, one) => all + value(one), 0)
  const slowestMs = Math.max(...figures.map((one) => one.slowestMs))
  const caseCount = sum((one) => one.cases)
  console.log(
    `documents: seed ${seed}, ${caseCount} cases in ${tookSeconds.toFixed(0)} s ` +
      `(${Math.round(caseCount / tookSeconds)} a second on ${workers} threads), ` +
      `${sum((one) => one.understood)} understood, ${sum((one) => one.compared)} held against libxml2, ` +
      `slowest ${slowestMs.toFixed(1)} ms of CPU`,
  )
  for (const { target, rule, detail, bytes } of figures.flatMap((one) => one.finds)) {
    const file = addToCorpus('documents', `${target} ${rule}`, bytes)
    console.log(`FOUND: ${target} ${rule} ${detail}: test/corpus/documents/${file}`)
  }
  return sum((one) => one.finds.length)
}

async function figuresOf(share: DocumentShare): Promise<Figures> {
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), { workerData: share })
  const [figures] = await once(worker, 'message')
  return figures as Figures
}
