/**
 * Threads that have ended their work and can begin again: for each program, one is kept for the
 * next start in this process. They do not keep the process alive.
 */
import type { Worker } from 'node:worker_threads'

const keptByFile = new Map<string, Worker>()

/**
 * Keeps a resting thread and removes its owner's listeners. Ends the thread if another one of its
 * program is kept already.
 */
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

/** Takes the kept thread of a program; returns undefined if there is none. */
export function takeKept({ href }: URL): Worker | undefined {
  const worker = keptByFile.get(href)
  keptByFile.delete(href)
  if (worker !== undefined) forgetOwner(worker)
  return worker
}

/**
 * Removes the owner's listeners of a thread. It names the events, because Node itself listens to
 * others.
 */
function forgetOwner(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
