#!/usr/bin/env node
/** The command line. Exit codes: 0 done, 1 failed, 2 wrong use. */
import { runCommandLine } from './commands/command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2))
