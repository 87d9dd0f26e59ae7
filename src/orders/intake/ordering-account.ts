/** An account: who may order what, on whose behalf, at which price. Kept as its profile. */
import { z } from 'zod'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { PRINTED_FORM_NAMES } from '../../documents/tables/printed-forms.ts'
import { DUPLICATES } from '../../settings/settings.ts'
import { OPERATION_NAMES } from './products.ts'

const cents = z.int().min(0).max(1_000_000)

/** What one operation costs: a base, and for what was delivered. In cents. */
const Price = z.strictObject({ base: cents, perFile: cents, perScore: cents })

/** What an account pays: a price for each operation, and fees for what pulls nothing. In cents. */
const Prices = z.strictObject({
  products: z.record(z.enum(OPERATION_NAMES), Price),
  reissue: cents,
  unmerge: cents,
  /** The base of an upgrade; what is new is charged as in the operation's price. */
  upgrade: cents,
})

const DEFAULT_PRICES = {
  products: {
    credit_report: { base: 900, perFile: 800, perScore: 300 },
    pre_qualification: { base: 400, perFile: 200, perScore: 100 },
    mortgage_only: { base: 600, perFile: 500, perScore: 300 },
    refresh_report: { base: 300, perFile: 200, perScore: 0 },
  },
  reissue: 500,
  unmerge: 500,
  upgrade: 200,
} as const

/** The shape of a profile, with what a new account begins with. */
export const AccountProfile = z.strictObject({
  /** Answers `RESPOND_TO_PARTY` where an order does not name its party in full. */
  party: z
    .strictObject({
      name: z.string().max(250).default(''),
      street: z.string().max(250).default(''),
      city: z.string().max(250).default(''),
      state: z.string().max(250).default(''),
      postalCode: z.string().max(250).default(''),
      contact: z.string().max(250).default(''),
    })
    .prefault({}),
  /** The permissible purpose that the account has certified (FCRA 604). */
  purpose: z
    .string()
    .min(1)
    .max(250)
    .default('Extension of credit secured by real estate, FCRA 604(a)(3)(A)'),
  /** On whose behalf files are pulled (FCRA 607(e)); where empty, the lender that the order names. */
  endUser: z.string().max(250).default(''),
  products: z.array(z.enum(OPERATION_NAMES)).default([...OPERATION_NAMES]),
  bureaus: z.array(z.enum(BUREAUS)).default([...BUREAUS]),
  /** `mismo` accepts what plain MISMO clients leave out. */
  requirements: z.enum(['interface', 'mismo']).default('interface'),
  /** What the same bytes get again; as the service has it where the account says nothing. */
  duplicates: z.enum(DUPLICATES).optional(),
  /** The form of the printed report where an order asks for none. */
  printedFormat: z.enum(PRINTED_FORM_NAMES).default('PDF'),
  prices: Prices.default(DEFAULT_PRICES),
  /** How many orders may run at once, waiting retries not counted; else as the service has it. */
  ordersInFlightMax: z.int().min(1).max(100_000).optional(),
  /** How many requests may be sent within a minute; any number where it is not given. */
  requestsPerMinute: z.int().min(1).max(1_000_000).optional(),
  /** How many orders with hard pulls on one consumer may be placed within 24 hours. */
  ordersPerConsumerPerDay: z.int().min(1).max(1_000).optional(),
})
export type AccountProfile = z.infer<typeof AccountProfile>

/** An account as an order sees it. */
export interface OrderingAccount {
  readonly name: string
  readonly profile: AccountProfile
}

const checked = new WeakMap<object, AccountProfile>()

/** A stored profile, checked; one that the store has given before is not checked again. */
export function checkedProfile(stored: unknown): AccountProfile {
  const known = checked.get(stored as object)
  if (known !== undefined) return known
  const profile = AccountProfile.parse(stored)
  checked.set(stored as object, profile)
  return profile
}
