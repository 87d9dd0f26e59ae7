/**
 * Decodes the bytes of a body to text. Only some encodings are supported. Every decoder is strict,
 * because a name with a replaced letter would be the name of another person.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { positionAt, UnreadableDocument } from './unreadable.ts'

// `ignoreBOM` preserves the byte order mark. It is removed separately, because it first decides the
// encoding.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const UTF16LE = new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true })
const UTF16BE = new TextDecoder('utf-16be', { fatal: true, ignoreBOM: true })
const WINDOWS_1252 = new TextDecoder('windows-1252', { fatal: true, ignoreBOM: true })

/** The part of a document that is searched for an XML declaration. */
const DECLARATION_BYTES_MAX = 256

/** Encodings with one byte per character. */
type SingleByte = 'windows-1252' | 'us-ascii'
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByte

/**
 * The encoding names that clients use, such as `UTF8` and `ISO8859_1` of old Java programs, and
 * those of the IANA registry. `utf-16` requires a byte order mark. As in browsers, ISO-8859-1 is
 * windows-1252: they differ only in bytes that are control characters in the former, and systems
 * that write windows-1252 often declare the former.
 */
const ENCODING_NAMES: Readonly<Record<string, 'utf-8' | 'utf-16' | SingleByte>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16',
  'utf-16be': 'utf-16',
  'iso-8859-1': 'windows-1252',
  iso8859_1: 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
  'us-ascii': 'us-ascii',
  ascii: 'us-ascii',
}

/** Returns whether bodies may have this `charset` of a `Content-Type`. */
export function isKnownCharset(charset: string): boolean {
  return Object.hasOwn(ENCODING_NAMES, charset.toLowerCase())
}

/**
 * Decodes a document. A byte order mark decides the encoding, then the `charset` of the
 * `Content-Type`, then the XML declaration, then UTF-8 (RFC 7303 section 3). Rejects a declaration
 * that contradicts the mark, and bytes that are invalid in the encoding.
 */
export function decode(bytes: Uint8Array, charset?: string): string {
  const mark = byteOrderMark(bytes)
  const declared = declaredEncoding(bytes, mark?.encoding)
  const encoding = mark?.encoding ?? encodingWithoutMark(bytes, charset ?? declared)
  if (mark !== undefined && declared !== undefined && !agrees(mark.encoding, declared)) {
    throw new UnreadableDocument(
      'encoding',
      1,
      1,
      'the declared encoding contradicts the byte order mark; declare the encoding of the bytes',
    )
  }
  return textOf(bytes.subarray(mark?.length ?? 0), encoding)
}

/** The remedy for JSON, which cannot declare another encoding. */
const ENCODE_AS_UTF8 = 'encode the document as UTF-8'

/** Decodes a JSON document, which is UTF-8 (RFC 8259 section 8.1). Skips a byte order mark. */
export function decodeJson(bytes: Uint8Array): string {
  const mark = byteOrderMark(bytes)
  if (mark !== undefined && mark.encoding !== 'utf-8') {
    throw new UnreadableDocument('encoding', 1, 1, `JSON must be UTF-8; ${ENCODE_AS_UTF8}`)
  }
  return textOf(bytes.subarray(mark?.length ?? 0), 'utf-8', ENCODE_AS_UTF8)
}

function byteOrderMark(bytes: Uint8Array): { encoding: Encoding; length: number } | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', length: 2 }
  return undefined
}

