/**
 * Converts the liabilities of a report to accounts and collections of a person file, with months
 * before the report instead of dates.
 */
import { monthsAgo } from '../bureaus/simulator/people/file-months.ts'
import type { CustomAccount } from '../bureaus/simulator/people/person-file.ts'
import { LOSS_ENDINGS } from '../bureaus/simulator/story.ts'
import {
  ACCOUNT_KINDS,
  type AccountKind,
  type AccountKindName,
} from '../bureaus/simulator/tables/account-kinds.ts'
import { monthOf } from '../documents/months.ts'
import { BUREAUS } from '../documents/tables/enumerations.ts'
import type { Liability } from '../documents/tables/tradelines.ts'
import { bureausOf } from '../reports/compare/match-over-time.ts'

/** A part of a person file before its rules are checked. */
export type Input = Record<string, unknown>

/** The names of all kinds of accounts. */
export const KIND_NAMES = Object.keys(ACCOUNT_KINDS) as AccountKindName[]
const KIND_OF_TYPE: Readonly<Record<string, AccountKindName>> = {
  Mortgage: 'conventionalMortgage',
  Installment: 'personalLoan',
  Revolving: 'creditCard',
  CreditLine: 'homeEquityLine',
  Open: 'chargeCard',
}

function kindOf({ CreditLoanType, _AccountType }: Liability): AccountKindName | undefined {
  if (CreditLoanType === 'DeferredStudentLoan') return 'studentLoan'
  return (
    KIND_NAMES.find(
      (name) =>
        ACCOUNT_KINDS[name].loan === CreditLoanType && ACCOUNT_KINDS[name].type === _AccountType,
    ) ?? KIND_OF_TYPE[_AccountType ?? '']
  )
}

interface ConvertedLiability {
  readonly account?: Input
  readonly collection?: Input
}

/** Converts a liability to an account or a collection; to neither if data is missing. */
export function convertLiability(liability: Liability, month: number): ConvertedLiability {
  const opened = monthOf(liability._AccountOpenedDate)
  const name = kindOf(liability)
  if (opened === undefined) return {}
  const common = {
    opened: monthsAgo(month - opened),
    bureaus: bureausReporting(liability),
    ...(liability._ConsumerDisputeIndicator ? { disputedSince: '2 months ago' } : {}),
  }
  if (liability.CreditLoanType === 'Collection') {
    const paid =
      liability._AccountStatusType === 'Paid' ? monthOf(liability._AccountClosedDate) : undefined
    const medical = (liability.CREDIT_COMMENT ?? []).some(({ _Text }) =>
      [_Text].flat().includes('MEDICAL DEBT'),
    )
    const amount = liability._UnpaidBalanceAmount || liability._HighCreditAmount
    return {
      collection: {
        ...common,
        amount,
        medical,
        ...(paid === undefined ? {} : { paid: monthsAgo(month - paid) }),
      },
    }
  }
  return name === undefined
    ? {}
    : { account: { ...common, kind: name, ...accountOf(liability, name, month, opened) } }
}

function bureausReporting(liability: Liability): readonly string[] {
  const known = bureausOf(liability)
  return known.length === 0 ? BUREAUS : known
}

function accountOf(
  liability: Liability,
  name: AccountKindName,
  month: number,
  opened: number,
): Input {
  const kind: AccountKind = ACCOUNT_KINDS[name]
  const ended = endedOf(liability, month)
  const isLine = kind.form === 'revolving'
  const limit = liability._CreditLimitAmount ?? liability._HighCreditAmount
  const isOpen = liability._AccountStatusType === 'Open'
  const lossAmount =
    ended !== undefined && LOSS_ENDINGS.has(ended.how) ? liability._ChargeOffAmount : undefined
  return {
    ownership: liability._AccountOwnershipType,
    ...(isLine ? { limit } : { amount: liability._HighCreditAmount }),
    ...(kind.form === 'charge' ? { amount: undefined } : {}),
    ...(isLine && isOpen ? { highCredit: liability._HighCreditAmount } : {}),
    balance: isOpen ? liability._UnpaidBalanceAmount : lossAmount,
    payment: isOpen && !isLine ? liability._MonthlyPaymentAmount || undefined : undefined,
    ...(isLine || kind.form === 'charge' ? {} : termOf(liability, name, month, opened)),
    history: historyOf(liability, month, opened),
    ended,
  }
}

/**
 * Returns the term of a loan, and the deferment of a student loan that lasts longer than its term.
 * Another loan that does gets a longer term.
 */
