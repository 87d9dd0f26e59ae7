/**
 * The dialects: five spellings of the same documents on the wire, four in XML and one in JSON
 * (docs/dialects.md). The interface shows fields and not markup, so each plausible reading of it is
 * a dialect.
 */

/** How a dialect spells and carries the scalar fields of the tables. */
export interface Dialect {
  /** As the field reference and the request log name the dialect. */
  readonly name: 'mismo' | 'neutral' | 'literal' | 'elements' | 'json'
  /** What carries a scalar field; a property is one of JSON. */
  readonly carrier: 'attribute' | 'element' | 'property'
  /** The prefix before the MISMO name of a field. */
  readonly prefix: '' | '_'
  /** Whether the interface document's neutral words replace the names of bureaus and standard. */
  readonly neutral: boolean
  /** One sentence for the reference. */
  readonly doc: string
}

/**
 * The dialects by name. `mismo` comes first because it decides where a document could be several.
 */
export const DIALECTS = {
  mismo: {
    name: 'mismo',
    carrier: 'attribute',
    prefix: '',
    neutral: false,
    doc: 'MISMO attributes and names, as real systems send them.',
  },
  neutral: {
    name: 'neutral',
    carrier: 'attribute',
    prefix: '',
    neutral: true,
    doc: 'MISMO attributes with the neutral words of the interface document.',
  },
  literal: {
    name: 'literal',
    carrier: 'attribute',
    prefix: '_',
    neutral: true,
    doc: 'Attributes spelled exactly as the interface document spells the fields.',
  },
  elements: {
    name: 'elements',
    carrier: 'element',
    prefix: '_',
    neutral: true,
    doc: 'Every scalar field a child element, spelled as in the interface document.',
  },
  json: {
    name: 'json',
    carrier: 'property',
    prefix: '_',
    neutral: false,
    doc: 'JSON: every field a property, spelled as in the interface document; lists are always lists, values are always strings.',
  },
} as const satisfies Record<Dialect['name'], Dialect>

/** All dialects. */
export const DIALECT_LIST: readonly Dialect[] = Object.values(DIALECTS)

/** The dialects of XML, in the order in which one is preferred where a document could be several. */
export const XML_DIALECTS: readonly Dialect[] = DIALECT_LIST.filter(
  ({ carrier }) => carrier !== 'property',
)

/** JSON with the neutral words of the interface document: a dialect follows the words of a request. */
export const JSON_NEUTRAL: Dialect = { ...DIALECTS.json, neutral: true }

/** JSON in its two sets of words, in the order in which one is preferred. */
export const JSON_DIALECTS: readonly Dialect[] = [DIALECTS.json, JSON_NEUTRAL]

/** The interface document's neutral words for the standard and the three bureaus. */
const WORDS = [
  ['MISMO', 'Standard'],
  ['Equifax', 'BureauA'],
  ['Experian', 'BureauB'],
  ['TransUnion', 'BureauC'],
] as const

const NEUTRAL = new Map<string, string>(WORDS)
const ORIGINAL = new Map<string, string>(WORDS.map(([original, neutral]) => [neutral, original]))
// One expression for all words: names are worded for each field of each document.
const ORIGINAL_WORDS = new RegExp([...NEUTRAL.keys()].join('|'), 'g')
const NEUTRAL_WORDS = new RegExp([...ORIGINAL.keys()].join('|'), 'g')

/**
 * A name or enumerated value as the dialect words it. Free text is never passed here. A client's
 * own words, such as the name of a lender, may contain the name of a bureau and must stay.
 */
export function worded(name: string, dialect: Dialect): string {
  if (!dialect.neutral) return name
  return name.replace(ORIGINAL_WORDS, (word) => NEUTRAL.get(word) ?? word)
}

/** A name or enumerated value of the dialect, in the words of the tables. */
export function unworded(name: string, dialect: Dialect): string {
  if (!dialect.neutral) return name
  return name.replace(NEUTRAL_WORDS, (word) => ORIGINAL.get(word) ?? word)
}

/** How the dialect spells a scalar field of the tables. */
export function spelled(field: string, dialect: Dialect): string {
  return dialect.prefix + worded(field, dialect)
}
