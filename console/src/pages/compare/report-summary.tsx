/** The figures of two reports that readers compare first: scores, tiles and numbers of entries. */
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../src/documents/wording.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Panel } from '../../components/layout.tsx'
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
import { type InquiryCounts, inquiryCounts, lendersText } from './inquiry-counts.ts'
import { namesText, onlyOf, type Person, type PersonPair } from './people.ts'
import { isScored } from './scope.ts'

interface SummaryProps {
  readonly reports: Pair<Report>
  readonly people: readonly PersonPair[]
  readonly heads: Pair<React.ReactNode>
  readonly accounts: readonly ComparedAccount[]
  /** Whether the reports have no borrower in common. */
  readonly apart: boolean
}

/** The values that differ, side by side. The others are shown on demand. */
export function ReportSummary({ reports, people, heads, accounts, apart }: SummaryProps) {
  const figures = figureRows(reports.map(({ tiles }) => tiles))
  const isSame = people.every(([one, other]) => one !== undefined && other !== undefined)
  const isHeaded = people.length > 1 || apart
  const counts = countRows(reports, isSame ? accounts : [], apart)
  const ofPeople = people.flatMap((pair) => personRows(reports, pair, { accounts, apart, isSame }))
  const rows = [
    ...(isHeaded ? [...ofPeople, wholeHeading(reports, isSame)] : ofPeople.slice(1)),
    ...(isSame || apart ? figures : figures.map(({ notes: _, ...row }) => withoutChange(row))),
    ...(isSame ? counts : counts.map(withoutChange)),
  ]
  return (
    <Panel title="Summary" flush>
      <ComparisonTable caption="Figure" heads={heads} rows={rows} row="figure" apart={apart} />
    </Panel>
  )
}

/** Returns a row that shows values without comparing them, for sides that are not comparable. */
function withoutChange(row: ComparedRow): ComparedRow {
  return { ...row, apart: true, change: '' }
}

interface Comparing extends Pick<SummaryProps, 'accounts' | 'apart'> {
  /** Whether both reports are about the same people. */
  readonly isSame: boolean
}

/**
 * Returns a heading and the scores of a person. If the reports are about different people, the
 * figures of a person who is in both reports follow.
 */
function personRows(
  reports: Pair<Report>,
  pair: PersonPair,
  { accounts, apart, isSame }: Comparing,
): ComparedRow[] {
  const found = scoresOf(reports, pair)
  const scores = reports.every(isScored) ? found : found.map(withoutChange)
  const [one, other] = pair
  const heading = personHeading(pair, apart)
  if (apart || isSame) return [heading, ...scores]
  if (one === undefined || other === undefined) return [heading, ...scores.map(withoutChange)]
  const parts = [onlyOf(reports[0], one), onlyOf(reports[1], other)] as const
  const counts = countRows(
    parts,
    accounts.filter(({ kind }) => kind !== 'elsewhere'),
  )
  const own = [...figureRows(parts.map(({ tiles }) => tiles)), ...counts]
  return [
    heading,
    ...scores,
    ...own.map((row) => ({ ...row, title: `${one.id} ${row.title}`, shown: row.title })),
  ]
}

function personHeading([one, other]: PersonPair, apart: boolean): ComparedRow {
  const title = `person ${one?.id}-${other?.id}`
  if (apart) return headingRow('Scores', title, [personOf(one), personOf(other)])
  const sideOf = (person: Person | undefined) => person === undefined && 'not in this report'
  return headingRow(personOf(one ?? other), title, [sideOf(one), sideOf(other)])
}

function wholeHeading(reports: Pair<Report>, isSame: boolean): ComparedRow {
  const namesOf = ({ borrowers }: Report) => !isSame && namesText(borrowers)
  return headingRow('Whole report', 'report', [namesOf(reports[0]), namesOf(reports[1])])
}

function headingRow(
  shown: React.ReactNode,
  title: string,
  sides: Pair<React.ReactNode>,
): ComparedRow {
  return { title, shown, sides, differs: false, heading: true }
}

function personOf(person: Person | undefined): React.ReactNode {
  return person === undefined ? (
    <span className="muted">no co-borrower</span>
  ) : (
    <>
      {person.name} <span className="muted">{person.ssn}</span>
    </>
  )
}

interface NamedScore {
  /** Undefined for the representative score. */
  readonly bureau?: string
  readonly model: string
  readonly value: string | undefined
  /** How a representative score was chosen, such as `lower of two`. */
  readonly rule?: string
}

/** Returns rows for the scores of a person in both reports, in the order of the bureaus. */
function scoresOf(reports: Pair<Report>, people: PersonPair): ComparedRow[] {
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
        rise: 'better',
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

type Tiles = Report['tiles']

/** Returns a row for each tile of either side, with the lines below its figure as notes. */
function figureRows(tiles: readonly Tiles[]): ComparedRow[] {
  const titles = [...new Set(tiles.flat().map(({ title }) => title))]
  return titles.map((title) => {
    const [one, other] = tiles.map((each) => each.find((tile) => tile.title === title))
    const notesOf = (tile: Tiles[number] | undefined) =>
      // A word joiner prevents a line break after the dash of a range.
      tile?.lines.map((line) => <p key={line}>{line.replaceAll('–', '–\u2060')}</p>)
    const row = textRow(title, one?.figure, other?.figure)
    return {
      ...row,
      differs: row.differs || one?.lines.join() !== other?.lines.join(),
      notes: [notesOf(one), notesOf(other)],
      change: figureChange(one?.figure ?? '', other?.figure ?? ''),
      rise: 'worse',
    }
  })
}

function countRows(
  [one, other]: Pair<Report>,
  accounts: readonly ComparedAccount[],
  apart = false,
): ComparedRow[] {
  const count = (title: string, of: (report: Report) => readonly unknown[]) =>
    numberRow(title, of(one).length, of(other).length)
  const kinds = (['changed', 'added', 'removed'] as const).flatMap((kind) => {
    const { length } = accounts.filter((account) => account.kind === kind)
    return length === 0 ? [] : [`${length} ${kind}`]
  })
  const bureaus = ({ files }: Report) => (
    <BureauLetters bureaus={files.filter(isReturned).map(({ bureau }) => bureau)} />
  )
  const counted = count('Accounts', (report) => report.accounts)
  return [
    {
      ...counted,
      differs: counted.differs || kinds.length > 0,
      notes: ['', kinds.join(', ')] as const,
    },
    inquiryRow([one, other], apart),
    { ...count('Public records', ({ publicRecords }) => publicRecords), rise: 'worse' },
    {
      ...count('Credit files', ({ files }) => files.filter(isReturned)),
      notes: [bureaus(one), bureaus(other)] as const,
    },
  ]
}

/**
 * Returns the row of inquiries. The lender's own inquiries come with its reports and say nothing
 * about the borrower. Reports without a common borrower are not compared, and need no note about
 * them.
 */
function inquiryRow(reports: Pair<Report>, apart: boolean): ComparedRow {
  const [one, other] = [inquiryCounts(reports[0], reports), inquiryCounts(reports[1], reports)]
  const lenders = lendersText(reports)
  const noteOf = ({ own }: InquiryCounts) => (own > 0 && !apart ? `${own} by ${lenders}` : '')
  return {
    ...numberRow('Inquiries', one.own + one.others, other.own + other.others),
    notes: [noteOf(one), noteOf(other)],
    ...(one.others !== other.others && { rise: 'worse' }),
  }
}
