/**
 * Converts a stored report to the file of a custom person, without personal data: identity, account
 * numbers and company names are left out and replaced by invented ones. The file has the kinds of
 * accounts, months before the report, amounts and payment histories.
 */
import type { CreditFile } from '../bureaus/bureau.ts'
import { monthNumber } from '../bureaus/simulator/calendar.ts'
import { readPersonFile } from '../bureaus/simulator/people/check-person.ts'
import { fileOfLife } from '../bureaus/simulator/people/custom-file.ts'
import { customLife } from '../bureaus/simulator/people/custom-person.ts'
import { monthsAgo } from '../bureaus/simulator/people/file-months.ts'
import type { PersonFile } from '../bureaus/simulator/people/person-file.ts'
import { PersonRejected } from '../bureaus/simulator/people/person-problem.ts'
import { ACCOUNT_KINDS } from '../bureaus/simulator/tables/account-kinds.ts'
import {
  RECORD_TYPES,
  type RecordType,
  type RecordTypeName,
} from '../bureaus/simulator/tables/public-record-types.ts'
import { monthOf } from '../documents/months.ts'
import { BUREAUS, type BureauName } from '../documents/tables/enumerations.ts'
import type { Inquiry, PublicRecord } from '../documents/tables/tradelines.ts'
import type { ReportContent } from '../orders/stored-report.ts'
import { borrowersOf, bureausOf, type SharedItem } from '../reports/compare/match-over-time.ts'
import { inquirerAndDay } from '../reports/merge/summary.ts'
import {
  convertLiability,
  type Input,
  KIND_NAMES,
  omittedAccountNotes,
} from './accounts-from-report.ts'

/** A person file that was created from a report. */
export interface PersonFromReport {
  readonly file: PersonFile
  /** Parts of the report that the file cannot express, by number and kind and never by value. */
  readonly notes: readonly string[]
}

/**
 * Creates the file of a borrower of a report. Borrowers count from 1. Returns undefined if the
 * report has no such borrower.
 */
export function personFromReport(
  content: ReportContent,
  borrower: number,
): PersonFromReport | undefined {
  const { report, borrowers } = content
  const own = borrowers[borrower - 1]
  if (own === undefined) return undefined
  const { borrowerId, pulls } = own
  const month = monthNumber(new Date(report.lastUpdatedAt))
  const isOwn = (item: SharedItem) => borrowersOf(item).includes(borrowerId)
  const converted = report.liabilities.filter(isOwn).map((each) => convertLiability(each, month))
  const records = report.publicRecords.filter(isOwn)
  const inquiries = report.inquiries.filter(isOwn)
  const input = {
    accounts: converted.flatMap(({ account }, index) =>
      account === undefined ? [] : [{ id: `account ${index + 1}`, ...account }],
    ),
    collections: converted.flatMap(({ collection }) =>
      collection === undefined ? [] : [collection],
    ),
    bankruptcies: records.flatMap((each) => bankruptcyOf(each, month)),
    publicRecords: records.flatMap((each) => recordOf(each, month)),
    inquiries: inquiriesOf(inquiries, month),
    alerts: pulls.flatMap(alertsOf),
    bureaus: differencesOf(pulls),
  }
  const { file, notes } = withoutInvalidParts(input, month)
  const scored = withScores(file, pulls, month)
  return {
    file: scored.file,
    notes: [
      ...notes,
      ...omittedAccountNotes(converted),
      ...omittedRecordNotes(records),
      ...omittedInquiryNotes(inquiries, month),
      ...scored.notes,
    ],
  }
}

function bankruptcyOf(
  { _Type, _FiledDate, _DispositionDate, _DispositionType }: PublicRecord,
  month: number,
): Input[] {
  const filed = monthOf(_FiledDate)
  const chapter = _Type === 'BankruptcyChapter13' ? 13 : 7
  if (!_Type.startsWith('Bankruptcy') || filed === undefined) return []
  const disposed = monthOf(_DispositionDate)
  const isDismissed = _DispositionType === 'Dismissed'
  const disposition = isDismissed ? 'Dismissed' : chapter === 7 ? 'Discharged' : 'Completed'
  const ended = disposed === undefined ? {} : { disposed: monthsAgo(month - disposed), disposition }
  return [{ chapter, filed: monthsAgo(month - filed), ...ended }]
}

const isKnownRecordType = (type: string): type is RecordTypeName =>
  Object.hasOwn(RECORD_TYPES, type)

/** Converts a public record other than a bankruptcy, without its court, docket and names. */
function recordOf(record: PublicRecord, month: number): Input[] {
  const { _Type: type, _DispositionType: disposition, _LegalObligationAmount: amount } = record
  const filed = monthOf(record._FiledDate)
  if (!isKnownRecordType(type) || filed === undefined) return []
  const { ends }: RecordType = RECORD_TYPES[type]
  const disposed = monthOf(record._DispositionDate ?? record._PaidDate)
  const hasEnded = disposed !== undefined && disposed > filed
  const isKnown = disposition !== undefined && ends.includes(disposition)
  const bureaus = bureausOf(record)
  return [
    {
      type,
      filed: monthsAgo(month - filed),
      amount,
      ownership: record._AccountOwnershipType,
      ...(hasEnded ? { disposed: monthsAgo(month - disposed) } : {}),
      ...(hasEnded && isKnown ? { disposition } : {}),
      ...(record._ConsumerDisputeIndicator ? { disputedSince: '2 months ago' } : {}),
      ...(bureaus.length > 0 ? { bureaus } : {}),
    },
  ]
}

