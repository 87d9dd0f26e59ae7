/**
 * The elements that `/credit_report` and `/pre_qualification` add to the response: accounts, public
 * records, inquiries, creditors and comments, as described by MISMO 2.x.
 */
import { element, many, maybe, optional, required, textElement, type Value } from '../element.ts'
import { count, enumeration, flag, paddedCount, partialDate, text } from '../kinds.ts'
import {
  ACCOUNT_OWNERSHIP_TYPES,
  ACCOUNT_STATUS_TYPES,
  ACCOUNT_TYPES,
  BANKRUPTCY_TYPES,
  BUSINESS_TYPES,
  COMMENT_SOURCE_TYPES,
  COMMENT_TYPES,
  CONTACT_POINT_TYPES,
  DISPOSITION_TYPES,
  INQUIRY_PURPOSE_TYPES,
  LOAN_TYPES,
  PERIOD_TYPES,
  PUBLIC_RECORD_TYPES,
  RATING_TYPES,
  RECORD_OWNERSHIP_TYPES,
  REPOSITORY_SOURCE_TYPES,
  TERMS_SOURCE_TYPES,
} from './enumerations.ts'

const origin = 'MISMO'
const personal = { secret: true } as const

/** A separate text, such as a remark or the line of an alert. */
export const Text = textElement({ name: '_Text', doc: 'The text.', kind: text(4000) })

/** A text that can repeat an address, a number or the borrower's own words. */
export const PersonalText = textElement({ ...Text, secret: true })

// biome-ignore format: a table
const Repository = element({
  name: 'CREDIT_REPOSITORY', origin,
  doc: 'A bureau that reports the item.',
  fields: {
    _SourceType:     required(enumeration(REPOSITORY_SOURCE_TYPES), 'The bureau.'),
    _SubscriberCode: optional(text(40), "The bureau's subscriber code of the reporting company."),
  },
})

// biome-ignore format: a table
export const Comment = element({
  name: 'CREDIT_COMMENT', origin,
  doc: 'A remark of a bureau, a creditor or the consumer.',
  // The remarks of bureaus come from fixed lists.
  isPlain: (fields) => fields.get('_Type') === 'BureauRemarks',
  fields: {
    _Code:                 optional(text(20), "The bureau's remark code."),
    _ReportedDate:         optional(partialDate, 'Date of the remark.'),
    _SourceType:           required(enumeration(COMMENT_SOURCE_TYPES), 'Source of the remark.'),
    _Type:                 required(enumeration(COMMENT_TYPES), 'Type of remark.'),
    _TypeOtherDescription: optional(text(80), 'The type if it is Other.'),
  },
  children: { _Text: many(PersonalText) },
})

// biome-ignore format: a table
export const ContactPoint = element({
  name: 'CONTACT_POINT', origin,
  doc: 'One way to reach the contact.',
  fields: {
    _Type:  required(enumeration(CONTACT_POINT_TYPES), 'Means of contact.'),
    _Value: required(text(), 'Number or address.'),
  },
})

const Contact = element({
  name: 'CONTACT_DETAIL',
  origin,
  doc: 'The contact of the party.',
  children: { CONTACT_POINT: many(ContactPoint) },
})

// biome-ignore format: a table
const ratingFields = {
  _Amount: optional(count, 'Amount that was due.'),
  _Code:   required(text(4), 'Manner of payment.'),
  _Date:   optional(partialDate, 'Month of the rating.'),
  _Type:   required(enumeration(RATING_TYPES), 'Meaning of the code.'),
}

const Creditor = element({
  name: '_CREDITOR',
  origin,
  doc: 'The creditor.',
  fields: {
    _Name: required(text(), 'Name of the creditor.'),
    _StreetAddress: optional(text(), 'Street address.'),
    _City: optional(text(), 'City.'),
    _State: optional(text(), 'State.'),
    _PostalCode: optional(text(), 'Postal code.'),
  },
  children: { CONTACT_DETAIL: maybe(Contact) },
})

const CurrentRating = element({
  name: '_CURRENT_RATING',
  origin,
  doc: 'Current rating; equals the first month of the payment pattern.',
  fields: { _Code: ratingFields._Code, _Type: ratingFields._Type },
})

const HighestAdverseRating = element({
  name: '_HIGHEST_ADVERSE_RATING',
  origin,
  doc: 'The worst rating in the history of the account.',
  fields: ratingFields,
})

const MostRecentAdverseRating = element({
  name: '_MOST_RECENT_ADVERSE_RATING',
  origin,
  doc: 'The most recent adverse rating.',
  fields: ratingFields,
})

const PriorAdverseRating = element({
  name: '_PRIOR_ADVERSE_RATING',
  origin,
  doc: 'An adverse rating of an earlier month, newest first.',
  fields: { _Code: ratingFields._Code, _Date: ratingFields._Date, _Type: ratingFields._Type },
})

