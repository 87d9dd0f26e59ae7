/**
 * Documents that are expensive to read. Each fills a given number of bytes with more of one thing
 * than any order has. They cover the classes of attacks that parsers are known to suffer from.
 */
import type { UnreadableRule } from '../../src/documents/codec/unreadable.ts'

/** The rule by which a document is rejected, or `read` if it can be read. */
export type Answered = UnreadableRule | 'read'

/** A document that is expensive to read. */
export interface ExpensiveDocument {
  readonly title: string
  readonly answered: Answered
  /** Returns a document of at most this number of bytes. */
  make(bytes: number): string
}

/** Returns a text of a given length: a beginning, a repeated unit, and an end. */
function filled(before: string, unit: string, after: string, bytes: number): string {
  const unitBytes = Buffer.byteLength(unit)
  const room = bytes - Buffer.byteLength(before) - Buffer.byteLength(after)
  return before + unit.repeat(Math.max(0, Math.floor(room / unitBytes))) + after
}

function numbered(before: string, unit: (index: number) => string, after: string, bytes: number) {
  const parts = [before]
  let length = before.length + after.length
  for (let index = 0; ; index += 1) {
    const part = unit(index)
    length += part.length
    if (length > bytes) return parts.join('') + after
    parts.push(part)
  }
}

const GROUP = '<REQUEST_GROUP MISMOVersionID="2.3.1">'
const END = '</REQUEST_GROUP>'
const TO_BORROWERS = '<REQUEST><REQUEST_DATA><CREDIT_REQUEST><LOAN_APPLICATION>'
const FROM_BORROWERS = '</LOAN_APPLICATION></CREDIT_REQUEST></REQUEST_DATA></REQUEST>'
const BORROWER = `<BORROWER BorrowerID="${'B'.repeat(300)}" _SSN="${'9'.repeat(200)}" x="1"/>`
const SIXTY_ATTRIBUTES = Array.from({ length: 60 }, (_, index) => ` a${index}=""`).join('')

function fills(
  title: string,
  answered: Answered,
  before: string,
  unit: string,
  after: string,
): ExpensiveDocument {
  return { title, answered, make: (bytes) => filled(before, unit, after, bytes) }
}

// biome-ignore format: a table
/**
 * The documents. Some are well-formed to the last byte, so that the parser has to read all of it.
 */
