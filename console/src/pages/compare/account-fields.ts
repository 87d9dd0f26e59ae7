/** The fields of an account that is in two reports, with both values and the change. */
import { words } from '../../../../src/documents/wording.ts'
import { dateText, dollarsText } from '../../format.ts'
import { type Report, termsText } from '../report/report-data.ts'
import { changeText } from './change-text.ts'

/** An account of a report. */
export type Account = Report['accounts'][number]

/** A field of an account with its value on each side, which is empty if that side has none. */
export interface AccountField {
  readonly title: string
  readonly one: string
  readonly other: string
  readonly change: string
  /** A higher amount is worse for the borrower. */
  readonly isDebt?: true
  /** The field changes with every update from the creditor, and says nothing by itself. */
  readonly routine: boolean
  /** The differing bureaus, if they differ only because a bureau delivered to one report. */
  readonly delivery?: string
}

type Text = (account: Account) => string | undefined
type Amount = (account: Account) => number | undefined

const TEXTS: readonly (readonly [title: string, of: Text, routine?: true])[] = [
  ['Creditor', ({ creditor }) => creditor],
  ['Number', ({ number }) => number],
  ['Type', ({ loanType, type }) => words(loanType ?? type)],
  ['Ownership', ({ ownership }) => words(ownership)],
  ['Status', ({ status }) => words(status)],
  ['Rating', ({ rating }) => words(rating?.type)],
  ['Disputed', ({ disputed }) => (disputed ? 'yes' : 'no')],
  ['Late 30/60/90', ({ late }) => late && `${late.days30}/${late.days60}/${late.days90}`],
  ['Terms', ({ terms, payment }) => termsText(terms, payment)],
  ['Collateral', ({ collateral }) => collateral],
  ['Original creditor', ({ originalCreditor }) => originalCreditor],
  ['Remarks', ({ remarks }) => remarks.map(({ text }) => text).join('; ')],
  ['Last activity', ({ lastActivity }) => dateText(lastActivity), true],
  ['Reported', ({ reported }) => dateText(reported), true],
  ['Months reviewed', ({ monthsReviewed }) => monthsReviewed?.toString(), true],
]

const DATES: readonly (readonly [title: string, of: Text])[] = [
  ['Opened', ({ opened }) => opened],
  ['Closed', ({ closed }) => closed],
  ['Paid', ({ paid }) => paid],
]

const AMOUNTS: readonly (readonly [title: string, of: Amount, isDebt?: true])[] = [
  ['Balance', ({ balance }) => balance, true],
  ['Past due', ({ pastDue }) => pastDue, true],
  ['Payment', ({ payment }) => payment, true],
  ['High credit', ({ highCredit }) => highCredit],
  ['Limit', ({ limit }) => limit],
  ['Charged off', ({ chargedOff }) => chargedOff, true],
]

/** Returns an account's fields in display order. `delivered` lists the bureaus of both reports. */
export function fieldsOf(
  one: Account,
  other: Account,
  delivered: readonly string[],
): readonly AccountField[] {
  return [
    ...AMOUNTS.map(([title, of, isDebt]) => ({
      ...(isDebt && { isDebt }),
      title,
      one: dollarsText(of(one)),
      other: dollarsText(of(other)),
      change: changeText(of(one), of(other), dollarsText),
      routine: false,
    })),
    ...TEXTS.map(([title, of, routine = false]) => ({
      title,
      one: of(one) ?? '',
      other: of(other) ?? '',
      change: '',
      routine,
    })),
    ...DATES.map(([title, of]) => dateField(title, of(one), of(other))),
    bureausField(one, other, delivered),
    historyField(one, other),
  ]
}

/**
 * Compares a date. Bureaus state a date to the year, the month or the day, and a month does not
 * contradict a day within it.
 */
function dateField(title: string, one = '', other = ''): AccountField {
  const isStated = one !== '' && other !== '' && one !== other
  const isSame = isStated && (one.startsWith(other) || other.startsWith(one))
  return {
    title,
    one: dateText(one),
    other: dateText(other),
    change: isSame ? `${other.length > one.length ? 'more' : 'less'} precise` : '',
    routine: isSame,
  }
}

/**
 * Compares the bureaus that report an account. A bureau that did not deliver to both reports cannot
 * report the account in both, so such a difference is marked as `delivery`.
 */
function bureausField(one: Account, other: Account, delivered: readonly string[]): AccountField {
  const onlyIn = ({ bureaus }: Account, { bureaus: others }: Account) =>
    bureaus.filter((each) => !others.includes(each))
  const [lost, gained] = [onlyIn(one, other), onlyIn(other, one)]
  const isDelivery = ![...lost, ...gained].some((each) => delivered.includes(each))
  const delivery = [
    gained.length > 0 ? `also reported by ${gained.join(' and ')}` : '',
    lost.length > 0 ? `not by ${lost.join(' and ')}` : '',
  ].filter((part) => part !== '')
  return {
    title: 'Bureaus',
    one: one.bureaus.join(', '),
    other: other.bureaus.join(', '),
    change: '',
    routine: false,
    ...(isDelivery && delivery.length > 0 ? { delivery: delivery.join(', ') } : {}),
  }
}

const MONTHS_SHOWN = 24

/**
 * Compares the payment histories. New months at the end are routine; another code for a month that
 * both histories include is a change.
 */
function historyField({ payments: one }: Account, { payments: other }: Account): AccountField {
  const textOf = (payments: Account['payments']) =>
    payments === undefined
      ? ''
      : `${dateText(payments.start.slice(0, 7))} ${payments.months.slice(0, MONTHS_SHOWN)}`
  const [then, now] = [codesByMonth(one), codesByMonth(other)]
  return {
    title: 'Payment history',
    one: textOf(one),
    other: textOf(other),
    change: '',
    routine: [...then].every(([month, code]) => (now.get(month) ?? code) === code),
  }
}

/** Returns the codes of a payment history by month. The history starts with its newest month. */
function codesByMonth(payments: Account['payments']): ReadonlyMap<number, string> {
  if (payments === undefined) return new Map()
  const [year = 0, month = 1] = payments.start.split('-').map(Number)
  const newest = year * 12 + month
  return new Map([...payments.months].map((code, index) => [newest - index, code]))
}
