/**
 * The programs that tests start. A test run compiles them once, because a compiled service starts
 * with half the work. A test file that runs on its own starts the sources.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The environment variable with the folder of the compiled programs of a test run. */
export const PROGRAMS_VARIABLE = 'TEST_PROGRAMS'

/**
 * Returns the environment of a program without settings of the machine that runs the tests, but
 * with those of the run for programs of Node.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS }
}

/** Returns the compiled form of a source file if the run has one, else the source file. */
export function program(file: string): string {
  const folder = process.env[PROGRAMS_VARIABLE]
  if (folder === undefined || !file.endsWith('.ts')) return file
  const compiled = join(folder, `${basename(file, '.ts')}.js`)
  return existsSync(compiled) ? compiled : file
}
