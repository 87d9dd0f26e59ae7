/** What a reader of two reports compares first: scores, figures and numbers of entries. */
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../src/documents/wording.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Panel } from '../../components/layout.tsx'
import { uncapitalized } from '../../format.ts'
import { isReturned, type Report } from '../report/report-data.ts'
import type { ComparedAccount } from './account-changes.ts'
import { figureChange } from './change-text.ts'
import {
  type ComparedRow,
  ComparisonTable,
  numberRow,
  type Pair,
  textRow,
} from './comparison-table.tsx'
import { pairedPeople } from './people.ts'

interface SummaryProps {
  readonly reports: Pair<Report>
  readonly heads: Pair<React.ReactNode>
  readonly accounts: readonly ComparedAccount[]
  /** The reports have no borrower in common. */
  readonly apart: boolean
}

/** Each value once, side by side. What neither report has is named below. */
export function ReportSummary({ reports, heads, accounts, apart }: SummaryProps) {
  const counts = countRows(reports, accounts)
  const isAbsent = ({ texts }: ComparedRow) => texts?.every((text) => text[0] === '0') ?? false
  const absent = counts.filter(isAbsent)
  const rows = [
    ...scoreRows(reports, apart),
    ...figureRows(reports),
    ...counts.filter((row) => !isAbsent(row)),
  ]
  return (
    <Panel title="Summary" flush>
      <ComparisonTable caption="Figure" heads={heads} rows={rows} apart={apart} />
      {absent.length > 0 && (
        <p className="compare-unchanged muted small">
          None in either report: {absent.map(({ title }) => uncapitalized(title)).join(', ')}
        </p>
      )}
    </Panel>
  )
}

type Person = Report['borrowers'][number]

/** The scores of each person; where there is more than one, below the names. */
function scoreRows(reports: Pair<Report>, apart: boolean): ComparedRow[] {
  const people = pairedPeople(reports[0].borrowers, reports[1].borrowers, apart)
  const rows = people.map((pair) => scoresOf(reports, pair))
  if (people.length === 1 && !apart) return rows.flat()
  const namesOf = ({ borrowers }: Report) => borrowers.map(({ name }) => name).join(' and ')
  return [
    ...people.flatMap(([one, other], index) => [
      headingRow('Scores', `person ${index}`, [personOf(one, apart), personOf(other, apart)]),
      ...(rows[index] ?? []),
    ]),
    headingRow('Whole report', 'report', [namesOf(reports[0]), namesOf(reports[1])]),
  ]
}

function headingRow(shown: string, title: string, sides: Pair<React.ReactNode>): ComparedRow {
  return { title, shown, sides, differs: false, heading: true }
}

function personOf(person: Person | undefined, apart: boolean): React.ReactNode {
  return person === undefined ? (
    <span className="muted">{apart ? 'no co-borrower' : 'not in this report'}</span>
  ) : (
    <>
      {person.name} <span className="muted">{person.ssn}</span>
    </>
  )
}

interface NamedScore {
  /** Undefined of the representative score. */
  readonly bureau?: string
  readonly model: string
  readonly value: string | undefined
  /** How a representative score was chosen: `lower of two`. */
  readonly rule?: string
}

/** The scores of a person in both reports, in the order of the bureaus. */
function scoresOf(reports: Pair<Report>, people: Pair<Person | undefined>): ComparedRow[] {
  const [one, other] = [namedScores(reports[0], people[0]), namedScores(reports[1], people[1])]
  const keyOf = ({ bureau = '', model }: NamedScore) => `${bureau} ${model}`
  const named = new Map([...one, ...other].map((score) => [keyOf(score), score]))
  const rank = ({ bureau }: NamedScore) => (BUREAUS as readonly string[]).indexOf(bureau ?? '')
  const scoreIn = (scores: readonly NamedScore[], key: string) =>
    scores.find((score) => keyOf(score) === key)
  return [...named]
    .sort(([, before], [, after]) => rank(before) - rank(after))
    .map(([key, { bureau, model }]) => {
      const [before, after] = [scoreIn(one, key), scoreIn(other, key)]
      const [then, now] = [before?.value, after?.value]
      return {
        ...textRow(`${people[0]?.id}-${people[1]?.id} ${key}`, then, now),
        notes: [before?.rule, after?.rule],
        shown: (
          <>
            {bureau === undefined ? 'Representative' : <BureauLetters bureaus={[bureau]} />}{' '}
            <span className="muted small">{words(model)}</span>
          </>
        ),
        change: figureChange(then ?? '?', now ?? '?'),
      }
    })
}

function namedScores(report: Report, person: Person | undefined): readonly NamedScore[] {
  const isOf = ({ borrowerId }: { readonly borrowerId: string }) => borrowerId === person?.id
  return [
    ...report.representativeScores
      .filter(isOf)
      .map(({ model, score, rule }) => ({ model, value: `${score}`, rule })),
    ...report.scores
      .filter(isOf)
      .map(({ bureau, model, value = 'not scored' }) => ({ bureau, model, value: `${value}` })),
  ]
}

/** The tiles of both reports, with the lines below their figures. */
function figureRows(reports: Pair<Report>): ComparedRow[] {
  const titles = [...new Set(reports.flatMap(({ tiles }) => tiles.map(({ title }) => title)))]
  return titles.map((title) => {
    const [one, other] = reports.map(({ tiles }) => tiles.find((tile) => tile.title === title))
    const notesOf = (tile: Report['tiles'][number] | undefined) =>
      // A range is not broken at its dash.
      tile?.lines.map((line) => <p key={line}>{line.replaceAll('–', '–\u2060')}</p>)
    const row = textRow(title, one?.figure, other?.figure)
    return {
      ...row,
      differs: row.differs || one?.lines.join() !== other?.lines.join(),
      notes: [notesOf(one), notesOf(other)],
      change: figureChange(one?.figure ?? '', other?.figure ?? ''),
    }
  })
}

function countRows([one, other]: Pair<Report>, accounts: readonly ComparedAccount[]) {
  const count = (title: string, of: (report: Report) => readonly unknown[]) =>
    numberRow(title, of(one).length, of(other).length)
  const kinds = (['changed', 'added', 'removed'] as const).flatMap((kind) => {
    const { length } = accounts.filter((account) => account.kind === kind)
    return length === 0 ? [] : [`${length} ${kind}`]
  })
  const bureaus = ({ delivered }: Report) => <BureauLetters bureaus={delivered} />
  const counted = count('Accounts', (report) => report.accounts)
  const onlyOfOne = accounts.some(({ kind }) => kind === 'elsewhere')
  return [
    {
      ...counted,
      differs: kinds.length > 0 || onlyOfOne,
      change: kinds.join(', ') || (onlyOfOne && counted.change) || '',
    },
    count('Inquiries', ({ inquiries }) => inquiries),
    count('Public records', ({ publicRecords }) => publicRecords),
    {
      ...count('Credit files', ({ files }) => files.filter(isReturned)),
      notes: [bureaus(one), bureaus(other)] as const,
    },
  ]
}
