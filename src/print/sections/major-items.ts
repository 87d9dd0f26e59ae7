/** The items that an underwriter must not miss, in one table on the first sheet. */
import type { CreditFileValue } from '../../documents/tables/response.ts'
import type { Liability, PublicRecord } from '../../documents/tables/tradelines.ts'
import {
  bureauCodes,
  date,
  dollars,
  joined,
  noFileReason,
  nonEmpty,
  upperFirst,
  words,
} from '../../documents/wording.ts'
import { isInCollection, isMortgage } from '../../reports/loan-types.ts'
import { isUnratedChargeOff } from '../../reports/ratings.ts'
import { borrowerLetters, type Report } from '../../reports/report.ts'
import { type Column, cell, paragraph, type Row, row, type Section, section } from '../page.ts'
import { categoryName } from './alert-category.ts'

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Item'],      share: 110, align: 'left', lead: true },
  { titles: ['Applicant'], share: 44,  align: 'left' },
  { titles: ['Details'],   share: 400, align: 'left' },
]

const NO_MAJOR_ITEM = paragraph(
  'None reported: no bankruptcy, foreclosure, repossession, charge-off, collection, dispute, freeze or alert.',
)

/**
 * The text for a report of mortgages only, which makes no statement about accounts that it does not
 * include.
 */
const NO_MORTGAGE_ITEM = paragraph(
  'None reported: no foreclosure, dispute, freeze or alert. Other accounts and public records are not included.',
)

/**
 * Returns bankruptcies, foreclosures, repossessions, charge-offs, collections, disputes, freezes,
 * alerts and differences from the order.
 */
export function majorItems(report: Report): Section {
  const rows = [
    ...report.publicRecords.map((record) => recordRow(report, record)),
    ...KINDS.flatMap((kind) => accountRows(report, kind)),
    ...fileRows(report),
  ]
  const nothing = report.mortgagesOnly ? NO_MORTGAGE_ITEM : NO_MAJOR_ITEM
  return section('Major items', [
    rows.length === 0 ? nothing : { kind: 'table', columns: COLUMNS, rows },
  ])
}

function item(name: string, letters: string, details: string): Row {
  return row([cell(name, 'alert'), cell(letters), cell(details)])
}

function recordRow(report: Report, record: PublicRecord): Row {
  const disposed = joined(
    words(record._DispositionType).toLowerCase(),
    ' ',
    date(record._DispositionDate),
  )
  const parts = nonEmpty([
    labeled('filed', date(record._FiledDate)),
    record._DispositionType === 'Filed' ? 'not disposed of' : disposed,
    dollars(record._LegalObligationAmount),
    labeled('docket', record._DocketIdentifier),
    record._ConsumerDisputeIndicator ? 'disputed by the consumer' : '',
  ])
  return item(words(record._Type), borrowerLetters(report, record.BorrowerID), parts.join(' · '))
}

/** Returns a value after its label; empty if there is no value. */
function labeled(label: string, value = ''): string {
  return value === '' ? '' : `${label} ${value}`
}

/** A kind of account that is listed by creditor, and the text for each account. */
interface Kind {
  readonly name: string
  readonly applies: (account: Liability) => boolean
  readonly describe: (account: Liability) => string
}

/**
 * Returns the current rating of an account if it has one of these types, else its worst rating if
 * that has. A foreclosure that was later cured is still a foreclosure, and the figures count it.
 */
function ratingOf(account: Liability, types: readonly string[]): Rating | undefined {
  const { _CURRENT_RATING: current, _HIGHEST_ADVERSE_RATING: worst } = account
  if (types.includes(current?._Type ?? '')) return { ...current, _Date: undefined }
  return types.includes(worst?._Type ?? '') ? worst : undefined
}

type Rating = Partial<NonNullable<Liability['_HIGHEST_ADVERSE_RATING']>>

const isRated = (account: Liability, types: readonly string[]) =>
  ratingOf(account, types) !== undefined

const BANKRUPTCY = ['BankruptcyOrWageEarnerPlan', 'WageEarnerPlan']
const CHARGE_OFF = ['ChargeOff', 'CollectionOrChargeOff']
const FORECLOSURE = ['Foreclosure']
const REPOSSESSION = ['Repossession']
/** A rating that can be either: a foreclosure if the account is a mortgage, else a repossession. */
const FORECLOSURE_OR_REPOSSESSION = 'ForeclosureOrRepossession'

const foreclosure = (one: Liability) =>
  isMortgage(one) ? [...FORECLOSURE, FORECLOSURE_OR_REPOSSESSION] : FORECLOSURE
const repossession = (one: Liability) =>
  isMortgage(one) ? REPOSSESSION : [...REPOSSESSION, FORECLOSURE_OR_REPOSSESSION]

const creditor = (account: Liability) =>
  account._CREDITOR?._Name ?? account._OriginalCreditorName ?? 'creditor not named'

/** Returns the creditor with the month of a past rating. A current rating has no month. */
const creditorAndMonth = (account: Liability, types: readonly string[]) =>
  joined(creditor(account), ' ', date(ratingOf(account, types)?._Date))

/**
 * Returns the creditor with the month of a past rating. For a current one, returns the closing date of
 * the account and what the borrower still owes, such as a deficiency after the sale.
 */
const creditorAndEnd = (account: Liability, types: readonly string[]) => {
  if (!types.includes(account._CURRENT_RATING?._Type ?? '')) return creditorAndMonth(account, types)
  const { _AccountClosedDate: closed, _UnpaidBalanceAmount: owed = 0 } = account
  const ended = joined(creditor(account), ' ', date(closed))
  return joined(ended, ' ', owed > 0 ? `(${dollars(owed)} owed)` : '')
}

