/** Converts a stored report for display in the console. Social security numbers are masked. */
import type { z } from 'zod'
import type { CreditFile, FileAccount } from '../bureaus/bureau.ts'
import { FAMILY_TITLES, modelName } from '../bureaus/score-models.ts'
import { monthOf } from '../documents/months.ts'
import { masked } from '../documents/privacy/describe.ts'
import type { CreditFileValue, SummaryValue } from '../documents/tables/response.ts'
import type { Comment, Liability } from '../documents/tables/tradelines.ts'
import { addressLine } from '../documents/wording.ts'
import type { OpenedReport } from '../orders/stored-report.ts'
import type { Tools } from '../orders/tools.ts'
import {
  historyFacts,
  informativeComments,
  isFirstDelinquency,
} from '../print/sections/account-facts.ts'
import { consolePanels } from '../print/sections/console-panels.ts'
import { DIFFERENCE_KINDS, type Difference } from '../reports/compare/differences.ts'
import { borrowersOf, bureausOf, type SharedItem } from '../reports/compare/match-over-time.ts'
import { isMortgage } from '../reports/loan-types.ts'
import { percentileIn, rangeIn } from '../reports/merge/report-keys.ts'
import type { Report } from '../reports/report.ts'
import { representativeScores } from '../reports/representative-score.ts'
import type { ReportSummary } from '../store/records/reports/report-entry.ts'
import { at } from './handler.ts'
import type { AccountView, ReportView, ReportSummary as Summary } from './schemas/report-schemas.ts'

type View = z.infer<typeof ReportView>
type Account = z.infer<typeof AccountView>

/** Returns a report for lists. */
export function reportSummary(report: ReportSummary): z.infer<typeof Summary> {
  return {
    id: report.id,
    account: report.account,
    orderId: report.orderId,
    operation: report.operation,
    product: report.product,
    origin: report.origin,
    baseReportId: report.baseReportId,
    firstIssuedAt: at(report.firstIssuedAt),
    lastUpdatedAt: at(report.lastUpdatedAt),
    bureaus: [...report.bureaus],
  }
}

/** Returns all displayed parts of a report, unmasked except for social security numbers. */
export function reportView(
  opened: OpenedReport,
  related: View['related'],
  { now, limits }: Pick<Tools, 'now' | 'limits'>,
): View {
  const { report } = opened.content
  return {
    clear: true,
    summary: reportSummary(opened),
    preparedFor: report.respondTo._Name,
    actionsUntil: at(opened.firstIssuedAt + limits.reportWindowMs),
    refreshUntil: at(opened.firstIssuedAt + limits.refreshWindowMs),
    now: at(now().getTime()),
    ...headOf(report),
    borrowers: report.borrowers.map(borrowerView),
    tiles: tilesOf(report),
    tilesByBorrower: report.borrowers.map(({ BorrowerID: borrowerId }) => ({
      borrowerId,
      tiles: tilesOf(report, borrowerId),
    })),
    scores: report.scores.map((score) => scoreView(report, score)),
    representativeScores: report.borrowers.flatMap((borrower) => representatives(report, borrower)),
    accounts: report.liabilities.map((account) => mergedAccount(report, account)),
    publicRecords: report.publicRecords.map(recordView),
    inquiries: report.inquiries.map(inquiryView),
    files: report.files.map((file) => fileView(file, pullOf(opened, file), isShownIn(report))),
    remarks: report.comments.map(remarkView),
    // The summaries of a refresh repeat its differences, with account numbers, names and addresses.
    summaries: report.refresh === undefined ? report.summaries.map(summaryView) : [],
    facts: report.keys.map(({ _Name, _Value = '' }) => ({ name: _Name, value: _Value })),
    creditors: report.tradeReferences.map(officeView),
    referrals: report.referrals.map(officeView),
    refresh: report.refresh && {
      ...report.refresh,
      compared: [...report.refresh.compared],
      notCompared: [...report.refresh.notCompared],
      partlyCompared: report.refresh.partlyCompared?.map(({ borrowerId, bureaus }) => ({
        borrowerId,
        bureaus: [...bureaus],
      })),
      differences: report.refresh.differences.map(differenceView),
    },
    related,
  }
}

function summaryView({ _Name, BorrowerID, _DATA_SET }: SummaryValue): View['summaries'][number] {
  return {
    name: _Name,
    borrowerId: BorrowerID,
    figures: (_DATA_SET ?? []).map((figure) => ({ name: figure._Name, value: figure._Value })),
  }
}

/** Returns a difference with the title of its type. */
export function differenceView(
  difference: Difference,
): NonNullable<View['refresh']>['differences'][number] {
  return {
    ...difference,
    title: DIFFERENCE_KINDS[difference.kind].singular,
    borrowerIds: [...difference.borrowerIds],
    bureaus: [...difference.bureaus],
  }
}