function termOf(liability: Liability, name: AccountKindName, month: number, opened: number): Input {
  const { _TermsMonthsCount: termMonths, _MonthsRemainingCount: remaining } = liability
  if (liability.CreditLoanType === 'DeferredStudentLoan') {
    return { termMonths, deferredMonths: month - opened + 6 }
  }
  if (termMonths === undefined) return {}
  const { _AccountClosedDate: closed, _AccountReportedDate: reported } = liability
  const age = (monthOf(liability._ChargeOffDate ?? closed ?? reported) ?? opened) - opened
  const least = liability._AccountStatusType === 'Paid' ? age : age + 1
  if (name !== 'studentLoan') return { termMonths: Math.max(termMonths, least) }
  const behind = Number(/^[1-6]/.exec(liability._PAYMENT_PATTERN?._Data ?? '')?.[0] ?? 0)
  const months = remaining === undefined ? least : age + remaining - behind
  return months > termMonths ? { termMonths, deferredMonths: months - termMonths } : { termMonths }
}

interface Ended {
  /** Relative to the report, such as `3 months ago`. */
  readonly month: string
  readonly how: NonNullable<CustomAccount['ended']>['how']
}

/**
 * Returns how an account ended; undefined if a bankruptcy ended it, because the bankruptcy in the
 * file ends it again.
 */
function endedOf(liability: Liability, month: number): Ended | undefined {
  const closed = monthOf(liability._ChargeOffDate ?? liability._AccountClosedDate)
  if (liability._AccountStatusType === 'Open' || closed === undefined) return undefined
  const rating = liability._CURRENT_RATING?._Type ?? ''
  if (/Bankruptcy|WageEarner/.test(rating)) return undefined
  const text = monthsAgo(month - closed)
  return { month: text, how: howEnded(liability, rating) }
}

function howEnded(
  { _AccountStatusType, _UnpaidBalanceAmount, CREDIT_COMMENT: comments = [] }: Liability,
  rating: string,
): Ended['how'] {
  // A bankruptcy, which is in the file too, can have cleared what was owed.
  const owes = _UnpaidBalanceAmount || comments.some(({ _Text }) => /BANKRUPT/i.test(`${_Text}`))
  if (rating === 'Repossession') return 'Repossessed'
  if (/Foreclosure/.test(rating)) return 'Foreclosed'
  if (/ChargeOff|Collection/.test(rating)) return owes ? 'ChargedOff' : 'ChargedOffAndSold'
  if (_AccountStatusType === 'Paid') return 'Paid'
  if (_AccountStatusType === 'Refinanced') return 'Refinanced'
  return _AccountStatusType === 'Transferred' ? 'Transferred' : 'ClosedByConsumer'
}

/** Returns the late months of an account, with only such sequences as are possible. */
function historyOf(
  { _PAYMENT_PATTERN, _AccountStatusType }: Liability,
  month: number,
  opened: number,
) {
  const newest = monthOf(_PAYMENT_PATTERN?._StartDate)
  const data = _PAYMENT_PATTERN?._Data ?? ''
  if (newest === undefined || !/[1-6]/.test(data)) return undefined
  const lostAt = data.search(/[789]/)
  const isLost = lostAt !== -1
  // The late months before a loss are left out, because the loss implies them.
  const known = isLost
    ? data.slice(data.search(/[^789]/)).replace(/^[1-6]+/, (run) => 'C'.repeat(run.length))
    : data
  const offset = month - 1 - newest + (isLost ? data.search(/[^789]/) : 0)
  if (offset < 0) return undefined
  const history = `${'C'.repeat(offset)}${known.replaceAll(/[^1-6]/g, 'C')}`
  const firstLate = month - opened - 2
  return limitSteps(history.slice(0, Math.max(0, firstLate)), _AccountStatusType !== 'Open')
}

/**
 * Limits a history so that it falls behind by at most one payment a month, starting from its oldest
 * month.
 */
function limitSteps(history: string, isEnded: boolean): string | undefined {
  let behind = 0
  const months = [...history].toReversed().map((character) => {
    behind = Math.min(Number(character) || 0, behind + 1)
    return behind === 0 ? 'C' : String(behind)
  })
  const text = months.toReversed().join('').slice(0, 84)
  if (!/[1-6]/.test(text)) return undefined
  return isEnded ? text.replace(/^[1-6]+/, (run) => 'C'.repeat(run.length)) : text
}

/** Returns a note if liabilities could not be converted. */
export function omittedAccountNotes(converted: readonly ConvertedLiability[]): string[] {
  const count = converted.filter(
    ({ account, collection }) => (account ?? collection) === undefined,
  ).length
  return count === 0
    ? []
    : [`${count} accounts without a month of opening or a known form were left out`]
}
