/** What a reader looks for first: the scores that count, the debt, and whether it is paid. */
import type { Report } from './report-data.ts'

/** The tiles of a report, as its printed page has them. */
export function Tiles({ report }: { readonly report: Report }) {
  const scores = report.representativeScores
  return (
    <dl className="report-tiles">
      {scores.map(({ borrowerId, model, score, rule }) => (
        <div key={`${borrowerId}${model}`} className="report-tile">
          <dt>
            Representative score
            {report.borrowers.length > 1 && `, ${nameOf(report, borrowerId)}`}
          </dt>
          <dd className="figure">{score}</dd>
          <dd className="muted small">
            {model}, {rule}
          </dd>
        </div>
      ))}
      {report.tiles.map(({ title, figure, lines, adverse }) => (
        <div key={title} className={adverse ? 'report-tile adverse' : 'report-tile'}>
          <dt>{title}</dt>
          <dd className="figure">{figure}</dd>
          {lines.map((line) => (
            <dd key={line} className="muted small">
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

function nameOf(report: Report, borrowerId: string): string {
  return report.borrowers.find(({ id }) => id === borrowerId)?.name ?? ''
}
