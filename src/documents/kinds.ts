/** The kinds of scalar values in documents. There are only a few, each shared by many fields. */
import { parseUtcDay } from '../time.ts'

/** The part of JSON Schema 2020-12, with OpenAPI's `xml` hints, that the documents need. */
export interface JsonSchema {
  readonly $ref?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly const?: string
  readonly additionalProperties?: false
  readonly type?: 'object' | 'array' | 'string'
  readonly description?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly xml?: { readonly name?: string; readonly attribute?: boolean }
}

/** How a scalar is read, written and described. Values are typed in code, and text on the wire. */
export interface Kind<T> {
  /** The form of a value, as the end of the sentence "must be …". */
  readonly hint: string
  /** The content of the `xs:simpleType`. */
  readonly xsd: string
  /** The kind as JSON Schema, for the OpenAPI description and the published schemas. */
  readonly json: JsonSchema
  /** Whether an empty text is a valid value. */
  readonly emptyAllowed: boolean
  /** The enumerated values, if the kind has any. Their words depend on the dialect. */
  readonly values?: readonly string[]
  /**
   * Whether the value is a name that the service or a client made. Its words depend on the dialect.
   */
  readonly named?: true
  /** Returns the value of a text, or `undefined` if the text is invalid. */
  read(text: string): T | undefined
  /**
   * Returns the value of a text in another form, which clients with `requirements: mismo` send. An
   * empty value means that the field is absent.
   */
  readLoosely?(text: string): T | undefined
  /** The other forms in words, as the end of `must be`. */
  readonly looseHint?: string
  /** Returns advice on a wrong value that clients are known to send. */
  adviceOn?(text: string): string | undefined
  /** Returns the text of a value on the wire. `read` must return the same value for it. */
  write(value: T): string
}

const asIs = (value: string) => value

/**
 * Returns a kind whose reader, XSD and JSON Schema share one expression. XSD patterns are always
 * anchored and have no non-capturing groups, so both are rewritten.
 */
function pattern(hint: string, expression: RegExp, prepare = asIs): Kind<string> {
  const source = expression.source.replace(/^\^|\$$/g, '').replace(/\(\?:/g, '(')
  return {
    hint,
    xsd: `<xs:restriction base="xs:string"><xs:pattern value="${source}"/></xs:restriction>`,
    json: { type: 'string', pattern: expression.source },
    emptyAllowed: false,
    read: (text) => {
      const prepared = prepare(text)
      return expression.test(prepared) ? prepared : undefined
    },
    write: asIs,
  }
}

/** Text of one to `lengthMax` characters. */
export function text(lengthMax = 250): Kind<string> {
  return {
    hint: `a text of 1 to ${lengthMax} characters`,
    xsd: `<xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="${lengthMax}"/></xs:restriction>`,
    json: { type: 'string', minLength: 1, maxLength: lengthMax },
    emptyAllowed: false,
    read: (value) => (value.length > 0 && value.length <= lengthMax ? value : undefined),
    write: asIs,
  }
}

/** Text of at most `lengthMax` characters, which may be empty. */
export function emptyableText(lengthMax = 250): Kind<string> {
  return {
    hint: `a text of at most ${lengthMax} characters`,
    xsd: `<xs:restriction base="xs:string"><xs:maxLength value="${lengthMax}"/></xs:restriction>`,
    json: { type: 'string', maxLength: lengthMax },
    emptyAllowed: true,
    read: (value) => (value.length <= lengthMax ? value : undefined),
    write: asIs,
  }
}

/**
 * Returns the same kind without the blanks around a value. Systems pad columns of fixed length with
 * spaces, and pretty printers indent the text of elements.
 */
export function trimmed(kind: Kind<string>): Kind<string> {
  return { ...kind, read: (value) => kind.read(value.trim()) }
}

/** Text of any length, such as the content of an embedded document. */
export const anyText: Kind<string> = {
  hint: 'a text',
  xsd: '<xs:restriction base="xs:string"/>',
  json: { type: 'string' },
  emptyAllowed: true,
  read: asIs,
  write: asIs,
}

/** A name that can contain the words that dialects replace, such as the name of a `KEY`. */
export const keyName: Kind<string> = { ...text(250), named: true }

/** One of a list of values, spelled as in the list. */
export function enumeration<const V extends readonly string[]>(values: V): Kind<V[number]> {
  // A map, because the lists are long and every field of every file is read with them.
  const known = new Map<string, V[number]>(values.map((value) => [value, value]))
  return {
    hint: values.length <= 12 ? `one of ${values.join(', ')}` : 'one of the listed values',
    xsd: `<xs:restriction base="xs:string">${values
      .map((value) => `<xs:enumeration value="${value}"/>`)
      .join('')}</xs:restriction>`,
    json: { type: 'string', enum: values },
    emptyAllowed: false,
    values,
    read: (value) => known.get(value.trim()),
    adviceOn: (value) => {
      const lower = value.trim().toLowerCase()
      const alike = values.some((one) => one.toLowerCase() === lower)
      return alike ? 'values are case-sensitive' : undefined
    },
    write: asIs,
  }
}

/** Returns the same kind with advice on some wrong values, keyed by the value in lower case. */
export function advising<T>(kind: Kind<T>, advice: Readonly<Record<string, string>>): Kind<T> {
  const known = new Map(Object.entries(advice))
  return {
    ...kind,
    adviceOn: (text) => known.get(text.trim().toLowerCase()) ?? kind.adviceOn?.(text),
  }
}

/** One of a list of values in any case, for fields whose case clients are known to vary. */
export function enumerationAnyCase<const V extends readonly string[]>(values: V): Kind<V[number]> {
  const known = new Map<string, V[number]>(values.map((value) => [value.toLowerCase(), value]))
  return { ...enumeration(values), read: (value) => known.get(value.trim().toLowerCase()) }
}

/** The MISMO indicator: Y or N on the wire, read in any case, and a boolean in code. */
export const flag: Kind<boolean> = {
  hint: 'Y or N',
  xsd: '<xs:restriction base="xs:string"><xs:pattern value="[YyNn]"/></xs:restriction>',
  json: { type: 'string', enum: ['Y', 'N'] },
  emptyAllowed: false,
  read: (value) => FLAGS.get(value.trim().toUpperCase()),
  write: (value) => (value ? 'Y' : 'N'),
}
const FLAGS = new Map([
  ['Y', true],
  ['N', false],
])

/**
 * A social security number or ITIN: nine digits, with or without dashes. The dashes are preserved.
 */
export const ssn: Kind<string> = pattern(
  'nine digits, with or without dashes',
  /^(?:[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{9})$/,
  (value) => value.trim(),
)

/** A social security number as a bureau has it, or empty if the bureau has none. */
export const ssnOrEmpty: Kind<string> = {
  ...pattern(
    'nine digits, with or without dashes, or empty',
    /^(?:[0-9]{3}-?[0-9]{2}-?[0-9]{4}|[0-9]{9})?$/,
  ),
  emptyAllowed: true,
}

/** A postal code of the United States: ZIP or ZIP+4. */
export const postalCode: Kind<string> = {
  ...pattern('a ZIP code of 5 or 9 digits', /^[0-9]{5}(?:-?[0-9]{4})?$/, (value) => value.trim()),
  adviceOn: (value) =>
    /[a-z]/i.test(value) ? 'leave out a prior address outside the United States' : undefined,
}

/** A date in the precision that the bureau has: year, month or day. Empty if it is unknown. */
export const partialDateOrEmpty: Kind<string> = {
  ...pattern(
    'a date as YYYY, YYYY-MM or YYYY-MM-DD, or empty',
    /^(?:[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?)?$/,
  ),
  emptyAllowed: true,
}

/** A date in the precision that the bureau has: year, month or day. */
export const partialDate: Kind<string> = pattern(
  'a date as YYYY, YYYY-MM or YYYY-MM-DD',
  /^[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?$/,
)

/** Other forms in which systems send dates of birth. */
const DAY_FORMS = [
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4})(?: \d{1,2}:\d{2}.*)?$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ]\d{2}:\d{2}.*|Z|[+-]\d{2}:\d{2})?$/,
]

