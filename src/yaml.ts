/**
 * Reads and writes YAML. The library is loaded only when needed: most starts and all orders use no
 * YAML.
 */
import { createRequire } from 'node:module'

/** How many aliases within a text are resolved: 0 for untrusted text. */
type ParseOptions = { readonly maxAliasCount?: number }

const require = createRequire(import.meta.url)

/** Parses a text in YAML or JSON. Throws the errors of the library. */
export function parseYaml(text: string, options: ParseOptions = {}): unknown {
  const { parse } = require('yaml') as typeof import('yaml')
  return parse(text, options)
}

/** Returns a value as YAML. */
export function yamlText(value: unknown): string {
  const { stringify } = require('yaml') as typeof import('yaml')
  return stringify(value)
}
