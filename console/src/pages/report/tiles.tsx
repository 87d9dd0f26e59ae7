/** What a reader looks for first: the scores that count, the debt, and whether it is paid. */
import { Link } from 'wouter'
import { plural } from '../../format.ts'
import { FILTERS } from './account-filters.ts'
import type { Report } from './report-data.ts'

type Tile = Report['tiles'][number]

/** The tiles of a report, as its printed page has them. */
export function Tiles({ report }: { readonly report: Report }) {
  const isScored = report.representativeScores.length > 0
  return (
    <dl className={isScored ? 'report-tiles' : 'report-tiles unscored'}>
      {isScored && <ScoreTile report={report} />}
      {report.tiles.map((tile) => (
        <FigureTile key={tile.title} report={report} tile={tile} />
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

/** The filters of the accounts that a tile counts. */
const FILTER_KEYS: Readonly<Record<string, string>> = {
  'Monthly payments': 'open',
  [WIDE_TITLE]: 'late',
  'Past due': 'past-due',
}

function FigureTile({ report, tile }: { readonly report: Report; readonly tile: Tile }) {
  const { title, figure, adverse } = tile
  const filter = FILTERS.find(({ key }) => key === FILTER_KEYS[title])
  const count = filter === undefined ? 0 : report.accounts.filter(filter.holds).length
  const isWide = title === WIDE_TITLE
  const lines = isWide && count > 0 ? [...tile.lines, `in ${plural(count, 'account')}`] : tile.lines
  const classes = ['report-tile', isWide && 'wide', adverse && 'adverse']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <dt>{title}</dt>
      <dd className="figure">{figure}</dd>
      <dd className="muted small">
        {lines.map((line, index) => (
          <p key={line}>
            {count > 0 && index === lines.length - 1 ? (
              <Link
                href={`/reports/${report.summary.id}?view=accounts&accounts=${filter?.key}`}
                className="stretched"
                onClick={showTabs}
              >
                {line}
              </Link>
            ) : (
              line
            )}
          </p>
        ))}
      </dd>
    </div>
  )
}

/** The accounts are below, perhaps out of view. */
function showTabs(): void {
  document.querySelector('.main .tabs')?.parentElement?.scrollIntoView()
}
