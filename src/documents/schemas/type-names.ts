/**
 * Names of the types of a schema. Class generators drop underscores and ignore case. Names that
 * differ only in these would become the same class, so these names differ in more.
 */
import { type Dialect, dialectWord } from '../dialects.ts'
import type { AnyElement, Element } from '../element.ts'
import type { Kind } from '../kinds.ts'

/** Returns a name as the strictest generator sees it. */
function generatedName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** The types of a schema, by name. */
export interface TypeNames {
  /** Element types. Elements with the same content share a type. */
  readonly elements: ReadonlyMap<string, Element>
  /** Lists of values, which several fields may share. */
  readonly enumerations: ReadonlyMap<string, readonly string[]>
  nameOf(element: Element): string
  enumerationOf(values: readonly string[]): string
}

/** Returns the types below some roots by name. The roots themselves are not types. */
export function typeNames(roots: ReadonlyMap<string, Element>, dialect: Dialect): TypeNames {
  const elements = new Names<Element>((element) => JSON.stringify(element))
  const enumerations = new Names<readonly string[]>((values) => values.join('|'))
  const visit = (element: Element, name: string, parent: string) => {
    for (const [field, { kind }] of Object.entries(element.fields)) {
      addEnumeration(dialectWord(field, dialect), [name, parent], kind)
    }
    for (const child of Object.values(element.children)) visitChild(child.element, name, parent)
  }
  const visitChild = (child: AnyElement, parent: string, above: string) => {
    if (child.form === 'text') addEnumeration(child.name, [parent, above], child.kind)
    else if (elements.add(child, withoutUnderscores(child.name), [parent, above])) {
      visit(child, elements.nameOf(child), parent)
    }
  }
  const addEnumeration = (name: string, owners: readonly string[], { values }: Kind<unknown>) => {
    if (values === undefined) return
    // A name like `_Type` is meaningful only together with its element.
    const own = name.startsWith('_') ? `${owners[0]}${name}` : name
    enumerations.add(values, `${own}_Values`, owners)
  }
  for (const name of roots.keys()) elements.reserve(name)
  for (const [name, root] of roots) visit(root, name, '')
  // Enumerations and elements are both types, so their names must differ.
  for (const name of enumerations.byName.keys()) elements.reserve(name)
  return {
    elements: elements.byName,
    enumerations: enumerations.byName,
    nameOf: (element) => elements.nameOf(element),
    enumerationOf: (values) => enumerations.nameOf(values),
  }
}

function withoutUnderscores(name: string): string {
  return name.replace(/^_+/, '')
}

/** Returns the elements that occur in documents with one of the roots. */
export function elementsOf(roots: Iterable<AnyElement>, found = new Set<Element>()): Set<Element> {
  for (const root of roots) {
    if (root.form === 'text' || found.has(root)) continue
    found.add(root)
    elementsOf(
      Object.values(root.children).map(({ element }) => element),
      found,
    )
  }
  return found
}

/**
 * Returns whether a root belongs to requests, which clients write and the service reads leniently.
 */
export function isRequest({ name }: Element): boolean {
  return name === 'REQUEST_GROUP'
}

/** Assigns unique names to types. Types with the same content get the same name. */
class Names<T> {
  readonly byName = new Map<string, T>()
  readonly #byContent = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #contentOf: (thing: T) => string

  constructor(contentOf: (thing: T) => string) {
    this.#contentOf = contentOf
  }

  /** Reserves a name, so that no type gets it. */
  reserve(name: string): void {
    const generated = generatedName(name)
    if (this.#taken.has(generated))
      throw new TypeError(`two types have the name ${name}, ignoring case and underscores`)
    this.#taken.add(generated)
  }

  /**
   * Assigns a name, with a prefix if the name is taken. Returns false if the type already has a
   * name.
   */
  add(thing: T, name: string, prefixes: readonly string[]): boolean {
    const content = this.#contentOf(thing)
    if (this.#byContent.has(content)) return false
    const names = [name, ...prefixes.map((prefix) => `${prefix}_${name}`)]
    const free = names.find((one) => !this.#taken.has(generatedName(one))) ?? this.#counted(name)
    this.reserve(free)
    this.#byContent.set(content, free)
    this.byName.set(free, thing)
    return true
  }

  nameOf(thing: T): string {
    const name = this.#byContent.get(this.#contentOf(thing))
    if (name === undefined) throw new TypeError('no name was assigned to this type')
    return name
  }

  #counted(name: string): string {
    for (let count = 2; ; count += 1) {
      if (!this.#taken.has(generatedName(`${name}_${count}`))) return `${name}_${count}`
    }
  }
}
