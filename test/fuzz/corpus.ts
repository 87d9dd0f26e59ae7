/**
 * Inputs that once broke the service or a deliberately broken reader. Every test run repeats them.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../corpus')

/** The kinds of inputs. */
export type CorpusName = 'documents' | 'requests'

/** An input of the corpus. */
export interface Kept {
  readonly file: string
  readonly bytes: Buffer
}

/** Returns the inputs of a kind, in the order of their names. */
export function corpus(name: CorpusName): readonly Kept[] {
  return readdirSync(join(folder, name))
    .sort()
    .map((file) => ({ file, bytes: readFileSync(join(folder, name, file)) }))
}

/** Adds an input. Its name says what it caused, and contains no part of the input. */
export function addToCorpus(name: CorpusName, what: string, bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const file = `${what.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${digest}`
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, file), bytes)
  return file
}
