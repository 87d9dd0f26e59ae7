/** Reading a document that a command is given. */
import { readFileSync } from 'node:fs'
import { ExitCode, Refused } from './command.ts'

/** The bytes of a file, or of standard input where the name is a dash. */
export function readInput(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch {
    throw new Refused(`${file} cannot be read`, ExitCode.wrongUse)
  }
}
