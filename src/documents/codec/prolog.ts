/**
 * Handles the prolog of a document: everything before its root element. Some systems put white
 * space before the XML declaration, or a DOCTYPE after it. For `requirements: mismo`, such a
 * declaration or DOCTYPE is replaced with blanks of the same length, so that lines and columns in
 * errors match the document as sent.
 */
import { MISMO_HINT, type Requirements } from './requirements.ts'
import { positionAt, UnreadableDocument, type UnreadableRule } from './unreadable.ts'

/** Returns the text to parse. Throws if the text cannot be a document. */
export function withoutProlog(
  text: string,
  asideCountMax: number,
  requirements: Requirements,
): string {
  const start = spaceEnd(text, 0)
  const first = text.charAt(start)
  if (first !== '<')
    fail(text, start, 'not well-formed', notXmlDetail(text.slice(start, start + START_LENGTH_MAX)))
  const declared = start > 0 && isDeclaration(text, start)
  if (declared && requirements === 'interface') {
    const detail = `white space before the XML declaration; remove it (${MISMO_HINT})`
    fail(text, start, 'not well-formed', detail)
  }
  const whole = declared ? blanked(text, start, declarationEnd(text, start)) : text
  const at = asidesEnd(whole, start, asideCountMax)
  return whole.startsWith('<!DOCTYPE', at) ? withoutDoctype(whole, at, requirements) : whole
}

/** The length of a body's start, which is enough to recognize a format other than XML. */
const START_LENGTH_MAX = 64

// Recognizes bodies that are not XML by their first characters.
function notXmlDetail(start: string): string {
  if (start === '') return 'the body is empty; send an XML document'
  if (start.startsWith('{') || start.startsWith('[')) {
    return 'the body is JSON; send it with Content-Type application/json'
  }
  if (/^[\w.-]+=/.test(start)) {
    return 'the body is a form field, a name and an equals sign; send the XML itself as the body'
  }
  if (/^[A-Za-z0-9+/\s]{64}$/.test(start)) {
    return 'the body looks like base64; send the XML itself, not encoded'
  }
  return 'the document must begin with <; send plain XML with nothing before it'
}

function isDeclaration(text: string, at: number): boolean {
  return /^<\?xml\s/.test(text.slice(at, at + '<?xml '.length))
}

const DECLARATION =
  /<\?xml\s+version\s*=\s*(["'])1\.0\1(?:\s+encoding\s*=\s*(["'])[\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/y

/**
 * Returns the end of a complete XML 1.0 declaration. Other declarations are left for the parser to
 * reject.
 */
function declarationEnd(text: string, at: number): number {
  DECLARATION.lastIndex = at
  return DECLARATION.test(text) ? DECLARATION.lastIndex : at
}

/** Returns the end of the declaration, comments and processing instructions. */
function asidesEnd(text: string, start: number, asideCountMax: number): number {
  let at = start
  for (let count = 0; count <= asideCountMax; count += 1) {
    at = spaceEnd(text, at)
    if (text.startsWith('<?', at)) at = spaceEnd(text, after(text, '?>', at))
    else if (text.startsWith('<!--', at)) at = spaceEnd(text, after(text, '-->', at))
    else break
  }
  return at
}

const EXTERNAL = String.raw`(?:\s+(?:SYSTEM|PUBLIC\s+(?:"[^"<]*"|'[^'<]*'))(?:\s+(?:"[^"<]*"|'[^'<]*'))?)?`
/** Sticky and without nested repetition, so that matching is linear in the length of the text. */
const DOCTYPE = new RegExp(String.raw`<!DOCTYPE\s+[\w.:-]+${EXTERNAL}\s*([>\[])`, 'y')

/**
 * Removes a DOCTYPE. The parser would read all of it, however long it is, and then its
 * declarations. Here, nothing inside it is read, and nothing that it names is fetched.
 */
function withoutDoctype(text: string, at: number, requirements: Requirements): string {
  DOCTYPE.lastIndex = at
  const end = DOCTYPE.exec(text)?.[1]
  if (end === '[') {
    fail(text, at, 'doctype', 'remove the DOCTYPE; nothing that it declares is read')
  }
  if (requirements === 'interface') fail(text, at, 'doctype', `remove the DOCTYPE (${MISMO_HINT})`)
  if (end === undefined) fail(text, at, 'doctype', 'remove the DOCTYPE, which is not well-formed')
  return blanked(text, at, DOCTYPE.lastIndex)
}

/** Replaces part of a text with blanks. Line ends stay, so that errors have the right lines. */
function blanked(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\r\n]/g, ' ') + text.slice(to)
}

function fail(text: string, at: number, rule: UnreadableRule, detail: string): never {
  const { line, column } = positionAt(text, at)
  throw new UnreadableDocument(rule, line, column, detail)
}

const SPACE = /[ \t\r\n]*/y

function spaceEnd(text: string, from: number): number {
  SPACE.lastIndex = from
  SPACE.test(text)
  return SPACE.lastIndex
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  return found === -1 ? text.length : found + end.length
}