function declaredEncoding(bytes: Uint8Array, marked: Encoding | undefined): string | undefined {
  const head = Buffer.from(bytes.subarray(0, DECLARATION_BYTES_MAX)).toString('latin1')
  const ascii = marked?.startsWith('utf-16') ? head.replaceAll('\0', '') : head
  // The parser checks white space before the declaration, because it counts lines.
  const declaration = /^[^<]{0,3}?\s*<\?xml\s[^>]*?encoding\s*=\s*(["'])([^"']*)\1/.exec(ascii)
  return declaration?.[2]?.toLowerCase()
}

/**
 * Returns whether a declaration agrees with an encoding. `utf-16` agrees with either byte order,
 * `utf-16le` only with its own.
 */
function agrees(encoding: Encoding, declared: string): boolean {
  if (declared === encoding) return true
  const known = Object.hasOwn(ENCODING_NAMES, declared) ? ENCODING_NAMES[declared] : undefined
  if (known === 'utf-16') return declared === 'utf-16' && encoding.startsWith('utf-16')
  return known === encoding
}

function encodingWithoutMark(bytes: Uint8Array, named = 'utf-8'): Encoding {
  // Half of the bytes of UTF-16 are zero, which no other supported encoding has in XML.
  const name = bytes.subarray(0, 2).includes(0) ? 'utf-16' : named.toLowerCase()
  const known = Object.hasOwn(ENCODING_NAMES, name) ? ENCODING_NAMES[name] : undefined
  if (known === 'utf-16') {
    const detail = 'UTF-16 needs a byte order mark; if the bytes are UTF-8, declare UTF-8'
    throw new UnreadableDocument('encoding', 1, 1, detail)
  }
  if (known === 'windows-1252' && !isAscii(bytes) && isUtf8(bytes)) {
    // Every byte is a character of windows-1252, but letters that happen to form valid UTF-8 do not
    // occur in names and addresses: José would be read as JosÃ©.
    const detail = 'the bytes are UTF-8; declare UTF-8, in the Content-Type too if it has a charset'
    throw new UnreadableDocument('encoding', 1, 1, detail)
  }
  if (known !== undefined) return known
  throw new UnreadableDocument('encoding', 1, 1, `unsupported encoding; use ${SUPPORTED_ENCODINGS}`)
}

/** The supported encodings, as messages name them. */
const SUPPORTED_ENCODINGS =
  'UTF-8, UTF-16 with a byte order mark, US-ASCII, ISO-8859-1 or windows-1252'

function textOf(
  bytes: Uint8Array,
  encoding: Encoding,
  remedy = 'declare the encoding of the bytes',
): string {
  const text = decodeStrictly(encoding, bytes)
  if (text === undefined) throw undecodable(bytes, encoding, remedy)
  // The parser would skip a second byte order mark, although no character is allowed there.
  if (text.startsWith('\uFEFF')) {
    throw new UnreadableDocument('not well-formed', 1, 1, 'a second byte order mark; remove it')
  }
  return text
}

const DECODERS = {
  'utf-8': UTF8,
  'utf-16le': UTF16LE,
  'utf-16be': UTF16BE,
  'windows-1252': WINDOWS_1252,
} as const

/** Decodes bytes, or returns undefined if a byte is invalid in the encoding. */
function decodeStrictly(encoding: Encoding, bytes: Uint8Array): string | undefined {
  if (encoding === 'us-ascii')
    return isAscii(bytes) ? Buffer.from(bytes).toString('latin1') : undefined
  try {
    return DECODERS[encoding].decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the error for bytes that are invalid in their encoding, at the first such byte. */
function undecodable(bytes: Uint8Array, encoding: Encoding, remedy: string): UnreadableDocument {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const compressed = 'the body is compressed with gzip; send the document uncompressed'
    return new UnreadableDocument('encoding', 1, 1, compressed)
  }
  const before = decodablePrefix(bytes, encoding)
  const { line, column } = positionAt(before, before.length)
  const detail = `the byte here is not ${encoding.toUpperCase()}; ${remedy}`
  return new UnreadableDocument('encoding', line, column, detail)
}

/** Returns the text of the longest decodable prefix of the bytes. */
function decodablePrefix(bytes: Uint8Array, encoding: Encoding): string {
  // Uses binary search, because a body may be large. Only this error needs the position.
  let whole = 0
  let beyond = bytes.length
  while (beyond - whole > 1) {
    const middle = (whole + beyond) >> 1
    if (isDecodablePrefix(bytes.subarray(0, middle), encoding)) whole = middle
    else beyond = middle
  }
  // The prefix may end with up to three bytes of an incomplete character.
  for (let length = whole; length > 0; length -= 1) {
    const text = decodeStrictly(encoding, bytes.subarray(0, length))
    if (text !== undefined) return text
  }
  return ''
}

/** Returns whether bytes can be the start of a text. Its last character may be incomplete. */
function isDecodablePrefix(bytes: Uint8Array, encoding: Encoding): boolean {
  if (encoding === 'us-ascii') return isAscii(bytes)
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
