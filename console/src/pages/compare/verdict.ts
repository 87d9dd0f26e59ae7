/** The result of comparing two reports in one line: scores, payments, accounts and inquiries. */
import { capitalized, plural, uncapitalized } from '../../format.ts'
import type { Report } from '../report/report-data.ts'
import { type ComparedAccount, owesMore } from './account-changes.ts'
import { figureChange } from './change-text.ts'
import { inquiryCounts, lendersText } from './inquiry-counts.ts'
import { onlyOf, type PersonPair, type SharedPair } from './people.ts'

type Reports = readonly [Report, Report]

interface Finding {
  readonly text: string
  /** Whether the finding is worse for the borrower; undefined if it is neither better nor worse. */
  readonly worse?: boolean
}

/** The parts of the line, and its tone. */
export interface Verdict {
  readonly parts: readonly string[]
  readonly tone: 'warn' | 'good' | 'accent'
}

/**
 * Returns the changes from the first report to the second, such as `Score 717 → 689`,
 * `+$317 a month`, `1 new account`.
 */
export function verdictOf(
  reports: Reports,
  people: readonly PersonPair[],
  accounts: readonly ComparedAccount[],
): Verdict {
  const shared = people.filter((pair): pair is SharedPair => pair.every(Boolean))
  const [pair] = shared
  const isPart = pair !== undefined && shared.length < people.length
  const [one, other]: Reports = isPart
    ? [onlyOf(reports[0], pair[0]), onlyOf(reports[1], pair[1])]
    : reports
  const owing = owingFindings(accounts)
  const findings = [
    ...scoreFindings(reports, shared),
    ...changesOf([one, other], accounts),
    ...owing,
  ]
  const [first = '', ...others] = findings.map(({ text }) => text)
  const isBetter = owing.length === 0 && findings.some(({ worse }) => worse === false)
  const isWorse = findings.some(({ worse }) => worse === true)
  return {
    parts: [isPart ? `${pair[1].name}: ${uncapitalized(first)}` : capitalized(first), ...others],
    tone: isWorse ? 'warn' : isBetter ? 'good' : 'accent',
  }
}

/** Returns the changes that readers look for besides the scores. */
function changesOf(
  [one, other]: Reports,
  accounts: readonly ComparedAccount[],
): readonly Finding[] {
  const changes = [
    ...tileFindings(one, other),
    ...accountFindings(accounts),
    ...inquiryFindings([one, other]),
    ...countFinding(one.publicRecords.length, other.publicRecords.length, 'public record'),
  ]
  return changes.length > 0
    ? changes
    : [{ text: 'no changes in payments, account list or inquiries' }]
}

/**
 * Returns the representative score of each person, or a single finding if no score of several
 * people has changed.
 */
function scoreFindings(reports: Reports, shared: readonly SharedPair[]): readonly Finding[] {
  const scores = shared.flatMap(([before, after]) => {
    const [one] = reports[0].representativeScores.filter((each) => each.borrowerId === before.id)
    const other = reports[1].representativeScores.find(
      (each) => each.borrowerId === after.id && each.model === one?.model,
    )
    if (one === undefined || other === undefined) return []
    return { who: shared.length > 1 ? after.name : 'Score', was: one.score, now: other.score }
  })
  if (scores.length > 1 && scores.every(({ was, now }) => was === now)) {
    return [{ text: 'Scores unchanged' }]
  }
  return scores.map(({ who, was, now }) =>
    was === now
      ? { text: `${who} unchanged at ${now}` }
      : { text: `${who} ${was} → ${now}`, worse: now < was },
  )
}

function tileFindings(one: Report, other: Report): readonly Finding[] {
  const figureOf = ({ tiles }: Report, title: string) =>
    tiles.find((tile) => tile.title === title)?.figure ?? ''
  const amount = (title: string, what: string) => {
    const change = figureChange(figureOf(one, title), figureOf(other, title))
    return change === '' ? [] : [{ text: `${change} ${what}`, worse: change.startsWith('+') }]
  }
  const late = [one, other].map((report) => Number(figureOf(report, 'Late payments')))
  return [
    ...amount('Monthly payments', 'a month'),
    ...amount('Past due', 'past due'),
    ...countFinding(late[0] ?? 0, late[1] ?? 0, 'late payment'),
  ]
}

function accountFindings(accounts: readonly ComparedAccount[]): readonly Finding[] {
  const [added, removed] = ['added', 'removed'].map(
    (kind) => accounts.filter((account) => account.kind === kind).length,
  )
  return [
    ...(added ? [{ text: plural(added, 'new account'), worse: true }] : []),
    ...(removed ? [{ text: `${plural(removed, 'account')} no longer listed` }] : []),
  ]
}

/** Returns how many accounts owe more. The sums can fall while some accounts owe more. */
function owingFindings(accounts: readonly ComparedAccount[]): readonly Finding[] {
  const owing = accounts.filter(owesMore).length
  return owing === 0
    ? []
    : [{ text: `${plural(owing, 'account')} ${owing === 1 ? 'owes' : 'owe'} more` }]
}

/**
 * Returns the change in inquiries. The lender's own inquiries come with each report, so they are
 * counted only if the number of other inquiries is unchanged. If both numbers changed, the text
 * says that it counts the others, because the summary counts all.
 */
function inquiryFindings(reports: Reports): readonly Finding[] {
  const [one, other] = [inquiryCounts(reports[0], reports), inquiryCounts(reports[1], reports)]
  if (one.others !== other.others) {
    const found = countFinding(one.others, other.others, 'inquiry', 'inquiries')
    return one.own === other.own
      ? found
      : found.map((finding) => ({ ...finding, text: `${finding.text} by others` }))
  }
  return countFinding(one.own, other.own, 'inquiry', 'inquiries').map(({ text }) => ({
    text: `${text} by ${lendersText(reports)}`,
  }))
}

/** Returns a finding such as `2 more inquiries` or `1 fewer late payment`. */
function countFinding(one: number, other: number, name: string, many?: string): readonly Finding[] {
  if (one === other || Number.isNaN(other - one)) return []
  const [how, count] = other > one ? ['more', other - one] : ['fewer', one - other]
  const named = plural(count, name, many).replace(' ', ` ${how} `)
  return [{ text: named, worse: other > one }]
}
