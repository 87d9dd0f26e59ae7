/** YAML, by a library that is loaded when there is some: most starts and all orders have none. */
import { createRequire } from 'node:module'

/** How many references within a text are followed: 0 for a text of strangers. */
type ParseOptions = { readonly maxAliasCount?: number }

const require = createRequire(import.meta.url)

/** The value of a text in YAML or JSON. Throws what the library throws. */
export function parseYaml(text: string, options: ParseOptions = {}): unknown {
  const { parse } = require('yaml') as typeof import('yaml')
  return parse(text, options)
}

/** A value as YAML. */
export function yamlText(value: unknown): string {
  const { stringify } = require('yaml') as typeof import('yaml')
  return stringify(value)
}