export const EXPENSIVE_DOCUMENTS: readonly ExpensiveDocument[] = [
  fills('A4 a DOCTYPE without an end', 'doctype', '<!DOCTYPE a [', '<!-- x -->', ''),
  fills('A4 comments before a DOCTYPE', 'too many comments and processing instructions', '', '<!---->', '<!DOCTYPE a>'),
  fills('A4 whitespace before a DOCTYPE', 'doctype', '', ' \n', '<!DOCTYPE a>'),
  fills('A6 nesting', 'too deep', '', '<a>', ''),
  fills('A6 nesting that ends, side by side', 'too many elements', '<a>', '<a><a><a></a></a></a>', '</a>'),
  { title: 'A7 attributes', answered: 'too many attributes', make: (bytes) => numbered('<a', (i) => ` a${i}="1"`, '/>', bytes) },
  {
    title: 'A7 namespaces', answered: 'too many attributes',
    make: (bytes) => numbered('<a', (i) => ` xmlns:a${i}="u"`, '/>', bytes),
  },
  fills('A7 one attribute repeated', 'not well-formed', '<a', ' x="1"', '/>'),
  fills('A7 empty elements', 'too many elements', '<a>', '<b/>', '</a>'),
  fills('A7 elements full of attributes', 'too many attributes', GROUP, `<b${SIXTY_ATTRIBUTES}/>`, END),
  fills('A7 borrowers', 'read', `${GROUP}${TO_BORROWERS}`, BORROWER, `${FROM_BORROWERS}${END}`),
  fills('A7 fields that are elements', 'too many elements', '<REQUEST_GROUP>', '<_StandardVersionID/>', END),
  fills('A8 a name of an element', 'name too long', '<', 'a', '/>'),
  fills('A8 a name of an attribute', 'name too long', '<a ', 'b', '="1"/>'),
  fills('A8 a name at the end of an element', 'name too long', '<a></', 'a', '>'),
  fills('A8 a name of an instruction', 'name too long', '<?', 'a', '?><a/>'),
  fills('A8 a name of an entity', 'not well-formed', '<a>&', 'a', ';</a>'),
  fills('A8 text', 'read', '<a>', 'x', '</a>'),
  fills('A8 text in three bytes a character', 'read', '<a>', '\u20ac', '</a>'),
  fills('A8 text in four bytes a character', 'read', '<a>', '😀', '</a>'),
  fills('A8 line ends', 'read', '<a>', '\r\n', '</a>'),
  fills('A8 carriage returns', 'read', '<a>', '\r', '</a>'),
  fills('A8 carriage returns in an attribute', 'read', '<a b="', '\r', '"/>'),
  fills('A8 tabs in an attribute', 'read', '<a b="', '\t', '"/>'),
  fills('A8 whitespace in a tag', 'read', '<a', ' ', '/>'),
  fills('A8 whitespace before the root', 'read', '', '\n', '<a/>'),
  fills('A8 whitespace after the root', 'read', '<a/>', '\n', ''),
  fills('A8 an attribute', 'read', '<a b="', 'x', '"/>'),
  fills('A8 a comment', 'read', '<a><!--', 'x', '--></a>'),
  fills('A8 dashes in a comment', 'read', '<a><!--', '- ', '--></a>'),
  fills('A8 a comment without an end', 'not well-formed', '<a><!--', '-x', ''),
  fills('A8 comments', 'too many comments and processing instructions', '<a>', '<!---->', '</a>'),
  fills('A8 comments before the root', 'too many comments and processing instructions', '', '<!---->', '<a/>'),
  fills('A8 an instruction', 'read', '<?x ', 'y', '?><a/>'),
  fills('A8 question marks in an instruction', 'read', '<?x ', '?', '?><a/>'),
  fills('A8 question marks and letters in an instruction', 'read', '<a><?x ', '?y', '?></a>'),
  fills('A8 instructions', 'too many comments and processing instructions', '<a>', '<?x?>', '</a>'),
  fills('A8 a CDATA section', 'read', '<a><![CDATA[', 'x', ']]></a>'),
  fills('A8 brackets in CDATA', 'read', '<a><![CDATA[', ']', ']]></a>'),
  fills('A8 brackets and letters in CDATA', 'read', '<a><![CDATA[', ']x', ']]></a>'),
  fills('A8 CDATA sections', 'too many comments and processing instructions', '<a>', '<![CDATA[]]>', '</a>'),
  fills('A8 a CDATA section without an end', 'not well-formed', '<a><![CDATA[', ']]', ''),
  fills('A8 brackets in text', 'read', '<a>', ']', '</a>'),
  fills('A9 character references', 'too many references', '<a>', '&#65;', '</a>'),
  fills('A9 character references in an attribute', 'too many references', '<a b="', '&#65;', '"/>'),
  fills('A9 a long character reference', 'not well-formed', '<a>&#', '0', '65;</a>'),
  fills('A9 a long hexadecimal reference', 'not well-formed', '<a>&#x', 'f', ';</a>'),
  fills('A9 entities', 'too many references', '<a>', '&lt;', '</a>'),
  fills('A9 a reference without an end', 'not well-formed', '<a>&', '#', ''),
  fills('A12 a declaration without an end', 'not well-formed', '<?xml ', 'version', ''),
  fills('A12 whitespace in the declaration', 'read', '<?xml ', ' ', 'version="1.0"?><a/>'),
  fills('A16 ends of elements', 'not well-formed', '<a>', '</a>', ''),
  fills('A16 openings of tags', 'not well-formed', '<a>', '<', ''),
]
