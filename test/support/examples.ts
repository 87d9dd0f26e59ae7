/** The orders in `examples/`, as `examples/index.json` lists them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One order of `examples/`. */
export interface Example {
  readonly file: string
  /** The operation to post it to. */
  readonly path: '/credit_report' | '/pre_qualification' | '/mortgage_only' | '/refresh_report'
  readonly dialect: 'mismo' | 'neutral' | 'literal' | 'elements' | 'json'
  readonly special: string
  /** The order that must be completed before this one. */
  readonly after?: string
}

export const EXAMPLES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../examples/index.json'), 'utf8'),
) as readonly Example[]
