/**
 * The advice in error messages. For an unexpected root element, it says what the document is. For
 * an unknown name, it suggests the name that the client probably meant, because names must match
 * exactly and are easy to misspell. For a parse error, it says how to fix the XML. The advice never
 * quotes the document, which may contain personal data.
 */
import { withOriginalWords } from '../dialects.ts'
import { positionAt } from './unreadable.ts'

/** The longest root name that a message repeats. */
const ROOT_LENGTH_MAX = 40

/** The parts of a request that clients sometimes send without the envelope. */
const REQUEST_PARTS: ReadonlySet<string> = new Set([
  'REQUEST',
  'REQUEST_DATA',
  'CREDIT_REQUEST',
  'LOAN_APPLICATION',
])

/** Returns the expectation for the root, as the end of a sentence that begins with its name. */
export function rootAdvice(found: string, expected: string): string {
  // A name with a digit can contain a value.
  const shown =
    /^[A-Za-z_.:-]+$/.test(found) && found.length <= ROOT_LENGTH_MAX ? found : 'another name'
  return `must be the root element, not ${shown}${rootHint(found, expected)}`
}

function rootHint(found: string, expected: string): string {
  const local = found.slice(found.lastIndexOf(':') + 1)
  if (local === 'Envelope') return '; send the document without a SOAP envelope'
  if (local === expected && found !== local) return '; send names without a namespace prefix'
  if (REQUEST_PARTS.has(local)) return `; send it inside its envelope, from ${expected} inwards`
  if (local === 'MESSAGE') return '; MISMO 3.x is not supported, send a MISMO 2.x document'
  if (local === 'RESPONSE_GROUP') return '; this is a response, send the request'
  if (local.toLowerCase() === 'html') return '; this is a web page, send the request'
  if (local.toLowerCase() === expected.toLowerCase()) return '; names are case-sensitive'
  return ''
}

/**
 * The longest name that is compared. The cost of the distance is the product of both lengths, and
 * names come from clients.
 */
const NAME_LENGTH_MAX = 64
/** The most differing letters of a misspelled name. */
const EDITS_MAX = 2

/** The parts of an element in which a name is searched. */
interface Names {
  readonly attributes: ReadonlyMap<string, unknown>
  readonly children: readonly { readonly name: string }[]
}

/**
 * Returns what was sent instead of a missing name, as the end of a sentence. Empty if nothing
 * similar was sent.
 */
export function sentInstead(
  missing: string,
  node: Names,
  carrier: 'attribute' | 'element',
  isKnown: (name: string) => boolean,
): string {
  const elements = node.children.map(({ name }) => name)
  const attributes = [...node.attributes.keys()]
  const [here, elsewhere] =
    carrier === 'attribute' ? [attributes, elements] : [elements, attributes]
  if (elsewhere.includes(missing)) {
    return carrier === 'attribute'
      ? ' as an attribute; it was sent as an element'
      : ' as an element; it was sent as an attribute'
  }
  const meant = [...here, ...elsewhere].find((name) => !isKnown(name) && isSimilar(name, missing))
  return meant === undefined ? '' : `; ${meant} was sent, did you mean ${missing}?`
}

/** Returns the known name that an unknown name probably means. */
export function suggestedName(unknown: string, known: Iterable<string>): string | undefined {
  for (const name of known) if (isSimilar(unknown, name)) return name
  return undefined
}

function isSimilar(name: string, missing: string): boolean {
  if (name.length > NAME_LENGTH_MAX) return false
  const one = comparableName(name)
  const other = comparableName(missing)
  if (one === other) return true
  // Short names often differ from each other by only two letters.
  const edits = other.length < 8 ? 1 : EDITS_MAX
  return (
    other.length > 3 &&
    Math.abs(one.length - other.length) <= edits &&
    distance(one, other) <= edits
  )
}

/**
 * Returns a name in lower case, without prefix, underscores and dashes. A neutral word counts as the
 * word of MISMO, because clients mix the two.
 */
function comparableName(name: string): string {
  return withOriginalWords(name.slice(name.lastIndexOf(':') + 1))
    .replaceAll(/[_-]/g, '')
    .toLowerCase()
}

