/** Generators of random values for the document tables, by kind and by element. */
import fc from 'fast-check'
import type { AnyElement, Child, Element, Field, Value } from '../../src/documents/element.ts'
import { flag, type Kind, partialDate, partialDateOrEmpty } from '../../src/documents/kinds.ts'

/** Characters that XML 1.0 allows. Those that often cause errors are frequent. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcXYZ 0123456789-.,') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('&', '<', '>', '"', "'", ']]>', ']', '\t', '\n', '\r', '\r\n'),
  },
  { weight: 2, arbitrary: fc.constantFrom('é', 'ß', '\u0085', '\u00a0', '\u2028', '\ufeff', '😀') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
)

/** Text that XML 1.0 allows. */
export const xmlText = fc
  .array(character, { maxLength: 24 })
  .map((characters) => characters.join(''))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
  .map((text) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))

/** A name with words that dialects replace, as a client could make it. */
const wordedName = fc
  .array(fc.constantFrom('Equifax', 'BureauA', 'TransUnion', 'BureauC', 'MISMO', 'Standard', 'Id'))
  .map((words) => words.join(''))

/** Dates that exist, in every precision. Vendors' other dates are not read as they are. */
const date = fc
  .tuple(
    fc.date({ min: new Date('1901'), max: new Date('2099'), noInvalidDate: true }),
    fc.constantFrom('YYYY', 'YYYY-MM', 'YYYY-MM-DD'),
  )
  .map(([day, precision]) => day.toISOString().slice(0, precision.length))

/** Returns a generator of values of a kind. */
function arbitraryOfKind(kind: Kind<unknown>): fc.Arbitrary<unknown> {
  if (kind === partialDate) return date
  if (kind === partialDateOrEmpty) return fc.oneof(date, fc.constant(''))
  if (kind.values !== undefined) return fc.constantFrom(...kind.values)
  if (kind.json.enum !== undefined && kind.hint === flag.hint) return fc.boolean()
  if (kind.json.pattern === '^[0-9]+$') return fc.integer({ min: 0, max: 999_999_999 })
  if (kind.json.pattern !== undefined)
    return fc
      .stringMatching(new RegExp(kind.json.pattern))
      .filter((text) => kind.read(text) !== undefined)
  return textOfKind(kind)
}

function textOfKind(kind: Kind<unknown>): fc.Arbitrary<unknown> {
  const lengthMax = kind.json.maxLength ?? Number.POSITIVE_INFINITY
  const texts = kind.named ? fc.oneof(xmlText, wordedName) : xmlText
  return texts
    .map((text) => (text.length > lengthMax ? text.slice(0, lengthMax).toWellFormed() : text))
    .map((text) => kind.read(kind.emptyAllowed || text.trim() !== '' ? text : 'x'))
}

/** Returns a generator of values of an element, as its type describes them. */
export function arbitraryOf<E extends AnyElement>(element: E): fc.Arbitrary<Value<E>> {
  const values = element.form === 'text' ? arbitraryOfKind(element.kind) : container(element)
  return values as fc.Arbitrary<Value<E>>
}

const containers = new WeakMap<Element, fc.Arbitrary<object>>()

function container(element: Element): fc.Arbitrary<object> {
  const known = containers.get(element)
  if (known !== undefined) return known
  const model: Record<string, fc.Arbitrary<unknown>> = {}
  const requiredKeys: string[] = []
  for (const [name, field] of Object.entries(element.fields)) {
    model[name] = valueOfField(field)
    if (field.need !== 'optional') requiredKeys.push(name)
  }
  for (const [name, child] of Object.entries(element.children)) {
    model[name] = valueOfChild(child)
    if (child.occurs !== 'maybe') requiredKeys.push(name)
  }
  const made = fc.record(model, { requiredKeys, noNullPrototype: true })
  containers.set(element, made)
  return made
}

function valueOfField(field: Field<unknown>): fc.Arbitrary<unknown> {
  return arbitraryOfKind(field.kind)
}

function valueOfChild({ element, occurs, max }: Child): fc.Arbitrary<unknown> {
  const one = arbitraryOf(element)
  if (occurs !== 'many' && occurs !== 'some') return one
  return fc.array(one, { minLength: occurs === 'some' ? 1 : 0, maxLength: Math.min(max ?? 2, 2) })
}
