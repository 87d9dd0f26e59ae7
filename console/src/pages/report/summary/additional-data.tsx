/** The additional data of a response: score ranges, percentiles and other KEYs. */
import { words } from '../../../../../src/documents/wording.ts'
import { Facts } from '../../../components/layout.tsx'
import { exclusionText, type Report } from '../report-data.ts'

/** The additional data. It is folded, because the scores and the files already show most of it. */
export function AdditionalData({ report }: { readonly report: Report }) {
  if (report.facts.length === 0) return null
  return (
    <details className="panel additional-data">
      <summary>
        <h2>Additional data</h2>{' '}
        <span className="muted small">
          score ranges, percentiles and other KEYs of the response
        </span>
      </summary>
      <Facts facts={[...ofModels(report), ...ofScores(report), ...ofOthers(report)]} />
    </details>
  )
}

type Fact = readonly [name: string, value: string]

const RANGE = /^(.+)_(Minimum|Maximum)Value$/
const OF_SCORE = /^CreditScore(RankPercent|ExclusionReason)_/

/** Returns the range of each model, such as `Equifax Beacon 5.0, range: 334–818`. */
function ofModels({ facts }: Report): Fact[] {
  const models = Map.groupBy(
    facts.filter(({ name }) => RANGE.test(name)),
    ({ name }) => RANGE.exec(name)?.[1] ?? '',
  )
  return Array.from(models, ([model, ends]) => [
    `${words(model)}, range`,
    ends
      .map(({ value }) => value)
      .toSorted((one, other) => Number(one) - Number(other))
      .join('–'),
  ])
}

/**
 * Returns the percentile of each score, which is the share of consumers with a lower score, or why
 * there is no score.
 */
function ofScores({ scores, borrowers }: Report): Fact[] {
  return scores.map(({ borrowerId, model, percentile, exclusionReason }) => {
    const person = borrowers.find(({ id }) => id === borrowerId)
    const of = borrowers.length === 1 ? '' : ` of ${person?.name}`
    return percentile === undefined
      ? [`${words(model)}${of}`, `Not scored: ${exclusionText(exclusionReason).toLowerCase()}`]
      : [`${words(model)}${of}, percentile`, `${percentile}`]
  })
}

function ofOthers({ facts }: Report): Fact[] {
  return facts
    .filter(({ name }) => !RANGE.test(name) && !OF_SCORE.test(name))
    .map(({ name, value }) => [FACT_TITLES[name] ?? words(name), value])
}

/** The titles of counts over all borrowers and bureaus. */
const FACT_TITLES: Readonly<Record<string, string>> = { FilesAsked: 'Files requested' }
