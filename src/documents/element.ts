/**
 * The notation in which the documents of the interface are described, once.
 *
 * An element is a value: its scalar fields, its children, and a sentence about each. Types,
 * reading, validation, writing, masking, XSD, OpenAPI and the field reference are derived from
 * these values.
 */
import type { Kind } from './kinds.ts'

/**
 * Whether a field must be present:
 * - `required`: always.
 * - `stated`: the interface states it as required. An account with `requirements: mismo` may omit
 *   it, as plain MISMO clients do.
 * - `optional`: an empty value counts as absent.
 */
type Need = 'required' | 'stated' | 'optional'

/** The source of a field: the interface document, the MISMO 2.x standard, or this project. */
type Origin = 'interface' | 'MISMO' | 'ours'

/** The facts about a field besides its kind, need and sentence. */
export interface FieldExtras {
  /** Personal or payment data: masked in listings and logs. */
  readonly secret?: boolean
  /** Card data that is removed from a request before the request is stored. */
  readonly neverStored?: boolean
  /** Required. For `requirements: mismo`, an absent value is derived from the rest of the order. */
  readonly derived?: boolean
  /**
   * Stored with the order and not used for anything else. The response notes the field if it was
   * sent.
   */
  readonly recorded?: boolean
  /** Defaults to the element's origin. */
  readonly origin?: Origin
}

/** A scalar field of an element. In the dialect `mismo` it is an attribute of this name. */
export interface Field<T, N extends Need = Need> extends FieldExtras {
  /** How a value is read, written and described. */
  readonly kind: Kind<T>
  readonly need: N
  /** The meaning of the field in the domain. */
  readonly doc: string
}

/** Fields by their MISMO attribute name, in the order in which they are written. */
export type Fields = Readonly<Record<string, Field<unknown>>>

/**
 * How often a child element occurs. `stated` is `one`, unless the account has `requirements:
 * mismo`.
 */
type Occurrence = 'one' | 'stated' | 'maybe' | 'many' | 'some'

/** A child element and how often it occurs. */
export interface Child<E = AnyElement, O extends Occurrence = Occurrence> {
  readonly element: E
  readonly occurs: O
  /** The most elements that a reader accepts. More are a validation error. Unlimited if absent. */
  readonly max?: number
}

/** Children by element name, in the order in which they are written. */
export type Children = Readonly<Record<string, Child>>

/** An element with scalar fields and children. */
export interface Element<F extends Fields = Fields, C extends Children = Children> {
  readonly form: 'container'
  readonly name: string
  /**
   * The meaning of the element in the domain. The field reference, the schemas and the OpenAPI
   * description repeat it.
   */
  readonly doc: string
  readonly origin: Origin
  /** The section of the interface document that lists it; empty if none does. */
  readonly section: string
  /** Attributes in the dialect `mismo`. */
  readonly fields: F
  readonly children: C
  /**
   * Whether the secret fields of an element contain nothing personal, according to its other
   * fields.
   */
  readonly isPlain?: PlainTest
}

/** Decides by the texts of an element's fields. */
type PlainTest = (fields: ReadonlyMap<string, string>) => boolean

/** An element whose value is its text, in every dialect. */
export interface TextElement extends FieldExtras {
  readonly form: 'text'
  readonly name: string
  readonly doc: string
  readonly origin: Origin
  readonly section: string
  readonly kind: Kind<string>
  /** Whether it is written as a CDATA section, as embedded documents are. */
  readonly cdata: boolean
}

/** An element of either form. */
export type AnyElement = TextElement | Element

type FieldsOf<E> = E extends { readonly fields: infer F } ? F : never
type ChildrenOf<E> = E extends { readonly children: infer C } ? C : never
/**
 * Only `required` fields are always present. A `stated` field may be absent in orders with
 * `requirements: mismo`.
 */
type Needed<F> = { [K in keyof F]: F[K] extends { need: 'required' } ? K : never }[keyof F]
type Scalar<F> = F extends { readonly kind: Kind<infer T> } ? T : never
/**
 * Children that every value has. Lists that may be empty are always present too, as empty lists.
 */
