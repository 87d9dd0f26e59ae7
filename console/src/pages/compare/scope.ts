/**
 * The coverage of two reports: which borrowers and bureaus were added or left out, and how that
 * changed the scores.
 */
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { capitalized, sentence } from '../../format.ts'
import type { Report } from '../report/report-data.ts'
import { namesText, type Person, type PersonPair } from './people.ts'

/**
 * Returns sentences about the coverage; none if both reports are about the same people, with files
 * of the same bureaus.
 */
export function scopeTexts(
  reports: readonly [Report, Report],
  people: readonly PersonPair[],
): readonly string[] {
  const shared = people.flatMap(([one, other]) => (one && other ? [[one, other] as const] : []))
  const changes = coverage(reports, people)
  return [
    ...(changes.length > 0 ? [sentence(`the second report ${changes.join(' and ')}`)] : []),
    ...unscoredText(reports),
    ...shared.flatMap((pair) => scoreTexts(reports, pair, people.length > 1)),
    ...(shared.length === people.length || shared.length === 0
      ? []
      : [sentence(`the summary compares the figures of ${namesText(shared.map(([one]) => one))}`)]),
  ]
}

/** Returns a sentence if only one of the reports has scores. A refresh has none. */
function unscoredText(reports: readonly [Report, Report]): readonly string[] {
  const [one, other] = reports.map(isScored)
  return one === other ? [] : [`The ${one ? 'second' : 'first'} report has no scores.`]
}

/** Returns whether a report has any score to compare. */
export function isScored({ scores }: Report): boolean {
  return scores.length > 0
}

/** Returns texts such as `adds TransUnion` and `leaves out J. C.` */
function coverage(
  [one, other]: readonly [Report, Report],
  people: readonly PersonPair[],
): readonly string[] {
  const without = (side: 0 | 1) =>
    people.flatMap((pair) => (pair[side] === undefined ? (pair[1 - side]?.name ?? []) : []))
  const came = [...without(0), ...bureausOnlyIn(other.delivered, one.delivered)]
  const left = [...without(1), ...bureausOnlyIn(one.delivered, other.delivered)]
  return [
    ...(came.length > 0 ? [`adds ${came.join(' and ')}`] : []),
    ...(left.length > 0 ? [`leaves out ${left.join(' and ')}`] : []),
  ]
}

function bureausOnlyIn(some: readonly string[], others: readonly string[]): readonly string[] {
  return BUREAUS.filter((bureau) => some.includes(bureau) && !others.includes(bureau))
}

/** Explains how the representative scores changed if different bureaus scored the person. */
function scoreTexts(
  [one, other]: readonly [Report, Report],
  [before, after]: readonly [Person, Person],
  isNamed: boolean,
): readonly string[] {
  const [then, now] = [scoredBureaus(one, before), scoredBureaus(other, after)]
  const causes = [
    ['with', bureausOnlyIn(now, then)],
    ['without', bureausOnlyIn(then, now)],
  ] as const
  const cause = causes.flatMap(([word, bureaus]) =>
    bureaus.length === 0 ? [] : [`${word} ${bureaus.join(' and ')}`],
  )
  const scoreOf = (report: Report, { id }: Person, model: string) =>
    report.representativeScores.find((each) => each.borrowerId === id && each.model === model)
  return other.representativeScores.flatMap(({ borrowerId, model, score, rule }) => {
    const was = borrowerId === after.id ? scoreOf(one, before, model) : undefined
    if (was === undefined || cause.length === 0) return []
    const of = isNamed ? ` of ${after.name}` : ''
    const how = was.rule === rule ? '' : ` is ${named(rule)} instead of ${named(was.rule)}, and`
    const moved = was.score === score ? `is still ${score}` : `went from ${was.score} to ${score}`
    return `${capitalized(cause.join(' and '))}, the representative score${of}${how} ${moved}.`
  })
}

/** Returns a rule with its article, which “the only score” has. */
const named = (rule: string) => (rule.startsWith('the ') ? rule : `the ${rule}`)

function scoredBureaus({ scores }: Report, { id }: Person): readonly string[] {
  return scores
    .filter(({ borrowerId, value }) => borrowerId === id && value !== undefined)
    .map(({ bureau }) => bureau)
}
