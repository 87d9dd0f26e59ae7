/** What a refresh found: how the files of today differ from those of the base report. */

import { Link } from 'wouter'
import { date } from '../../../src/documents/wording.ts'
import { BureauLetters } from '../parts/bureaus.tsx'
import { Empty, Note, Panel } from '../parts/layout.tsx'
import { Table } from '../parts/table.tsx'
import { counted, dollarsText, momentText } from '../words.ts'
import type { ReportView } from './report.tsx'

type Refresh = NonNullable<ReportView['refresh']>
type Difference = Refresh['differences'][number]

interface DifferencesProps {
  readonly report: ReportView
  readonly refresh: Refresh
}

/** The differences in the order of the printed page, headed by what they add to a month. */
export function Differences({ report, refresh }: DifferencesProps) {
  const { differences, baseId, baseIssuedAt, notCompared } = refresh
  const monthly = differences.reduce((sum, each) => sum + (each.monthlyIncrease ?? 0), 0)
  return (
    <>
      <Note tone={differences.length === 0 ? 'good' : 'warn'}>
        <p className="strong">
          {differences.length === 0
            ? 'Nothing has changed that adds to debt or risk.'
            : `${counted(differences.length, 'difference')} since ${momentText(baseIssuedAt)}${
                monthly > 0 ? `, adding ${dollarsText(monthly)} to the payments of a month` : ''
              }.`}
        </p>
        <p>
          Compared with report <Link href={`/reports/${baseId}`}>{baseId}</Link>.
          {notCompared.length > 0 && ` Not compared: ${notCompared.join(', ')}.`}
        </p>
      </Note>
      <Panel flush>
        {differences.length === 0 ? (
          <Empty title="No differences.">
            <p>In a sandbox, turn the clock forward and refresh again: lives go on.</p>
          </Empty>
        ) : (
          <DifferenceTable report={report} differences={differences} />
        )}
      </Panel>
    </>
  )
}

function DifferenceTable({
  report,
  differences,
}: {
  readonly report: ReportView
  readonly differences: readonly Difference[]
}) {
  return (
    <Table
      caption="Differences"
      rows={differences}
      keyOf={(each) => `${each.kind}${each.what}${each.account}${each.since}${each.bureaus}`}
      columns={[
        { title: 'What', heads: true, cell: ({ title }) => title },
        {
          title: 'Where',
          cell: ({ what, account }) => (
            <>
              {what}
              <span className="under mono">{account}</span>
            </>
          ),
        },
        { title: 'Since', cell: ({ since }) => date(since) },
        { title: 'Was', cell: ({ from }) => amount(from) },
        { title: 'Is', className: 'strong', cell: ({ to }) => amount(to) },
        { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
        report.borrowers.length > 1
          ? { title: 'Whose', cell: ({ borrowerIds }) => lettersOf(report, borrowerIds) }
          : undefined,
      ]}
    />
  )
}

function lettersOf({ borrowers }: ReportView, ids: readonly string[]): string {
  const letters = borrowers.flatMap(({ id }, at) =>
    ids.includes(id) ? [at === 0 ? 'B' : 'C'] : [],
  )
  return letters.join(' ')
}

function amount(value: string | number | undefined): string {
  return typeof value === 'number' ? dollarsText(value) : (value ?? '')
}
