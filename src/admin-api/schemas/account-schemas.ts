/** Schemas of accounts: profiles, secrets, prices and statements. */
import { z } from 'zod'
import { AccountProfile, WrittenProfile } from '../../orders/intake/ordering-account.ts'
import { OPERATION_NAMES } from '../../orders/intake/products.ts'
import { Cents, Id, Moment, Name } from './common-schemas.ts'
import { MaskedBorrower } from './order-schemas.ts'

const text = z.string()

/** An account in the list, without secrets and prices. */
const AccountSummary = z.strictObject({
  name: Name,
  party: text,
  purpose: text.describe('Permissible purpose.'),
  products: z.array(text),
  bureaus: z.array(text),
  createdAt: Moment,
  disabledAt: Moment.optional(),
})
/** The recent activity of an account. */
const AccountUse = z.strictObject({
  orders: z.int().describe('Orders received in the last 30 days.'),
  lastOrderAt: Moment.optional().describe('Absent if the account never ordered.'),
})
/** Whether the list includes the recent activity of each account. */
export const AccountsQuery = z.strictObject({
  use: z
    .stringbool()
    .default(false)
    .describe(
      'Whether to include the number of recent orders and the time of the last one: true or false.',
    ),
})
/** The accounts, by name. */
export const AccountList = z.strictObject({
  items: z.array(AccountSummary.extend({ use: AccountUse.optional() })),
})

/** A secret by its ID. The secret itself is shown only once, when it is created. */
const SecretView = z.strictObject({
  id: Id,
  createdAt: Moment,
  expiresAt: Moment.optional(),
  lastUsedAt: Moment.optional().describe(
    'When a request last used the secret; recorded up to a minute late. Absent if it was never used.',
  ),
})

/**
 * An account with its complete profile. Its secrets are listed by ID, because the service stores
 * only their hashes.
 */
export const AccountDetail = z.strictObject({
  name: Name,
  createdAt: Moment,
  disabledAt: Moment.optional(),
  profile: AccountProfile,
  secrets: z.array(SecretView).describe('The active secrets.'),
})

/** A new account. Omitted keys of its profile get their defaults. */
export const NewAccountBody = z.strictObject({
  name: Name,
  profile: WrittenProfile.prefault({}),
})
/** The profile that replaces an account's. */
export const ProfileBody = WrittenProfile
/** The created account, with its first secret. */
export const NewAccount = z.strictObject({
  account: AccountDetail,
  secret: text.describe('Shown only once.'),
})
/** An additional secret. The previous one stays valid, so that the client can switch over. */
export const NewSecret = z.strictObject({ id: Id, secret: text.describe('Shown only once.') })

const Price = z.strictObject({ base: Cents, perFile: Cents, perScore: Cents })

/** The prices of new accounts. Each account has its own copy in its profile. */
export const PriceList = z.strictObject({
  products: z.record(z.enum(OPERATION_NAMES), Price),
  reissue: Cents,
  unmerge: Cents,
  upgrade: Cents,
})

/** A month in the years 1000 to 2999, as `boundsOfMonth` accepts. */
const Month = z.string().regex(/^[12][0-9]{3}-(0[1-9]|1[0-2])$/, 'a month, such as 2026-11')
/** The month of a statement. */
export const StatementQuery = z.strictObject({
  month: Month.describe('Month in UTC, such as 2026-11.'),
})
/** The charges of an account in a month, as in the CSV file. */
export const Statement = z.strictObject({
  account: Name,
  month: Month,
  totalCents: Cents,
  lines: z.array(
    z.strictObject({
      chargedAt: Moment,
      orderId: Id,
      reportId: Id.optional(),
      operation: text,
      action: text.optional(),
      borrowers: z.array(MaskedBorrower).describe('Empty if the order was purged.'),
      lenderCase: text.optional(),
      kind: text,
      items: z.array(z.strictObject({ what: text, count: z.int(), cents: Cents })),
      amountCents: Cents,
    }),
  ),
})
