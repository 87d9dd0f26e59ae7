/** What a reader looks for first: the scores that count, the debt, and whether it is paid. */
import type { Report } from './report-data.ts'

type Tile = Report['tiles'][number]

/** The tiles of a report, as its printed page has them. */
export function Tiles({ report }: { readonly report: Report }) {
  return (
    <dl className="report-tiles">
      {report.representativeScores.length > 0 && <ScoreTile report={report} />}
      {report.tiles.map((tile) => (
        <FigureTile key={tile.title} tile={tile} />
      ))}
    </dl>
  )
}

/** The scores that a lender decides by: one figure, or one line for each borrower and model. */
function ScoreTile({ report }: { readonly report: Report }) {
  const { representativeScores: scores, borrowers } = report
  return (
    <div className="report-tile">
      <dt>Representative score</dt>
      {scores.map(({ borrowerId, model, score, rule }) => (
        <dd key={`${borrowerId}${model}`} className="report-tile-score">
          <span className="figure">{score}</span>
          <span className="muted small">
            {borrowers.length > 1 && (
              <span className="strong">{borrowers.find(({ id }) => id === borrowerId)?.name} </span>
            )}
            {model}, {rule}
          </span>
        </dd>
      ))}
    </div>
  )
}

function FigureTile({ tile: { title, figure, lines, adverse } }: { readonly tile: Tile }) {
  return (
    <div className={adverse ? 'report-tile adverse' : 'report-tile'}>
      <dt>{title}</dt>
      <dd className="figure">{figure}</dd>
      {lines.map((line) => {
        const counts = countsIn(line)
        return (
          <dd key={line} className="muted small">
            {counts === undefined ? line : <Counts counts={counts} />}
          </dd>
        )
      })}
    </div>
  )
}

type Count = readonly [name: string, count: string]

/** The counts of a line such as `30 days: 1 · 60 days: 0`; undefined where it is another line. */
function countsIn(line: string): readonly Count[] | undefined {
  const counts = line.split(' · ').map((part) => /^(.+): (\d+)$/.exec(part))
  if (counts.length < 2 || counts.includes(null)) return undefined
  return counts.map((found) => [found?.[1] ?? '', found?.[2] ?? ''])
}

/** Counts side by side, each over its name; what is not zero is strong. */
function Counts({ counts }: { readonly counts: readonly Count[] }) {
  return (
    <span className="report-counts">
      {counts.map(([name, count]) => (
        <span key={name}>
          <span className={count === '0' ? 'report-count' : 'report-count strong'}>{count}</span>
          <span className="hidden"> times </span>
          <span className="report-count-name">{name.replace(' or more', '+')}</span>
        </span>
      ))}
    </span>
  )
}
