/**
 * Converts the documents to JSON Schema: with OpenAPI's `xml` hints for the description of the
 * interface, and as the published schema of JSON documents.
 */
import { type FieldPlan, planOf } from '../codec/carrier-plan.ts'
import { TEXT_PROPERTY } from '../codec/json-form.ts'
import { DIALECTS, type Dialect, dialectWord } from '../dialects.ts'
import { type AnyElement, type Child, type Element, type Field, isRepeatable } from '../element.ts'
import type { JsonSchema, Kind } from '../kinds.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../tables/documents.ts'
import { elementsOf, isRequest, type TypeNames, typeNames } from './type-names.ts'

/**
 * Returns the schema of an element in a dialect, for OpenAPI's `components.schemas`. It uses the
 * names on the wire and the dialect's words for enumerated values. An optional field may also be
 * sent empty, which counts as absent; the schema describes only its non-empty values.
 */
export function schemaOf(element: AnyElement, dialect: Dialect): JsonSchema {
  return { ...inlinedContent(element, dialect), xml: { name: element.name } }
}

function inlinedContent(element: AnyElement, dialect: Dialect): JsonSchema {
  const { doc: description } = element
  if (element.form === 'text') return { ...inlinedScalar(element.kind, dialect), description }
  const plan = planOf(element, dialect)
  const fields = [...plan.fields.values()]
  const children = [...plan.children.values()].map(({ child }) => child)
  const required = [
    ...fields.filter(({ field }) => field.need !== 'optional').map(({ wire }) => wire),
    ...children.filter(isRequired).map((child) => child.element.name),
  ]
  return {
    type: 'object',
    description,
    properties: Object.fromEntries([
      ...fields.map(({ wire, field }) => [wire, inlinedField(field, wire, dialect)] as const),
      ...children.map((child) => [child.element.name, inlinedChild(child, dialect)] as const),
    ]),
    ...(required.length === 0 ? {} : { required: required }),
  }
}

function isRequired({ occurs }: Child): boolean {
  return occurs !== 'maybe' && occurs !== 'many'
}

function inlinedField({ kind, doc }: Field<unknown>, wire: string, dialect: Dialect): JsonSchema {
  const attribute = dialect.carrier === 'attribute' ? { attribute: true } : {}
  return { ...inlinedScalar(kind, dialect), description: doc, xml: { name: wire, ...attribute } }
}

function inlinedChild(child: Child, dialect: Dialect): JsonSchema {
  const { element, occurs, max } = child
  const content = schemaOf(element, dialect)
  if (!isRepeatable(child)) return content
  return {
    type: 'array',
    items: content,
    ...(occurs === 'some' ? { minItems: 1 } : {}),
    ...(max === undefined ? {} : { maxItems: max }),
  }
}

function inlinedScalar({ json, values }: Kind<unknown>, dialect: Dialect): JsonSchema {
  if (values === undefined) return json
  return { ...json, enum: values.map((value) => dialectWord(value, dialect)) }
}

// JSON Schema 2020-12 of the documents in JSON, with each type once. Clients validate or generate
// code with it, and OpenAPI includes it. It describes the written form, as the XML schemas do.

/** Returns the published schema of all documents. Each document also has its own definition. */
export function jsonSchemaFile(dialect: Dialect): string {
  const words = dialect === DIALECTS.json ? 'the words of MISMO' : 'the neutral words'
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `All documents in JSON, with ${words}`,
    description:
      'A document is one of these. Use #/$defs/request and the other names for a document of one kind.',
    anyOf: DOCUMENT_NAMES.map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: jsonTypes(dialect, '#/$defs/'),
  }
  return `${JSON.stringify(schema, undefined, 2)}\n`
}

interface Types {
  readonly dialect: Dialect
  readonly names: TypeNames
  /** The elements of requests, which clients write. */
  readonly requests: ReadonlySet<Element>
  readonly base: string
}

