/** Strict HTTP Basic authentication (RFC 7617, RFC 9110 section 11). */

/** The credentials of a client. */
export interface Credentials {
  /** Normalized (NFC), so that two spellings of the same name are equal (RFC 7617 section 2). */
  readonly name: string
  /** In clear text, and only during the login. */
  readonly secret: string
}

/** The longest header that is read. */
const HEADER_LENGTH_MAX = 4096

/**
 * Returns whether a header cannot be a single credential: it is too long, or lists several. Two
 * readers of such a header could use different credentials, so it is rejected as a whole.
 */
export function isAmbiguous(header: string | undefined): boolean {
  if (header === undefined) return false
  return header.length > HEADER_LENGTH_MAX || /^basic .*,/i.test(header)
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Returns the credentials of an `Authorization` header, or `undefined` if it contains no valid
 * ones. Node's base64 decoder accepts almost anything, so the token must equal the canonical
 * encoding of its bytes.
 */
export function basicCredentials(header: string | undefined): Credentials | undefined {
  if (header === undefined) return undefined
  const token = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1]
  if (token === undefined) return undefined
  const bytes = Buffer.from(token, 'base64')
  if (bytes.toString('base64') !== token) return undefined
  const text = decoded(bytes)
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon === -1 || hasControls(text)) return undefined
  return {
    name: text.slice(0, colon).normalize('NFC'),
    secret: text.slice(colon + 1).normalize('NFC'),
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 section 2 forbids them
  return /[\u0000-\u001f\u007f]/.test(text)
}
