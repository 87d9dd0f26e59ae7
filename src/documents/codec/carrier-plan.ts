/**
 * The plan of an element in one dialect: names on the wire and conversions. It is computed once per
 * element and dialect, and used by reading, writing and masking.
 */
import { type Dialect, dialectWord, exchangedWords, tableWord, wireName } from '../dialects.ts'
import type { Child, Element, Field } from '../element.ts'

/** A scalar field in a dialect. */
export interface FieldPlan {
  /** The name in the tables. */
  readonly name: string
  /** The name on the wire. */
  readonly wire: string
  readonly field: Field<unknown>
  /** Converts a value on the wire to the words of the tables. */
  readonly fromWire: (text: string) => string
  /** Converts a value of the tables to the words on the wire. */
  readonly toWire: (value: unknown) => string
}

/** A child element; its name is the same in all dialects. */
export interface ChildPlan {
  readonly name: string
  readonly child: Child
}

/** An element in one dialect. */
export interface Plan {
  /** The fields by name on the wire, in the order of the table. */
  readonly fields: ReadonlyMap<string, FieldPlan>
  /** Names on the wire, by name in the tables. */
  readonly fieldNames: ReadonlyMap<string, string>
  readonly children: ReadonlyMap<string, ChildPlan>
}

/**
 * Plans are cached by element object, so two tables with an element of the same name have two
 * plans.
 */
const plans = new WeakMap<Element, Map<Dialect, Plan>>()

/** Returns the plan of an element in a dialect. */
export function planOf(element: Element, dialect: Dialect): Plan {
  let byDialect = plans.get(element)
  if (byDialect === undefined) {
    byDialect = new Map()
    plans.set(element, byDialect)
  }
  let plan = byDialect.get(dialect)
  if (plan === undefined) {
    plan = makePlan(element, dialect)
    byDialect.set(dialect, plan)
  }
  return plan
}

function makePlan(element: Element, dialect: Dialect): Plan {
  const fields = Object.entries(element.fields).map(([name, field]) =>
    fieldPlan(name, field, dialect),
  )
  return {
    fields: new Map(fields.map((plan) => [plan.wire, plan])),
    fieldNames: new Map(fields.map((plan) => [plan.name, plan.wire])),
    children: new Map(
      Object.entries(element.children).map(([name, child]) => [name, { name, child }]),
    ),
  }
}

const same = (text: string) => text

function fieldPlan(name: string, field: Field<unknown>, dialect: Dialect): FieldPlan {
  return { name, wire: wireName(name, dialect), field, ...conversions(field.kind, dialect) }
}

/** Only the words of enumerated values and names are replaced. Free text belongs to the client. */
function conversions(
  kind: Field<unknown>['kind'],
  dialect: Dialect,
): Pick<FieldPlan, 'fromWire' | 'toWire'> {
  if (dialect.neutral && kind.named === true) {
    return { fromWire: exchangedWords, toWire: (value) => exchangedWords(kind.write(value)) }
  }
  if (!dialect.neutral || kind.values === undefined) return { fromWire: same, toWire: kind.write }
  return {
    fromWire: (text) => tableWord(text, dialect),
    toWire: (value) => dialectWord(kind.write(value), dialect),
  }
}