// biome-ignore format: a table
const lateFields = {
  _30Days:  required(paddedCount, 'Number of months 30 days late.'),
  _60Days:  required(paddedCount, 'Number of months 60 days late.'),
  _90Days:  required(paddedCount, 'Number of months 90 or more days late.'),
  _120Days: optional(paddedCount, 'Number of months 120 or more days late.'),
}

const PeriodicLateCount = element({
  name: 'PERIODIC_LATE_COUNT',
  origin,
  doc: 'Numbers of late months in one year, counted back from the latest month.',
  fields: { _Type: required(enumeration(PERIOD_TYPES), 'The year.'), ...lateFields },
})

const LateCount = element({
  name: '_LATE_COUNT',
  origin,
  doc: 'Numbers of late months within the months reviewed.',
  fields: lateFields,
  children: { PERIODIC_LATE_COUNT: many(PeriodicLateCount) },
})

const PaymentPattern = element({
  name: '_PAYMENT_PATTERN',
  origin,
  doc: 'Payment history: one character per month.',
  fields: {
    _Data: required(text(200), 'The ratings of the months, newest first.'),
    _StartDate: required(partialDate, 'The month of the first character.'),
  },
})

// biome-ignore format: a table
const liabilityFields = {
  CreditLiabilityID:               required(text(80), 'Identifier of the account within the report.'),
  BorrowerID:                      required(text(161), 'The borrower or borrowers of the account.'),
  CreditFileID:                    required(text(80), 'The credit file from which the values are taken.'),
  CreditTradeReferenceID:          optional(text(80), 'Entry of the creditor in the directory.'),
  _AccountClosedDate:              optional(partialDate, 'When the account was closed.'),
  _AccountIdentifier:              optional(text(80), 'Account number, usually shortened by the bureau.', personal),
  _AccountOpenedDate:              optional(partialDate, 'When the account was opened.'),
  _AccountOwnershipType:           required(enumeration(ACCOUNT_OWNERSHIP_TYPES), 'ECOA designation: responsibility of the borrower for the account.'),
  _AccountPaidDate:                optional(partialDate, 'When the account was paid.'),
  _AccountReportedDate:            optional(partialDate, 'When the creditor last reported.'),
  _AccountBalanceDate:             optional(partialDate, 'Date of the balance.'),
  _AccountStatusDate:              optional(partialDate, 'Date of the status.'),
  _AccountStatusType:              required(enumeration(ACCOUNT_STATUS_TYPES), 'Status of the account, such as Open or Paid.'),
  _AccountType:                    required(enumeration(ACCOUNT_TYPES), 'Type of the account, such as Revolving or Installment.'),
  _ChargeOffAmount:                optional(count, 'Amount charged off.'),
  _ChargeOffDate:                  optional(partialDate, 'When the account was charged off.'),
  _CollateralDescription:          optional(text(), 'Collateral of the loan.', personal),
  _ConsumerDisputeIndicator:       required(flag, 'Whether the consumer disputes the account.'),
  _CreditLimitAmount:              optional(count, 'Credit limit.'),
  _DerogatoryDataIndicator:        required(flag, 'Whether the account has derogatory information.'),
  _HighBalanceAmount:              optional(count, 'Highest balance ever.'),
  _HighCreditAmount:               optional(count, 'Original amount, or the highest credit used.'),
  _LastActivityDate:               optional(partialDate, 'Date of the last payment or use.'),
  _MonthlyPaymentAmount:           optional(count, 'Payment due each month.'),
  _MonthsRemainingCount:           optional(count, 'Months remaining.'),
  _MonthsReviewedCount:            optional(count, 'Number of months in the payment pattern.'),
  _OriginalCreditorName:           optional(text(), 'The original creditor of a collection.'),
  _PastDueAmount:                  optional(count, 'Amount past due.'),
  _TermsDescription:               optional(text(80), 'Payment terms as text.'),
  _TermsMonthsCount:               optional(count, 'Term of the loan in months.'),
  _TermsSourceType:                optional(enumeration(TERMS_SOURCE_TYPES), 'Whether the terms were reported or computed.'),
  _UnpaidBalanceAmount:            optional(count, 'Balance owed.'),
  CreditBusinessType:              optional(enumeration(BUSINESS_TYPES), "The creditor's line of business."),
  CreditCounselingIndicator:       required(flag, 'Whether the consumer pays through credit counseling.'),
  CreditLoanType:                  optional(enumeration(LOAN_TYPES), 'Loan type.'),
  CreditLoanTypeOtherDescription:  optional(text(80), 'The type if it is Other.'),
}

/** An account of a borrower, merged from the files of the bureaus that report it. */
export const Liability = element({
  name: 'CREDIT_LIABILITY',
  origin,
  doc: 'An account, merged from the files of the bureaus that report it.',
  fields: liabilityFields,
  children: {
    _CREDITOR: maybe(Creditor),
    _CURRENT_RATING: maybe(CurrentRating),
    _HIGHEST_ADVERSE_RATING: maybe(HighestAdverseRating),
    _LATE_COUNT: maybe(LateCount),
    _MOST_RECENT_ADVERSE_RATING: maybe(MostRecentAdverseRating),
    _PAYMENT_PATTERN: maybe(PaymentPattern),
    _PRIOR_ADVERSE_RATING: many(PriorAdverseRating),
    CREDIT_COMMENT: many(Comment),
    CREDIT_REPOSITORY: many(Repository),
  },
})

