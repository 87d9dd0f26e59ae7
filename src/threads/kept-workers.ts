/**
 * Threads that have ended their work and may begin anew: one of each program, for the next one that
 * this process starts. They keep no process alive.
 */
import type { Worker } from 'node:worker_threads'

const keptByFile = new Map<string, Worker>()

/** Keeps a thread that rests, in its owner's place; ends it where there is one of its program. */
export function keepWorker({ href }: URL, worker: Worker): void {
  forgetOwner(worker)
  worker.unref()
  if (keptByFile.has(href)) {
    void worker.terminate()
    return
  }
  keptByFile.set(href, worker)
  const forget = () => {
    if (keptByFile.get(href) === worker) keptByFile.delete(href)
  }
  worker.once('error', forget)
  worker.once('exit', forget)
}

/** Takes the thread of a program that was kept; undefined where there is none. */
export function takeKept({ href }: URL): Worker | undefined {
  const worker = keptByFile.get(href)
  keptByFile.delete(href)
  if (worker !== undefined) forgetOwner(worker)
  return worker
}

/** Removes what listens to a thread by name: Node listens too, for other things. */
function forgetOwner(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
