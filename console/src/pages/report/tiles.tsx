/**
 * The tiles at the top of a report, with the facts that readers look for first: representative
 * scores, debt, and late payments.
 */
import { outcomeText } from '../../components/bureaus.tsx'
import { plural } from '../../format.ts'
import { FILTERS } from './accounts/account-filters.ts'
import { DerogatoryTile } from './derogatory-tile.tsx'
import { exclusionText, isReturned, type Report } from './report-data.ts'
import { SectionLink } from './section-link.tsx'
import './tiles.css'

type Tile = Report['tiles'][number]

/** The tiles of the printed page, with the scores before and the derogatory items among them. */
export function Tiles({ report }: { readonly report: Report }) {
  const tiles = report.tiles.map((tile) => (
    <FigureTile key={tile.title} report={report} tile={tile} />
  ))
  return (
    <dl className="report-tiles">
      <ScoreTile report={report} />
      {tiles.slice(0, DEBT_TILES)}
      <DerogatoryTile report={report} />
      {tiles.slice(DEBT_TILES)}
    </dl>
  )
}

/** The number of tiles before the derogatory items: the monthly payments and the balance. */
const DEBT_TILES = 2

/** The tile of the representative scores: one figure for each borrower and model. */
function ScoreTile({ report }: { readonly report: Report }) {
  const isJoint = report.borrowers.length > 1
  return (
    <div className="report-tile wide">
      <dt>Representative score</dt>
      {report.borrowers.flatMap((person) =>
        scoresOf(report, person).map(({ figure, why }) => (
          <dd key={`${person.id}${why}`} className="report-tile-score">
            <span className="figure">{figure}</span>
            <span className="muted small">
              {isJoint && <span className="strong">{person.name} </span>}
              {why}
            </span>
          </dd>
        )),
      )}
    </div>
  )
}

type Person = Report['borrowers'][number]

/** Returns the representative scores of a borrower with model and rule, or why there is none. */
function scoresOf(report: Report, { id }: Person) {
  const found = report.representativeScores.filter(({ borrowerId }) => borrowerId === id)
  if (found.length > 0) {
    return found.map(({ score, model, rule }) => ({ figure: `${score}`, why: `${model}, ${rule}` }))
  }
  if (report.scores.length === 0) return [{ figure: 'No score', why: 'No scores ordered' }]
  const isOwn = ({ borrowerId }: { readonly borrowerId: string }) => borrowerId === id
  const reasons = [
    ...report.scores.filter(isOwn).map((score) => exclusionText(score.exclusionReason)),
    ...report.files
      .filter((file) => isOwn(file) && !isReturned(file))
      .map(({ status }) => outcomeText(status)),
  ]
  return [{ figure: 'No score', why: [...new Set(reasons)].join(', ') }]
}

/** The title of a tile that is wide because its lines are long. */
const WIDE_TITLE = 'Late payments'

/** The filters of the accounts that the tiles count. */
const FILTER_KEYS: Readonly<Record<string, string>> = {
  'Monthly payments': 'open',
  [WIDE_TITLE]: 'late',
  'Past due': 'past-due',
}

function FigureTile({ report, tile }: { readonly report: Report; readonly tile: Tile }) {
  const { title, figure, tone } = tile
  const filter = FILTERS.find(({ key }) => key === FILTER_KEYS[title])
  const count = filter === undefined ? 0 : report.accounts.filter(filter.holds).length
  const isWide = title === WIDE_TITLE
  const lines = isWide && count > 0 ? [...tile.lines, `in ${plural(count, 'account')}`] : tile.lines
  const classes = ['report-tile', tone, isWide && 'wide']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <dt>{title}</dt>
      <dd className="figure">{figure}</dd>
      <dd className="muted small">
        {lines.map((line, index) => (
          <p key={line}>
            {count > 0 && index === lines.length - 1 ? (
              <SectionLink report={report} section={`accounts&accounts=${filter?.key}`} isStretched>
                {line}
              </SectionLink>
            ) : (
              line
            )}
          </p>
        ))}
      </dd>
    </div>
  )
}
