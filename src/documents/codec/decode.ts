/** From the bytes of a body to text: which encodings are taken, and which are refused by name. */
import { UnreadableDocument } from './unreadable.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const UTF16LE = new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true })
const UTF16BE = new TextDecoder('utf-16be', { fatal: true, ignoreBOM: true })

/** How far an XML declaration is looked for. */
const DECLARATION_BYTES_MAX = 256

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1'

const ENCODING_NAMES: Readonly<Record<string, 'utf-8' | 'utf-16' | 'iso-8859-1'>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16',
  'utf-16be': 'utf-16',
  'iso-8859-1': 'iso-8859-1',
  latin1: 'iso-8859-1',
}

/** Whether the `charset` of a `Content-Type` is one that bodies may have. */
export function isKnownCharset(charset: string): boolean {
  return Object.hasOwn(ENCODING_NAMES, charset.toLowerCase())
}

/**
 * The text of a document. A byte order mark decides, then the `charset` of the transport, then the
 * XML declaration, then UTF-8 (RFC 7303 section 3). A declaration that contradicts the mark is
 * refused, as are bytes that are not of the encoding.
 */
export function decode(bytes: Uint8Array, charset?: string): string {
  const mark = byteOrderMark(bytes)
  const declared = declaredEncoding(bytes, mark?.encoding)
  const encoding = mark?.encoding ?? encodingWithoutMark(charset, declared)
  if (mark !== undefined && declared !== undefined && !agrees(mark.encoding, declared)) {
    throw new UnreadableDocument(
      'encoding',
      1,
      1,
      'the declared encoding contradicts the byte order mark',
    )
  }
  return textOf(bytes.subarray(mark?.length ?? 0), encoding)
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
  const declaration = /^[^<]{0,3}<\?xml\s[^>]*?encoding\s*=\s*(["'])([^"']*)\1/.exec(ascii)
  return declaration?.[2]?.toLowerCase()
}

function agrees(encoding: Encoding, declared: string): boolean {
  if (declared === encoding) return true
  const known = Object.hasOwn(ENCODING_NAMES, declared) ? ENCODING_NAMES[declared] : undefined
  if (known === 'utf-16') return declared === 'utf-16' && encoding.startsWith('utf-16')
  return known === encoding
}

function encodingWithoutMark(charset: string | undefined, declared: string | undefined): Encoding {
  const name = (charset ?? declared ?? 'utf-8').toLowerCase()
  const known = Object.hasOwn(ENCODING_NAMES, name) ? ENCODING_NAMES[name] : undefined
  if (known === 'utf-8' || known === 'iso-8859-1') return known
  if (known === 'utf-16') {
    throw new UnreadableDocument('encoding', 1, 1, 'UTF-16 needs a byte order mark')
  }
  throw new UnreadableDocument('encoding', 1, 1, ENCODINGS_TAKEN)
}

const ENCODINGS_TAKEN =
  'unsupported encoding; use UTF-8, UTF-16 with a byte order mark or ISO-8859-1'

function textOf(bytes: Uint8Array, encoding: Encoding): string {
  // Node's own decoder of this name is that of windows-1252, which is another encoding.
  if (encoding === 'iso-8859-1') return Buffer.from(bytes).toString('latin1')
  const text = decodedBy(
    { 'utf-8': UTF8, 'utf-16le': UTF16LE, 'utf-16be': UTF16BE }[encoding],
    bytes,
  )
  if (text === undefined) {
    throw new UnreadableDocument('encoding', 1, 1, `the bytes are not ${encoding.toUpperCase()}`)
  }
  // The parser would skip a second mark; it is a character where none may stand.
  if (text.startsWith('\uFEFF')) throw new UnreadableDocument('not well-formed', 1, 1)
  return text
}

function decodedBy(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
