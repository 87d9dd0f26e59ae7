/**
 * Input and output of a command: those of its process, or those of a test that runs it within its
 * own process.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { processEnvironment } from '../settings/settings.ts'

/** The environment that a command runs in. */
export interface CommandIo {
  /** The variables; tests give their own. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes to standard output; resolves when more can be written. */
  write(text: string): Promise<void>
  writeError(text: string): void
  /** All of standard input. */
  input(): Uint8Array
  /** Calls back the next time that the signal comes. */
  onceSignal(signal: NodeJS.Signals, callback: () => void): void
  /** Where the log goes; to standard error if nothing is given. */
  readonly log?: DestinationStream
  /** Whether a person reads what is printed, and the log. */
  readonly isTerminal: boolean
  readonly isLogTerminal: boolean
  /** Width of the terminal, where there is one. */
  readonly columns?: number | undefined
  /** Ends at once, whatever is still going on. */
  exit(code: number): never
}

const OF_PROCESS: CommandIo = {
  environment: processEnvironment(),
  // Unlike a plain write, it does not mind a reader that has left.
  print: (line) => console.log(line),
  write: async (text) => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  },
  writeError: (text) => process.stderr.write(text),
  input: () => readFileSync(0),
  onceSignal: (signal, callback) => process.once(signal, callback),
  exit: (code) => process.exit(code),
  isTerminal: process.stdout.isTTY === true,
  isLogTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns,
}

/** By the asynchronous context, so that commands of several tests run in one process at once. */
const given = new AsyncLocalStorage<CommandIo>()

/** Runs a command with surroundings of its own. */
export function withIo<T>(io: CommandIo, run: () => T): T {
  return given.run(io, run)
}

/** The surroundings of the command that is running. */
export function io(): CommandIo {
  return given.getStore() ?? OF_PROCESS
}

/** Writes a line to standard output. */
export function print(line: string): void {
  io().print(line)
}

/** Writes a line beside a result: to standard error where standard output is JSON for programs. */
export function printNotice(line: string, isJson = false): void {
  if (isJson) io().writeError(`${line}\n`)
  else print(line)
}