/** A public record about a borrower, such as a bankruptcy. */
// biome-ignore format: a table
export const PublicRecord = element({
  name: 'CREDIT_PUBLIC_RECORD', origin,
  doc: 'A public record about a borrower, such as a bankruptcy.',
  fields: {
    CreditPublicRecordID:      required(text(80), 'Identifier of the record within the report.'),
    BorrowerID:                required(text(161), 'The borrower or borrowers of the record.'),
    CreditFileID:              required(text(80), 'The credit file from which the values are taken.'),
    _AccountOwnershipType:     optional(enumeration(RECORD_OWNERSHIP_TYPES), 'ECOA designation of the record.'),
    _AttorneyName:             optional(text(), 'Name of the attorney.'),
    _BankruptcyAssetsAmount:   optional(count, 'Assets stated in a bankruptcy.'),
    _BankruptcyLiabilitiesAmount: optional(count, 'Liabilities stated in a bankruptcy.'),
    _BankruptcyType:           optional(enumeration(BANKRUPTCY_TYPES), 'Personal or business bankruptcy.'),
    _ConsumerDisputeIndicator: required(flag, 'Whether the consumer disputes the record.'),
    _CourtName:                optional(text(), 'Name of the court.'),
    _DerogatoryDataIndicator:  required(flag, 'Whether the record is derogatory.'),
    _DispositionDate:          optional(partialDate, 'Date of the disposition.'),
    _DispositionType:          optional(enumeration(DISPOSITION_TYPES), 'Disposition of the record, such as Discharged.'),
    _DocketIdentifier:         optional(text(80), 'Docket number.'),
    _FiledDate:                optional(partialDate, 'When the record was filed.'),
    _LegalObligationAmount:    optional(count, 'Amount owed.'),
    _PaidDate:                 optional(partialDate, 'When the obligation was paid.'),
    _PlaintiffName:            optional(text(), 'Name of the plaintiff.'),
    _ReportedDate:             optional(partialDate, 'Date reported.'),
    _Type:                     required(enumeration(PUBLIC_RECORD_TYPES), 'Type of record.'),
  },
  children: { CREDIT_COMMENT: many(Comment), CREDIT_REPOSITORY: many(Repository) },
})

/**
 * An inquiry by another company about a borrower. Inquiries of different bureaus are never merged.
 */
// biome-ignore format: a table
export const Inquiry = element({
  name: 'CREDIT_INQUIRY', origin,
  doc: "An inquiry into the borrower's file. Inquiries of different bureaus are never merged.",
  fields: {
    CreditInquiryID:        required(text(80), 'Identifier of the inquiry within the report.'),
    BorrowerID:             required(text(161), 'The borrower or borrowers of the inquiry.'),
    CreditFileID:           required(text(80), 'The credit file that lists the inquiry.'),
    CreditTradeReferenceID: optional(text(80), 'Entry of the inquirer in the directory.'),
    _Name:                  required(text(), 'Name of the inquirer.'),
    _Date:                  required(partialDate, 'Date of the inquiry.'),
    CreditBusinessType:     optional(enumeration(BUSINESS_TYPES), "The inquirer's line of business."),
    CreditLoanType:         optional(enumeration(LOAN_TYPES), 'Type of credit requested.'),
    _PurposeType:           optional(enumeration(INQUIRY_PURPOSE_TYPES), 'Purpose of the inquiry.'),
  },
  children: { CREDIT_REPOSITORY: many(Repository) },
})

/** An entry of the directory of creditors. */
// biome-ignore format: a table
export const TradeReference = element({
  name: 'CREDIT_TRADE_REFERENCE', origin,
  doc: 'An entry of the directory of creditors and inquirers.',
  fields: {
    CreditTradeReferenceID: required(text(80), 'Identifier of the entry within the report.'),
    _Name:          required(text(), 'Name of the company.'),
    _StreetAddress: optional(text(), 'Street address.'),
    _City:          optional(text(), 'City.'),
    _State:         optional(text(), 'State.'),
    _PostalCode:    optional(text(), 'Postal code.'),
  },
  children: { CONTACT_DETAIL: maybe(Contact), CREDIT_REPOSITORY: many(Repository) },
})

/** A merged tradeline: one account, as the files of one or several bureaus report it. */
export type Liability = Value<typeof Liability>
/** A public record, such as a bankruptcy. */
export type PublicRecord = Value<typeof PublicRecord>
/** An inquiry on a file: the company that requested it, and when. */
export type Inquiry = Value<typeof Inquiry>
/** An entry of the report's directory of creditors, to which tradelines refer by identifier. */
export type TradeReference = Value<typeof TradeReference>
/** A remark about a file or a tradeline, by a bureau, a creditor or the consumer. */
export type Comment = Value<typeof Comment>