type Always<C> = { [K in keyof C]: C[K] extends { occurs: 'one' | 'some' } ? K : never }[keyof C]
type Content<C> = C extends { element: infer E; occurs: infer O }
  ? O extends 'many' | 'some'
    ? readonly Value<E>[]
    : Value<E>
  : never

/** The value of a document, or of a part of one, as the tables describe it. */
export type Value<E> = E extends { readonly form: 'text' }
  ? string
  : {
      readonly [K in Needed<FieldsOf<E>>]: Scalar<FieldsOf<E>[K]>
    } & {
      readonly [K in Exclude<keyof FieldsOf<E>, Needed<FieldsOf<E>>>]?:
        | Scalar<FieldsOf<E>[K]>
        | undefined
    } & {
      readonly [K in Always<ChildrenOf<E>>]: Content<ChildrenOf<E>[K]>
    } & {
      readonly [K in Exclude<keyof ChildrenOf<E>, Always<ChildrenOf<E>>>]?:
        | Content<ChildrenOf<E>[K]>
        | undefined
    }

/** A field that must always be present. */
export function required<T>(kind: Kind<T>, doc: string, extras: FieldExtras = {}) {
  return { kind, need: 'required', doc, ...extras } as const
}

/**
 * A field that the interface states as required, and that `requirements: mismo` allows to be
 * absent.
 */
export function stated<T>(kind: Kind<T>, doc: string, extras: FieldExtras = {}) {
  return { kind, need: 'stated', doc, ...extras } as const
}

/** A field that may be omitted. */
export function optional<T>(kind: Kind<T>, doc: string, extras: FieldExtras = {}) {
  return { kind, need: 'optional', doc, ...extras } as const
}

/** A child that occurs exactly once. */
export function one<E extends AnyElement>(element: E) {
  return { element, occurs: 'one' } as const
}

/** A child that occurs exactly once, and that `requirements: mismo` allows to be absent. */
export function oneStated<E extends AnyElement>(element: E) {
  return { element, occurs: 'stated' } as const
}

/** A child that occurs at most once. */
export function maybe<E extends AnyElement>(element: E) {
  return { element, occurs: 'maybe' } as const
}

/** A child that occurs any number of times. */
export function many<E extends AnyElement>(element: E) {
  return { element, occurs: 'many' } as const
}

/** A child that occurs at least once, and at most `max` times. */
export function some<E extends AnyElement>(element: E, max?: number) {
  return max === undefined
    ? ({ element, occurs: 'some' } as const)
    : ({ element, occurs: 'some', max } as const)
}

/**
 * Returns whether a child can occur several times. JSON writes such a child as a list even if it
 * occurs once.
 */
export function isRepeatable({ occurs }: Child): boolean {
  return occurs === 'many' || occurs === 'some'
}

interface ElementRow<F, C> {
  readonly name: string
  readonly doc: string
  readonly origin?: Origin
  readonly section?: string
  readonly fields?: F
  readonly children?: C
  readonly isPlain?: PlainTest
}

/** Describes an element with scalar fields and children. Its origin defaults to the interface. */
export function element<
  const F extends Fields = Record<never, never>,
  const C extends Children = Record<never, never>,
>(row: ElementRow<F, C>) {
  return {
    form: 'container' as const,
    name: row.name,
    doc: row.doc,
    origin: row.origin ?? ('interface' as Origin),
    section: row.section ?? '',
    fields: row.fields ?? ({} as F),
    children: row.children ?? ({} as C),
    ...(row.isPlain && { isPlain: row.isPlain }),
  }
}

interface TextRow extends FieldExtras {
  readonly name: string
  readonly doc: string
  readonly section?: string
  readonly kind: Kind<string>
  readonly cdata?: boolean
}

/** Describes an element whose value is its text. */
export function textElement(row: TextRow) {
  return {
    form: 'text' as const,
    origin: 'interface' as Origin,
    section: '',
    cdata: false,
    ...row,
  }
}
