/** The command line as its users run it: child processes of their own. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'src/main.ts')

/** How a command ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string
}

// Compiling is half of what a short command does; the commands of one test file share it, and
// where all tests are run, all do.
const COMPILED = mkdtempSync(join(tmpdir(), 'trimerge-compiled-'))
process.on('exit', () => rmSync(COMPILED, { recursive: true, force: true }))

/** An environment without settings of the machine that the tests run on. */
function environmentOf(own: Readonly<Record<string, string>> = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('TRIMERGE_'))
  return { NODE_COMPILE_CACHE: COMPILED, ...Object.fromEntries(kept), ...own }
}

/** Runs `trimerge` to its end. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: environmentOf(options.environment),
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk) => stdout.push(chunk))
  child.stderr.on('data', (chunk) => stderr.push(chunk))
  child.stdin.end(options.input ?? '')
  const [code] = (await once(child, 'close')) as [number | null]
  const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString()
  return { code, stdout: text(stdout), stderr: text(stderr) }
}

/** A service in a process of its own. */
export interface Serving {
  readonly address: string
  /** Every line printed so far, and those that follow. */
  readonly lines: readonly string[]
  readonly child: ChildProcess
  /** Sends the signal and waits for the end: exit code and signal. */
  stop(signal?: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]>
}

/** Starts `trimerge serve` on a free port and waits until it listens. */
export async function serve(
  t: TestContext,
  data: string,
  args: readonly string[] = [],
): Promise<Serving> {
  const all = ['serve', '--port', '0', '--data', data, ...args]
  const child = spawn(process.execPath, [MAIN, ...all], { cwd: ROOT, env: environmentOf() })
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  t.after(async () => {
    child.kill('SIGKILL')
    await exit
  })
  const lines: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
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

/** A data folder that goes with the test. */
export function dataFolder(t: TestContext): string {
  const data = mkdtempSync(join(tmpdir(), 'trimerge-command-'))
  t.after(() => rmSync(data, { recursive: true, force: true }))
  return data
}

/** Asserts how a command ended and that its output holds all of these. */
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
