/**
 * Rules about scores: each reason must be true of the bureau's file. The codes have the same
 * meaning as in real reports. A line that several bureaus report can show more than one of them
 * knows, but never less.
 */
import { isBankrupt, isCollection, isDistinct, isLoan, isOpen, patternOf } from './accounts.ts'
import {
  all,
  amount,
  type Element,
  get,
  month,
  ofEach,
  one,
  type Reading,
  type Rule,
  set,
} from './reading.ts'

const scores = ({ scores: list }: Reading) => list
const scored = (report: Reading) => scores(report).filter((each) => get(each, '_Value') !== '')
const codesOf = (score: Element) =>
  all(score, '_FACTOR').map((factor) => Number(get(factor, '_Code')))

/** Returns the items on the borrower's file at the bureau of a score. */
function onFile(score: Element, report: Reading) {
  const bureau = get(score, 'CreditRepositorySourceType')
  const borrower = get(score, 'BorrowerID')
  const isThere = (each: Element) =>
    get(each, 'BorrowerID').split(' ').includes(borrower) &&
    all(each, 'CREDIT_REPOSITORY').some((source) => get(source, '_SourceType') === bureau)
  return {
    accounts: report.accounts.filter(isThere),
    records: report.records.filter(isThere),
    inquiries: report.inquiries.filter(isThere),
    month: report.month,
  }
}
type OnFile = ReturnType<typeof onFile>

const isRevolving = (each: Element) =>
  ['Revolving', 'CreditLine'].includes(get(each, '_AccountType'))
const balance = (each: Element) => amount(each, '_UnpaidBalanceAmount') || 0

/** Returns the months since the newest month with such a rating, or infinity if there is none. */
function monthsSince(characters: RegExp, { accounts, month: now }: OnFile): number {
  const ages = accounts.map((each) => {
    const back = patternOf(each).search(characters)
    return back === -1
      ? Infinity
      : now - month(get(one(each, '_PAYMENT_PATTERN'), '_StartDate')) + back
  })
  return Math.min(...ages)
}

const ageOf = (each: Element, now: number) => now - month(get(each, '_AccountOpenedDate'))
const hasRecordOrCollection = ({ accounts, records }: OnFile) =>
  records.length > 0 || accounts.some(isCollection)
const isSerious = (file: OnFile) => monthsSince(/[3-9]/, file) < Infinity
const opened = (file: OnFile) =>
  file.accounts.filter((each) => !isCollection(each)).map((each) => ageOf(each, file.month))

/** Returns the largest share of its limit that an open revolving account uses. */
function utilizationOf({ accounts }: OnFile): number {
  const open = accounts.filter((each) => isOpen(each) && get(each, '_AccountType') === 'Revolving')
  const shares = open.map(
    (each) =>
      balance(each) /
      (amount(each, '_CreditLimitAmount') || amount(each, '_HighCreditAmount') || 1),
  )
  return Math.max(0, ...shares)
}

/**
 * Whether the file shows loans that are still owed. A bureau can lag behind another by a report, so
 * that a recently repaid loan is still open on its file.
 */
function owesLoans({ accounts, month: now }: OnFile): boolean {
  return accounts.some(
    (each) =>
      isLoan(each) && (balance(each) > 0 || now - month(get(each, '_AccountClosedDate')) <= 3),
  )
}

function hasOpen({ accounts }: OnFile, types: readonly string[]): boolean {
  return accounts.some((each) => isOpen(each) && types.includes(get(each, '_AccountType')))
}

