/** Converts a tradeline of a vendor's report to the account of a bureau's file. */
import {
  ACCOUNT_STATUS_TYPES,
  BUREAUS,
  type BureauName,
  LOAN_TYPES,
  type RATING_TYPES,
} from '../../documents/tables/enumerations.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import { date, dollars, nonEmpty } from '../../documents/wording.ts'
import type { FileAccount } from '../bureau.ts'
import type { UpstreamResponse } from './answer-document.ts'
import type { UpstreamLiability, UpstreamRating } from './answer-liability.ts'

type CodeSystem = UpstreamResponse['CreditRatingCodeType']

// Payment ratings, which may have only a code or only a type.

type RatingType = (typeof RATING_TYPES)[number]

/**
 * The types of the codes of the manner of payment. The first type is used if a rating has only a
 * code.
 */
const TYPES: Readonly<Record<string, readonly [RatingType, ...RatingType[]]>> = {
  '0': ['TooNew'],
  '1': ['AsAgreed'],
  '2': ['Late30Days'],
  '3': ['Late60Days'],
  '4': ['Late90Days'],
  '5': ['LateOver120Days'],
  '6': ['LateOver120Days'],
  '7': ['BankruptcyOrWageEarnerPlan', 'WageEarnerPlan'],
  '8': ['ForeclosureOrRepossession', 'Foreclosure', 'Repossession'],
  '9': ['CollectionOrChargeOff', 'Collection', 'ChargeOff'],
  U: ['NoDataAvailable'],
  C: ['AsAgreed'],
}

/** A rating with its code and type. */
type CompleteRating = UpstreamRating & { readonly _Code: string; readonly _Type: RatingType }

/**
 * Returns a rating with its code and type, or undefined if it has neither. A code may begin with
 * the letter of the account type, as in R9, and TransUnion's codes have a zero before the digit or a
 * letter after it, as 09 and 9B. The type of an unknown code stays unknown, and so does that of
 * Experian's codes, which have other meanings.
 */
function completeRating(
  rating: UpstreamRating,
  codeSystem: CodeSystem,
): CompleteRating | undefined {
  const { _Code: code, _Type: type } = rating
  if (type !== undefined) return { ...rating, _Code: code ?? codeOf(type), _Type: type }
  if (code === undefined) return undefined
  const manner = code.toUpperCase().replace(/^[A-Z]?0?([0-9])[A-Z]?$/, '$1')
  const [known] = (codeSystem === 'Experian' ? undefined : TYPES[manner]) ?? []
  return { ...rating, _Code: code, _Type: known ?? 'NoDataAvailable' }
}

function codeOf(type: RatingType): string {
  const [code = 'U'] = Object.entries(TYPES).find(([, types]) => types.includes(type)) ?? []
  return code
}

function ratingsOf(liability: UpstreamLiability, codeSystem: CodeSystem) {
  const complete = (rating: UpstreamRating | undefined) =>
    rating && completeRating(rating, codeSystem)
  return {
    _CURRENT_RATING: complete(liability._CURRENT_RATING),
    _HIGHEST_ADVERSE_RATING: complete(liability._HIGHEST_ADVERSE_RATING),
    _MOST_RECENT_ADVERSE_RATING: complete(liability._MOST_RECENT_ADVERSE_RATING),
    _PRIOR_ADVERSE_RATING: liability._PRIOR_ADVERSE_RATING?.flatMap((one) => complete(one) ?? []),
  }
}

// The tradeline as a whole.

/** Returns a tradeline as the account of a bureau's file. `answeredOn` is YYYY-MM-DD. */
export function accountOf(
  liability: UpstreamLiability,
  bureau: BureauName,
  responseCodeSystem: CodeSystem,
  answeredOn: string,
): Omit<FileAccount, 'subscriberCode' | 'mergedPlace'> {
  const {
    CreditLiabilityID,
    BorrowerID,
    CreditFileID,
    CreditTradeReferenceID,
    CREDIT_REPOSITORY,
    CreditRatingCodeType = responseCodeSystem,
    _BalloonPaymentAmount,
    _BalloonPaymentDueDate,
    ...account
  } = liability
  const { pattern, remarks } = patternOf(liability, answeredOn)
  const comments = withTexts(commentsOf(account.CREDIT_COMMENT ?? [], bureau))
  return {
    ...account,
    ...ratingsOf(liability, CreditRatingCodeType),
    ...loanTypeOf(liability),
    _PAYMENT_PATTERN: pattern,
    _AccountStatusType: statusOf(liability),
    _LATE_COUNT: lateCountOf(liability),
    CREDIT_COMMENT: [...comments, ...remarks, ...balloonRemarks(liability)],
  }
}

/** The first word of a status that says how an account ended, if it ended. */
// biome-ignore format: a table
const STATUS_WORDS: readonly (readonly [RegExp, FileAccount['_AccountStatusType']])[] = [
  [/paid/i, 'Paid'],
  [/transfer|sold/i, 'Transferred'],
  [/refinanc/i, 'Refinanced'],
  [/clos|charge|collect|foreclos|repossess|settle|bankrupt|terminat/i, 'Closed'],
]

/** Returns the status of an account: that of the standard, that of its words, or that of its dates. */
function statusOf(account: UpstreamLiability): FileAccount['_AccountStatusType'] {
  const { _AccountStatusType: sent = '', _AccountClosedDate, _AccountPaidDate } = account
  const listed = ACCOUNT_STATUS_TYPES.find((one) => one === sent)
  const worded = STATUS_WORDS.find(([words]) => words.test(sent))?.[1]
  const ended = _AccountClosedDate ?? _AccountPaidDate
  return listed ?? worded ?? (ended === undefined ? 'Open' : 'Closed')
}