/** Returns how many letters must be changed, added or removed (Levenshtein distance). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

// Advice on broken rules of XML.

/** Advice by the parser's message, without the part of the document that the message quotes. */
// biome-ignore format: a table
const ADVICE: Readonly<Record<string, string>> = {
  'unexpected close tag':              'the end tag does not match',
  'unmatched closing tag':             'the end tag closes no open element',
  'weird empty close tag':             'an end tag without a name',
  'unclosed tag':                      'the document ends before its elements are closed; send it complete',
  'unexpected end':                    'the document ends inside a tag, value or comment; send it complete',
  'no whitespace between attributes':  'write a space between attributes, &quot; for a quotation mark inside a value, or the missing quotation mark before it',
  'unquoted attribute value':          'write the attribute value in quotation marks',
  'attribute without value':           'write ="value" after the attribute name',
  'duplicate attribute':               'the element has this attribute twice; remove one',
  'text data outside of root node':    'text outside the root element; remove it',
  'documents may contain only one root': 'a second root element; send one document in each request',
  'disallowed character in tag name':  'a < that begins no tag; write &lt;',
  'disallowed character in closing tag': 'a character that an end tag cannot have',
  'disallowed character in attribute name': 'a character that an attribute name cannot have; write &quot; for a quotation mark inside a value',
  'forward-slash in opening tag not followed by >': 'a / inside a tag must be followed by >',
  'malformed comment':                 'a comment cannot contain --',
  'malformed character entity':        'a reference to a character that XML does not allow',
  'inappropriately located doctype declaration': 'remove the DOCTYPE',
  'the XML declaration must appear at the start of the document': 'the XML declaration must be at the start of the document; remove what precedes it',
  'an XML declaration must be at the start of the document': 'the XML declaration must be at the start of the document; remove what precedes it',
  'version number must match /^1\\.[0-9]+$/': 'the XML declaration must have version="1.0"',
  'XML declaration is incomplete':     'the XML declaration is not complete; write <?xml version="1.0" encoding="UTF-8"?>',
}

/** Rules that concern an element that started earlier. */
const ABOUT_OPEN: ReadonlySet<string> = new Set(['unexpected close tag', 'unclosed tag'])

/**
 * Returns the advice for a parser's message. `last` is the character at which the parser stopped,
 * and `openLine` is the line of the element that the rule concerns.
 */
export function adviceOf(message: string, last: string, openLine: number | undefined): string {
  const rule = ruleOf(message)
  if (rule === 'disallowed character') return disallowed(last)
  if (openLine !== undefined && ABOUT_OPEN.has(rule)) {
    return `${ADVICE[rule]}; the element that is open begins at line ${openLine}`
  }
  return Object.hasOwn(ADVICE, rule) ? (ADVICE[rule] ?? rule) : rule
}

/** Returns the rule in a parser's message, without the part of the document that it quotes. */
function ruleOf(message: string): string {
  const rule = message.replace(/^\d+:\d+: /, '')
  return rule.includes(':') ? rule.slice(0, rule.indexOf(':')) : rule.replace(/\.$/, '')
}

function disallowed(last: string): string {
  if (last === '<') {
    return 'a < inside an attribute value; write &lt;, or add the closing quotation mark before it'
  }
  return 'a character that XML does not allow, such as a control character; remove it'
}

/** A position in a text, with advice. */
interface AdvicePosition {
  readonly line: number
  readonly column: number
  readonly detail: string
}

const ASIDE = String.raw`<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>`
const NO_REFERENCE = new RegExp(
  String.raw`${ASIDE}|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);)`,
  'g',
)

/**
 * Returns the first ampersand that begins no reference, if the parser stopped because of one. The
 * parser continues to the next semicolon, which can be far away. All markup before the position
 * where it stopped is complete, so the search is linear in the length of the text.
 */
export function bareAmpersand(text: string): AdvicePosition | undefined {
  for (const { 0: found, index } of text.matchAll(NO_REFERENCE)) {
    if (found !== '&') continue
    const isNamed = /^&[A-Za-z][\w.-]{0,40};/.test(text.slice(index, index + 48))
    const detail = isNamed
      ? 'XML has no such named character; write the character or its number, or &amp; for an ampersand'
      : 'an unescaped &; write &amp;'
    return { ...positionAt(text, index), detail }
  }
  return undefined
}