function tilesOf(report: Report, borrowerId?: string): View['tiles'] {
  return consolePanels(report, borrowerId).map(({ title, figure, weight, lines }) => ({
    title,
    figure,
    lines: lines.map(({ text }) => text),
    tone: weight,
  }))
}

function headOf(report: Report) {
  return {
    title: report.title,
    mergeType: report.mergeType,
    reportType: report.reportType,
    hard: report.hard,
    simulated: report.simulated,
    requested: [...report.requested],
    delivered: [...report.delivered],
    lenderCase: report.lenderCase,
    requestedBy: report.requestedBy,
    priceCents: report.priceCents,
    madeFrom: report.madeFrom,
    operator: officeView(report.respondingParty),
  }
}

type Office =
  | Report['respondingParty']
  | Report['tradeReferences'][number]
  | Report['referrals'][number]

function officeView(office: Office): View['operator'] {
  const points = office.CONTACT_DETAIL?.CONTACT_POINT ?? []
  const phone = points.find(({ _Type }) => _Type === 'Phone')?._Value
  return { name: office._Name, address: addressLine(office), phone }
}

function borrowerView(borrower: Report['borrowers'][number]): View['borrowers'][number] {
  return {
    id: borrower.BorrowerID,
    name: borrower._UnparsedName,
    ssn: masked('_SSN', borrower._SSN),
    birthDate: borrower._BirthDate,
    maritalStatus: borrower.MaritalStatusType,
    address: addressLine(borrower._RESIDENCE),
  }
}

function representatives(
  { scores }: Report,
  { BorrowerID }: Report['borrowers'][number],
): View['representativeScores'] {
  const own = scores.filter((score) => score.BorrowerID === BorrowerID)
  return representativeScores(own).map(({ family, score, rule }) => ({
    borrowerId: BorrowerID,
    model: FAMILY_TITLES[family],
    score,
    rule,
  }))
}

function scoreView(report: Report, score: Report['scores'][number]): View['scores'][number] {
  const value = score._Value === '' ? undefined : Number(score._Value)
  const percentile = percentileIn(report, score)
  const range = rangeIn(report, score)
  return {
    bureau: score.CreditRepositorySourceType,
    borrowerId: score.BorrowerID,
    model: modelName(score),
    minimum: range && Number(range[0]),
    maximum: range && Number(range[1]),
    value,
    percentile: percentile === undefined ? undefined : Number(percentile),
    exclusionReason: score._ExclusionReasonType,
    date: score._Date,
    loweredByInquiries: score._FACTAInquiriesIndicator,
    factors: (score._FACTOR ?? []).map(({ _Code, _Text }) => ({ code: _Code, text: _Text })),
  }
}

function remarkView(comment: Comment): View['remarks'][number] {
  return {
    type: comment._TypeOtherDescription ?? comment._Type,
    source: comment._SourceType,
    date: comment._ReportedDate,
    text: (comment._Text ?? []).join(' '),
  }
}

/**
 * Returns the borrowers that an item concerns, and the bureaus that report it. Each bureau appears
 * once, even with several codes.
 */
function standingOf(item: SharedItem) {
  return { borrowerIds: borrowersOf(item), bureaus: bureausOf(item) }
}

/** Facts that are fields of an account, or are about the creditor. */
const NOT_HISTORY: ReadonlySet<string> = new Set([
  'Terms',
  'Secured by',
  'Business',
  'Subscriber codes',
])

function mergedAccount(report: Report, account: Liability): Account {
  const facts = historyFacts(account, monthOf(report.lastUpdatedAt) ?? 0)
  const remarks = account.CREDIT_COMMENT?.filter((comment) => !isFirstDelinquency(comment))
  return {
    ...accountView(account, remarks),
    id: account.CreditLiabilityID,
    facts: facts
      .filter(({ label }) => !NOT_HISTORY.has(label))
      .map(({ label, value }) => ({ name: label, value })),
    ...standingOf(account),
  }
}

function accountView(
  account: FileAccount | Liability,
  remarks: readonly Comment[] = account.CREDIT_COMMENT ?? [],
): Omit<Account, 'borrowerIds' | 'bureaus'> {
  return {
    creditor: account._CREDITOR?._Name ?? account._OriginalCreditorName ?? '',
    number: account._AccountIdentifier,
    type: account._AccountType,
    loanType: account.CreditLoanTypeOtherDescription ?? account.CreditLoanType,
    ownership: account._AccountOwnershipType,
    status: account._AccountStatusType,
    ...datesOf(account),
    ...amountsOf(account),
    ...historyOf(account),
    derogatory: account._DerogatoryDataIndicator,
    disputed: account._ConsumerDisputeIndicator,
    collateral: account._CollateralDescription,
    originalCreditor: account._OriginalCreditorName,
    remarks: informativeComments(remarks, account).map(remarkView),
  }
}