/** Years that mean in databases and programs that there is no date. */
const NO_YEARS: ReadonlySet<string> = new Set(['0000', '0001', '9999'])

const BIRTH_DATE = pattern(
  'an existing date from 1900 on, as YYYY, YYYY-MM or YYYY-MM-DD',
  /^(?:19|20)[0-9]{2}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?$/,
  (value) => value.trim(),
)

/** Returns a date of birth, or `undefined` if the calendar has no such day. */
function existingDate(text: string): string | undefined {
  const date = BIRTH_DATE.read(text)
  const isDay = date?.length === 'YYYY-MM-DD'.length
  return isDay && parseUtcDay(date) === undefined ? undefined : date
}

/**
 * A date of birth in the known precision. `readLoosely` accepts other forms of a day, and those that
 * mean none, such as 0001-01-01. A bureau would look for another person if it got one of these, or a
 * day that does not exist.
 */
export const birthDate: Kind<string> = {
  ...BIRTH_DATE,
  read: existingDate,
  looseHint: 'a day as YYYYMMDD, MM/DD/YYYY or MM-DD-YYYY, the month first',
  readLoosely: (text) => {
    for (const form of DAY_FORMS) {
      const { year, month = '', day = '' } = form.exec(text.trim())?.groups ?? {}
      if (year === undefined) continue
      if (NO_YEARS.has(year)) return ''
      return existingDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    }
    return undefined
  },
}

/** A whole number of dollars or items, never negative. */
export const count: Kind<number> = {
  hint: 'a whole number',
  xsd: '<xs:restriction base="xs:string"><xs:pattern value="[0-9]+"/></xs:restriction>',
  json: { type: 'string', pattern: '^[0-9]+$' },
  emptyAllowed: false,
  // A double represents every whole number of fifteen digits exactly.
  read: (value) => (/^\s*[0-9]{1,15}\s*$/.test(value) ? Number(value) : undefined),
  write: (value) => String(value),
}

/** A count that is written with at least two digits, such as counts of late payments. */
export const paddedCount: Kind<number> = {
  ...count,
  write: (value) => String(value).padStart(2, '0'),
}
