/** The master key from a command: the client of a key service, a hardware module or a secret store. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { MasterKeyUnusable } from './sealing/master-key.ts'

/** A program with its arguments, and how long it may take. */
export interface MasterKeyCommand {
  readonly words: readonly string[]
  readonly timeoutMs: number
}

// A few keys; a command that prints a help text of pages is not meant.
const OUTPUT_BYTES_MAX = 16_384

/**
 * What a command prints. No shell takes part, so no word of it means more than it says. What it
 * says on its error output goes to ours; what it prints is a key and is shown nowhere.
 */
export async function outputOfCommand({ words, timeoutMs }: MasterKeyCommand): Promise<string> {
  const [program = '', ...args] = words
  const timeout = AbortSignal.timeout(timeoutMs)
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: timeout,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close')
  // A program that cannot be started rejects before anybody waits for its end.
  ended.catch(() => undefined)
  try {
    const output = await read(child.stdout)
    const [code] = await ended
    if (code === 0) return output
  } catch (error) {
    child.kill('SIGKILL')
    throw error instanceof MasterKeyUnusable ? error : failure(timeout, timeoutMs)
  }
  throw failure(timeout, timeoutMs)
}

async function read(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > OUTPUT_BYTES_MAX) {
      throw new MasterKeyUnusable('master-key-command prints more than keys')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Says that it failed, and neither what was run nor what was printed: words may hold a token. */
function failure({ aborted }: AbortSignal, timeoutMs: number): MasterKeyUnusable {
  return new MasterKeyUnusable(
    aborted
      ? `master-key-command gave no key within ${timeoutMs} ms`
      : 'master-key-command failed: it could not be run, or did not end with 0',
  )
}
