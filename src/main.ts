#!/usr/bin/env node
/** The entry point of the command line. Exit codes: 0 success, 1 failure, 2 wrong usage. */
import { runCommandLine } from './commands/command-line.ts'

// A reader such as `head` may close the pipe before a command has written everything.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await runCommandLine(process.argv.slice(2))
