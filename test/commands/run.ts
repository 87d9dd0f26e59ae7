/**
 * Runs the command line: within the process of the test, or in a separate process as users run it.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { runCommandLine } from '../../src/commands/command-line.ts'
import { type CommandIo, withIo } from '../../src/commands/io.ts'
import { program } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = program(join(ROOT, 'src/main.ts'))

/** The result of a command. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string
  /** When a separate process gets the input. */
  readonly inputAfterMs?: number
  /** Sends SIGTERM when the output matches. */
  readonly stopAfter?: RegExp
  /** Kills a separate process that takes longer, so that a command that never ends fails its test. */
  readonly timeoutMs?: number
}

// Compiling takes half of the time of a short command. The commands of one test file share the
// compiled code, and so do all files in a run of all tests.
const COMPILED = temporaryFolder()

/** Returns an environment without settings of the machine that runs the tests. */
function environmentOf(own: Readonly<Record<string, string>> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('TRIMERGE_'))
  return { NODE_COMPILE_CACHE: COMPILED, ...Object.fromEntries(inherited), ...own }
}

/** Runs a command to its end within this process. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  let stop = () => {}
  const code = await withIo(
    {
      ...ioOf(
        (text) => {
          written.stdout += text
          if (options.stopAfter?.test(written.stdout)) stop()
        },
        (text) => {
          written.stderr += text
        },
      ),
      environment: options.environment ?? {},
      input: async () => Buffer.from(options.input ?? ''),
      onceSignal: (signal, callback) => {
        if (signal === 'SIGTERM') stop = callback
      },
    },
    () => runCommandLine(args),
  )
  return { code, ...written }
}

/** Returns the surroundings of a command within this process. */
function ioOf(write: (text: string) => void, writeError: (text: string) => void): CommandIo {
  return {
    environment: {},
    print: (line) => write(`${line}\n`),
    write: async (text) => write(text),
    writeError,
    log: { write },
    input: async () => Buffer.alloc(0),
    isTerminal: false,
    isLogTerminal: false,
    onceSignal: () => undefined,
    exit: (code) => {
      throw new Error(`the process would end with ${code}`)
    },
  }
}

/** Runs the program to its end in a separate process. */
export async function runProgram(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: environmentOf(options.environment),
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk) => stdout.push(chunk))
  child.stderr.on('data', (chunk) => stderr.push(chunk))
  setTimeout(() => child.stdin.end(options.input ?? ''), options.inputAfterMs ?? 0)
  const [code] = (await once(child, 'close')) as [number | null]
  const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString()
  return { code, stdout: text(stdout), stderr: text(stderr) }
}

/** A service started by `trimerge serve`. */
export interface ServingHere {
  readonly address: string
  /** All lines printed so far, then those logged. The list grows as more are printed. */
  readonly lines: readonly string[]
  /** Sends the signal and waits for the end. Returns the exit code and the signal. */
  stop(signal?: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]>
}

/** A service in a separate process. */
export interface Serving extends ServingHere {
  readonly child: ChildProcess
}

/** Starts `trimerge serve` within this process on a free port, and waits until it listens. */
export async function serveHere(
  t: TestContext,
  data: string,
  args: readonly string[] = [],
  environment: CommandIo['environment'] = {},
): Promise<ServingHere> {
  const lines: string[] = []
  const callbacks = new Map<NodeJS.Signals, () => void>()
  const listening = Promise.withResolvers<string>()
  const write = (text: string) => {
    for (const line of text.trimEnd().split('\n')) {
      lines.push(line)
      const found = /^listening on (\S+)$/.exec(line)?.[1]
      if (found !== undefined) listening.resolve(found)
    }
  }
  const surroundings: CommandIo = {
    ...ioOf(write, write),
    environment,
    onceSignal: (signal, callback) => void callbacks.set(signal, callback),
  }
  const all = ['serve', '--port', '0', '--data', data, ...args]
  const ended = withIo(surroundings, () => runCommandLine(all))
  void ended.then((code) => listening.reject(new Error(`ended with ${code}: ${lines.join('\n')}`)))
  const address = await listening.promise
  let stopped = false
  const stop: Serving['stop'] = async (signal = 'SIGTERM') => {
    if (!stopped) callbacks.get(signal)?.()
    stopped = true
    return [await ended, null]
  }
  t.after(() => stop())
  return { address, lines, stop }
}

/** Starts `trimerge serve` on a free port in a separate process, and waits until it listens. */
export async function serve(
  t: TestContext,
  data: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const all = ['serve', '--port', '0', '--data', data, ...args]
  const env = environmentOf(environment)
  const child = spawn(process.execPath, [MAIN, ...all], { cwd: ROOT, env })
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  t.after(async () => {
    child.kill('SIGKILL')
    await exit
  })
  const lines: string[] = []
  let printed = 0
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      // Two pipes are read in any order, so a logged line could divide two printed ones.
      lines.splice(printed++, 0, line)
      const found = /^listening on (\S+)$/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    createInterface(child.stderr).on('line', (line) => lines.push(line))
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${lines.join('\n')}`)))
  })
  return {
    address,
    lines,
    child,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exit
    },
  }
}

/** Asserts the exit code of a command, and that its output contains all expected texts. */
export function assertEnded(
  ended: Ended,
  code: number,
  ...expected: readonly (RegExp | string)[]
): void {
  const output = ended.stdout + ended.stderr
  assert.equal(ended.code, code, output)
  for (const one of expected) {
    const found = typeof one === 'string' ? output.includes(one) : one.test(output)
    assert.ok(found, `${one} in:\n${output}`)
  }
  assert.doesNotMatch(output, /\n {4}at |node:internal/, 'no stack')
}
