/** Rules about every payment history, and about the ratings and counts derived from it. */
import { isCollection, isMortgage, isOpen, patternOf, ratingOf } from './accounts.ts'
import {
  all,
  amount,
  type Element,
  get,
  month,
  monthText,
  ofEach,
  one,
  type Reading,
  type Rule,
  set,
} from './reading.ts'

/** The number of months for which adverse data may be reported: FCRA 605(a)(5). */
const MONTHS_REPORTED = 84

const accounts = ({ accounts: list }: Reading) => list
const newest = (each: Element) => month(get(one(each, '_PAYMENT_PATTERN'), '_StartDate'))
const prior = (each: Element) => all(each, '_PRIOR_ADVERSE_RATING')

const TYPES: Readonly<Record<string, readonly string[]>> = {
  C: ['AsAgreed'],
  X: ['NoDataAvailable', 'TooNew'],
  1: ['Late30Days'],
  2: ['Late60Days'],
  3: ['Late90Days'],
  4: ['LateOver120Days'],
  5: ['LateOver120Days'],
  6: ['LateOver120Days'],
  7: ['BankruptcyOrWageEarnerPlan', 'WageEarnerPlan'],
  8: ['Repossession', 'Foreclosure', 'ForeclosureOrRepossession'],
  9: ['ChargeOff', 'Collection', 'CollectionOrChargeOff'],
}

const agrees = (character: string | undefined, type: string) =>
  TYPES[character ?? '']?.includes(type) === true

/** Returns the adverse months of a pattern, newest first, as month and character. */
function adverseMonths(each: Element): [number, string][] {
  return [...patternOf(each)].flatMap((character, back): [number, string][] =>
    character >= '1' && character <= '9' ? [[newest(each) - back, character]] : [],
  )
}

function setPattern(each: Element, data: string): boolean {
  return set(one(each, '_PAYMENT_PATTERN'), '_Data', data)
}

/** Counts the late months in a span of months before the report: 30, 60, and 90 or more days. */
function counted(each: Element, report: Reading, from: number, to: number): string {
  const counts = [0, 0, 0]
  for (const [at, character] of adverseMonths(each)) {
    const age = report.month - at
    const column = character === '1' ? 0 : character === '2' ? 1 : character <= '6' ? 2 : 3
    if (age >= from && age <= to && column < 3) counts[column] = (counts[column] ?? 0) + 1
  }
  return counts.join(' ')
}

function stated(count: Element): string {
  return ['_30Days', '_60Days', '_90Days'].map((name) => Number(get(count, name))).join(' ')
}

const YEARS = [
  ['FirstYear', 0, 12],
  ['SecondYear', 13, 24],
  ['ThirdYear', 25, 36],
] as const

/**
 * Whether each month is at most one step worse than the month before. Unrated months are skipped.
 */
function growsByStep(pattern: string): boolean {
  for (let back = 0; back + 1 < pattern.length; back++) {
    const [now, before] = [pattern[back] as string, pattern[back + 1] as string]
    if (!/[1-6]/.test(now) || before === 'X') continue
    const behind = before === 'C' ? 0 : Number(before)
    if (behind > 6 || Number(now) > behind + 1) return false
  }
  return true
}

/**
 * Whether the account fell further behind in each month after its last activity. Months before an
 * unrated one are not compared.
 */
function misses(each: Element): boolean {
  const months = patternOf(each)
  const count = newest(each) - month(get(each, '_LastActivityDate'))
  for (let back = 0; back < count; back++) {
    const [now, before = 'X'] = [months[back] as string, months[back + 1]]
    if (!/[C1-6]/.test(before)) return true
    if ((Number(now) || 0) <= (Number(before) || 0)) return false
  }
  return true
}

const isCard = (each: Element) =>
  ['Revolving', 'Open'].includes(get(each, '_AccountType')) &&
  !isCollection(each) &&
  !isMortgage(each)

