/**
 * Preloaded into services under test: a service must not outlive the proof, however the proof ends.
 */
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  // Only the process of the proof holds the other end of the pipe, so the end of the input is the
  // end of the proof.
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume()
  if ('unref' in process.stdin) (process.stdin as unknown as { unref(): void }).unref()
}
