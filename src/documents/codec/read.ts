/**
 * Reads a parsed tree as a value of the tables, and finds every error. It is lenient where clients
 * are known to vary (order, unknown names), and strict about values.
 */
import { DIALECTS, type Dialect, JSON_DIALECTS, XML_DIALECTS } from '../dialects.ts'
import { type AnyElement, type Element, type Field, isRepeatable, type Value } from '../element.ts'
import { flag } from '../kinds.ts'
import { rootAdvice, sentInstead, suggestedName } from './advice.ts'
import { type ChildPlan, type FieldPlan, type Plan, planOf } from './carrier-plan.ts'
import { ISSUE_COUNT_MAX, type Issue, type IssueRule } from './issue.ts'
import { jsonForm, TEXT_PROPERTY, textFormError, textNode } from './json-form.ts'
import { isAttributeOfXml, type XmlNode } from './parse.ts'
import { childPath, fieldPath, rootPath } from './paths.ts'
import type { Requirements } from './requirements.ts'

/** The result of reading a document. */
export interface Reading<E> {
  /** The dialect of the document. The response uses the same dialect. */
  readonly dialect: Dialect
  /** The value; undefined if the document has any issue. */
  readonly value: Value<E> | undefined
  /**
   * The part of a document with errors that could be read. Rules are checked on it, and the console
   * shows it.
   */
  readonly partial: PartialValue
  /** The errors, in the order of the table; at most `ISSUE_COUNT_MAX`. */
  readonly issues: readonly Issue[]
  /** Paths of names that the tables do not define. They are accepted and ignored. */
  readonly unknown: readonly string[]
  /** For the path of an unknown name, the known name with a similar spelling. */
  readonly suggestions: ReadonlyMap<string, string>
  /** Fields that were sent and are not used. */
  readonly recorded: readonly RecordedField[]
}

/** A field that an order can have without an effect. */
export interface RecordedField {
  readonly path: string
  /** Whether the stored document has it. A password is cut out. */
  readonly isStored: boolean
}

/** A value from which any part may be missing. */
export interface PartialValue {
  readonly [name: string]: unknown
}

/** The most unknown names that are reported for one document. */
const UNKNOWN_COUNT_MAX = 50

/**
 * Returns the dialect of a document. The first field of the tables that the document contains
 * decides, which is the version in a complete document. If several dialects spell a field the same,
 * the next field decides among them, and finally `mismo` is preferred. In JSON, only the set of
 * words is to be decided.
 */
export function dialectOf(element: AnyElement, node: XmlNode): Dialect {
  let candidates = node.json === undefined ? XML_DIALECTS : JSON_DIALECTS
  for (const found of dialectsOfFields(element, node, candidates)) {
    const agreeing = candidates.filter((candidate) => found.includes(candidate))
    if (agreeing.length === 1) return agreeing[0] ?? DIALECTS.mismo
    if (agreeing.length > 1) candidates = agreeing
  }
  return candidates[0] ?? DIALECTS.mismo
}

/**
 * For each field of the tables that the document contains, yields the dialects that spell it this
 * way.
 */
function* dialectsOfFields(
  element: AnyElement,
  node: XmlNode,
  among: readonly Dialect[],
): Generator<readonly Dialect[]> {
  if (element.form === 'text') return
  for (const name of Object.keys(element.fields)) {
    const dialects = among.filter((dialect) => carries(node, element, name, dialect))
    if (dialects.length > 0) yield dialects
  }
  for (const child of node.children) {
    if (!Object.hasOwn(element.children, child.name)) continue
    const known = element.children[child.name]
    if (known !== undefined) yield* dialectsOfFields(known.element, child, among)
  }
}

function carries(node: XmlNode, element: Element, field: string, dialect: Dialect): boolean {
  const wire = planOf(element, dialect).fieldNames.get(field) ?? field
  if (dialect.carrier === 'attribute') return node.attributes.has(wire)
  return node.children.some((child) => child.name === wire)
}

