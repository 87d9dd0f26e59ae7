/**
 * Idle threads that can be reused. For each program, one is stored for the
 * next start in this process. They do not keep the process alive.
 */
import type { Worker } from 'node:worker_threads'

const idleByFile = new Map<string, Worker>()

/**
 * Stores an idle thread and removes its owner's listeners. Ends the thread if another one of its
 * program is stored already.
 */
export function addIdleWorker({ href }: URL, worker: Worker): void {
  forgetOwner(worker)
  worker.unref()
  if (idleByFile.has(href)) {
    void worker.terminate()
    return
  }
  idleByFile.set(href, worker)
  const forget = () => {
    if (idleByFile.get(href) === worker) idleByFile.delete(href)
  }
  worker.once('error', forget)
  worker.once('exit', forget)
}

/** Takes the idle thread of a program; returns undefined if there is none. */
export function takeIdleWorker({ href }: URL): Worker | undefined {
  const worker = idleByFile.get(href)
  idleByFile.delete(href)
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