/**
 * Returns the schemas of all documents and of their elements, by name. `base` is the prefix of
 * references to them.
 */
export function jsonTypes(dialect: Dialect, base: string): Readonly<Record<string, JsonSchema>> {
  const roots = new Map<string, Element>(
    DOCUMENT_NAMES.map((name) => [name, DOCUMENTS[name].element]),
  )
  const names = typeNames(roots, dialect)
  const requests = elementsOf([...roots.values()].filter(isRequest))
  const types = { dialect, names, requests, base }
  return Object.fromEntries([
    ...DOCUMENT_NAMES.map((name) => [name, documentOf(name, types)] as const),
    ...Array.from(names.elements, ([name, element]) => [name, objectOf(element, types)] as const),
    ...Array.from(names.enumerations, ([name, values]) => {
      const words = values.map((value) => dialectWord(value, dialect))
      return [name, { type: 'string', enum: words }] as const
    }),
  ])
}

function documentOf(name: (typeof DOCUMENT_NAMES)[number], types: Types): JsonSchema {
  const { element, title } = DOCUMENTS[name]
  return {
    type: 'object',
    description: title,
    properties: { [element.name]: objectOf(element, types) },
    required: [element.name],
    additionalProperties: false,
  }
}

function objectOf(element: Element, types: Types): JsonSchema {
  const { fields, children } = planOf(element, types.dialect)
  const isRequestPart = types.requests.has(element)
  const required = [
    ...[...fields.values()]
      .filter(({ field }) => field.need !== 'optional')
      .map(({ wire }) => wire),
    ...Object.entries(element.children)
      .filter(([, child]) => isAlwaysPresent(child, isRequestPart))
      .map(([name]) => name),
  ]
  return {
    type: 'object',
    description: element.doc,
    properties: Object.fromEntries([
      ...Array.from(
        fields.values(),
        (plan) => [plan.wire, fieldOf(plan, isRequestPart, types)] as const,
      ),
      ...Array.from(children.values(), ({ name, child }) => [name, childOf(child, types)] as const),
    ]),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

/**
 * Returns whether a child is always present. Responses contain their lists even if they are empty.
 */
function isAlwaysPresent(child: Child, isRequestPart: boolean): boolean {
  if (isRepeatable(child)) return !isRequestPart || child.occurs === 'some'
  return child.occurs !== 'maybe'
}

/**
 * Returns the schema of a field. In a request, an optional field may be empty, which counts as
 * absent.
 */
function fieldOf({ field }: FieldPlan, isRequestPart: boolean, types: Types): JsonSchema {
  const { kind, doc: description, need } = field
  const schema = scalarOf(kind, types)
  const mayBeEmpty = isRequestPart && need === 'optional' && !kind.emptyAllowed
  return mayBeEmpty
    ? { anyOf: [schema, { type: 'string', const: '' }], description }
    : { ...schema, description }
}

function scalarOf({ json, values }: Kind<unknown>, { names, base }: Types): JsonSchema {
  return values === undefined ? json : { $ref: base + names.enumerationOf(values) }
}

function childOf(child: Child, types: Types): JsonSchema {
  const content = contentOf(child.element, types)
  if (!isRepeatable(child)) return content
  const { occurs, max } = child
  return {
    type: 'array',
    items: content,
    ...(occurs === 'some' ? { minItems: 1 } : {}),
    ...(max === undefined ? {} : { maxItems: max }),
  }
}

function contentOf(element: AnyElement, types: Types): JsonSchema {
  if (element.form === 'container') return { $ref: types.base + types.names.nameOf(element) }
  const { doc: description } = element
  const text = { ...scalarOf(element.kind, types), description }
  if (!element.cdata) return text
  return {
    type: 'object',
    properties: { [TEXT_PROPERTY]: text },
    required: [TEXT_PROPERTY],
    additionalProperties: false,
  }
}
