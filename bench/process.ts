/** Server processes that benchmarks measure, and their use of resources. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A server in its own process. */
export interface ServerProcess {
  readonly address: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a server and waits for its line `listening on ADDRESS`. */
export async function startProcess(
  script: string,
  args: readonly string[],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return { address: await addressOf(child), pid: child.pid ?? 0, stop: () => stopped(child) }
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

// The counters of Linux for a process. Other systems have no figures by thread.

/**
 * Milliseconds of CPU by thread, under the names that Node gives its threads. The threads of V8 and
 * libuv count as one.
 */
export type ThreadTimes = ReadonlyMap<string, number>

const NAMES: Readonly<Record<string, string>> = { 'node-MainThread': 'main', node: 'main' }

/** Returns the CPU time that each thread of a process has used so far. */
export function threadTimes(pid: number): ThreadTimes {
  const times = new Map<string, number>()
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${task}`
    const comm = readFileSync(`${folder}/comm`, 'utf8').trim()
    const name = NAMES[comm] ?? (/v8|libuv/i.test(comm) ? 'V8 and libuv' : comm)
    const nanoseconds = Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0])
    times.set(name, (times.get(name) ?? 0) + nanoseconds / 1e6)
  }
  return times
}

/** The bytes and calls that a process has written so far, to files and sockets. */
export interface Written {
  readonly bytes: number
  readonly calls: number
}

export function writtenBy(pid: number): Written {
  const counts = readFileSync(`/proc/${pid}/io`, 'utf8')
  const countOf = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(counts)?.[1])
  return { bytes: countOf('wchar'), calls: countOf('syscw') }
}

/** Returns the peak memory of a process, in MiB. */
export function peakMemoryMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}
