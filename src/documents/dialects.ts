/**
 * The dialects: five spellings of the same documents on the wire, four in XML and one in JSON
 * (docs/dialects.md). The interface shows fields and no markup, so each plausible reading of it is
 * a dialect.
 */

/** How a dialect spells and carries the scalar fields of the tables. */
export interface Dialect {
  /** The name of the dialect in the field reference and the request log. */
  readonly name: 'mismo' | 'neutral' | 'literal' | 'elements' | 'json'
  /** What carries a scalar field. A `property` is a JSON property. */
  readonly carrier: 'attribute' | 'element' | 'property'
  /** The prefix before the MISMO name of a field. */
  readonly prefix: '' | '_'
  /**
   * Whether the neutral words of the interface document replace the names of bureaus and standard.
   */
  readonly neutral: boolean
  /** A sentence for the reference. */
  readonly doc: string
}

/**
 * The dialects by name. `mismo` comes first, because it wins if a document could be in several
 * dialects.
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

/** The XML dialects, in order of preference if a document could be in several. */
export const XML_DIALECTS: readonly Dialect[] = DIALECT_LIST.filter(
  ({ carrier }) => carrier !== 'property',
)

/**
 * JSON with the neutral words of the interface document. The response uses the words of the
 * request.
 */
export const JSON_NEUTRAL: Dialect = { ...DIALECTS.json, neutral: true }

/** JSON with either set of words, in order of preference. */
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
// One expression for all words, because the words of every field of each document are replaced.
const ORIGINAL_WORDS = new RegExp([...NEUTRAL.keys()].join('|'), 'g')
const NEUTRAL_WORDS = new RegExp([...ORIGINAL.keys()].join('|'), 'g')
const ALL_WORDS = new RegExp([...NEUTRAL.keys(), ...ORIGINAL.keys()].join('|'), 'g')

/**
 * Returns a name or enumerated value in the words of the dialect. Never pass free text: a client's
 * own words, such as the name of a lender, may contain the name of a bureau and must not change.
 */
export function dialectWord(name: string, dialect: Dialect): string {
  if (!dialect.neutral) return name
  return name.replace(ORIGINAL_WORDS, (word) => NEUTRAL.get(word) ?? word)
}

/** Returns a name or enumerated value of the dialect in the words of the tables. */
export function tableWord(name: string, dialect: Dialect): string {
  return dialect.neutral ? withOriginalWords(name) : name
}

/** Returns a name in the words of MISMO, whichever words it has. */
export function withOriginalWords(name: string): string {
  return name.replace(NEUTRAL_WORDS, (word) => ORIGINAL.get(word) ?? word)
}

/**
 * Returns a name in which the words of MISMO and the neutral words have changed places. Done twice,
 * it returns the same name, so a name that a client made comes back unchanged.
 */
export function exchangedWords(name: string): string {
  return name.replace(ALL_WORDS, (word) => NEUTRAL.get(word) ?? ORIGINAL.get(word) ?? word)
}

/** Returns the name of a scalar field in the dialect. */
export function wireName(field: string, dialect: Dialect): string {
  return dialect.prefix + dialectWord(field, dialect)
}
