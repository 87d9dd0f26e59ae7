#!/usr/bin/env node
/** The entry point of the command line. Exit codes: 0 success, 1 failure, 2 wrong usage. */
import { runCommandLine } from './commands/command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2))
