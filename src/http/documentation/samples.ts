/** Samples of requests and responses in every dialect, made from the files in `examples/`. */
import { decode } from '../../documents/codec/decode.ts'
import { parse, RESPONSE_BOUNDS } from '../../documents/codec/parse.ts'
import { read } from '../../documents/codec/read.ts'
import { write } from '../../documents/codec/write.ts'
import { plainObject } from '../../documents/codec/write-json.ts'
import { DIALECT_LIST, DIALECTS, type Dialect } from '../../documents/dialects.ts'
import type { Element } from '../../documents/element.ts'
import { ErrorResponse } from '../../documents/tables/error-response.ts'
import { OPERATIONS, type Operation } from '../../orders/intake/operation.ts'
import { readPackageFile } from '../../package-files.ts'

/** The kinds of samples of an operation. */
const SAMPLE_KINDS = ['request', 'response', 'rejected'] as const
/**
 * The document that a sample shows: a request, its response, or the response to an invalid request.
 */
export type SampleKind = (typeof SAMPLE_KINDS)[number]

/** Returns the address of a sample, relative to the base path. */
function sampleAddress(operation: Operation, dialect: Dialect, kind: SampleKind): string {
  const extension = dialect === DIALECTS.json ? 'json' : 'xml'
  return `/examples/dialects/${operation.name}/${dialect.name}/${kind}.${extension}`
}

/** Returns the functions that build the samples, by address. */
export function samples(): ReadonlyMap<string, () => string> {
  const builders = new Map<string, () => string>()
  for (const operation of Object.values(OPERATIONS)) {
    for (const dialect of DIALECT_LIST) {
      for (const kind of SAMPLE_KINDS) {
        const build = () => sampleOf(operation, dialect, kind)
        builders.set(sampleAddress(operation, dialect, kind), build)
      }
    }
  }
  return builders
}

/** Returns a sample as text. Responses are shortened. */
export function sampleOf(operation: Operation, dialect: Dialect, kind: SampleKind): string {
  const { element, value } = sourceOf(operation, kind)
  return write(element, value, dialect)
}

/** Returns a sample as a plain object with the names of a dialect. */
export function sampleObject(operation: Operation, dialect: Dialect, kind: SampleKind): object {
  const { element, value } = sourceOf(operation, kind)
  return plainObject(element, value, dialect)
}

function sourceOf(operation: Operation, kind: SampleKind) {
  const [file, element] = fileOf(operation, kind)
  const content = readPackageFile(`examples/${file}.xml`)
  if (content === undefined) throw new Error(`the sample ${file} is missing`)
  const { value } = read(element, parse(decode(content), RESPONSE_BOUNDS))
  if (value === undefined) throw new Error(`the sample ${file} is not valid`)
  return { element, value }
}

function fileOf(operation: Operation, kind: SampleKind): readonly [string, Element] {
  const file = operation.name.replaceAll('_', '-')
  if (kind === 'request') return [file, operation.request]
  if (kind === 'response') return [`responses/${file}`, operation.response]
  return ['responses/rejected', ErrorResponse]
}
