/**
 * Prints how V8 stores each longer text in the files of invented people: to standard output what
 * `%DebugPrint` says of it, to standard error its path. Runs with `--allow-natives-syntax`.
 */
import { invented, request, simulated } from './simulator-requests.ts'

/** V8 copies shorter texts into one piece. */
const LENGTH_MIN = 13
const debugPrint = new Function('value', '%DebugPrint(value)') as (value: unknown) => void

function printTexts(path: string, value: unknown): void {
  if (typeof value === 'string' && value.length >= LENGTH_MIN) {
    console.error(path)
    debugPrint(value)
  } else if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value)
    for (const [name, member] of Object.entries(value)) {
      printTexts(isList ? `${path}[]` : `${path}.${name}`, member)
    }
  }
}

for (let person = 0; person < 25; person++) {
  for (const bureau of simulated()) printTexts('file', await bureau.pull(request(invented(person))))
}
