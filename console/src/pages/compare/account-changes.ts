/** The accounts of two reports, each with the fields that have changed and those that have not. */
import { words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { dateText, dollarsText } from '../../format.ts'
import { type Report, termsText } from '../report/report-data.ts'
import { changeText } from './change-text.ts'
import { isSameBorrower } from './people.ts'

type Account = Report['accounts'][number]
type Pairing = ApiResponse<'GET /reports/:id/compare/:other'>

/** A field of an account on both sides; empty where an account has none. */
interface AccountField {
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

/** An account of one report or of both. */
export interface ComparedAccount {
  readonly key: string
  /**
   * `elsewhere`: it is of a person who is in one report only. `delivered`: a bureau that delivered to
   * one report only has it too. `reported`: only what moves on with each report of the creditor differs.
   */
  readonly kind: 'changed' | 'added' | 'removed' | 'elsewhere' | 'delivered' | 'reported' | 'same'
  /** Whose it is, or which bureau reports it too or as the only one. */
  readonly note: string
  readonly creditor: string
  /** What it is, and its number. */
  readonly what: string
  readonly changed: readonly AccountField[]
  /** The fields that differ and say nothing of the account by themselves. */
  readonly reported: readonly AccountField[]
  readonly unchanged: readonly AccountField[]
}

/** The accounts of both reports, as the service has paired them. */
export function comparedAccounts(
  reports: readonly [Report, Report],
  { accounts, earlierId }: Pick<Pairing, 'accounts' | 'earlierId'>,
): readonly ComparedAccount[] {
  const isFirstEarlier = reports[0].summary.id === earlierId
  const delivered = reports[0].delivered.filter((each) => reports[1].delivered.includes(each))
  const sideOf = ({ accounts: listed }: Report, ids: readonly string[]) =>
    ids.flatMap((id) => listed.find((account) => account.id === id) ?? [])
  const compared = accounts.flatMap(({ earlier, later }) => {
    const one = sideOf(reports[0], isFirstEarlier ? earlier : later)
    const other = sideOf(reports[1], isFirstEarlier ? later : earlier)
    return comparedAccount(reports, one, other, delivered) ?? []
  })
  const rank = ({ kind }: ComparedAccount) => ORDER.indexOf(kind)
  return compared.sort(
    (one, other) => rank(one) - rank(other) || Number(owesMore(other)) - Number(owesMore(one)),
  )
}

/** Whether an amount that is owed or paid has risen. */
export function owesMore({ kind, changed }: Pick<ComparedAccount, 'kind' | 'changed'>): boolean {
  return (
    kind === 'changed' && changed.some(({ isDebt, change }) => isDebt && change.startsWith('+'))
  )
}

/** What a reader looks for first comes first. */
const ORDER: readonly ComparedAccount['kind'][] = [
  'added',
  'removed',
  'changed',
  'elsewhere',
  'delivered',
  'reported',
  'same',
]

/** Several lines on a side are one account that the bureaus could not be seen to share. */
function comparedAccount(
  reports: readonly [Report, Report],
  ones: readonly Account[],
  others: readonly Account[],
  delivered: readonly string[],
): ComparedAccount | undefined {
  const [one, other] = [ones[0], others[0]]
  const named = other ?? one
  if (named === undefined) return undefined
  const head = {
    key: `${one?.id}-${other?.id}`,
    creditor: named.creditor,
    what: [words(named.loanType ?? named.type), shownNumber(named)].filter(Boolean).join(' · '),
  }
  if (one === undefined || other === undefined) {
    const [report, another] = one === undefined ? [reports[1], reports[0]] : reports
    const kind = one === undefined ? 'added' : 'removed'
    const changed = [standing(one, other)]
    return {
      ...head,
      ...oneSided(kind, named, report, another),
      changed,
      reported: [],
      unchanged: [],
    }
  }
  const lines = { title: 'Lines', one: `${ones.length}`, other: `${others.length}` }
  const fields = [
    ...fieldsOf(one, other, delivered),
    ...(ones.length * others.length > 1 ? [{ ...lines, change: '', routine: false }] : []),
  ]
  const differing = fields.filter((field) => field.one !== field.other)
  const kind = kindOf(differing)
  // The account itself has changed: that one more bureau reports it is said beside its name.
  const isAside = ({ routine, delivery }: AccountField) =>
    routine || (kind.kind === 'changed' && delivery !== undefined)
  return {
    ...head,
    ...kind,
    changed: differing.filter((field) => !isAside(field)),
    reported: differing.filter(isAside),
    unchanged: fields.filter((field) => field.one === field.other && field.one !== ''),
  }
}

/** The kind of an account of both reports, by the fields that differ. */
function kindOf(differing: readonly AccountField[]): Pick<ComparedAccount, 'kind' | 'note'> {
  const changed = differing.filter(({ routine }) => !routine)
  const note = changed.find(({ delivery }) => delivery !== undefined)?.delivery
  if (changed.some(({ delivery }) => delivery === undefined))
    return { kind: 'changed', note: note ?? '' }
  if (note !== undefined) return { kind: 'delivered', note }
  return { kind: differing.length > 0 ? 'reported' : 'same', note: '' }
}

/** Why only one report has an account: it is of a person, or of bureaus, that only that report has. */
function oneSided(
  kind: 'added' | 'removed',
  account: Account,
  report: Report,
  another: Report,
): Pick<ComparedAccount, 'kind' | 'note'> {
  const elsewhere = onlyOfText(report, account, another)
  if (elsewhere !== '') return { kind: 'elsewhere', note: elsewhere }
  const isOfBureau = !account.bureaus.some((bureau) => another.delivered.includes(bureau))
  return { kind, note: isOfBureau ? `${kind}, ${account.bureaus.join(' and ')} only` : '' }
}

/** `R. O. only`, where the other report is about none of the account's borrowers. */
function onlyOfText(report: Report, { borrowerIds }: Account, { borrowers }: Report): string {
  const owners = report.borrowers.filter(({ id }) => borrowerIds.includes(id))
  if (owners.length === 0 || isSameBorrower(owners, borrowers)) return ''
  return `${owners.map(({ name }) => name).join(' and ')} only`
}

/** A number of which nothing may be seen does not tell one account from another. */
function shownNumber({ number = '' }: Account): string {
  return /\d/.test(number) ? number : ''
}

function standing(one: Account | undefined, other: Account | undefined): AccountField {
  const textOf = (account: Account | undefined) =>
    account === undefined
      ? ''
      : [
          words(account.status),
          account.balance === undefined ? '' : `balance ${dollarsText(account.balance)}`,
          (account.pastDue ?? 0) > 0 ? `${dollarsText(account.pastDue)} past due` : '',
          words(account.rating?.type).toLowerCase(),
        ]
          .filter((part) => part !== '')
          .join(', ')
  return { title: 'Status', one: textOf(one), other: textOf(other), change: '', routine: false }
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

function fieldsOf(one: Account, other: Account, delivered: readonly string[]): AccountField[] {
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
