/**
 * The file of a custom test person. The types, the checks, the JSON Schema and the reference page
 * are all derived from this table of shapes.
 */
import { z } from 'zod'
import {
  ACCOUNT_OWNERSHIP_TYPES,
  BUREAUS,
  type BureauName,
  FILE_RESULT_STATUS_TYPES,
  RECORD_OWNERSHIP_TYPES,
  SCORE_EXCLUSION_REASON_TYPES,
} from '../../../documents/tables/enumerations.ts'
import { ACCOUNT_KINDS, type AccountKindName } from '../tables/account-kinds.ts'
import { ARCHETYPES, type ArchetypeName } from '../tables/archetypes.ts'
import {
  RECORD_DISPOSITIONS,
  RECORD_TYPES,
  type RecordTypeName,
} from '../tables/public-record-types.ts'
import {
  Address,
  Day,
  DayText,
  emptyableName,
  MonthText,
  Name,
  NameText,
  SsnText,
  text,
} from './person-values.ts'
import { WantedOutcome } from './wanted-outcome.ts'

const Dollars = z.int().min(0).max(9_999_999)
const isCollected = (name: AccountKindName) => ACCOUNT_KINDS[name].form === 'collected'
const KINDS = (Object.keys(ACCOUNT_KINDS) as AccountKindName[]).filter((name) => !isCollected(name))

const Kind = z.enum(KINDS as [AccountKindName, ...AccountKindName[]])

const FUTURE_ARCHETYPES = (Object.keys(ARCHETYPES) as ArchetypeName[]).filter(
  (name) => name !== 'invisible',
)

/** The ID of a person, which is their part of the path. */
export const PersonId = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/,
    'lower-case letters, digits, dots, dashes and underscores, at most 64',
  )

/** Bureaus in the order of the interface, each once. */
const Bureaus = z
  .array(z.enum(BUREAUS))
  .min(1)
  .max(3)
  .refine((names) => new Set(names).size === names.length, 'each bureau once')

const Late = z.strictObject({
  month: MonthText.describe('The month in which it was the stated number of days late.'),
  days: z
    .union([30, 60, 90, 120, 150, 180].map((days) => z.literal(days)))
    .describe('30, 60, 90, 120, 150 or 180. The months that lead up to it are added.'),
  months: z
    .int()
    .min(1)
    .max(84)
    .default(1)
    .describe('Number of months that it stayed this late before it was brought current.'),
})

/** The pattern of a payment history, newest month first, in MISMO's characters. */
const History = z
  .string()
  .regex(
    /^[C1-6]{1,84}$/,
    'C (as agreed) or 1 to 6 (30 to 180 days late) for each month, newest first',
  )
  .describe(
    'Instead of `lates`: one character for each month, newest first, beginning last month. `C` is as agreed, `1` to `6` are 30 to 180 days late.',
  )

const Ending = z.strictObject({
  month: MonthText,
  how: z
    .enum([
      'Paid',
      'Refinanced',
      'Transferred',
      'ClosedByConsumer',
      'ClosedByCreditor',
      'ChargedOff',
      'ChargedOffAndSold',
      'Repossessed',
      'Foreclosed',
    ])
    .describe('A charge-off, repossession or foreclosure adds the late payments that lead to it.'),
})

/** The reported data of an account. A bureau can have a different version. */
const reportedShape = {
  ownership: z.enum(ACCOUNT_OWNERSHIP_TYPES).optional(),
  creditor: text(40).optional().describe('Name of the lender; if absent, an invented one.'),
  number: z
    .string()
    .regex(/^\d{6,18}$/, '6 to 18 digits')
    .optional()
    .describe('Account number. Bureaus hide the last four digits.'),
  amount: Dollars.optional().describe('Original amount of a loan.'),
  termMonths: z
    .int()
    .min(1)
    .max(480)
    .optional()
    .describe(
      'Must be long enough for the balance, end and payments of the account. If absent, a usual term.',
    ),
  balance: Dollars.optional().describe(
    'As last reported, of an open account; the amount lost of a charge-off or repossession.',
  ),
  limit: Dollars.optional().describe('Credit limit, of cards and lines.'),
  highCredit: Dollars.optional().describe('Highest balance so far, of cards and lines.'),
  payment: Dollars.optional().describe('Monthly payment.'),
  pastDue: Dollars.optional().describe('Amount past due, of an account that is late now.'),
  lates: z.array(Late).max(40).optional(),
  history: History.optional(),
  ended: Ending.optional(),
  disputedSince: MonthText.optional().describe(
    'Not reported if it is after the last report of an account that has ended.',
  ),
} as const

