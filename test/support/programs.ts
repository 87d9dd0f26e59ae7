/**
 * The programs that tests start. A test run compiles them once, because a compiled service starts
 * with half of the work; a test file that is run on its own starts the sources.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Names the folder of the compiled programs to the tests of a run. */
export const PROGRAMS_VARIABLE = 'TEST_PROGRAMS'

/** The compiled form of a source file where the run has one, else the source file itself. */
export function program(file: string): string {
  const folder = process.env[PROGRAMS_VARIABLE]
  if (folder === undefined || !file.endsWith('.ts')) return file
  const compiled = join(folder, `${basename(file, '.ts')}.js`)
  return existsSync(compiled) ? compiled : file
}
