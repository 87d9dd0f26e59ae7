/**
 * Generates sample responses for the description of the interface and the console, from the
 * recorded responses of the tests. Lists are shortened to their first items, and the printed report
 * to its beginning.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from '../src/documents/codec/decode.ts'
import { parse, RESPONSE_BOUNDS } from '../src/documents/codec/parse.ts'
import { read } from '../src/documents/codec/read.ts'
import { write } from '../src/documents/codec/write.ts'
import { DIALECTS } from '../src/documents/dialects.ts'
import type { Element } from '../src/documents/element.ts'
import { DOCUMENTS } from '../src/documents/tables/documents.ts'

const GOLDEN = join(import.meta.dirname, '../test/golden')

/** The samples by name: the recorded response, and its root element. */
const SAMPLES = {
  'credit-report': ['credit-report', DOCUMENTS['credit-report-response'].element],
  'pre-qualification': [
    'pre-qualification-as-elements',
    DOCUMENTS['credit-report-response'].element,
  ],
  'mortgage-only': ['mortgage-only-with-scores', DOCUMENTS['mortgage-only-response'].element],
  'refresh-report': ['refresh-joint', DOCUMENTS['refresh-response'].element],
  rejected: ['refused-for-several-faults', DOCUMENTS['error-response'].element],
} as const satisfies Record<string, readonly [string, Element]>

/** Returns the paths of the samples, with the functions that return their texts. */
export function sampleResponses(): Readonly<Record<string, () => string>> {
  return Object.fromEntries(
    Object.entries(SAMPLES).map(([name, [golden, element]]) => [
      `examples/responses/${name}.xml`,
      () => sampleOf(golden, element),
    ]),
  )
}

function sampleOf(golden: string, element: Element): string {
  const text = decode(readFileSync(join(GOLDEN, `${golden}.xml`)))
  const { value } = read(element, parse(text, RESPONSE_BOUNDS))
  if (value === undefined) throw new Error(`${golden} is not a valid ${element.name}`)
  return write(element, shortened(value) as object, DIALECTS.mismo)
}

const ITEM_COUNT_MAX = 2
/** One score of each bureau, because readers look for the middle score. */
const SCORE_COUNT_MAX = 3
const DOCUMENT_LENGTH_MAX = 40

function shortened(value: unknown, countMax = ITEM_COUNT_MAX): unknown {
  if (Array.isArray(value)) return value.slice(0, countMax).map((item) => shortened(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      name === 'DOCUMENT'
        ? String(content).slice(0, DOCUMENT_LENGTH_MAX)
        : shortened(content, name === 'CREDIT_SCORE' ? SCORE_COUNT_MAX : ITEM_COUNT_MAX),
    ]),
  )
}
