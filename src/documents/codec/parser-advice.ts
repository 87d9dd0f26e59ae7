/**
 * What to do about a rule of XML that a document breaks. The text never quotes the document, which
 * may hold personal data.
 */
import { placeAt } from './unreadable.ts'

/** The advice by the parser's message, without the part of the document that the message quotes. */
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
  'XML declaration is incomplete':     'the XML declaration is not complete; write <?xml version="1.0" encoding="UTF-8"?>',
}

/** Rules about an element that began before. */
const ABOUT_OPEN: ReadonlySet<string> = new Set(['unexpected close tag', 'unclosed tag'])

/**
 * The rule in a parser's message as advice; `last` is the character at which it stopped, and
 * `openLine` the line of the element that it is about.
 */
export function adviceOf(message: string, last: string, openLine: number | undefined): string {
  const rule = ruleOf(message)
  if (rule === 'disallowed character') return disallowed(last)
  if (openLine !== undefined && ABOUT_OPEN.has(rule)) {
    return `${ADVICE[rule]}; the element that is open begins at line ${openLine}`
  }
  return Object.hasOwn(ADVICE, rule) ? (ADVICE[rule] ?? rule) : rule
}

/** The rule in a parser's message, without the part of the document that it quotes. */
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

/** A place in a text, and what to do there. */
interface Advised {
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
 * The first ampersand that begins no reference, where the parser stopped because of one: it reads on
 * to the next semicolon, which can be far behind. Everything before the place where it stopped is
 * whole, so that the search takes no longer than the text.
 */
export function bareAmpersand(text: string): Advised | undefined {
  for (const { 0: found, index } of text.matchAll(NO_REFERENCE)) {
    if (found !== '&') continue
    const isNamed = /^&[A-Za-z][\w.-]{0,40};/.test(text.slice(index, index + 48))
    const detail = isNamed
      ? 'XML has no such named character; write the character or its number, or &amp; for an ampersand'
      : 'an unescaped &; write &amp;'
    return { ...placeAt(text, index), detail }
  }
  return undefined
}
