/**
 * The input and output of a command. They belong to the process, or to a test that runs the command
 * within its own process.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { buffer } from 'node:stream/consumers'
import type { DestinationStream } from 'pino'
import { processEnvironment } from '../settings/settings.ts'

/** The environment in which a command runs. */
export interface CommandIo {
  /** The environment variables; tests pass their own. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Writes a line to standard output. */
  print(line: string): void
  /**
   * Writes to standard output. Resolves when more can be written, and rejects with EPIPE if the
   * reader has closed the pipe, which ends a command that would write on.
   */
  write(text: string): Promise<void>
  writeError(text: string): void
  /** Reads all of standard input. */
  input(): Promise<Uint8Array>
  /** Calls the callback once, at the next signal. */
  onceSignal(signal: NodeJS.Signals, callback: () => void): void
  /** The destination of the log; standard error if undefined. */
  readonly log?: DestinationStream
  /** Whether standard output and the log go to a terminal. */
  readonly isTerminal: boolean
  readonly isLogTerminal: boolean
  /** The width of the terminal, if there is one. */
  readonly columns?: number | undefined
  /** Ends the process at once, even if work is in progress. */
  exit(code: number): never
}

const OF_PROCESS: CommandIo = {
  environment: processEnvironment(),
  print: (line) => console.log(line),
  write: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => {
        // The entry point reports any other failure, and the next text may find room again.
        if ((error as NodeJS.ErrnoException | null | undefined)?.code === 'EPIPE') reject(error)
        else resolve()
      })
    }),
  writeError: (text) => process.stderr.write(text),
  // A synchronous read would fail with EAGAIN while a program at the other end still prepares its
  // output: modules that import `node:process` make a pipe non-blocking.
  input: () => buffer(process.stdin),
  onceSignal: (signal, callback) => process.once(signal, callback),
  exit: (code) => process.exit(code),
  isTerminal: process.stdout.isTTY === true,
  isLogTerminal: process.stderr.isTTY === true,
  columns: process.stdout.columns,
}

/**
 * Stored per asynchronous context, so that commands of several tests can run in one process at the
 * same time.
 */
const given = new AsyncLocalStorage<CommandIo>()

/** Runs a command with its own environment. */
export function withIo<T>(io: CommandIo, run: () => T): T {
  return given.run(io, run)
}

/** Returns the environment of the running command. */
export function io(): CommandIo {
  return given.getStore() ?? OF_PROCESS
}

/** Writes a line to standard output. */
export function print(line: string): void {
  io().print(withoutControls(line))
}

/**
 * Writes the control characters that XML allows as JSON escapes. A terminal would take those in a
 * name or a response as commands. In JSON, the result has the same meaning.
 */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\u007f-\u009f]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
}

let remedyOfLoss = ''

/**
 * Writes a line with a secret that is shown only once. `remedy` is the command that makes another
 * one, for the case that the line cannot be written: what the command did is done.
 */
export function printSecret(line: string, remedy: string): void {
  remedyOfLoss = `; the secret is lost: run ${remedy}`
  print(line)
}

/** Returns what to do if standard output could not be written, as the end of a sentence. */
export function remedyOfLostOutput(): string {
  return remedyOfLoss
}

/**
 * Writes a notice in addition to a result. The notice goes to standard error if standard output is
 * JSON for programs.
 */
export function printNotice(line: string, isJson = false): void {
  if (isJson) io().writeError(`${line}\n`)
  else print(line)
}