/** Reads a document as the given element. The dialect is detected unless it is given. */
export function read<const E extends Element>(
  element: E,
  root: XmlNode,
  requirements: Requirements = 'interface',
  dialect = dialectOf(element, root),
): Reading<E> {
  const reader = new Reader(dialect, requirements)
  const path = rootPath(element.name, dialect)
  if (root.name !== element.name) {
    reader.addIssue('root', path, rootAdvice(root.name, element.name), root.line)
    return reader.reading({})
  }
  return reader.reading(reader.container(element, root, path))
}

/** Collects the errors and unknown names of one document while it is read. */
class Reader {
  readonly #dialect: Dialect
  readonly #requirements: Requirements
  readonly #issues: Issue[] = []
  readonly #unknown: string[] = []
  readonly #suggestions = new Map<string, string>()
  readonly #recorded: RecordedField[] = []

  constructor(dialect: Dialect, requirements: Requirements) {
    this.#dialect = dialect
    this.#requirements = requirements
  }

  reading<E>(partial: PartialValue): Reading<E> {
    const value = this.#issues.length === 0 ? (partial as Value<E>) : undefined
    return {
      dialect: this.#dialect,
      value,
      partial,
      issues: this.#issues,
      unknown: this.#unknown,
      suggestions: this.#suggestions,
      recorded: this.#recorded,
    }
  }

  addIssue(
    rule: IssueRule,
    path: string,
    expected: string,
    line: number,
    forgiven = false,
    advice?: string,
  ): void {
    if (this.#issues.length >= ISSUE_COUNT_MAX) return
    const more = { ...(forgiven && { forgiven }), ...(advice !== undefined && { advice }) }
    this.#issues.push({ path, rule, expected, line, ...more })
  }

  #addUnknown(path: string, name: string, plan?: Plan): void {
    if (this.#unknown.length >= UNKNOWN_COUNT_MAX) return
    const suggestion = plan && suggestedName(name, [...plan.fields.keys(), ...plan.children.keys()])
    if (suggestion !== undefined) this.#suggestions.set(path, suggestion)
    this.#unknown.push(path)
  }

  /** Reports a field that is stored but not used, so that no field is ignored without notice. */
  #addRecorded(path: string, { recorded, neverStored }: Field<unknown>): void {
    if (recorded === true) this.#recorded.push({ path, isStored: neverStored !== true })
  }

  container(element: Element, node: XmlNode, path: string): PartialValue {
    const plan = planOf(element, this.#dialect)
    const value: Record<string, unknown> = {}
    if (node.json !== undefined && node.json.form !== 'object') {
      this.addIssue('form', path, `must be an object${jsonForm(node)}`, node.line)
      return value
    }
    if (node.text.trim() !== '') {
      this.addIssue('text', path, 'must not contain text', node.line)
    }
    for (const name of node.attributes.keys()) {
      const known = this.#dialect.carrier === 'attribute' && plan.fields.has(name)
      if (!known && !isAttributeOfXml(name)) this.#addUnknown(`${path}/@${name}`, name, plan)
    }
    const grouped = this.#grouped(node, plan, path)
    for (const field of plan.fields.values()) {
      this.#field(field, node, grouped, path, value, plan)
    }
    for (const child of plan.children.values()) this.#child(child, node, grouped, path, value, plan)
    return value
  }

  /** Returns the child elements by name, and reports names that the table does not define. */
  #grouped(node: XmlNode, plan: Plan, path: string): Map<string, XmlNode[]> {
    const grouped = new Map<string, XmlNode[]>()
    for (const child of node.children) {
      const scalar = this.#dialect.carrier !== 'attribute' && plan.fields.has(child.name)
      if (!scalar && !plan.children.has(child.name)) {
        this.#addUnknown(childPath(path, child.name, this.#dialect), child.name, plan)
        continue
      }
      const group = grouped.get(child.name)
      if (group === undefined) grouped.set(child.name, [child])
      else group.push(child)
    }
    return grouped
  }

