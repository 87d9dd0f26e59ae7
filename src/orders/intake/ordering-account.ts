/** An account: who may order what, on whose behalf, at which price. Kept as its profile. */
import { z } from 'zod'
import { SCORE_FAMILIES } from '../../bureaus/score-models.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { PRINTED_FORM_NAMES } from '../../documents/tables/printed-forms.ts'
import { DUPLICATES } from '../../settings/choices.ts'
import { OPERATION_NAMES } from './products.ts'

// At most $10,000.
const cents = z.int().min(0).max(1_000_000)

/** What one operation costs, in cents: a base, and amounts for what was delivered. */
const Price = z.strictObject({
  base: cents.describe('Price of an order of the operation.'),
  perFile: cents.describe('Added for each delivered file.'),
  perScore: cents.describe('Added for each delivered score.'),
})

/**
 * What an account pays, in cents: a price for each operation, and fees for answers that pull
 * nothing.
 */
const Prices = z.strictObject({
  products: z.record(z.enum(OPERATION_NAMES), Price).describe('Prices of new pulls, in cents.'),
  scores: z
    .partialRecord(
      z.enum(SCORE_FAMILIES),
      cents.describe('Price of a score of the model; `perScore` if absent.'),
    )
    .optional(),
  reissue: cents.describe('Fee of a Reissue, in cents.'),
  unmerge: cents.describe('Fee of an Unmerge, in cents.'),
  upgrade: cents.describe(
    'Base of an Upgrade, in cents; new files and scores cost as in the operation.',
  ),
})

// The interface shows no prices: these are examples, which an operator replaces by those of the
// contract.
export const DEFAULT_PRICES = {
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

const partyText = () => z.string().max(250).default('')

/** Answers `RESPOND_TO_PARTY` where an order does not name its party in full. */
const Party = z.strictObject({
  name: partyText().describe('Name of the ordering party in responses if an order has none.'),
  street: partyText().describe('Street address likewise.'),
  city: partyText().describe('City likewise.'),
  state: partyText().describe('State likewise.'),
  postalCode: partyText().describe('Postal code likewise.'),
  contact: partyText().describe('Contact person likewise.'),
})

/**
 * The shape of a profile, with what a new account begins with. docs/accounts.md is made from the
 * descriptions.
 */
export const AccountProfile = z.strictObject({
  party: Party.prefault({}),
  purpose: z
    .string()
    .min(1)
    .max(250)
    .default('Extension of credit secured by real estate, FCRA 604(a)(3)(A)')
    .describe('Permissible purpose that the account has certified (FCRA 604).'),
  endUser: z
    .string()
    .max(250)
    .default('')
    .describe(
      'On whose behalf files are pulled (FCRA 607(e)); the lender that the order names if empty.',
    ),
  products: z
    .array(z.enum(OPERATION_NAMES))
    .default([...OPERATION_NAMES])
    .describe('Operations that the account may order.'),
  bureaus: z
    .array(z.enum(BUREAUS))
    .default([...BUREAUS])
    .describe('Bureaus that the account may order from.'),
  requirements: z
    .enum(['interface', 'mismo'])
    .default('interface')
    .describe('`mismo` accepts what plain MISMO clients omit and write in other forms.'),
  duplicates: z
    .enum(DUPLICATES)
    .optional()
    .describe('Response to byte-identical requests; the setting `duplicates` if absent.'),
  liabilities: z
    .enum(['no', 'yes'])
    .default('no')
    .describe(
      'Whether responses of `/mortgage_only` have the mortgages as `CREDIT_LIABILITY`, which the interface does not list.',
    ),
  printedFormat: z
    .enum(PRINTED_FORM_NAMES)
    .default('PDF')
    .describe('Format of the printed report if an order requests none.'),
  scoreModels: z
    .array(z.enum(SCORE_FAMILIES))
    .default([...SCORE_FAMILIES])
    .describe('Score models that the account may request ([score-models.md](score-models.md)).'),
  defaultScoreModels: z
    .array(z.enum(SCORE_FAMILIES))
    .min(1)
    .default(['Classic'])
    .describe('Score models of an order that requests none.'),
  prices: Prices.default(DEFAULT_PRICES),
  ordersInFlightMax: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('Orders that may be in flight at once; the setting of the service if absent.'),
  requestsPerMinute: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Requests per minute; unlimited if absent.'),
  ordersPerConsumerPerDay: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Orders with hard pulls on one consumer within 24 hours; unlimited if absent.'),
  sandboxControl: z
    .enum(['no', 'yes'])
    .default('no')
    .describe('Whether the account controls the sandbox ([sandbox-api.md](sandbox-api.md)).'),
})
/** A profile with all defaults filled in, which is what orders work with. */
export type AccountProfile = z.infer<typeof AccountProfile>

/** An account as an order sees it. */
export interface OrderingAccount {
  readonly name: string
  readonly profile: AccountProfile
}

/**
 * By the object that the store gives, which gives one object for each distinct text of a profile:
 * zod checks each text once and not on every request.
 */
const checked = new WeakMap<object, AccountProfile>()

/** A stored profile, checked; one that the store has given before is not checked again. */
export function checkedProfile(stored: unknown): AccountProfile {
  const known = checked.get(stored as object)
  if (known !== undefined) return known
  const profile = AccountProfile.parse(stored)
  checked.set(stored as object, profile)
  return profile
}
