/**
 * Finds the differences between two sets of simulated files in another way than the service:
 * directly from the files, without merging them, and with knowledge of how the simulator writes. It
 * identifies an account by the visible digits of its number.
 */
import type { CreditFile, FileAccount } from '../../../src/bureaus/bureau.ts'
import type { Difference } from '../../../src/reports/compare/differences.ts'

/** The files of each borrower, by identifier. */
export type FilesByBorrower = Readonly<Record<string, readonly CreditFile[]>>

interface Report {
  readonly borrower: string
  readonly account: FileAccount
}

const digitsOf = (number: string | undefined) => (number ?? '').replace(/\D/g, '')

/** Returns a difference as one line, to compare two lists of them. */
export function asLine(found: Difference): string {
  const { kind, borrowerIds, account, what, since = '', from = '', to = '' } = found
  const who = borrowerIds.join('+')
  switch (kind) {
    case 'newLatePayment':
      return [kind, who, digitsOf(account), since, to].join('|')
    case 'newDerogatory':
      return [kind, who, digitsOf(account), since].join('|')
    case 'newInquiry':
      return [kind, who, found.bureaus.join('+'), since, what].join('|')
    case 'newPublicRecord':
    case 'publicRecordChanged':
      return [kind, who, digitsOf(account), from, to].join('|')
    default:
      return account === undefined
        ? [kind, who, what].join('|')
        : [kind, who, digitsOf(account), from, to].join('|')
  }
}

/** Returns the lines of all differences between the base files and the current ones. */
export function independentDifferences(then: FilesByBorrower, now: FilesByBorrower): string[] {
  const lines = [...accountLines(then, now)]
  for (const [id, files] of Object.entries(now)) {
    const before = then[id] ?? []
    lines.push(...recordLines(id, before, files), ...inquiryLines(id, before, files))
    lines.push(...saidLines(id, before, files))
  }
  return lines.sort()
}

function reportsByNumber(files: FilesByBorrower): Map<string, Report[]> {
  const all = Object.entries(files).flatMap(([borrower, own]) =>
    own.flatMap(({ accounts }) => accounts.map((account) => ({ borrower, account }))),
  )
  return Map.groupBy(all, ({ account }) => digitsOf(account._AccountIdentifier))
}

type Line = (kind: string, ...rest: (string | number)[]) => string

function accountLines(then: FilesByBorrower, now: FilesByBorrower): string[] {
  const earlier = reportsByNumber(then)
  return [...reportsByNumber(now)].flatMap(([number, reports]) => {
    const who = [...new Set(reports.map(({ borrower }) => borrower))].sort().join('+')
    const line: Line = (kind, ...rest) => [kind, who, number, ...rest].join('|')
    const before = earlier.get(number)
    const history = historyLines(before ?? [], reports, line)
    if (before !== undefined) return [...history, ...changeLines(before, reports, line)]
    const kind = isCollected(reports) ? 'newCollection' : 'newAccount'
    return [...history, line(kind, '', standing(reports).balance)]
  })
}

function changeLines(before: readonly Report[], reports: readonly Report[], line: Line): string[] {
  const [past, today] = [standing(before), standing(reports)]
  const ended = today.status === 'Paid' ? 'accountPaid' : 'accountClosed'
  const { payment = '' } = past
  return [
    today.balance > past.balance && line('balanceIncrease', past.balance, today.balance),
    today.pastDue > past.pastDue && line('pastDueIncrease', past.pastDue, today.pastDue),
    (today.payment ?? 0) > Number(payment) && line('paymentIncrease', payment, today.payment ?? 0),
    today.status !== past.status && line(ended, past.status, today.status),
    isDisputed(reports) && !isDisputed(before) && line('accountDisputed', '', ''),
  ].filter((one) => one !== false)
}

const isCollected = (reports: readonly Report[]) =>
  reports.some(({ account }) => account.CreditLoanType === 'Collection')

const isDisputed = (reports: readonly Report[]) =>
  reports.some(({ account }) => account._ConsumerDisputeIndicator)

/** The values of the reports of the latest day. If they differ, the larger ones. */
function standing(reports: readonly Report[]) {
  const accounts = reports.map(({ account }) => account)
  const latestDay = accounts
    .map((one) => one._AccountReportedDate ?? '')
    .sort()
    .at(-1)
  const latest = accounts.filter((one) => one._AccountReportedDate === latestDay)
  const most = (field: '_UnpaidBalanceAmount' | '_MonthlyPaymentAmount' | '_PastDueAmount') => {
    const amounts = latest.flatMap((one) => one[field] ?? [])
    return amounts.length === 0 ? undefined : Math.max(...amounts)
  }
  return {
    balance: most('_UnpaidBalanceAmount') ?? 0,
    payment: most('_MonthlyPaymentAmount'),
    pastDue: most('_PastDueAmount') ?? 0,
    status: latest[0]?._AccountStatusType ?? '',
  }
}

