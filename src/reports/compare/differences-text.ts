/** Differences as sentences, for the printed page and for clients that show them unchanged. */
import { bureauCodes, date, dollars, NO_FILE, words } from '../../documents/wording.ts'
import type { Difference, DifferenceKind } from './differences.ts'

/** The parts that the sentences of most kinds share. */
interface Parts {
  /** The creditor with the account number. */
  readonly account: string
  readonly what: string
  readonly from: string
  readonly to: string
  /** The date after a preposition; empty if there is no date. */
  readonly on: string
  readonly in: string
  readonly since: string
  /** The increase of the monthly payment; empty if there is none. */
  readonly payment: string
}

// biome-ignore format: a table
const SENTENCES: Readonly<Record<DifferenceKind, (parts: Parts) => string>> = {
  newAccount: (d) => `New account: ${d.account}${opened(d)}${withPrefix(', balance ', d.to)}${d.payment}`,
  newCollection: (d) => `In collection: ${d.account}${d.since}${withPrefix(', balance ', d.to)}`,
  newDerogatory: (d) => `${d.to}: ${d.account}${d.in}`,
  newLatePayment: (d) => `Late payment: ${d.account}, ${d.to}${d.in}${withPrefix(', reported before as ', d.from)}`,
  pastDueIncrease: (d) => `Past due: ${d.account}, ${fromTo(d)}`,
  balanceIncrease: (d) => `Balance increased: ${d.account}, ${fromTo(d)}`,
  paymentIncrease: (d) => `Monthly payment increased: ${d.account}, ${fromTo(d)}`,
  ownershipStrengthened: (d) => `Ownership changed: ${d.account}, ${fromTo(d)}`,
  accountShared: (d) => `Account of another borrower: ${d.account} is on this borrower's file now${withPrefix(', ', d.to)}`,
  accountReopened: (d) => `Reopened: ${d.account}${d.on}, ${fromTo(d)}`,
  accountDisputed: (d) => `Disputed by the consumer: ${d.account}`,
  accountInCounseling: (d) => `Paid through credit counseling: ${d.account}`,
  accountPaid: (d) => `Paid: ${d.account}${d.on}`,
  accountClosed: (d) => `${d.to}: ${d.account}${d.on}`,
  newPublicRecord: (d) => `New public record: ${d.to}, ${d.account}${withPrefix(', filed', d.on)}`,
  publicRecordChanged: (d) => `Public record changed: ${d.account}, ${fromTo(d)}${d.on}`,
  newInquiry: (d) => `New inquiry: ${d.what}${d.on}${withPrefix(', ', d.to)}`,
  newAlert: (d) => `New alert: ${d.to === '' ? '' : `${d.to}. `}${d.what}`,
  newStatement: (d) => `New statement of the consumer: ${d.what}`,
  newName: (d) => `New name on file: ${d.what}`,
  newAddress: (d) => `New address on file: ${d.what}${withPrefix(', reported', d.on)}`,
  newEmployment: (d) => `New employment on file: ${d.what}`,
  birthDateChanged: (d) => `Date of birth on file changed: ${fromTo(d)}`,
  ssnChanged: () => 'Social security number on file changed',
  fileUnavailable: (d) => `No file to compare: ${d.what}`,
}

/** Returns a difference as a sentence, without social security numbers. */
export function differenceText(difference: Difference): string {
  const { kind, what, account, ownership, since, monthlyIncrease, bureaus } = difference
  const number = account === undefined ? '' : ` ${account}`
  const authorized = ownership === 'AuthorizedUser' ? ' (authorized user)' : ''
  const sentence = SENTENCES[kind]({
    account: `${what || 'unnamed creditor'}${number}${authorized}`,
    what,
    from: valueText(difference, difference.from),
    to: valueText(difference, difference.to),
    on: since === undefined ? '' : ` ${since.length === 10 ? 'on' : 'in'} ${date(since)}`,
    in: since === undefined ? '' : ` in ${date(since.slice(0, 7))}`,
    since: since === undefined ? '' : ` since ${date(since)}`,
    payment: monthlyIncrease ? `, ${dollars(monthlyIncrease)} a month` : '',
  })
  const sources = bureauCodes(bureaus)
  const end = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
  return sources === '' ? end : `${end.slice(0, -1)} (${sources})${end.slice(-1)}`
}

/**
 * Formats the value before or after a change for people: dollars, a date, or words; empty if there
 * is no value.
 */
export function valueText({ kind }: Difference, value: string | number | undefined): string {
  if (typeof value === 'number') return dollars(value)
  if (value === undefined) return ''
  if (kind === 'fileUnavailable') return NO_FILE[value] ?? words(value)
  return kind === 'birthDateChanged' ? date(value) : words(value)
}

function withPrefix(before: string, text: string): string {
  return text === '' ? '' : `${before}${text}`
}

function opened({ on }: Parts): string {
  return withPrefix(', opened', on)
}

function fromTo({ from, to }: Parts): string {
  return from === '' ? `now ${to}` : `from ${from} to ${to}`
}
