/** Services in separate processes, which can be killed, frozen and stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programEnvironment, program as programOf } from '../../support/programs.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PRELOADED = programOf(join(import.meta.dirname, 'dies-with-parent.ts'))
const START_TIMEOUT_MS = 60_000

/** The V8 flags of `npm start`. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const V8_FLAGS: readonly string[] = scripts.start
  .split(' ')
  .filter((word: string) => word.startsWith('--'))

/** The program that users run. */
export const REAL_SERVICE: readonly string[] = [programOf(join(ROOT, 'src/main.ts')), 'serve']

/** A running service. */
export interface ServiceProcess {
  readonly address: string
  readonly pid: number
  isRunning(): boolean
  /** Kills the service at once, like a crash of the process or its machine. */
  kill(): Promise<void>
  /** Freezes the service without its knowledge, like a machine under pressure. */
  freeze(): void
  thaw(): void
  /** Sends SIGTERM. Returns the exit code, or the signal that ended the service. */
  terminate(): Promise<number | string>
}

/** The environment in which a service starts. */
interface ProcessOptions {
  /**
   * A command that starts the service. Its arguments are the program and the arguments of the
   * program.
   */
  readonly through?: readonly string[] | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
}

const running = new Set<ChildProcess>()
const killAll = () => {
  for (const child of running) killGroup(child)
}
process.on('exit', killAll)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1))
}

/** Starts a service, and waits until it listens. */
export async function startServiceProcess(
  program: readonly string[],
  flags: Readonly<Record<string, string | number>>,
  { through = [], environment = {} }: ProcessOptions = {},
): Promise<ServiceProcess> {
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  const [command = process.execPath, ...rest] = [
    ...through,
    process.execPath,
    ...V8_FLAGS,
    ...['--import', PRELOADED],
    ...program.map(programOf),
    ...args,
  ]
  const child = spawn(command, rest, {
    cwd: ROOT,
    // In its own process group, so that its child processes end with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...programEnvironment(), ...environment },
  })
  running.add(child)
  const exited = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    return (code ?? signal) as number | string
  })
  const address = await listening(child)
  child.stdout?.removeAllListeners('data').resume()
  return {
    address,
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      killGroup(child)
      await exited
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    terminate: async () => {
      child.kill('SIGTERM')
      return await exited
    },
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The process has just ended on its own.
  }
}

function listening(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  const late = setTimeout(() => reject(new Error('the service does not listen')), START_TIMEOUT_MS)
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    const address = /^listening on (\S+)$/m.exec(said)?.[1]
    if (address !== undefined) resolve(address)
  })
  child.stderr?.on('data', (chunk: Buffer) => process.stderr.write(chunk))
  child.once('error', reject)
  child.once('exit', () => reject(new Error('the service ended before it listened')))
  return promise.finally(() => clearTimeout(late))
}
