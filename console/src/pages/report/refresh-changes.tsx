/** The changes that a refresh found since the base report. */

import { Link } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Empty, Note, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { amountText, dateText, dollarsText, minuteOfYearText, plural } from '../../format.ts'
import { isOwnInquiry, type Report, shownNumber } from './report-data.ts'

type Refresh = NonNullable<Report['refresh']>
type Difference = Refresh['differences'][number]

interface ChangesProps {
  readonly report: Report
  readonly refresh: Refresh
}

/** The changes in the order of the printed report, and what they add to the monthly payments. */
export function RefreshChanges({ report, refresh }: ChangesProps) {
  const { differences, baseId, baseIssuedAt, notCompared } = refresh
  const { sandbox } = useSession()
  const monthly = differences.reduce((sum, each) => sum + (each.monthlyIncrease ?? 0), 0)
  return (
    <>
      <Note tone={differences.length === 0 ? 'good' : 'warn'}>
        <p className="strong">
          {differences.length === 0
            ? 'No changes that add debt or risk.'
            : `${plural(differences.length, 'change')} since ${minuteOfYearText(baseIssuedAt)}${
                monthly > 0 ? `; they add ${dollarsText(monthly)} of monthly payments` : ''
              }.`}
        </p>
        <p>
          Compared with report <Link href={`/reports/${baseId}`}>{baseId}</Link>.
          {notCompared.length > 0 && ` Not compared: ${notCompared.join(', ')}.`}
          {differences.length > 0 &&
            ' Balances and payments that fell are not listed, so the totals above can be lower than before.'}
        </p>
      </Note>
      <Panel flush>
        {differences.length === 0 ? (
          <Empty title="No changes">
            {sandbox ? <p>Advance the sandbox clock and refresh again to see changes.</p> : null}
          </Empty>
        ) : (
          <ChangeTable report={report} differences={differences} />
        )}
      </Panel>
    </>
  )
}

function ChangeTable({
  report,
  differences,
}: {
  readonly report: Report
  readonly differences: readonly Difference[]
}) {
  return (
    <Table
      caption="Changes"
      rows={differences}
      keyOf={(each) => `${each.kind}${each.what}${each.account}${each.since}${each.bureaus}`}
      columns={[
        { title: 'Change', rowHeader: true, cell: ({ title }) => title },
        {
          title: 'Account',
          cell: (each) => (
            <>
              {each.what}
              <span className="under mono">{shownNumber(each.account)}</span>
              {isOwnInquiry(each, [report]) && (
                <span className="under">the lender’s own inquiry</span>
              )}
            </>
          ),
        },
        { title: 'Since', cell: ({ since }) => dateText(since) },
        { title: 'Before', cell: ({ from }) => amountText(from) },
        { title: 'Now', className: 'strong', cell: ({ to }) => amountText(to) },
        { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
        report.borrowers.length > 1
          ? { title: 'ECOA', cell: ({ borrowerIds }) => lettersOf(report, borrowerIds) }
          : undefined,
      ]}
    />
  )
}

function lettersOf({ borrowers }: Report, ids: readonly string[]): string {
  const letters = borrowers.flatMap(({ id }, at) =>
    ids.includes(id) ? [at === 0 ? 'B' : 'C'] : [],
  )
  return letters.join(' ')
}