/** For each reason code, whether its statement is true of the file. */
// biome-ignore format: a table
const TRUE: Readonly<Record<number, (file: OnFile) => boolean>> = {
  3:  owesLoans,
  4:  (file) => !hasOpen(file, ['Installment']),
  5:  ({ accounts }) => accounts.some((each) => balance(each) > 0),
  8:  ({ inquiries, month: now }) => inquiries.filter((each) => now - month(get(each, '_Date')) < 12).length >= 2,
  9:  (file) => opened(file).some((age) => age < 12),
  10: (file) => utilizationOf(file) > 0,
  11: (file) => file.accounts.some((each) => isRevolving(each) && balance(each) > 0),
  12: ({ accounts }) => accounts.some(isRevolving),
  13: (file) => monthsSince(/[1-6]/, file) < Infinity,
  14: ({ accounts }) => accounts.length > 0,
  15: (file) => !hasOpen(file, ['Revolving', 'CreditLine']),
  16: (file) => !hasOpen(file, ['Revolving', 'CreditLine']),
  18: ({ accounts }) => accounts.filter((each) => /[1-6]/.test(patternOf(each))).length >= 3,
  20: (file) => hasRecordOrCollection(file),
  21: ({ accounts }) => accounts.some((each) => amount(each, '_PastDueAmount') > 0 || /^.?[1-6]/.test(patternOf(each)) || /^9/.test(patternOf(each))),
  28: (file) => opened(file).filter((age) => age >= 12).length < 4,
  30: (file) => Math.min(...opened(file)) < 24,
  32: (file) => !hasOpen(file, ['Installment']),
  33: owesLoans,
  38: (file) => isSerious(file) && hasRecordOrCollection(file),
  39: isSerious,
  40: hasRecordOrCollection,
}

/** Only a public record or an account in bankruptcy is a bankruptcy on the file. */
const isBankruptBy = (file: OnFile) => file.records.length > 0 || file.accounts.some(isBankrupt)

// biome-ignore format: a table of rules
export const SCORE_RULES: readonly Rule[] = [
  ofEach('a score is within the range of its model', scored,
    (each, { keys }) => {
      const model = get(each, '_ModelNameType')
      return Number(get(each, '_Value')) >= Number(keys.get(`${model}_MinimumValue`)) && Number(get(each, '_Value')) <= Number(keys.get(`${model}_MaximumValue`))
    },
    (each) => set(each, '_Value', '900')),
  ofEach('a score has either a value or an exclusion reason', scores,
    (each) => (get(each, '_Value') === '') === (get(each, '_ExclusionReasonType') !== ''),
    (each) => set(each, '_ExclusionReasonType', 'NotScoredSubjectDeceased') && set(each, '_Value', '700')),
  ofEach('the date of a score is the day of the report', scores,
    (each, { on }) => get(each, '_Date') === on,
    (each) => set(each, '_Date', '2001-01-01')),
  ofEach('a score has at most four distinct reasons', scores,
    (each) => codesOf(each).length <= 4 && isDistinct(codesOf(each).map(String)),
    (each) => { const [first] = all(each, '_FACTOR'); return first !== undefined && each.children.push(first) > 0 }),
  ofEach('each reason is true of the file', scored,
    (each, report) => codesOf(each).every((code) => TRUE[code]?.(onFile(each, report)) === true),
    (each, report) => monthsSince(/[1-9]/, onFile(each, report)) === Infinity && all(each, '_FACTOR').some((factor) => set(factor, '_Code', '39'))),
  ofEach('with serious delinquency, a bankruptcy and a collection, reasons 39 and 40 occur only with reason 38', scored,
    (each, report) => {
      const file = onFile(each, report)
      const codes = codesOf(each)
      return !(codes.includes(39) || codes.includes(40)) || !(isSerious(file) && hasRecordOrCollection(file) && isBankruptBy(file) && file.accounts.some(isCollection)) || codes.includes(38)
    },
    (each, report) => {
      const file = onFile(each, report)
      return isSerious(file) && isBankruptBy(file) && file.accounts.some(isCollection) && all(each, '_FACTOR').filter((factor) => Number(get(factor, '_Code')) === 38).some((factor) => set(factor, '_Code', '40'))
    }),
  ofEach('the inquiry flag is set only if inquiries are not among the four reasons', scored,
    (each, report) => get(each, '_FACTAInquiriesIndicator') !== 'Y' || (!codesOf(each).includes(8) && TRUE[8]?.(onFile(each, report)) === true),
    (each) => set(each, '_FACTAInquiriesIndicator', 'Y') && all(each, '_FACTOR').some((factor) => set(factor, '_Code', '08'))),
  ofEach('a deceased person is not scored', (report) => scored(report),
    (each, report) => !report.files.some((file) => get(file, 'CreditFileID') === get(each, 'CreditFileID') && all(file, '_ALERT_MESSAGE').some((alert) => get(alert, '_CategoryType') === 'DeathClaim')),
    (each, report) => report.files.some((file) => get(file, 'CreditFileID') === get(each, 'CreditFileID') && file.children.push({ name: '_ALERT_MESSAGE', attributes: { _CategoryType: 'DeathClaim' }, children: [], text: '' }) > 0)),
]