const AccountDifference = z.strictObject({
  ...reportedShape,
  kind: Kind.optional(),
  opened: MonthText.optional(),
  creditor: text(40).optional().describe('The name under which the bureau lists the lender.'),
  number: reportedShape.number.describe('Another number, such as that before a lost card.'),
  limit: Dollars.nullish().describe('`null`: the bureau has no limit on file.'),
  ended: Ending.nullish().describe('`null`: the account is still open at the bureau.'),
  disputedSince: MonthText.nullish().describe('`null`: not disputed at the bureau.'),
  lastReported: MonthText.optional().describe(
    'The last month that the bureau has on file. The figures and `history` are those of that month.',
  ),
})
/** The values that one bureau reports differently for an account of a custom person. */
export type AccountDifference = z.infer<typeof AccountDifference>

/**
 * An account of a custom person, as the console and the sandbox API accept it. A missing amount,
 * rate or creditor is drawn from the person's seed.
 */
export const CustomAccount = z.strictObject({
  id: text(40).describe(
    'Names the account within the file; people of one household share an account by its ID.',
  ),
  kind: Kind,
  opened: MonthText,
  ratePercent: z.number().min(0).max(36).optional(),
  deferredMonths: z
    .int()
    .min(0)
    .max(120)
    .optional()
    .describe('Months after opening in which no payment is due.'),
  utilizationPercent: z
    .int()
    .min(0)
    .max(120)
    .optional()
    .describe('Instead of `balance`: share of the limit in use.'),
  ...reportedShape,
  bureaus: Bureaus.optional().describe('The bureaus that report the account; if absent, all.'),
  differences: z
    .partialRecord(z.enum(BUREAUS), AccountDifference)
    .optional()
    .describe('What individual bureaus report instead.'),
})
/** An account of a custom person, with defaults filled in. */
export type CustomAccount = z.infer<typeof CustomAccount>

const Collection = z.strictObject({
  id: text(40).optional(),
  opened: MonthText.describe('The month in which the collector took over the debt.'),
  amount: Dollars.min(1),
  medical: z
    .boolean()
    .default(false)
    .describe('Reported only if above $500 and at least a year old.'),
  originalCreditor: text(40).optional(),
  collector: text(40).optional(),
  paid: MonthText.optional(),
  disputedSince: MonthText.optional(),
  bureaus: Bureaus.optional(),
})

const Bankruptcy = z.strictObject({
  chapter: z.union([z.literal(7), z.literal(13)]),
  filed: MonthText,
  disposed: MonthText.optional().describe('When it ended; absent while it is pending.'),
  disposition: z.enum(['Discharged', 'Completed', 'Dismissed']).optional(),
})

const RecordDifference = z.strictObject({
  amount: Dollars.optional(),
  disposed: MonthText.nullish().describe('`null`: still open at the bureau.'),
  disposition: z.enum(RECORD_DISPOSITIONS).optional(),
  disputedSince: MonthText.nullish().describe('`null`: not disputed at the bureau.'),
})

