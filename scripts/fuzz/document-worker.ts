/**
 * A thread that fuzzes documents. It runs its share of the cases and posts the figures at the end.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { fuzzDocuments } from '../../test/fuzz/documents.ts'
import { TARGETS } from '../../test/fuzz/targets.ts'
import type { DocumentShare } from './documents.ts'

const { seed, from, cases, seconds } = workerData as DocumentShare
const until = performance.now() + seconds * 1000
const figures = await fuzzDocuments({
  seed,
  from,
  cases,
  targets: TARGETS,
  compareEvery: 10,
  isOver: () => performance.now() > until,
})
parentPort?.postMessage(figures)
