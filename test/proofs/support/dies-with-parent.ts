/** Preloaded into services under proof: a service must not outlive the proof, however that ends. */
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  // The other end is held by the proof's process alone, so the end of input is the end of the proof.
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume()
  if ('unref' in process.stdin) (process.stdin as unknown as { unref(): void }).unref()
}