// biome-ignore format: a table of rules
export const HISTORY_RULES: readonly Rule[] = [
  ofEach('a history begins in the month of the last report and is as long as the months reviewed', accounts,
    (each) => newest(each) === month(get(each, '_AccountReportedDate')) && patternOf(each).length === amount(each, '_MonthsReviewedCount'),
    (each) => set(each, '_MonthsReviewedCount', '1') && setPattern(each, 'CC')),
  ofEach('at most 84 months are reviewed', accounts,
    (each) => amount(each, '_MonthsReviewedCount') <= MONTHS_REPORTED,
    (each) => set(each, '_MonthsReviewedCount', '85')),
  ofEach('no adverse month is older than seven years', accounts,
    (each, report) => [...adverseMonths(each).map(([at]) => at), ...prior(each).map((rating) => month(get(rating, '_Date')))].every((at) => report.month - at <= MONTHS_REPORTED),
    (each, report) => prior(each).some((rating) => set(rating, '_Date', monthText(report.month - MONTHS_REPORTED - 1)))),
  ofEach('no rating is older than seven years', accounts,
    (each, report) => ['_HIGHEST_ADVERSE_RATING', '_MOST_RECENT_ADVERSE_RATING'].every((name) => one(each, name).name === '' || report.month - month(get(one(each, name), '_Date')) <= MONTHS_REPORTED),
    (each) => one(each, '_HIGHEST_ADVERSE_RATING').name !== '' && set(one(each, '_HIGHEST_ADVERSE_RATING'), '_Date', '1999-01')),
  ofEach('the adverse ratings match the adverse months of the history', accounts,
    (each) => {
      const months = adverseMonths(each)
      return months.length === prior(each).length && prior(each).every((rating, index) => {
        const [at, character] = months[index] ?? [0, '']
        return month(get(rating, '_Date')) === at && agrees(character, get(rating, '_Type'))
      })
    },
    (each) => prior(each).some((rating) => set(rating, '_Type', 'AsAgreed'))),
  ofEach('the current rating matches the newest month of the history', accounts,
    (each) => agrees(patternOf(each)[0], ratingOf(each)),
    (each) => patternOf(each).startsWith('C') && set(one(each, '_CURRENT_RATING'), '_Type', 'Late30Days')),
  ofEach('the most recent and the highest adverse rating are among the adverse ratings', accounts,
    (each) => {
      const codes = prior(each).map((rating) => get(rating, '_Code')).sort()
      return get(one(each, '_MOST_RECENT_ADVERSE_RATING'), '_Date').slice(0, 7) === get(prior(each)[0] ?? one(each, 'none'), '_Date') &&
        get(one(each, '_HIGHEST_ADVERSE_RATING'), '_Code') === (codes.at(-1) ?? '')
    },
    (each) => one(each, '_HIGHEST_ADVERSE_RATING').name !== '' && set(one(each, '_HIGHEST_ADVERSE_RATING'), '_Code', '0')),
  ofEach('the late counts match the history', accounts,
    (each, report) => stated(one(each, '_LATE_COUNT')) === counted(each, report, 0, MONTHS_REPORTED),
    (each) => set(one(each, '_LATE_COUNT'), '_30Days', '77')),
  ofEach('the late counts by year go back from the month of the report', accounts,
    (each, report) => YEARS.every(([type, from, to]) => {
      const count = all(one(each, '_LATE_COUNT'), 'PERIODIC_LATE_COUNT').find((period) => get(period, '_Type') === type)
      return count !== undefined && stated(count) === counted(each, report, from, to)
    }),
    (each) => set(one(one(each, '_LATE_COUNT'), 'PERIODIC_LATE_COUNT'), '_30Days', '77')),
  ofEach('lateness increases by at most one step a month', accounts,
    (each) => growsByStep(patternOf(each)),
    (each) => setPattern(each, '5CCC')),
  ofEach('an account that is late has missed every payment since its last activity', (report) => report.accounts.filter((each) => isOpen(each) && /^[1-6]/.test(patternOf(each))),
    misses,
    (each) => patternOf(each).startsWith('1C') && setPattern(each, `1${patternOf(each)}`)),
  ofEach('a card that is 180 days late is charged off or in bankruptcy in the next month', (report) => report.accounts.filter(isCard),
    (each) => !/[CX1-5]6|66/.test(patternOf(each)) && !(isOpen(each) && /^6[^5]/.test(patternOf(each))),
    (each) => setPattern(each, 'C654321C')),
  ofEach('a foreclosure follows 120 days of lateness or more', (report) => report.accounts.filter((each) => isMortgage(each) && patternOf(each).includes('8')),
    (each) => !/8[CX123]/.test(patternOf(each)),
    (each) => setPattern(each, '8CCC')),
  ofEach('a repossession, a charge-off or a bankruptcy remains in all later months', accounts,
    (each) => !/[CX1-6][789]/.test(patternOf(each)),
    (each) => setPattern(each, 'C987')),
  ofEach('an account is marked derogatory if and only if it was 90 days late or worse', accounts,
    (each) => (get(each, '_DerogatoryDataIndicator') === 'Y') === /[3-9]/.test(patternOf(each)),
    (each) => /^[CX12]+$/.test(patternOf(each)) && set(each, '_DerogatoryDataIndicator', 'Y')),
  ofEach('a history does not begin before the account was opened', accounts,
    (each) => newest(each) - patternOf(each).length + 1 >= month(get(each, '_AccountOpenedDate')),
    (each) => setPattern(each, 'C'.repeat(900)) && set(each, '_MonthsReviewedCount', '900')),
  ofEach('a paid, refinanced or transferred account ends as paid as agreed', (report) => report.accounts.filter((each) => ['Paid', 'Refinanced', 'Transferred'].includes(get(each, '_AccountStatusType')) && !isCollection(each)),
    (each) => /^[CX]/.test(patternOf(each)),
    (each) => setPattern(each, '1C')),
]