const PublicRecord = z.strictObject({
  type: z.enum(Object.keys(RECORD_TYPES) as [RecordTypeName, ...RecordTypeName[]]),
  filed: MonthText,
  amount: Dollars.optional().describe('Amount owed or sued for; if absent, an invented one.'),
  disposed: MonthText.optional().describe('When it ended; absent while it is open.'),
  disposition: z
    .enum(RECORD_DISPOSITIONS)
    .optional()
    .describe('How it ended; if absent, the usual end of the type.'),
  ownership: z.enum(RECORD_OWNERSHIP_TYPES).optional(),
  docket: text(30).optional(),
  court: text(60).optional().describe('Court or recorder; of the state of the home if absent.'),
  plaintiff: text(60).optional(),
  attorney: text(60).optional(),
  disputedSince: MonthText.optional(),
  bureaus: Bureaus.optional(),
  differences: z
    .partialRecord(z.enum(BUREAUS), RecordDifference)
    .optional()
    .describe('What individual bureaus report instead.'),
})

const Inquiry = z.strictObject({
  on: DayText,
  kind: Kind.describe('Type of credit requested.'),
  creditor: text(40).optional(),
  bureaus: Bureaus.optional(),
})

const Alert = z.strictObject({
  kind: z.enum(['fraudInitial', 'fraudExtended', 'activeDuty', 'deceased']),
  from: MonthText,
  until: MonthText.optional().describe(
    'The last month. If absent, a year after `from`, for `fraudExtended` seven years; `deceased` does not end.',
  ),
  bureaus: Bureaus.optional(),
})

const Difference = z.strictObject({
  frozen: z.boolean().optional().describe('A security freeze: the bureau returns no file.'),
  status: z
    .enum(FILE_RESULT_STATUS_TYPES)
    .optional()
    .describe('Another status with which the bureau returns no file.'),
  unscored: z
    .enum(SCORE_EXCLUSION_REASON_TYPES)
    .optional()
    .describe('Why the bureau returns the file without a score.'),
  scoreShift: z
    .int()
    .min(-40)
    .max(40)
    .optional()
    .describe('Points by which the model of the bureau differs from the scorecard.'),
  firstName: NameText.optional(),
  middleName: emptyableName(60).optional(),
  lastName: NameText.optional(),
  suffix: emptyableName(10).optional(),
  ssn: SsnText.optional(),
  birthDate: Day.optional(),
  oldAddress: z.boolean().optional().describe('The bureau does not know of the last move.'),
})

/** The credit data that a file states for a person. */
const factShape = {
  accounts: z.array(CustomAccount).max(150).default([]),
  collections: z.array(Collection).max(40).default([]),
  bankruptcies: z.array(Bankruptcy).max(4).default([]),
  publicRecords: z.array(PublicRecord).max(20).default([]).describe('Other than bankruptcies.'),
  inquiries: z.array(Inquiry).max(60).default([]),
} as const

/** The file of a custom test person. */
export const PersonFile = z.strictObject({
  description: z.string().max(200).optional(),
  name: Name.optional().describe(
    'If absent, derived from the ID, as are an absent number, birth date and address.',
  ),
  ssn: SsnText.optional(),
  birthDate: Day.optional(),
  address: Address.optional(),
  formerAddresses: z.array(Address).max(3).default([]).describe('Newest first.'),
  employment: text(80).optional().describe('Employer and position.'),
  household: text(40)
    .optional()
    .describe('People of one household share the accounts that they own jointly under one ID.'),
  onFileSince: MonthText.optional(),
  ...factShape,
  outcome: WantedOutcome.optional().describe(
    'Instead of accounts, collections, public records and inquiries: what the report should state.',
  ),
  alerts: z.array(Alert).max(6).default([]),
  bureaus: z
    .partialRecord(z.enum(BUREAUS), Difference)
    .default({})
    .describe('Differences of individual bureaus.'),
  goesOnAs: z
    .enum(['nothing', ...FUTURE_ARCHETYPES])
    .optional()
    .describe(
      'The kind of people whose pattern of opening accounts the person follows later; `nothing` opens none.',
    ),
})
/** A custom person: identity, accounts, records, inquiries and differences between bureaus. */
export type PersonFile = z.infer<typeof PersonFile>

/** The values that one bureau has differently for a custom person. */
export type BureauDifference = NonNullable<PersonFile['bureaus'][BureauName]>
