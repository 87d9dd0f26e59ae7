/** Compares the verdicts of libxml2 and Trimerge's reader on whether a text is well-formed. */
import { ParseOption, XmlDocument } from 'libxml2-wasm'
import { decode } from '../../src/documents/codec/decode.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'

type Parse = (text: string) => unknown

/**
 * Returns what is wrong with the verdict on a document, or undefined if both agree. Documents that
 * Trimerge rejects for other reasons are not compared: encodings, DOCTYPE, versions other than 1.0,
 * and limits. libxml2 also rejects wrong namespaces, which MISMO 2.x does not have.
 */
export function wrongVerdict(bytes: Uint8Array, parsed: Parse = parse): string | undefined {
  const text = decoded(bytes)
  if (text === undefined) return undefined
  const rule = ruleOf(text, parsed)
  if (rule !== undefined && rule !== 'not well-formed') return undefined
  const other = errorByLibxml(text)
  if (other !== undefined && NAMESPACE_ERROR.test(other)) return undefined
  if (rule === undefined)
    return other === undefined ? undefined : `read, but libxml2 reports: ${other}`
  return other === undefined ? 'rejected as not well-formed, but not by libxml2' : undefined
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decode(bytes)
  } catch {
    return undefined
  }
}

function ruleOf(text: string, parsed: Parse): string | undefined {
  try {
    parsed(text)
    return undefined
  } catch (error) {
    if (error instanceof UnreadableDocument) return error.rule
    throw error
  }
}

/**
 * Removes the encoding from the declaration, because it does not apply to a text that is already
 * decoded.
 */
function withoutEncoding(text: string): string {
  return text.replace(
    /^(<\?xml[^>]*?)[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[\w.-]+"|'[\w.-]+')/,
    '$1',
  )
}

const NAMESPACE_ERROR = /^Namespace|namespace|xmlns|QName/i

function errorByLibxml(text: string): string | undefined {
  try {
    const option = ParseOption.XML_PARSE_HUGE | ParseOption.XML_PARSE_NONET
    // With a byte order mark, libxml2 does not guess the encoding.
    const bytes = Buffer.from(`\ufeff${withoutEncoding(text)}`)
    using _document = XmlDocument.fromBuffer(bytes, { option })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
