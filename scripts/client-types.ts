/**
 * Generates the types and tables of the client package from the tables of the service. The client
 * itself imports nothing from the service, so that it runs in browsers and in every Node.
 */
import { FAMILY_TITLES, NEWER_MODELS, scoreModelAt } from '../src/bureaus/score-models.ts'
import type { AnyElement, Child, Element, Field } from '../src/documents/element.ts'
import { DOCUMENTS } from '../src/documents/tables/documents.ts'
import * as enumerations from '../src/documents/tables/enumerations.ts'
import { BUREAUS } from '../src/documents/tables/enumerations.ts'
import { MortgageOnlyLiabilitiesResponse } from '../src/documents/tables/response.ts'
import { CODES } from '../src/errors.ts'
import { OPERATIONS } from '../src/orders/intake/operation.ts'
import { PRODUCTS } from '../src/orders/intake/products.ts'

const NOTICE = 'Made by `npm run generate` from the tables of the service; changes here are lost.'

/** The documents, in the order in which their elements get the short names. */
const ROOTS: readonly (readonly [element: Element, name: string])[] = [
  [DOCUMENTS['credit-report-response'].element, 'CreditReportDocument'],
  // The variant with tradelines, which only some accounts get.
  [MortgageOnlyLiabilitiesResponse, 'MortgageOnlyDocument'],
  [DOCUMENTS['refresh-response'].element, 'RefreshDocument'],
  [DOCUMENTS['error-response'].element, 'ErrorDocument'],
  [DOCUMENTS.request.element, 'RequestDocument'],
]

/**
 * Returns the text of `src/client/document-types.ts`: the documents as types, spelled as in JSON.
 */
export function clientDocuments(): string {
  const types = new Types()
  for (const [element, name] of ROOTS) types.addRoot(element, name)
  return [
    '/**',
    ' * The documents of the interface in JSON, as types: attributes with an underscore before their name,',
    ` * lists always as lists, every value a string. ${NOTICE}`,
    ' */',
    '',
    types.text(),
  ].join('\n')
}

/** The interfaces by name. Elements with equal content share an interface. */
class Types {
  readonly #bodies = new Map<string, string>()
  readonly #aliases = new Map<string, string>()

  /** The prefix of names that an earlier document already uses for other content. */
  #document = ''

  addRoot(element: Element, name: string): void {
    this.#document = name.replace(/Document$/, '')
    const content = this.#nameOf(element, this.#document)
    const body = `  readonly ${element.name}: ${content}\n`
    this.#bodies.set(name, `/** ${element.doc} */\nexport interface ${name} {\n${body}}\n`)
  }

  text(): string {
    return [...this.#aliases.values(), ...this.#bodies.values()].join('\n')
  }

  /**
   * Returns the name of an element's interface: the name of the element, with the names of its
   * parent or document in front if it is already in use.
   */
  #nameOf(element: AnyElement, parent: string): string {
    if (element.form === 'text') return element.cdata ? '{ readonly __cdata: string }' : 'string'
    const own = pascal(element.name)
    const members = this.#members(element, own)
    const within = `${parent}${own}`
    const wanted =
      this.#document === ROOTS[0]?.[1].replace(/Document$/, '')
        ? [own, within]
        : [own, `${this.#document}${own}`, `${this.#document}${within}`]
    const name = wanted.find((each) => (this.#bodies.get(each) ?? members(each)) === members(each))
    if (name === undefined) throw new Error(`no name is left for ${parent}/${element.name}`)
    this.#bodies.set(name, members(name))
    return name
  }

  #members(element: Element, own: string): (name: string) => string {
    const fields = Object.entries(element.fields).map(([name, field]) => this.#field(name, field))
    const children = Object.values(element.children).map((child) => this.#child(child, own))
    const members = [...fields, ...children].join('')
    const doc = `/** \`${element.name}\`: ${element.doc} */`
    return (name) => `${doc}\nexport interface ${name} {\n${members}}\n`
  }

  #field(name: string, field: Field<unknown>): string {
    const { need, doc } = field
    const type = this.#scalar(name, field)
    const member = need === 'optional' ? `_${name}?: ${type} | undefined` : `_${name}: ${type}`
    return `  /** ${doc} */\n  readonly ${member}\n`
  }

  #child({ element, occurs }: Child, parent: string): string {
    const content = this.#nameOf(element, parent)
    if (occurs === 'many' || occurs === 'some') {
      const isOptional = this.#isListOptional(element, occurs)
      const [mark, absent] = isOptional ? ['?', ' | undefined'] : ['', '']
      return `  readonly ${element.name}${mark}: readonly ${content}[]${absent}\n`
    }
    return occurs === 'maybe'
      ? `  readonly ${element.name}?: ${content} | undefined\n`
      : `  readonly ${element.name}: ${content}\n`
  }

  /** Whether a list can be missing. Responses contain even empty lists. */
  #isListOptional({ name }: AnyElement, occurs: Child['occurs']): boolean {
    if (this.#document === 'Request') return occurs === 'many'
    return this.#document === 'MortgageOnly' && name === 'CREDIT_LIABILITY'
  }

  #scalar(field: string, { kind: { values, json }, doc }: Field<unknown>): string {
    const listed = values ?? json.enum
    if (listed === undefined) return 'string'
    const constant = Object.entries(enumerations).find(([, list]) => list === values)
    if (constant === undefined || listed.length <= 4) return union(listed, ' | ')
    const name = pascal(constant[0]).replace(/ies$/, 'y').replace(/s$/, '')
    // Several fields can share a list. The doc comment is that of the first field.
    if (!this.#aliases.has(name)) {
      this.#aliases.set(name, `/** Values of \`_${field}\`. ${doc} */\n${aliasOf(name, listed)}`)
    }
    return name
  }
}

