/** Services as processes of their own: started, killed, frozen and told to end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { program as programOf } from '../../support/programs.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PRELOADED = programOf(join(import.meta.dirname, 'dies-with-parent.ts'))
const START_TIMEOUT_MS = 60_000

/** What `npm start` tells V8. */
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
  /** Ends it at once, as a crash of the process or of its machine would. */
  kill(): Promise<void>
  /** Lets it stand still without its knowing, as a machine under pressure does. */
  freeze(): void
  thaw(): void
  /** Tells it to end; its exit code, or the signal that ended it. */
  terminate(): Promise<number | string>
}

/** What is around a service when it starts. */
interface ProcessOptions {
  /** A command that starts it, given the program and its arguments as its own. */
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

/** Starts a program that serves, and waits until it listens. */
export async function startServiceProcess(
  program: readonly string[],
  flags: Readonly<Record<string, string | number>>,
  { through = [], environment = {} }: ProcessOptions = {},
): Promise<ServiceProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
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
    // A group of its own: whatever it starts goes with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
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
    // It has just ended by itself.
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
