/**
 * One element that holds what several of the same name hold, such as the responses of all operations.
 * A generated class then reads every document with its root; what not all of them have is optional.
 */
import { type AnyElement, type Child, type Element, type Field, isRepeatable } from '../element.ts'
import { anyText, enumeration, type Kind } from '../kinds.ts'
import { DOCUMENTS } from '../tables/documents.ts'

/** Merges elements of one name. */
function merged(elements: readonly Element[]): Element {
  const [first, ...others] = new Set(elements)
  if (first === undefined || others.length === 0) return first ?? missing()
  const all = [first, ...others]
  return {
    ...first,
    fields: Object.fromEntries(
      namesOf(all.map(({ fields }) => Object.keys(fields))).map((name) => {
        const found = all.flatMap(({ fields }) => own(fields, name) ?? [])
        return [name, mergedField(found, found.length < all.length)]
      }),
    ),
    children: Object.fromEntries(
      namesOf(all.map(({ children }) => Object.keys(children))).map((name) => {
        const found = all.flatMap(({ children }) => own(children, name) ?? [])
        return [name, mergedChild(found, found.length < all.length)]
      }),
    ),
  }
}

function missing(): never {
  throw new TypeError('nothing to merge')
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** All names; one that only a later list has comes after its neighbour of there. */
function namesOf(lists: readonly (readonly string[])[]): readonly string[] {
  const names: string[] = []
  for (const list of lists) {
    let at = 0
    for (const name of list) {
      const known = names.indexOf(name)
      if (known === -1) names.splice(at, 0, name)
      at = (known === -1 ? at : known) + 1
    }
  }
  return names
}

function mergedField(fields: readonly Field<unknown>[], isPartial: boolean): Field<unknown> {
  const [first] = fields
  if (first === undefined) return missing()
  const needs = new Set(fields.map(({ need }) => need))
  const need = isPartial || needs.has('optional') ? 'optional' : first.need
  return { ...first, need, kind: mergedKind(fields.map(({ kind }) => kind)) }
}

function mergedChild(children: readonly Child[], isPartial: boolean): Child {
  const isOptional =
    isPartial || children.some(({ occurs }) => occurs === 'maybe' || occurs === 'many')
  const isMany = children.some(isRepeatable)
  const maxima = children.map((child) => (isRepeatable(child) ? child.max : 1))
  const max = maxima.includes(undefined) ? undefined : Math.max(...maxima.map((one) => one ?? 1))
  const element = mergedElement(children.map((child) => child.element))
  if (!isMany) return { element, occurs: isOptional ? 'maybe' : 'one' }
  const occurs = isOptional ? 'many' : 'some'
  return max === undefined ? { element, occurs } : { element, occurs, max }
}

function mergedElement(elements: readonly AnyElement[]): AnyElement {
  const [first] = elements
  if (first === undefined) return missing()
  if (first.form === 'container') {
    return merged(elements.filter((element) => element.form === 'container'))
  }
  const texts = elements.filter((element) => element.form === 'text')
  return { ...first, kind: mergedKind(texts.map(({ kind }) => kind)) as Kind<string> }
}

/** Enumerations have the values of all; other kinds that differ are any text. */
function mergedKind(kinds: readonly Kind<unknown>[]): Kind<unknown> {
  const [first = anyText] = kinds
  if (kinds.every(({ xsd }) => xsd === first.xsd)) return first
  const values = kinds.map((kind) => kind.values)
  if (values.includes(undefined)) return anyText
  return enumeration([...new Set(values.flatMap((list) => list ?? []))])
}

/** Each root as one element that holds what all documents with it hold: what classes are made of. */
export const MERGED_ROOTS: readonly Element[] = Map.groupBy(
  Object.values(DOCUMENTS).map(({ element }): Element => element),
  ({ name }) => name,
)
  .values()
  .map(merged)
  .toArray()