/**
 * Returns the late count. The counts of 90 days include those of 120 days here, but not in the
 * responses of all vendors.
 */
function lateCountOf({ _LATE_COUNT: late }: UpstreamLiability) {
  if (late === undefined) return undefined
  const years = late.PERIODIC_LATE_COUNT?.map((year) => ({ ...year, _90Days: atLeast90(year) }))
  return { ...late, _90Days: atLeast90(late), PERIODIC_LATE_COUNT: years }
}

type LateCount = Omit<NonNullable<UpstreamLiability['_LATE_COUNT']>, 'PERIODIC_LATE_COUNT'>

function atLeast90({ _90Days: late90, _120Days: late120 = 0 }: LateCount): number {
  return Math.max(late90, late120)
}

/** Words for a loan on real estate. */
const MORTGAGE = /\bmortgage\b|\breal estate\b/i

/**
 * Returns the loan type. One that the standard does not list becomes the description. A mortgage in
 * other words must stay one, because a report of mortgages has no other accounts.
 */
function loanTypeOf(liability: UpstreamLiability) {
  const { CreditLoanType: sent, CreditLoanTypeOtherDescription: description } = liability
  const type = LOAN_TYPES.find((one) => one === sent)
  const words = type === undefined || type === 'Other' ? (description ?? sent ?? '') : ''
  if (MORTGAGE.test(words)) {
    return { CreditLoanType: 'Mortgage' as const, CreditLoanTypeOtherDescription: words }
  }
  return sent === undefined || type !== undefined
    ? { CreditLoanType: type, CreditLoanTypeOtherDescription: description }
    : { CreditLoanType: 'Other' as const, CreditLoanTypeOtherDescription: description ?? sent }
}

/**
 * MISMO's characters for the letters of Metro 2's payment history profile, which some vendors pass
 * on unchanged. Losses and collections must not become months without a rating.
 */
// biome-ignore format: a table
const PATTERN_LETTERS: Readonly<Record<string, string>> = {
  E: 'C', B: 'X', D: 'X', '-': 'X', ' ': 'X', G: '9', L: '9', H: '8', J: '8', K: '8',
}

/**
 * Returns the payment pattern. Without its month, or with one after the response, its characters are
 * only a remark.
 */
function patternOf({ _PAYMENT_PATTERN: sent }: UpstreamLiability, answeredOn: string) {
  const { _Data, _StartDate } = sent ?? {}
  if (_Data === undefined) return { pattern: undefined, remarks: [] }
  const isPast = _StartDate !== undefined && _StartDate.slice(0, 7) <= answeredOn.slice(0, 7)
  if (isPast) {
    const characters = [..._Data.toUpperCase()].map((sent) => PATTERN_LETTERS[sent] ?? sent)
    return { pattern: { _Data: characters.join(''), _StartDate }, remarks: [] }
  }
  const problem = _StartDate === undefined ? 'has no month' : 'begins in the future'
  const text = `The payment history ${_Data} ${problem} and is not used.`
  return { pattern: undefined, remarks: [remarkOf(text)] }
}

/** Returns a remark about a balloon payment, for which our document has no field. */
function balloonRemarks(account: UpstreamLiability): readonly Comment[] {
  const { _BalloonPaymentAmount: amount, _BalloonPaymentDueDate: due } = account
  const parts = nonEmpty([amount ? dollars(amount) : '', due && `due ${date(due)}`])
  return parts.length === 0 ? [] : [remarkOf(`Balloon payment: ${parts.join(', ')}.`)]
}

/** Returns a remark of this service about what a vendor's report says. */
export function remarkOf(text: string): Comment {
  return { _SourceType: 'CreditBureau', _Type: 'Other', _Text: [text] }
}

const BUREAU_SOURCES: ReadonlySet<string | undefined> = new Set(BUREAUS)

/** Reports whether a source is one of the bureaus. */
export function isBureau(source: string | undefined): boolean {
  return BUREAU_SOURCES.has(source)
}

/** Reports whether something from a source concerns a bureau: it is the source, or none is. */
export function concerns(source: string | undefined, bureau: string): boolean {
  return source === bureau || !isBureau(source)
}

/**
 * Returns the bureau's remarks about a blended line or a response, which have the remarks of all
 * bureaus. Remarks of other sources are included.
 */
function commentsOf(all: readonly Comment[], bureau: string): readonly Comment[] {
  return all.filter(({ _SourceType: source }) => concerns(source, bureau))
}

/**
 * Returns remarks with a text for each. One with only a description or a code, such as that of a
 * dispute, must not be lost.
 */
export function withTexts(comments: readonly Comment[]): readonly Comment[] {
  return comments.flatMap((comment) => {
    const { _Text: texts = [], _TypeOtherDescription: description, _Code: code } = comment
    if (texts.length > 0) return [comment]
    const text = description ?? (code && `The source gave only the code ${code}.`)
    return text === undefined ? [] : [{ ...comment, _Text: [text] }]
  })
}

/**
 * Returns those remarks of a response that are about a bureau's file. A vendor's instructions are
 * about its own report.
 */
export function commentsBeside(all: readonly Comment[], bureau: string): readonly Comment[] {
  return commentsOf(all, bureau).filter(
    ({ _SourceType: source, _Type: type }) => source === bureau || type !== 'Instruction',
  )
}
