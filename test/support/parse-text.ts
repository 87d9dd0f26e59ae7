import { type Bounds, parse, type XmlNode } from '../../src/documents/codec/parse.ts'
import { formatOf } from '../../src/documents/codec/parse-document.ts'
import { parseJson } from '../../src/documents/codec/parse-json.ts'

/** The tree of a text in XML or JSON, parsed at once. */
export function parseText(text: string, bounds?: Bounds): XmlNode {
  return formatOf(text) === 'json' ? parseJson(text, bounds) : parse(text, bounds)
}
