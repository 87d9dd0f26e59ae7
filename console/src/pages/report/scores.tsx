/** The scores of a report, each on the scale of its model. */
import { Fragment } from 'react'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../src/documents/wording.ts'
import { BureauLetters, outcomeText } from '../../components/bureaus.tsx'
import { dateText } from '../../format.ts'
import { exclusionText, isReturned, type Report } from './report-data.ts'
import './scores.css'

type Score = Report['scores'][number]
type File = Report['files'][number]

/**
 * A box for each score, or for the reason why there is none. The boxes are folded: their title
 * already contains the scores that most readers look for, and the accounts follow immediately.
 */
export function Scores({ report }: { readonly report: Report }) {
  if (report.scores.length === 0 && report.files.every(isReturned)) return null
  const isJoint = report.borrowers.length > 1
  const look = isJoint ? 'score compact' : 'score'
  return (
    <details className="panel scores-fold">
      <summary>
        <h2>Scores and factors</h2>
        {report.borrowers.map((person) => (
          <ScoreLine key={person.id} report={report} person={person} />
        ))}
      </summary>
      {report.borrowers.map((person) => {
        const scores = report.scores.filter(({ borrowerId }) => borrowerId === person.id)
        const missing = report.files.filter(
          (file) => file.borrowerId === person.id && !isReturned(file),
        )
        if (scores.length + missing.length === 0) return null
        return (
          <div key={person.id} className="stack tight">
            {isJoint && <h3>{person.name}</h3>}
            <div className="scores">
              {BUREAUS.map((bureau) => (
                <Fragment key={bureau}>
                  {scores.filter(isOf(bureau)).map((score) => (
                    <ScoreBox key={score.model} score={score} look={look} />
                  ))}
                  {missing.filter(isOf(bureau)).map((file) => (
                    <MissingFile key={file.id} file={file} look={look} />
                  ))}
                </Fragment>
              ))}
            </div>
          </div>
        )
      })}
    </details>
  )
}

interface LineProps {
  readonly report: Report
  readonly person: Report['borrowers'][number]
}

/** The scores of a borrower by bureau, on one line. */
function ScoreLine({ report, person }: LineProps) {
  const files = report.files.filter(({ borrowerId }) => borrowerId === person.id)
  return (
    <span className="score-line small">
      {report.borrowers.length > 1 && <span className="strong">{person.name}</span>}
      {BUREAUS.map((bureau) => {
        const file = files.find(isOf(bureau))
        if (file === undefined) return null
        const scores = report.scores.filter(isOf(bureau))
        const own = scores.filter(({ borrowerId }) => borrowerId === person.id)
        return (
          <span key={bureau}>
            <BureauLetters bureaus={[bureau]} />{' '}
            {isReturned(file) ? figuresOf(own) : outcomeText(file.status)}
          </span>
        )
      })}
    </span>
  )
}

function figuresOf(scores: readonly Score[]): string {
  return scores.map(({ value }) => value ?? 'not scored').join(', ') || 'not scored'
}

function isOf(bureau: string) {
  return (item: { readonly bureau: string }) => item.bureau === bureau
}

/** A box for a bureau that returned no file. */
function MissingFile({ file, look }: { readonly file: File; readonly look: string }) {
  return (
    <div className={`${look} ${file.bureau.toLowerCase()}-edge`}>
      <p className="strong">{file.bureau}</p>
      <p className="score-none">
        No file
        <span className="muted small">{words(file.status.replace(/^NoFileReturned/, ''))}</span>
      </p>
    </div>
  )
}

function ScoreBox({ score, look }: { readonly score: Score; readonly look: string }) {
  return (
    <div className={`${look} ${score.bureau.toLowerCase()}-edge`}>
      <p className="row spread">
        <span className="strong">{score.bureau}</span>
        <span className="muted small">{dateText(score.date)}</span>
      </p>
      {score.value === undefined ? (
        <p className="score-none">
          Not scored
          <span className="muted small">{exclusionText(score.exclusionReason)}</span>
        </p>
      ) : (
        <Scale score={score} value={score.value} />
      )}
      <p className="muted small">{words(score.model)}</p>
      <Factors score={score} />
    </div>
  )
}

/** The factors that lowered a score. */
function Factors({ score: { factors, loweredByInquiries } }: { readonly score: Score }) {
  if (factors.length === 0 && !loweredByInquiries) return null
  return (
    <div className="stack tight factor-list">
      {factors.length > 0 && (
        <ol className="factors">
          {factors.map(({ code, text }) => (
            <li key={`${code} ${text}`}>
              <span className="mono muted">{code}</span>
              {text}
            </li>
          ))}
        </ol>
      )}
      {loweredByInquiries && <p className="small">Recent inquiries also lowered this score.</p>}
    </div>
  )
}

function Scale({ score, value }: { readonly score: Score; readonly value: number }) {
  const { minimum = 300, maximum = 850 } = score
  const share = Math.min(1, Math.max(0, (value - minimum) / (maximum - minimum)))
  return (
    <div className="score-scale">
      <p className="score-figure">{value}</p>
      <svg className="scale" aria-hidden="true" width="100%" height="14">
        <rect className="scale-track" y="5" width="100%" height="5" rx="2.5" />
        <rect className="scale-reached" y="5" width={`${share * 100}%`} height="5" rx="2.5" />
        <circle className="scale-here" cx={`${share * 100}%`} cy="7.5" r="5" />
      </svg>
      <p className="row spread muted tiny">
        <span>
          <span className="hidden">of </span>
          {minimum}
        </span>
        <span>
          <span className="hidden">to </span>
          {maximum}
        </span>
      </p>
    </div>
  )
}
