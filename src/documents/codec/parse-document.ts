/** Decodes and parses the body of a request, in XML or JSON. */
import { decode, decodeJson } from './decode.ts'
import { type Bounds, parse, parseInTurns, type XmlNode } from './parse.ts'
import { parseJson } from './parse-json.ts'
import type { Requirements } from './requirements.ts'

/** The format of a document. */
export type DocumentFormat = 'xml' | 'json'

/**
 * Returns the format of a document by its first character, because no XML document begins with a
 * brace or a bracket.
 */
export function formatOf(document: string | Uint8Array): DocumentFormat {
  const start = typeof document === 'string' ? document : startOf(document)
  return /^\ufeff?[ \t\r\n]*[{[]/.test(start) ? 'json' : 'xml'
}

/**
 * The part of a body that is searched for its first character. White space before it is unusual,
 * and megabytes of blanks must not be searched.
 */
const START_BYTES_MAX = 1_024

function startOf(bytes: Uint8Array): string {
  const { buffer, byteOffset, length } = bytes
  return Buffer.from(buffer, byteOffset, Math.min(length, START_BYTES_MAX)).toString()
}

/** Returns the text of a body. `charset` comes from the `Content-Type` header. */
export function decodeAs(format: DocumentFormat, bytes: Uint8Array, charset?: string): string {
  return format === 'json' ? decodeJson(bytes) : decode(bytes, charset)
}

/**
 * Parses a text in the format of its first character, without interruption. Throws
 * `UnreadableDocument`.
 */
export function parseText(text: string, bounds?: Bounds): XmlNode {
  return formatOf(text) === 'json' ? parseJson(text, bounds) : parse(text, bounds)
}

/**
 * Parses a text in the given format. Rejects with `UnreadableDocument`. XML is parsed in slices, so
 * that a large document does not delay other work.
 */
export async function parseAs(
  format: DocumentFormat,
  text: string,
  bounds?: Bounds,
  requirements?: Requirements,
): Promise<XmlNode> {
  return format === 'json' ? parseJson(text, bounds) : parseInTurns(text, bounds, requirements)
}

/** Returns the media type of documents in a format. */
export function mediaTypeOf(format: DocumentFormat): string {
  return format === 'json' ? 'application/json' : 'application/xml; charset=utf-8'
}
