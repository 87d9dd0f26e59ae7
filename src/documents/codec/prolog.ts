/**
 * The prolog of a document: everything before its root element. Systems put white space and a
 * DOCTYPE there; for `requirements: mismo`, both are replaced by blanks of the same length, so that
 * lines and columns in errors stay those of the document as sent.
 */
import { MISMO_HINT, type Requirements } from './requirements.ts'
import { placeAt, UnreadableDocument, type UnreadableRule } from './unreadable.ts'

/** The text as the parser gets it; throws where it cannot be a document. */
export function withoutProlog(
  text: string,
  asideCountMax: number,
  requirements: Requirements,
): string {
  const start = spaceEnd(text, 0)
  const first = text.charAt(start)
  if (first !== '<')
    fail(text, start, 'not well-formed', notMarkup(text.slice(start, start + LOOK_MAX)))
  const declared = start > 0 && isDeclaration(text, start)
  if (declared && requirements === 'interface') {
    const detail = `white space before the XML declaration; remove it (${MISMO_HINT})`
    fail(text, start, 'not well-formed', detail)
  }
  const whole = declared ? blanked(text, start, declarationEnd(text, start)) : text
  const at = asidesEnd(whole, start, asideCountMax)
  return whole.startsWith('<!DOCTYPE', at) ? withoutDoctype(whole, at, requirements) : whole
}

/** Enough of a body to see what it is instead of XML. */
const LOOK_MAX = 64

// Bodies that are no XML, recognized by their first characters.
function notMarkup(start: string): string {
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

/** The end of a complete declaration of XML 1.0; any other is left for the parser to reject. */
function declarationEnd(text: string, at: number): number {
  DECLARATION.lastIndex = at
  return DECLARATION.test(text) ? DECLARATION.lastIndex : at
}

/** The end of declaration, comments and processing instructions. */
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
/** Sticky and without nested repetition, so that it takes no longer than the text it matches. */
const DOCTYPE = new RegExp(String.raw`<!DOCTYPE\s+[\w.:-]+${EXTERNAL}\s*([>\[])`, 'y')

/**
 * The parser would read a DOCTYPE to its end, however long it is, and then what it declares. Here
 * nothing of it is read and nothing that it names is fetched.
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

/** Line ends stay, for the sake of the lines in errors. */
function blanked(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\r\n]/g, ' ') + text.slice(to)
}

function fail(text: string, at: number, rule: UnreadableRule, detail: string): never {
  const { line, column } = placeAt(text, at)
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
