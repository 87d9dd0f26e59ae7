/** Schemas of reports for display, with masked social security numbers. */
import { z } from 'zod'
import { ACTION_TYPES } from '../../documents/tables/enumerations.ts'
import { WEIGHTS } from '../../print/sections/console-panels.ts'
import { REPORT_ORIGINS } from '../../store/records/reports/report-entry.ts'
import {
  Bureau,
  Cents,
  Cursor,
  Id,
  Limit,
  Moment,
  Name,
  OperationName,
  page,
} from './common-schemas.ts'
import { ManualOrderPreview } from './manual-order-schemas.ts'
import { ListedScore, MaskedBorrower, PullView, SearchText } from './order-schemas.ts'

const text = z.string()
const date = z.string().describe('Date with the known precision: YYYY, YYYY-MM or YYYY-MM-DD.')
const dollars = z.int().describe('Whole dollars.')

/** A report without its sealed content. */
export const ReportSummary = z.strictObject({
  id: Id,
  account: text,
  orderId: Id,
  operation: text,
  product: text,
  origin: z.enum(REPORT_ORIGINS),
  baseReportId: Id.optional(),
  firstIssuedAt: Moment,
  lastUpdatedAt: Moment,
  bureaus: z.array(text).describe('Bureaus that responded: with a file, without one, or frozen.'),
})
/** A report in the list, with the data that distinguishes it from others. */
const ListedReport = ReportSummary.extend({
  borrowers: z.array(MaskedBorrower).describe('Empty if the report was purged.'),
  lenderCase: text.optional().describe('Lender case of the order that made the report.'),
  scores: z
    .array(ListedScore)
    .describe('The representative score of each borrower, named by position, and model.'),
  files: z
    .array(
      PullView.pick({ bureau: true, borrower: true, state: true, outcome: true, reason: true }),
    )
    .describe('Result of each bureau for each borrower, including the files of the base report.'),
  ageDays: z.int().describe('Whole days since the first issue.'),
  actionsUntil: Moment.describe('Until when the report can be reissued, upgraded and unmerged.'),
  isExpired: z.boolean().describe('Whether that time is over.'),
})
/** A report that is the base of another one, or that was made from it. */
const RelatedReport = ReportSummary.extend(
  ListedReport.pick({ borrowers: true, scores: true }).shape,
)
/** Reports, newest first. */
export const ReportPage = page(ListedReport)

const reportFilters = {
  account: Name.optional(),
  operation: OperationName.optional(),
  validity: z
    .enum(['valid', 'expired'])
    .optional()
    .describe('Only reports that can still, or no longer, be reissued, upgraded and unmerged.'),
  from: Moment.optional().describe('Last issued at or after this time.'),
  to: Moment.optional().describe('Last issued before this time.'),
}

/** Filters of the report list. None of them is personal data. */
export const ReportsQuery = z.strictObject({
  ...reportFilters,
  limit: Limit,
  cursor: Cursor.optional(),
})

/** A search by personal data, which must not appear in a URL. */
export const ReportSearchBody = z.strictObject({
  text: SearchText,
  filters: z.strictObject(reportFilters).default({}),
  limit: Limit,
  cursor: Cursor.optional(),
})

/** The same list as a file. The search text is not in the URL. */
export const ReportExportBody = z.strictObject({
  text: SearchText.optional(),
  filters: z.strictObject(reportFilters).default({}),
})

const Person = z.strictObject({
  id: text,
  name: text,
  ssn: text.describe('Masked except for the last four digits.'),
  birthDate: date.optional(),
  maritalStatus: text,
  address: text,
})

const Remark = z.strictObject({ type: text, source: text, date: date.optional(), text })

const Factor = z.strictObject({ code: text, text })

const Score = z.strictObject({
  bureau: text,
  borrowerId: text,
  model: text,
  minimum: z.int().optional().describe('Lowest score of the model.'),
  maximum: z.int().optional().describe('Highest score of the model.'),
  value: z.int().optional(),
  percentile: z.int().optional().describe('Percent of consumers who score lower, from 1 to 99.'),
  exclusionReason: text.optional(),
  date,
  loweredByInquiries: z.boolean(),
  factors: z.array(Factor),
})

