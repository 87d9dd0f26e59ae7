/**
 * The fields of a profile as the form shows them. The type has a row for each field of the profile's
 * schema, of the kind that its values need: a new one does not compile until it is shown.
 */
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { OPERATION_NAMES } from '../../../src/orders/intake/products.ts'
import { operationText } from '../words.ts'
import type { AccountView } from './account.tsx'

/** What an account may order, how much, and what that costs. */
export type Profile = AccountView['profile']

interface Shown {
  readonly panel: 'party' | 'order' | 'limits'
  readonly label: string
  readonly hint?: string
}

/** A text; it takes half of the width. */
export interface TextRow extends Shown {
  readonly kind: 'text'
  readonly required?: true
}

/** A count, and what holds where there is none. */
export interface CountRow extends Shown {
  readonly kind: 'count'
  readonly unset: string
}

/** Some of a list. */
export interface SomeRow<V extends string = string> extends Shown {
  readonly kind: 'some'
  readonly names: readonly V[]
  text(name: V): string
}

/** One of a list. */
export interface OneRow<V extends string = string> extends Shown {
  readonly kind: 'one'
  readonly words: Readonly<Record<V, string>>
}

/** Drawn by hand. */
interface OwnRow {
  readonly kind: 'own'
}

/** Any row. */
export type Row = TextRow | CountRow | SomeRow | OneRow | OwnRow

type RowOf<V> = [V] extends [readonly (infer N extends string)[]]
  ? SomeRow<N>
  : [V] extends [number]
    ? CountRow
    : string extends V
      ? TextRow
      : [V] extends [string]
        ? OneRow<V>
        : OwnRow

type MaybeUnset<K extends keyof Profile> =
  Profile[K] extends NonNullable<Profile[K]> ? unknown : { readonly unset: string }

type Rows = {
  readonly [K in keyof Profile]-?: RowOf<NonNullable<Profile[K]>> & MaybeUnset<K>
}

const AS_THE_SERVICE = 'As the service has it'

/** A row for each field, in the order in which they are shown. */
export const PROFILE_ROWS = {
  party: { kind: 'own' },
  endUser: {
    panel: 'party',
    kind: 'text',
    label: 'End user',
    hint: 'On whose behalf files are pulled, where that is not the party.',
  },
  purpose: {
    panel: 'party',
    kind: 'text',
    label: 'Permissible purpose',
    hint: 'Which the account has certified (FCRA 604).',
    required: true,
  },
  products: {
    panel: 'order',
    kind: 'some',
    label: 'Products',
    names: OPERATION_NAMES,
    text: operationText,
  },
  bureaus: {
    panel: 'order',
    kind: 'some',
    label: 'Bureaus',
    names: BUREAUS,
    text: (name) => name,
  },
  requirements: {
    panel: 'order',
    kind: 'one',
    label: 'Required fields',
    words: { interface: 'As the interface says', mismo: 'As plain MISMO clients send' },
  },
  printedFormat: {
    panel: 'order',
    kind: 'one',
    label: 'Printed report',
    hint: 'Where an order asks for no form of its own.',
    words: { PDF: 'PDF', HTML: 'HTML' },
  },
  duplicates: {
    panel: 'order',
    kind: 'one',
    label: 'The same bytes again',
    hint: 'Within the retry window; never charged twice.',
    words: { answer: 'Get the stored answer', refuse: 'Are refused, with its report (E103)' },
    unset: AS_THE_SERVICE,
  },
  ordersInFlightMax: {
    panel: 'limits',
    kind: 'count',
    label: 'Orders at once',
    hint: 'Waiting retries are not counted.',
    unset: AS_THE_SERVICE,
  },
  requestsPerMinute: {
    panel: 'limits',
    kind: 'count',
    label: 'Requests a minute',
    hint: 'More are told when to come again.',
    unset: 'Any number',
  },
  ordersPerConsumerPerDay: {
    panel: 'limits',
    kind: 'count',
    label: 'Orders on one consumer',
    hint: 'With hard pulls, within 24 hours.',
    unset: 'Any number',
  },
  prices: { kind: 'own' },
} as const satisfies Rows
