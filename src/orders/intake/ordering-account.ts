/**
 * The profile of an account: the products that it may order, the parties on whose behalf it orders,
 * and its prices.
 */
import { z } from 'zod'
import { SCORE_FAMILIES } from '../../bureaus/score-models.ts'
import { isLegal, LEGAL_TEXT } from '../../documents/codec/illegal.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { PRINTED_FORM_NAMES } from '../../documents/tables/printed-forms.ts'
import { DUPLICATES } from '../../settings/choices.ts'
import { OPERATION_NAMES } from './products.ts'

// An amount of at most $10,000.
const cents = z.int().min(0).max(1_000_000)

/** The price of one operation, in cents: a base, and amounts for each delivered file and score. */
const Price = z.strictObject({
  base: cents.describe('Price of an order of the operation, in cents.'),
  perFile: cents.describe('Added for each delivered file, in cents.'),
  perScore: cents.describe('Added for each delivered score, in cents.'),
})

/**
 * The prices of an account, in cents: a price for each operation, and fees for actions without a
 * pull.
 */
const Prices = z.strictObject({
  products: z.record(z.enum(OPERATION_NAMES), Price).describe('Prices of new pulls, in cents.'),
  scores: z
    .partialRecord(
      z.enum(SCORE_FAMILIES),
      cents.describe('Price of a score of the model, in cents; `perScore` if absent.'),
    )
    .optional(),
  reissue: cents.describe('Fee of a Reissue, in cents.'),
  unmerge: cents.describe('Fee of an Unmerge, in cents.'),
  upgrade: cents.describe(
    'Base of an Upgrade, in cents; new files and scores cost the same as in the operation.',
  ),
})

// The interface states no prices. These are examples, which operators replace by their contract's
// prices.
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

/**
 * A text that responses and later files repeat, also those of other accounts. A blank one is empty:
 * an inquiry with a blank name could not be read again.
 */
const profileText = () => z.string().trim().max(250).refine(isLegal, LEGAL_TEXT)
const partyText = () => profileText().default('')

/** The values of `RESPOND_TO_PARTY` for the fields that an order does not name. */
const Party = z.strictObject({
  name: partyText().describe('Name of the ordering party in responses if an order has none.'),
  street: partyText().describe('Street address of the party in responses if an order has none.'),
  city: partyText().describe('City of the party in responses if an order has none.'),
  state: partyText().describe('State of the party in responses if an order has none.'),
  postalCode: partyText().describe('Postal code of the party in responses if an order has none.'),
  contact: partyText().describe('Contact person of the party in responses if an order has none.'),
})

/**
 * The schema of a profile, with the defaults of a new account. docs/accounts.md is generated from
 * the descriptions.
 */
export const AccountProfile = z.strictObject({
  party: Party.prefault({}),
  purpose: profileText()
    .min(1)
    .default('Extension of credit secured by real estate, FCRA 604(a)(3)(A)')
    .describe('Permissible purpose that the account has certified (FCRA 604).'),
  endUser: profileText()
    .default('')
    .describe(
      'Company on whose behalf files are pulled (FCRA 607(e)); if empty, the lender that the order names.',
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
    .describe(
      '`mismo` also accepts orders in which plain MISMO clients omit fields or write them in other forms.',
    ),
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
    .describe('Score models of an order that requests none; `scoreModels` must list them.'),
  prices: Prices.default(DEFAULT_PRICES),
  ordersInFlightMax: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('Orders that may be in progress at once; the setting of the service if absent.'),
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

/**
 * The schema of a profile that is written. Stored profiles are read without its rules across keys,
 * so that an account from before a rule can still order.
 */
export const WrittenProfile = AccountProfile.refine(
  ({ scoreModels, defaultScoreModels }) =>
    defaultScoreModels.every((family) => scoreModels.includes(family)),
  { path: ['defaultScoreModels'], message: 'only models that scoreModels lists' },
)

/** A profile with all defaults filled in, as orders use it. */
export type AccountProfile = z.infer<typeof AccountProfile>

/** The part of an account that orders use. */
export interface OrderingAccount {
  readonly name: string
  readonly profile: AccountProfile
}

/**
 * Checked profiles, by the object that the store returned. The store returns one object for each
 * distinct text of a profile, so zod checks each text once and not on every request.
 */
const checked = new WeakMap<object, AccountProfile>()

/** Checks a stored profile. Does not check an object again that the store has returned before. */
export function checkedProfile(stored: unknown): AccountProfile {
  const known = checked.get(stored as object)
  if (known !== undefined) return known
  const profile = AccountProfile.parse(stored)
  checked.set(stored as object, profile)
  return profile
}
