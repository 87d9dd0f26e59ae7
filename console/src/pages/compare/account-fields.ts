/** The fields of an account that two reports have, with what each says and how that has changed. */
import { words } from '../../../../src/documents/wording.ts'
import { dateText, dollarsText } from '../../format.ts'
import { type Report, termsText } from '../report/report-data.ts'
import { changeText } from './change-text.ts'

/** An account of a report. */
export type Account = Report['accounts'][number]

/** A field of an account on both sides; empty where an account has none. */
export interface AccountField {
  readonly title: string
  readonly one: string
  readonly other: string
  readonly change: string
  /** More of it is for the worse. */
  readonly isDebt?: true
  /** The field moves on with each report of the creditor, and says nothing by itself. */
  readonly routine: boolean
  /** It differs because a bureau delivered to one report only: how. */
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

/** The fields of both, in display order; `delivered` are the bureaus that both reports have. */
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

/** Bureaus state a date to the year, the month or the day: a month does not contradict its days. */
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

/** A bureau that did not deliver to both reports cannot report an account in both: the row says so. */
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

/** New months at the end of a history are no change of it; another code for a month of both is. */
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

/** The codes of a history, which begins with its newest month. */
function codesByMonth(payments: Account['payments']): ReadonlyMap<number, string> {
  if (payments === undefined) return new Map()
  const [year = 0, month = 1] = payments.start.split('-').map(Number)
  const newest = year * 12 + month
  return new Map([...payments.months].map((code, index) => [newest - index, code]))
}