function datesOf(account: FileAccount | Liability) {
  return {
    statusDate: account._AccountStatusDate,
    opened: account._AccountOpenedDate,
    reported: account._AccountReportedDate,
    closed: account._AccountClosedDate,
    paid: account._AccountPaidDate,
    lastActivity: account._LastActivityDate,
  }
}

function amountsOf(account: FileAccount | Liability) {
  return {
    limit: account._CreditLimitAmount,
    highCredit: account._HighCreditAmount ?? account._HighBalanceAmount,
    balance: account._UnpaidBalanceAmount,
    pastDue: account._PastDueAmount,
    payment: account._MonthlyPaymentAmount,
    chargedOff: account._ChargeOffAmount,
    terms: account._TermsDescription,
  }
}

function historyOf(account: FileAccount | Liability) {
  const { _LATE_COUNT: late, _CURRENT_RATING: now, _HIGHEST_ADVERSE_RATING: worst } = account
  const pattern = account._PAYMENT_PATTERN
  return {
    monthsReviewed: account._MonthsReviewedCount,
    late: late && { days30: late._30Days, days60: late._60Days, days90: late._90Days },
    rating: now && { code: now._Code, type: now._Type },
    worst: worst && { code: worst._Code, type: worst._Type, date: worst._Date },
    payments: pattern && { start: pattern._StartDate, months: pattern._Data },
  }
}

function recordView(record: Report['publicRecords'][number]): View['publicRecords'][number] {
  return {
    ...standingOf(record),
    type: record._Type,
    court: record._CourtName,
    docket: record._DocketIdentifier,
    filed: record._FiledDate,
    disposition: record._DispositionType,
    dispositionDate: record._DispositionDate,
    paid: record._PaidDate,
    amount: record._LegalObligationAmount,
    plaintiff: record._PlaintiffName,
    derogatory: record._DerogatoryDataIndicator,
    disputed: record._ConsumerDisputeIndicator,
    remarks: (record.CREDIT_COMMENT ?? []).map(remarkView),
  }
}

function inquiryView(inquiry: Report['inquiries'][number]): View['inquiries'][number] {
  return {
    ...standingOf(inquiry),
    name: inquiry._Name,
    date: inquiry._Date,
    businessType: inquiry.CreditBusinessType,
    loanType: inquiry.CreditLoanType,
  }
}

/** Returns the bureau's own response for the borrower of a file. */
function pullOf({ content }: OpenedReport, file: CreditFileValue): CreditFile | undefined {
  const borrower = content.borrowers.find(({ borrowerId }) => borrowerId === file.BorrowerID)
  return borrower?.pulls.find(({ bureau }) => bureau === file.CreditRepositorySourceType)
}

/**
 * Returns whether an account of a bureau's file belongs to the report. A mortgage-only report shows
 * no other accounts, although the stored files have them.
 */
function isShownIn({ mortgagesOnly }: Report): (account: FileAccount) => boolean {
  return (account) => !mortgagesOnly || isMortgage(account)
}

function fileView(
  file: CreditFileValue,
  pull: CreditFile | undefined,
  isShown: (account: FileAccount) => boolean,
): View['files'][number] {
  const person = file._BORROWER
  return {
    id: file.CreditFileID,
    borrowerId: file.BorrowerID,
    bureau: file.CreditRepositorySourceType,
    status: file._ResultStatusType ?? pull?.status ?? '',
    inFileSince: file._InfileDate,
    alerts: (file._ALERT_MESSAGE ?? []).map((alert) => ({
      category: alert._CategoryTypeOtherDescription ?? alert._CategoryType,
      adverse: alert._AdverseIndicator ?? false,
      text: (alert._Text ?? []).join(' '),
    })),
    variations: (file._VARIATION ?? []).map(({ _Type }) => _Type),
    name: person._UnparsedName,
    ssn: person._SSN === '' ? '' : masked('_SSN', person._SSN),
    birthDate: person._BirthDate,
    aliases: (person._ALIAS ?? []).map(({ _UnparsedName }) => _UnparsedName),
    addresses: (person._RESIDENCE ?? []).map((residence) => ({
      address: addressLine(residence),
      reported: residence._DateReported,
    })),
    employment: person._UnparsedEmployment,
    remarks: (file.CREDIT_COMMENT ?? []).map(remarkView),
    accounts: (pull?.accounts ?? []).filter(isShown).map((account) => ({
      ...accountView(account),
      borrowerIds: [file.BorrowerID],
      bureaus: [file.CreditRepositorySourceType],
    })),
  }
}