const LATE_WORDS: Readonly<Record<string, string>> = {
  '1': 'Late30Days',
  '2': 'Late60Days',
  '3': 'Late90Days',
  '4': 'LateOver120Days',
  '5': 'LateOver120Days',
  '6': 'LateOver120Days',
}

/** The worst rating of each month in any report, as digits. Months paid as agreed are omitted. */
function monthsOf(reports: readonly Report[]): Map<string, string> {
  const months = new Map<string, string>()
  for (const { account } of reports) {
    const { _Data: data = '', _StartDate: start = '' } = account._PAYMENT_PATTERN ?? {}
    const newest = new Date(`${start.slice(0, 7)}-01T00:00:00Z`)
    for (const [back, character] of [...data].entries()) {
      if (!/[1-9]/.test(character)) continue
      const day = new Date(newest)
      day.setUTCMonth(day.getUTCMonth() - back)
      const month = day.toISOString().slice(0, 7)
      if (character > (months.get(month) ?? '')) months.set(month, character)
    }
  }
  return months
}

function* historyLines(
  before: readonly Report[],
  reports: readonly Report[],
  line: Line,
): Generator<string> {
  const known = monthsOf(before)
  const months = monthsOf(reports)
  for (const [month, character] of months) {
    const word = LATE_WORDS[character]
    if (word !== undefined && character > (known.get(month) ?? '')) {
      yield line('newLatePayment', month, word)
    }
  }
  if (isCollected(reports)) return
  for (const end of ['7', '8', '9']) {
    if ([...known.values()].includes(end)) continue
    const withIt = [...months].filter(([, character]) => character === end).map(([month]) => month)
    const [first] = withIt.sort()
    if (first !== undefined) yield line('newDerogatory', first)
  }
}

/** The bureaus spell the court in two ways, which makes two records of one case. */
function recordLines(id: string, then: readonly CreditFile[], now: readonly CreditFile[]) {
  const known = new Map(
    then
      .flatMap(({ publicRecords }) => publicRecords)
      .map((record) => [record._DocketIdentifier, record]),
  )
  const lines = now
    .flatMap(({ publicRecords }) => publicRecords)
    .map((record) => {
      const { _DocketIdentifier: docket, _CourtName: court, _DispositionType: to = '' } = record
      const before = known.get(docket)
      const from = before?._DispositionType
      const line =
        before === undefined
          ? ['newPublicRecord', id, digitsOf(docket), '', record._Type]
          : ['publicRecordChanged', id, digitsOf(docket), from, to]
      return { court, line: from === to ? '' : line.join('|') }
    })
    .filter(({ line }) => line !== '')
  return [...new Set(lines.map(({ court, line }) => `${line} ${court}`))].map(
    (line) => line.split(' ')[0] ?? '',
  )
}

function inquiryLines(id: string, then: readonly CreditFile[], now: readonly CreditFile[]) {
  const of = (files: readonly CreditFile[]) =>
    files.flatMap(({ bureau, inquiries }) =>
      inquiries.map(({ _Date, _Name }) => ['newInquiry', id, bureau, _Date, _Name].join('|')),
    )
  const left = of(then)
  return of(now).filter((line) => {
    const index = left.indexOf(line)
    if (index !== -1) left.splice(index, 1)
    return index === -1
  })
}

/**
 * Statements about the person that the base files lack. The simulator always writes them in the
 * same way.
 */
function saidLines(id: string, then: readonly CreditFile[], now: readonly CreditFile[]) {
  const of = (files: readonly CreditFile[]) =>
    files.flatMap(({ person, alerts, comments }) => [
      ...[person, ...(person?._ALIAS ?? [])].map((one) => `newName|${id}|${one?._UnparsedName}`),
      ...(person?._RESIDENCE ?? []).map(
        ({ _StreetAddress: street, _City: city, _State: state, _PostalCode: zip }) =>
          `newAddress|${id}|${street}, ${city}, ${state} ${zip}`,
      ),
      ...(person?._UnparsedEmployment ? [`newEmployment|${id}|${person._UnparsedEmployment}`] : []),
      ...alerts.map(({ _Text: texts }) => `newAlert|${id}|${texts.join(' ')}`),
      ...comments
        .filter(({ _Type: type }) => type === 'ConsumerStatement')
        .map(({ _Text: texts = [] }) => `newStatement|${id}|${texts.join(' ')}`),
    ])
  const known = of(then)
  return [...new Set(of(now))].filter((line) => !known.includes(line))
}