const RepresentativeScore = z.strictObject({
  borrowerId: text,
  model: text.describe('The models that are compared: those of one family.'),
  score: z.int(),
  rule: text,
})

const Rating = z.strictObject({ code: text, type: text, date: date.optional() })

/** An account, in the merged report or as one bureau reports it. */
export const AccountView = z.strictObject({
  id: text.optional(),
  borrowerIds: z.array(text),
  bureaus: z.array(text).describe('Bureaus that report the account.'),
  creditor: text,
  number: text.optional().describe('Account number, usually shortened by the bureau.'),
  type: text,
  loanType: text.optional(),
  ownership: text,
  status: text,
  statusDate: date.optional(),
  opened: date.optional(),
  reported: date.optional(),
  closed: date.optional(),
  paid: date.optional(),
  lastActivity: date.optional(),
  limit: dollars.optional(),
  highCredit: dollars.optional(),
  balance: dollars.optional(),
  pastDue: dollars.optional(),
  payment: dollars.optional(),
  chargedOff: dollars.optional(),
  terms: text.optional(),
  monthsReviewed: z.int().optional(),
  late: z.strictObject({ days30: z.int(), days60: z.int(), days90: z.int() }).optional(),
  rating: Rating.optional(),
  worst: Rating.optional(),
  payments: z
    .strictObject({
      start: date.describe('Month of the first character.'),
      months: text.describe('One character per month, newest first.'),
    })
    .optional(),
  derogatory: z.boolean(),
  disputed: z.boolean(),
  collateral: text.optional(),
  originalCreditor: text.optional(),
  facts: z
    .array(z.strictObject({ name: text, value: text }))
    .optional()
    .describe(
      'Of a merged account, what the printed page says below its row: when it was late, and amounts.',
    ),
  remarks: z.array(Remark).describe('Without those that only repeat type, ownership or status.'),
})

const RecordView = z.strictObject({
  borrowerIds: z.array(text),
  bureaus: z.array(text),
  type: text,
  court: text.optional(),
  docket: text.optional(),
  filed: date.optional(),
  disposition: text.optional(),
  dispositionDate: date.optional(),
  paid: date.optional(),
  amount: dollars.optional(),
  plaintiff: text.optional(),
  derogatory: z.boolean(),
  disputed: z.boolean(),
  remarks: z.array(Remark),
})

const InquiryView = z.strictObject({
  borrowerIds: z.array(text),
  bureaus: z.array(text),
  name: text,
  date,
  businessType: text.optional(),
  loanType: text.optional(),
})

/** The file of one borrower at one bureau. */
const FileView = z.strictObject({
  id: text,
  borrowerId: text,
  bureau: text,
  status: text,
  inFileSince: date.optional(),
  alerts: z.array(z.strictObject({ category: text.optional(), adverse: z.boolean(), text })),
  variations: z.array(text),
  name: text,
  ssn: text.describe('Masked.'),
  birthDate: date.optional(),
  aliases: z.array(text),
  addresses: z.array(z.strictObject({ address: text, reported: date.optional() })),
  employment: text,
  remarks: z.array(Remark),
  accounts: z.array(AccountView).describe('Accounts as this bureau reports them.'),
})

const Difference = z.strictObject({
  kind: text,
  title: text.describe('Short title of the kind.'),
  borrowerIds: z.array(text),
  bureaus: z.array(text),
  what: text,
  account: text.optional(),
  ownership: text.optional(),
  since: date.optional(),
  from: z.union([text, z.number()]).optional(),
  to: z.union([text, z.number()]).optional(),
  monthlyIncrease: z.number().optional(),
})

const Tile = z.strictObject({
  title: text,
  figure: text,
  lines: z.array(text),
  tone: z
    .enum(WEIGHTS)
    .describe('How adverse the figure is: late payments by their age, utilization by its share.'),
})

const Office = z.strictObject({ name: text, address: text, phone: text.optional() })

/**
 * A complete report for display: the texts and figures of the printed page, and the data behind
 * them.
 */