const creditorAndBalance = (account: Liability) =>
  `${joined(account._OriginalCreditorName ?? creditor(account), ' ', dollars(account._UnpaidBalanceAmount))}${
    account._AccountStatusType === 'Paid' ? ' (paid)' : ''
  }`

const creditorAndLoss = (account: Liability) => {
  const since = isUnratedChargeOff(account)
    ? joined(creditor(account), ' ', date(account._ChargeOffDate))
    : creditorAndMonth(account, CHARGE_OFF)
  return joined(since, ' ', dollars(account._ChargeOffAmount))
}

const wasInCollection = (account: Liability) =>
  isInCollection(account) || isRated(account, ['Collection'])

// biome-ignore format: a table
const KINDS: readonly Kind[] = [
  { name: 'Foreclosure',    applies: (one) => isRated(one, foreclosure(one)), describe: (one) => creditorAndEnd(one, foreclosure(one)) },
  { name: 'Repossession',   applies: (one) => isRated(one, repossession(one)), describe: (one) => creditorAndEnd(one, repossession(one)) },
  { name: 'Accounts in bankruptcy', applies: (one) => isRated(one, BANKRUPTCY), describe: (one) => creditorAndMonth(one, BANKRUPTCY) },
  { name: 'Charge-offs',    applies: (one) => !wasInCollection(one) && (isRated(one, CHARGE_OFF) || isUnratedChargeOff(one)), describe: creditorAndLoss },
  { name: 'Collections',    applies: wasInCollection, describe: creditorAndBalance },
  { name: 'Disputes',       applies: (one) => one._ConsumerDisputeIndicator, describe: creditor },
]

/** The maximum number of creditors that a row names. The sections below name all of them. */
const NAMED_MAX = 4

/**
 * Returns a row for each kind and owner. One applicant's accounts and joint accounts are never in
 * the same row.
 */
function accountRows(report: Report, { name, applies, describe }: Kind): Row[] {
  const rows: Row[] = []
  for (const [ids, found] of Map.groupBy(report.liabilities.filter(applies), ownersOf)) {
    const named = found.slice(0, NAMED_MAX).map(describe).join('; ')
    const more = found.length > NAMED_MAX ? ` and ${found.length - NAMED_MAX} more` : ''
    rows.push(item(`${name} (${found.length})`, borrowerLetters(report, ids), `${named}${more}`))
  }
  return rows
}

const ownersOf = ({ BorrowerID: ids }: Liability) => ids

/**
 * Returns freezes, missing files, alerts and files that differ from the order. An item that several
 * bureaus report is listed once.
 */
function fileRows(report: Report): Row[] {
  const items = new Map<string, { file: CreditFileValue; name: string; sources: string[] }>()
  for (const file of report.files) {
    for (const name of itemsOf(file)) {
      const key = `${file.BorrowerID} ${name}`
      const known = items.get(key) ?? { file, name, sources: [] }
      known.sources.push(file.CreditRepositorySourceType)
      items.set(key, known)
    }
  }
  return [...items.values()].map(({ file, name, sources }) => {
    const details = joined(bureauCodes(sources), ' · ', adviceOn(report, file, name))
    return item(name, borrowerLetters(report, file.BorrowerID), details)
  })
}

/**
 * The name of the item for alerts without a usable category. Only their text says what they are
 * about.
 */
const ALERT = 'Alert'

/**
 * Returns the items of a file: its alerts, and how it differs from the order. A file that differs can
 * be about another person. If the file is missing, the reason is the only item.
 */
function itemsOf(file: CreditFileValue): string[] {
  const reason = noFileReason(file)
  if (reason !== '') return [upperFirst(reason)]
  const { _ALERT_MESSAGE: alerts = [], _VARIATION: variations = [] } = file
  const names = alerts.map((alert) => categoryName(alert) || ALERT)
  for (const { _Type: type } of variations) {
    const isAlert = alerts.some((alert) => alert._CategoryType === (ALERT_CATEGORIES[type] ?? type))
    if (!isAlert) names.push(words(type))
  }
  return [...new Set(names)]
}

/** The categories of alerts about the same difference as a variation. */
const ALERT_CATEGORIES: Readonly<Record<string, string>> = {
  DifferentAddress: 'FACTAAddressDiscrepancy',
  DifferentSSN: 'SSNVerification',
}

/** Returns the action that a reader should take for an item. */
function adviceOn(report: Report, { BorrowerID: id }: CreditFileValue, name: string): string {
  if (name === ALERT) return 'see Alerts'
  const phone = isFraud(name) ? phoneOf(report, id) : ''
  return phone === '' ? '' : `call ${phone}`
}

const isFraud = (name: string) => /fraud alert/i.test(name)

/**
 * Returns the telephone number that the consumer gave in the fraud alert or in the statement with
 * it. FCRA section 605A(h) requires a lender to call that number, or to verify the identity in
 * another way, before it grants credit.
 */
function phoneOf(report: Report, borrowerId: string): string {
  for (const file of report.files) {
    if (file.BorrowerID !== borrowerId) continue
    const alerts = (file._ALERT_MESSAGE ?? []).filter((alert) => isFraud(categoryName(alert)))
    for (const { _Text: texts = [] } of [...alerts, ...(file.CREDIT_COMMENT ?? [])]) {
      const [phone] = PHONE.exec(texts.join(' ')) ?? []
      if (phone !== undefined) return phone
    }
  }
  return ''
}

/** A telephone number as bureaus write it: (207) 555-0142, 207-555-0142 or 207.555.0142. */
const PHONE = /(?<![\d-])(?:1-)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-.]\d{4}(?!\d)/