function omittedRecordNotes(records: readonly PublicRecord[]): string[] {
  const count = records.filter(
    ({ _Type, _FiledDate }) =>
      !(_Type.startsWith('Bankruptcy') || isKnownRecordType(_Type)) ||
      monthOf(_FiledDate) === undefined,
  ).length
  return count === 0
    ? []
    : [`${count} public records without a filing date or of another type were left out`]
}

/** Converts the inquiries of earlier months. One inquirer can ask several bureaus on a day. */
function inquiriesOf(inquiries: readonly Inquiry[], month: number): Input[] {
  const earlier = inquiries.filter(({ _Date }) => (monthOf(_Date) ?? month) < month)
  return [...Map.groupBy(earlier, inquirerAndDay).values()].map((same) => {
    const [{ _Date, CreditLoanType }] = same as [Inquiry]
    const bureaus = BUREAUS.filter((bureau) => same.some((one) => bureausOf(one).includes(bureau)))
    return {
      on: monthsAgo(month - (monthOf(_Date) ?? month)),
      kind: inquiredKind(CreditLoanType),
      ...(bureaus.length > 0 ? { bureaus } : {}),
    }
  })
}

/** The bureaus state only `Mortgage` of the inquiries of this service. */
function inquiredKind(loanType: Inquiry['CreditLoanType']) {
  const known = KIND_NAMES.find((name) => ACCOUNT_KINDS[name].loan === loanType)
  if (known !== undefined && ACCOUNT_KINDS[known].form !== 'collected') return known
  return loanType === 'Mortgage' ? 'conventionalMortgage' : 'creditCard'
}

function omittedInquiryNotes(inquiries: readonly Inquiry[], month: number): string[] {
  const count = inquiries.filter(({ _Date }) => (monthOf(_Date) ?? month) >= month).length
  return count === 0 ? [] : [`inquiries of the month of the report were left out: ${count}`]
}

const ALERT_KINDS: Readonly<Record<string, PersonFile['alerts'][number]['kind']>> = {
  FACTAFraudVictimInitial: 'fraudInitial',
  FACTAFraudVictimExtended: 'fraudExtended',
  FACTAActiveDuty: 'activeDuty',
  DeathClaim: 'deceased',
}

function alertsOf({ bureau, alerts }: CreditFile): Input[] {
  return alerts.flatMap(({ _CategoryType = '' }) => {
    const kind = ALERT_KINDS[_CategoryType]
    return kind === undefined ? [] : [{ kind, from: 'last month', bureaus: [bureau] }]
  })
}

/** Returns the bureaus that returned no file, with the reason. */
function differencesOf(pulls: readonly CreditFile[]): Input {
  return Object.fromEntries(
    BUREAUS.flatMap((bureau): [BureauName, Input][] => {
      const file = pulls.find((each) => each.bureau === bureau)
      if (file === undefined) return []
      if (file.status === 'NoFileReturnedCreditFreeze') return [[bureau, { frozen: true }]]
      return file.status === 'FileReturned' ? [] : [[bureau, { status: file.status }]]
    }),
  )
}

/**
 * Removes the parts that the rules of a person file do not allow, one at a time, because removing
 * one may make another valid.
 */
function withoutInvalidParts(input: Input, month: number): PersonFromReport {
  const notes: string[] = []
  const at = { epochMonth: month, month }
  for (;;) {
    try {
      return { file: readPersonFile(JSON.parse(JSON.stringify(input)), at), notes }
    } catch (error) {
      if (!(error instanceof PersonRejected)) throw error
      for (const { path, expected } of error.problems.slice(0, 1)) {
        removePart(input, path.split('.'))
        notes.push(`${path} was left out: ${expected}`)
      }
    }
  }
}

/** The properties that an account does not require. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'history',
  'lates',
  'balance',
  'limit',
  'highCredit',
  'payment',
  'pastDue',
  'amount',
  'termMonths',
  'deferredMonths',
  'ownership',
  'disputedSince',
  'ended',
])

function removePart(input: Input, [list = '', index = '', name = '']: readonly string[]): void {
  const items = input[list]
  if (!Array.isArray(items)) {
    delete input[list]
    return
  }
  const item = items[Number(index)] as Input | undefined
  if (item !== undefined && OPTIONAL.has(name) && item[name] !== undefined) {
    delete item[name]
    // Without a limit, a balance as a share of it has no meaning either.
    if (name === 'limit') delete item.balance
    return
  }
  items.splice(Number(index), 1)
}

/** The number of points by which a score may differ from the scorecard. */
const SHIFT_MAX = 40

/**
 * Adds the scores of the report, as far as they may differ from the scores that result from the
 * history.
 */
function withScores(
  file: PersonFile,
  pulls: readonly CreditFile[],
  month: number,
): PersonFromReport {
  const custom = { id: 'report', file, putMonth: month }
  const life = customLife(custom, month)
  const askedAt = new Date(Date.UTC(Math.floor(month / 12), month % 12, 15))
  const bureaus = { ...file.bureaus }
  const notes: string[] = []
  for (const { bureau, score } of pulls) {
    if (score === undefined || file.bureaus[bureau] !== undefined) continue
    if (score.value === undefined && score.exclusionReason !== undefined) {
      bureaus[bureau] = { unscored: score.exclusionReason }
      continue
    }
    const computedScore = fileOfLife(life, bureau, month, askedAt).score?.value
    const shift = (score.value ?? 0) - (computedScore ?? 0)
    if (Math.abs(shift) > SHIFT_MAX) {
      notes.push(`the score of ${bureau} was left out: the other facts lead to no score near it`)
    } else if (shift !== 0) bureaus[bureau] = { scoreShift: shift }
  }
  return { file: { ...file, bureaus }, notes }
}
