/**
 * How the form shows each field of a profile. The type requires a row for every field of the
 * schema, with an input that fits its values, so a new field does not compile until the form has a
 * row for it.
 */
import { FAMILY_TITLES, SCORE_FAMILIES } from '../../../../src/bureaus/score-models.ts'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { OPERATION_NAMES } from '../../../../src/orders/intake/products.ts'
import { operationText } from '../../format.ts'
import type { Profile } from './account-data.ts'

interface Shown {
  readonly panel: 'party' | 'order' | 'limits'
  readonly label: string
  readonly hint?: string
}

/** A text that can be longer than one line. `unset` is the default that applies without it. */
interface TextRow extends Shown {
  readonly kind: 'text'
  readonly required?: true
  readonly unset?: string
}

/** A number; `unset` is the placeholder without a value. */
interface CountRow extends Shown {
  readonly kind: 'count'
  readonly unset: string
}

/** A list of checkboxes. */
export interface SomeRow<V extends string = string> extends Shown {
  readonly kind: 'some'
  readonly names: readonly V[]
  text(name: V): string
}

/** A select box. */
export interface OneRow<V extends string = string> extends Shown {
  readonly kind: 'one'
  readonly words: Readonly<Record<V, string>>
}

/** A field with its own component. */
interface OwnRow {
  readonly kind: 'own'
}

/** A row of any type. */
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

const SERVICE_DEFAULT = 'Service default'

/** A row for each field, in display order. */
export const PROFILE_ROWS = {
  party: { kind: 'own' },
  endUser: {
    panel: 'party',
    kind: 'text',
    label: 'End user',
    hint: 'The company that the files are pulled for, if it is not the requesting party.',
    unset: 'same as requesting party',
  },
  purpose: {
    panel: 'party',
    kind: 'text',
    label: 'Permissible purpose',
    hint: 'The purpose that the account has certified under FCRA section 604.',
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
  scoreModels: {
    panel: 'order',
    kind: 'some',
    label: 'Score models',
    names: SCORE_FAMILIES,
    text: (family) => FAMILY_TITLES[family],
  },
  defaultScoreModels: {
    panel: 'order',
    kind: 'some',
    label: 'Default score models',
    names: SCORE_FAMILIES,
    text: (family) => FAMILY_TITLES[family],
  },
  requirements: {
    panel: 'order',
    kind: 'one',
    label: 'Required fields',
    words: { interface: 'As in the API reference', mismo: 'As sent by standard MISMO clients' },
  },
  liabilities: {
    panel: 'order',
    kind: 'one',
    label: 'Mortgage-only tradelines',
    words: { no: 'As in the API reference', yes: 'Mortgages as CREDIT_LIABILITY' },
  },
  printedFormat: {
    panel: 'order',
    kind: 'one',
    label: 'Printed report',
    hint: 'Used if the order does not specify a format.',
    words: { PDF: 'PDF', HTML: 'HTML' },
  },
  duplicates: {
    panel: 'order',
    kind: 'one',
    label: 'Duplicate requests',
    hint: 'Identical requests within the retry window. They are never charged.',
    words: { answer: 'Return the stored response', refuse: 'Reject with the report ID (E103)' },
    unset: SERVICE_DEFAULT,
  },
  ordersInFlightMax: {
    panel: 'limits',
    kind: 'count',
    label: 'Concurrent orders',
    hint: 'Duplicates that wait for a running order do not count.',
    unset: SERVICE_DEFAULT,
  },
  requestsPerMinute: {
    panel: 'limits',
    kind: 'count',
    label: 'Requests per minute',
    hint: 'Further requests get HTTP 429 with Retry-After.',
    unset: 'Unlimited',
  },
  ordersPerConsumerPerDay: {
    panel: 'limits',
    kind: 'count',
    label: 'Orders per consumer',
    hint: 'Orders with hard pulls within 24 hours.',
    unset: 'Unlimited',
  },
  sandboxControl: {
    panel: 'limits',
    kind: 'one',
    label: 'Sandbox control',
    hint: 'Whether the account may reset the sandbox, advance its clock and use fault injection.',
    words: { no: 'No', yes: 'Yes' },
  },
  prices: { kind: 'own' },
} as const satisfies Rows

/** Returns the rows of a panel of the page. */
export const rowsOf = (panel: string) =>
  (Object.entries(PROFILE_ROWS) as [keyof Profile, Row][]).filter(
    ([, row]) => 'panel' in row && row.panel === panel,
  )
