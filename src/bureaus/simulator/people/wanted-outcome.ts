/**
 * A wanted outcome: the facts that a report must state, in place of the accounts that lead to them.
 */
import { z } from 'zod'
import { BUREAUS } from '../../../documents/tables/enumerations.ts'
import { MonthText } from './person-values.ts'

const count = (max: number) => z.int().min(0).max(max)
const Score = z.int().min(300).max(850)

/** Late payments on accounts of one form, in months before the report. */
const WantedLates = z.strictObject({
  on: z.enum(['mortgage', 'installment', 'revolving']),
  within: z
    .union([z.literal(12), z.literal(24), z.literal(84)])
    .default(84)
    .describe('Months before the report: 12, 24 or 84.'),
  days30: count(20).default(0).describe('Months that were 30 days late.'),
  days60: count(20).default(0),
  days90: count(20).default(0).describe('Months that were 90 or more days late.'),
})

const WantedBankruptcy = z.strictObject({
  chapter: z.union([z.literal(7), z.literal(13)]).default(7),
  disposition: z.enum(['Discharged', 'Completed', 'Dismissed', 'Filed']).optional(),
  year: z
    .int()
    .min(1990)
    .max(2100)
    .optional()
    .describe('The year in which it ended, or was filed where it is pending.'),
  month: MonthText.optional().describe('Instead of `year`, to the month.'),
})

/**
 * The shape of a wanted outcome. Derogatory facts that are not named do not appear. Everything else
 * is chosen so that the wanted scores result.
 */
export const WantedOutcome = z.strictObject({
  middleScore: Score.optional().describe('The middle of the three Classic scores.'),
  scores: z
    .partialRecord(z.enum(BUREAUS), Score)
    .optional()
    .describe('Instead of `middleScore`: the Classic score of each bureau.'),
  lates: z
    .array(WantedLates)
    .max(3)
    .default([])
    .describe('Late payments; accounts that ended badly are not counted.'),
  bankruptcy: WantedBankruptcy.optional(),
  collections: count(10).default(0),
  chargeOffs: count(6).default(0),
  repossessions: count(2).default(0),
  foreclosures: count(1).default(0),
  disputed: count(3).default(0),
  openMortgages: count(3).optional(),
  accounts: count(40).optional().describe('Number of accounts, collections included.'),
  utilizationPercent: count(100).optional().describe('Share of the limits of open cards in use.'),
  inquiries: count(12)
    .optional()
    .describe('Hard inquiries in the last 12 months, at all bureaus together.'),
  oldestAccountYears: z.int().min(1).max(40).optional(),
})
/**
 * The outcome wanted for a custom person, such as a middle score or a number of collections, with
 * defaults filled in.
 */
export type WantedOutcome = z.infer<typeof WantedOutcome>
/** The late payments wanted on accounts of one form. */
export type WantedLates = z.infer<typeof WantedLates>
