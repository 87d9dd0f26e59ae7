/** The documents as JSON Schema with OpenAPI's `xml` hints, for the description of the interface. */

import { planOf } from '../codec/carrier-plan.ts'
import { type Dialect, worded } from '../dialects.ts'
import { type AnyElement, type Child, type Field, isRepeatable } from '../element.ts'
import type { JsonSchema, Kind } from '../kinds.ts'

/**
 * The schema of an element in a dialect, for OpenAPI's `components.schemas`. Names are those of the
 * wire; enumerated values are in the words of the dialect. An optional field may also be sent empty,
 * which counts as absent; the schema shows only what it holds when it is there.
 */
export function schemaOf(element: AnyElement, dialect: Dialect): JsonSchema {
  return { ...contentOf(element, dialect), xml: { name: element.name } }
}

function contentOf(element: AnyElement, dialect: Dialect): JsonSchema {
  const { doc: description } = element
  if (element.form === 'text') return { ...scalarOf(element.kind, dialect), description }
  const plan = planOf(element, dialect)
  const fields = [...plan.fields.values()]
  const children = [...plan.children.values()].map(({ child }) => child)
  const needed = [
    ...fields.filter(({ field }) => field.need !== 'optional').map(({ wire }) => wire),
    ...children.filter(isNeeded).map((child) => child.element.name),
  ]
  return {
    type: 'object',
    description,
    properties: Object.fromEntries([
      ...fields.map(({ wire, field }) => [wire, fieldOf(field, wire, dialect)] as const),
      ...children.map((child) => [child.element.name, childOf(child, dialect)] as const),
    ]),
    ...(needed.length === 0 ? {} : { required: needed }),
  }
}

function isNeeded({ occurs }: Child): boolean {
  return occurs !== 'maybe' && occurs !== 'many'
}

function fieldOf({ kind, doc }: Field<unknown>, wire: string, dialect: Dialect): JsonSchema {
  const attribute = dialect.carrier === 'attribute' ? { attribute: true } : {}
  return { ...scalarOf(kind, dialect), description: doc, xml: { name: wire, ...attribute } }
}

function childOf(child: Child, dialect: Dialect): JsonSchema {
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

function scalarOf({ json, values }: Kind<unknown>, dialect: Dialect): JsonSchema {
  if (values === undefined) return json
  return { ...json, enum: values.map((value) => worded(value, dialect)) }
}
