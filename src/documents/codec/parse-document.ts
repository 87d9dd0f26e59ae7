/** From the bytes of a body to its text and tree, in XML or JSON. */
import { decode, decodeJson } from './decode.ts'
import { type Bounds, parse, parseInTurns, type XmlNode } from './parse.ts'
import { parseJson } from './parse-json.ts'
import type { Requirements } from './requirements.ts'

/** What documents are written in. */
export type DocumentFormat = 'xml' | 'json'

/** The format of a document by its first character: no document of XML begins with a brace. */
export function formatOf(document: string | Uint8Array): DocumentFormat {
  const start = typeof document === 'string' ? document : startOf(document)
  return /^\ufeff?[ \t\r\n]*[{[]/.test(start) ? 'json' : 'xml'
}

/**
 * How far into a body its first character is looked for: white space before it is unusual, and a
 * body of megabytes of blanks must not be searched.
 */
const START_BYTES_MAX = 1_024

function startOf(bytes: Uint8Array): string {
  const { buffer, byteOffset, length } = bytes
  return Buffer.from(buffer, byteOffset, Math.min(length, START_BYTES_MAX)).toString()
}

/** The text of a body; `charset` is that of the transport. */
export function decodeAs(format: DocumentFormat, bytes: Uint8Array, charset?: string): string {
  return format === 'json' ? decodeJson(bytes) : decode(bytes, charset)
}

/** Parses a text in the format of its first character at once, or throws `UnreadableDocument`. */
export function parseText(text: string, bounds?: Bounds): XmlNode {
  return formatOf(text) === 'json' ? parseJson(text, bounds) : parse(text, bounds)
}

/**
 * Parses a text of a format, or rejects with `UnreadableDocument`. XML is parsed in turns, so that
 * a large document does not hold up others.
 */
export async function parseAs(
  format: DocumentFormat,
  text: string,
  bounds?: Bounds,
  requirements?: Requirements,
): Promise<XmlNode> {
  return format === 'json' ? parseJson(text, bounds) : parseInTurns(text, bounds, requirements)
}

/** The media type that a document is sent with. */
export function mediaTypeOf(format: DocumentFormat): string {
  return format === 'json' ? 'application/json' : 'application/xml; charset=utf-8'
}
