/** What a reader looks for first: the scores that count, the debt, and whether it is paid. */
import type { Report } from './report-data.ts'

type Tile = Report['tiles'][number]

/** The tiles of a report, as its printed page has them. */
export function Tiles({ report }: { readonly report: Report }) {
  const isScored = report.representativeScores.length > 0
  return (
    <dl className={isScored ? 'report-tiles' : 'report-tiles unscored'}>
      {isScored && <ScoreTile report={report} />}
      {report.tiles.map((tile) => (
        <FigureTile key={tile.title} tile={tile} />
      ))}
    </dl>
  )
}

/** The scores that a lender decides by: one figure, or one for each borrower and model. */
function ScoreTile({ report }: { readonly report: Report }) {
  const { representativeScores: scores, borrowers } = report
  return (
    <div className="report-tile wide">
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

/** Its lines are longer than those of the others. */
const WIDE_TITLE = 'Late payments'

function FigureTile({ tile: { title, figure, lines, adverse } }: { readonly tile: Tile }) {
  const classes = ['report-tile', title === WIDE_TITLE && 'wide', adverse && 'adverse']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <dt>{title}</dt>
      <dd className="figure">{figure}</dd>
      <dd className="muted small">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </dd>
    </div>
  )
}
