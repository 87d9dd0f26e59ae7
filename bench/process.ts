/** Server processes that a benchmark measures. */
import { type ChildProcess, spawn } from 'node:child_process'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly address: string
  stop(): Promise<void>
}

/** Starts a server and waits for its line `listening on ADDRESS`. */
export async function startProcess(
  script: string,
  args: readonly string[],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { address: await addressOf(child), stop: () => stopped(child) }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /^listening on (\S+)$/m.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error('the server ended before it listened')))
  })
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