export const ReportView = z.strictObject({
  clear: z.boolean().describe('Whether personal data is shown unmasked.'),
  summary: ReportSummary,
  preparedFor: text.describe('The party that the printed report names.'),
  actionsUntil: Moment.describe('Until when the report can be reissued, upgraded and unmerged.'),
  refreshUntil: Moment.describe('Until when the report can be refreshed.'),
  now: Moment.describe('The time of the service, which is sandbox time in a sandbox.'),
  title: text,
  mergeType: text,
  reportType: text,
  hard: z.boolean(),
  simulated: z.boolean(),
  requested: z.array(text),
  delivered: z.array(text),
  lenderCase: text,
  requestedBy: text,
  priceCents: Cents,
  madeFrom: z.strictObject({ how: text, reportId: Id }).optional(),
  operator: Office.describe('The organization that operates this service.'),
  borrowers: z.array(Person),
  tiles: z.array(Tile).describe('The summary of the printed report.'),
  tilesByBorrower: z
    .array(z.strictObject({ borrowerId: text, tiles: z.array(Tile) }))
    .describe('The same figures for each borrower. A joint account counts for both.'),
  scores: z.array(Score),
  representativeScores: z.array(RepresentativeScore),
  accounts: z.array(AccountView),
  publicRecords: z.array(RecordView),
  inquiries: z.array(InquiryView),
  files: z.array(FileView),
  remarks: z.array(Remark),
  summaries: z
    .array(
      z.strictObject({
        name: text,
        borrowerId: text.optional(),
        figures: z.array(z.strictObject({ name: text, value: text })),
      }),
    )
    .describe('Empty for a refresh, whose differences are in `refresh`.'),
  facts: z.array(z.strictObject({ name: text, value: text })).describe('docs/keys.md'),
  creditors: z.array(Office),
  referrals: z.array(Office),
  refresh: z
    .strictObject({
      baseId: Id,
      baseIssuedAt: text,
      compared: z.array(text),
      notCompared: z.array(text),
      partlyCompared: z
        .array(z.strictObject({ borrowerId: text, bureaus: z.array(text) }))
        .optional()
        .describe('For a borrower, the bureaus that were compared only for the other one.'),
      differences: z.array(Difference),
    })
    .optional(),
  related: z
    .array(RelatedReport)
    .describe('The base report and all reports derived from this one.'),
  hold: z
    .strictObject({ since: Moment.describe('Real time.'), reason: text })
    .optional()
    .describe('The legal hold, which keeps the report from being purged. Not for integrators.'),
})

/** A comparison of two reports: the accounts that both have, and what the later report adds. */
export const ReportComparison = z.strictObject({
  earlierId: Id,
  laterId: Id,
  accounts: z
    .array(z.strictObject({ earlier: z.array(text), later: z.array(text) }))
    .describe(
      'The accounts of both reports by their `id`, each account once: by number and creditor, whatever else differs. Without an earlier id the account is new, without a later one it was removed.',
    ),
  compared: z
    .array(z.strictObject({ borrowerId: text, bureaus: z.array(text) }))
    .describe(
      'The borrowers of both reports, by their identifiers in the later one, with the bureaus that delivered a file for both.',
    ),
  differences: z.array(Difference).describe('Personal data masked.'),
})

/** An action on a report. Absent members are as in the report. */
export const ReportActionBody = z.strictObject({
  action: z.enum([...ACTION_TYPES, 'Refresh']),
  bureaus: z
    .array(Bureau)
    .min(1)
    .optional()
    .describe('Default: all bureaus requested for the report.'),
  borrowerIds: z
    .array(z.string().max(80))
    .min(1)
    .max(2)
    .optional()
    .describe('Default: all borrowers of the report. Unmerge needs exactly one.'),
  requestedAt: Moment.optional().describe(
    'The time that the request states, by default the current minute. The same action with the same time sends the same document again: after a lost response, it returns the result and is not charged twice.',
  ),
})

/** The request that an action would send, masked. The service itself places the unmasked one. */
export const ReportActionPreview = z.strictObject({
  operation: OperationName,
  requestedAt: Moment.describe('The time that the request states.'),
  xml: z.string(),
  price: ManualOrderPreview.shape.price,
})