/** The maximum length of a line. The formatter writes a union on one line if it fits. */
const LINE_LENGTH_MAX = 100

function aliasOf(name: string, values: readonly string[]): string {
  const line = `export type ${name} = ${union(values, ' | ')}`
  if (line.length <= LINE_LENGTH_MAX) return `${line}\n`
  return `export type ${name} =\n  | ${union(values, '\n  | ')}\n`
}

function union(values: readonly string[], between: string): string {
  return values.map((value) => `'${value}'`).join(between)
}

/** Converts `CREDIT_FILE` to `CreditFile`. A leading underscore is dropped. */
function pascal(name: string): string {
  const words = name.split('_').filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('')
}

/** Returns the text of `src/client/tables.ts`: errors, products, actions and score models. */
export function clientTables(): string {
  const errors = Object.entries(CODES).map(([reason, { code, retry, text, remedy }]) => {
    return `  { reason: ${quoted(reason)}, code: ${quoted(code)}, retry: ${quoted(retry)}, text: ${quoted(text)}, remedy: ${quoted(remedy)} },`
  })
  const actions = Object.values(OPERATIONS).map(
    ({ name, actions }) => `  ${name}: [${actions.map(quoted).join(', ')}],`,
  )
  const products = Object.values(PRODUCTS).map((product) => {
    const { operation, hard, scores, type, typeOther } = product
    const description = 'description' in product ? product.description : ''
    return `  { operation: ${quoted(operation)}, hard: ${hard}, scores: ${scores}, type: ${quoted(type)}, typeOther: ${quoted(typeOther)}, description: ${quoted(description)} },`
  })
  return [
    '/**',
    ' * Errors, actions, products and score models of the interface.',
    ` * ${NOTICE}`,
    ' */',
    '',
    '/** Every error, in the order of their precedence. */',
    '// biome-ignore format: a table',
    'export const ERRORS = [',
    ...errors,
    '] as const',
    '',
    '/** The actions of each operation. */',
    '// biome-ignore format: a table',
    'export const ACTIONS = {',
    ...actions,
    '} as const',
    '',
    '/** What can be ordered, and how an order names it. */',
    '// biome-ignore format: a table',
    'export const PRODUCTS = [',
    ...products,
    '] as const',
    '',
    "/** The bureaus, in the order of the interface's indicators. */",
    `export const BUREAUS = [${BUREAUS.map(quoted).join(', ')}] as const`,
    '',
    '/** Score models: how an order requests them, and their names at the bureaus. */',
    '// biome-ignore format: a table',
    'export const SCORE_MODELS = {',
    ...models(),
    '} as const',
    '',
  ].join('\n')
}

function models(): readonly string[] {
  return (['Classic', ...newer()] as const).map((family) => {
    const requested =
      family === 'Classic' ? FAMILY_TITLES.Classic : NEWER_MODELS[family].description
    const names = BUREAUS.map((bureau) => {
      const { model, description } = scoreModelAt(family, bureau)
      return description ?? model
    })
    return `  ${family}: { requested: ${quoted(requested)}, names: [${[...new Set(names)].map(quoted).join(', ')}] },`
  })
}

function newer() {
  return Object.keys(NEWER_MODELS) as (keyof typeof NEWER_MODELS)[]
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`
}
