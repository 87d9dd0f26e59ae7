#!/usr/bin/env node
/** The entry point of the command line. Exit codes: 0 success, 1 failure, 2 wrong usage. */
import { bypassProxyOnLoopback } from './app/process-setup.ts'
import { ExitCode } from './commands/command.ts'
import { runCommandLine } from './commands/command-line.ts'
import { remedyOfLostOutput } from './commands/io.ts'

let hasLostOutput = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` may close the pipe before a command has written everything.
  if (error.code === 'EPIPE' || hasLostOutput) return
  hasLostOutput = true
  process.exitCode = ExitCode.failed
  const what = `cannot write to standard output (${error.code})`
  process.stderr.write(`${what}${remedyOfLostOutput()}\n`)
})
// Nothing is left that could report it, and a service goes on without its output.
process.stderr.on('error', () => undefined)
bypassProxyOnLoopback()
const exitCode = await runCommandLine(process.argv.slice(2))
process.exitCode = hasLostOutput ? ExitCode.failed : exitCode