  #field(
    { name, wire, field, fromWire }: FieldPlan,
    node: XmlNode,
    grouped: Map<string, XmlNode[]>,
    path: string,
    value: Record<string, unknown>,
    plan: Plan,
  ): void {
    const asElement = this.#dialect.carrier !== 'attribute'
    const fullPath = fieldPath(path, wire, this.#dialect)
    const carriers = asElement ? (grouped.get(wire) ?? []) : []
    const sent = asElement ? carriers[0]?.text : node.attributes.get(wire)?.value
    const line = carriers[0]?.line ?? node.line
    if (this.#isMalformed(carriers, fullPath, line, node.line)) return
    if (sent === undefined) {
      this.#missing(field, node, wire, fullPath, plan)
      return
    }
    const result = this.#scalar(field, fromWire(sent), fullPath, line)
    if (result === undefined) return
    value[name] = result
    if (result !== '') this.#addRecorded(fullPath, field)
  }

  /** Returns whether the elements that carry a field cannot be read as one text. */
  #isMalformed(
    carriers: readonly XmlNode[],
    fullPath: string,
    line: number,
    parentLine: number,
  ): boolean {
    const [first] = carriers
    if (first?.json !== undefined) {
      const expected = first.json.listed ? 'must be a string, not a list' : textFormError(first)
      if (expected !== undefined) this.addIssue('form', fullPath, expected, line)
      return expected !== undefined
    }
    if (carriers.length > 1) this.addIssue('repeated', fullPath, 'must occur only once', parentLine)
    if ((first?.children.length ?? 0) === 0) return false
    this.addIssue('text', fullPath, 'must contain only text, no elements', line)
    return true
  }

  #missing(field: Field<unknown>, node: XmlNode, wire: string, fullPath: string, plan: Plan): void {
    const isFlag = field.need === 'stated' && field.kind === flag
    if (!this.#isRequired(field) && !isFlag) return
    const carrier = this.#dialect.carrier === 'attribute' ? 'attribute' : 'element'
    const instead = sentInstead(wire, node, carrier, (name) => this.#isKnown(name, plan))
    // A flag that is absent means no, but a misspelled one is not absent: it was to be yes.
    const isMisspelled = isFlag && instead !== ''
    if (!this.#isRequired(field) && !isMisspelled) return
    const isAccepted = isForgiven(field) && !isMisspelled
    this.addIssue('missing', fullPath, `is required${instead}`, node.line, isAccepted)
  }

  #isKnown(name: string, plan: Plan): boolean {
    return plan.fields.has(name) || plan.children.has(name)
  }

  #scalar(field: Field<unknown>, sent: string, fullPath: string, line: number): unknown {
    const { kind } = field
    if (!kind.emptyAllowed && sent.trim() === '') {
      if (this.#isRequired(field)) {
        this.addIssue('empty', fullPath, 'must not be empty', line, isForgiven(field))
      }
      return undefined
    }
    const result = kind.read(sent)
    if (result !== undefined) return result
    const loose = kind.readLoosely?.(sent)
    if (loose !== undefined && this.#requirements === 'mismo') {
      return loose === '' ? undefined : loose
    }
    const others = this.#requirements === 'mismo' ? kind.looseHint : undefined
    this.addIssue(
      'value',
      fullPath,
      `must be ${kind.hint}${others === undefined ? '' : `; or ${others}`}`,
      line,
      loose !== undefined,
      kind.adviceOn?.(sent),
    )
    return undefined
  }

  /** Returns whether the absence of a field is an error for this account. */
  #isRequired(field: Field<unknown>): boolean {
    if (field.need === 'optional') return false
    return this.#requirements === 'interface' || !isForgiven(field)
  }

  #child(
    { name, child }: ChildPlan,
    node: XmlNode,
    grouped: Map<string, XmlNode[]>,
    path: string,
    value: Record<string, unknown>,
    plan: Plan,
  ): void {
    const several = isRepeatable(child)
    const sent = grouped.get(name) ?? []
    const hasWrongForm = this.#hasWrongListForm(sent[0], path, several)
    const found = isWithoutItems(sent[0], several) ? [] : sent
    if (found.length === 0) {
      if (!hasWrongForm) this.#missingChild({ name, child }, node, path, plan)
      if (several) value[name] = []
      return
    }
    const max = several ? (child.max ?? Number.POSITIVE_INFINITY) : 1
    if (found.length > max && !hasWrongForm) {
      this.#tooMany(max, childPath(path, name, this.#dialect), node)
    }
    // The path contains the position only if there are several elements, because that is how
    // clients read their own document.
    const { length: count } = found
    const values = found.slice(0, max).map((one, index) => {
      const position = { index, count }
      const fullPath = childPath(path, name, this.#dialect, position, one.json?.listed)
      return this.#content(child.element, one, fullPath)
    })
    value[name] = several ? values : values[0]
  }

  #tooMany(max: number, fullPath: string, { line }: XmlNode): void {
    if (max === 1) this.addIssue('repeated', fullPath, 'must occur only once', line)
    else this.addIssue('too many', fullPath, `must occur at most ${max} times`, line)
  }

  /**
   * Returns whether JSON has a list instead of one object, or a text instead of a list. Its content
   * is read anyway. One object is a list of one: the interface names no lists in requests (2.1).
   */
  #hasWrongListForm(sent: XmlNode | undefined, path: string, several: boolean): boolean {
    if (sent?.json === undefined || sent.json.listed === several) return false
    if (several && sent.json.form === 'object') return false
    const expected = several ? listFormError(sent) : 'must be one object, not a list'
    this.addIssue('form', childPath(path, sent.name, this.#dialect), expected, sent.line)
    return true
  }

  #missingChild(
    { name, child: { occurs } }: ChildPlan,
    node: XmlNode,
    path: string,
    plan: Plan,
  ): void {
    const stated = occurs === 'stated'
    const isRequired = stated
      ? this.#requirements === 'interface'
      : occurs === 'one' || occurs === 'some'
    if (!isRequired) return
    const instead = sentInstead(name, node, 'element', (other) => this.#isKnown(other, plan))
    const fullPath = childPath(path, name, this.#dialect)
    this.addIssue('missing', fullPath, `is required${instead}`, node.line, stated)
  }

  #content(element: AnyElement, node: XmlNode, path: string): unknown {
    if (element.form === 'container') return this.container(element, node, path)
    const text = textNode(element, node)
    for (const child of node.children) {
      if (child !== text) this.#addUnknown(childPath(path, child.name, this.#dialect), child.name)
    }
    const fullPath = text === node ? path : childPath(path, TEXT_PROPERTY, this.#dialect)
    const expected = text === undefined ? 'is required' : textFormError(text)
    if (text === undefined || expected !== undefined) {
      this.addIssue('form', fullPath, expected ?? '', node.line)
      return ''
    }
    const result = element.kind.read(text.text)
    if (result === undefined)
      this.addIssue('value', fullPath, `must be ${element.kind.hint}`, node.line)
    return result ?? ''
  }
}

/** Returns whether `requirements: mismo` allows the field to be absent. */
function isForgiven({ need, derived }: Field<unknown>): boolean {
  return need === 'stated' || derived === true
}

/** Returns whether JSON has an empty list, or null instead of a list. */
function isWithoutItems(sent: XmlNode | undefined, several: boolean): boolean {
  if (sent?.json?.form === 'empty list') return true
  return several && sent?.json?.form === 'null' && !sent.json.listed
}

function listFormError({ json }: XmlNode): string {
  return json?.form === 'null'
    ? 'must be a list, not null; send [] for none'
    : 'must be a list; write [ and ] around its value'
}
