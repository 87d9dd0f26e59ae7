/** The figures of a summary that do not belong to a type of account, in groups. */
import { words } from '../../../../../src/documents/wording.ts'
import { Panel } from '../../../components/layout.tsx'
import { dateText } from '../../../format.ts'
import type { Report } from '../report-data.ts'
import { figureOf, figureText, Matrix, type MatrixRow } from './matrix.tsx'

type Summary = Report['summaries'][number]

/** The groups, with patterns for the names of figures. A figure is in the first that it matches. */
const GROUPS: readonly (readonly [title: string, names: RegExp])[] = [
  ['Files', /^(AsOfDate|IdentityOnFileDate|Files)/],
  ['Revolving credit', /^Revolving/],
  [
    'Late and derogatory',
    /Adverse|AsAgreed|Late|Derogatory|Collection|ChargeOff|Repossession|Bankruptc|Disputed|Counsel|Public|Liens|Judgments/,
  ],
  ['Accounts', /^/],
]

/**
 * Matches the counts of inquiries in a period: all inquiries, inquiries that repeat another on the
 * same day, and the remaining ones.
 */
const INQUIRIES = /^Inquiries(\d+(?:Days|Year))(SameDay|Remaining)?$/

interface OtherProps {
  readonly report: Report
  readonly isOther: (name: string) => boolean
}

/** A table for each group with a column per borrower, and a table of inquiries per borrower. */
export function OtherFigures({ report, isOther }: OtherProps) {
  const { summaries } = report
  const names = [...new Set(summaries.flatMap(({ figures }) => figures.map(({ name }) => name)))]
  const grouped = Map.groupBy(
    names.filter((name) => isOther(name) && !INQUIRIES.test(name)),
    (name) => GROUPS.find(([, fits]) => fits.test(name))?.[0],
  )
  const periods = [...new Set(names.flatMap((name) => INQUIRIES.exec(name)?.[1] ?? []))]
  return (
    <div className="figure-groups">
      {GROUPS.map(([title]) => (
        <Panel key={title} title={title} flush>
          <Matrix
            caption={title}
            corner="Figure"
            isHeadHidden={summaries.length === 1}
            heads={summaries.map((summary) => nameOf(report, summary))}
            rows={(grouped.get(title) ?? []).map((name) => [
              FIGURE_TITLES[name] ?? words(name),
              summaries.map(({ figures }) => namedFigureText(name, figureOf(figures, name))),
            ])}
          />
        </Panel>
      ))}
      {summaries.map((summary) => (
        <Inquiries
          key={`${summary.name}${summary.borrowerId}`}
          of={summaries.length === 1 ? '' : `: ${nameOf(report, summary)}`}
          summary={summary}
          periods={periods}
        />
      ))}
    </div>
  )
}

function nameOf({ borrowers }: Report, { name, borrowerId }: Summary): string {
  return borrowers.find(({ id }) => id === borrowerId)?.name ?? words(name)
}

interface InquiriesProps {
  readonly of: string
  readonly summary: Summary
  /** The periods as they appear in the names of figures. */
  readonly periods: readonly string[]
}

/** The numbers of inquiries by period, with and without repeats. */
function Inquiries({ of, summary, periods }: InquiriesProps) {
  if (periods.length === 0) return null
  const title = `Inquiries by period${of}`
  return (
    <Panel title={title} flush>
      <Matrix
        caption={title}
        corner="Last"
        heads={['All bureaus', 'Same-day repeats', 'Without repeats']}
        rows={periods.map(
          (period): MatrixRow => [
            words(period),
            ['', 'SameDay', 'Remaining'].map((kind) =>
              figureText(figureOf(summary.figures, `Inquiries${period}${kind}`)),
            ),
          ],
        )}
      />
    </Panel>
  )
}

/** Titles of figures whose name in the XML is not clear enough below the title of their group. */
const FIGURE_TITLES: Readonly<Record<string, string>> = {
  AsOfDate: 'As of date (UTC)',
  IdentityOnFileDate: 'On file since',
  FilesAsked: 'Bureaus requested',
  FilesNoHit: 'No hit or thin file',
  FilesFrozen: 'Security freezes',
  FilesFailed: 'Failed files',
  MergedAccounts: 'Accounts reported by more than one bureau',
  OldestAccountDate: 'Oldest account',
  NewestAccountDate: 'Newest account',
  AccountsOpenedIn6Months: 'Accounts opened in the last 6 months',
  RevolvingLimit: 'Limits of open accounts',
  RevolvingAvailable: 'Available',
  RevolvingUtilizationPercent: 'Utilization',
  AccountsEverAdverse: 'Accounts ever late or adverse',
  MortgageLatePayments12Months: 'Mortgage late payments, 0–12 months',
  MortgageLatePayments13To24Months: 'Mortgage late payments, 13–24 months',
  MortgageLatePayments25MonthsAndOlder: 'Mortgage late payments, 25+ months',
  ChargeOffs: 'Charge-offs',
  PublicRecordsIn2Years: 'Public records in the last 2 years',
}

/** Formats a figure as a date, a percentage, an amount or a count, according to its name. */
function namedFigureText(name: string, value: string): string {
  if (!/^\d+$/.test(value)) return dateText(value)
  if (name.endsWith('Percent')) return `${value}%`
  return figureText(value, /(?:Credit|Limit|Available|Balance)$/.test(name))
}
