/** The changes that a refresh found since its base report. */
import { Link } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { Empty, Note, Panel } from '../../components/layout.tsx'
import { dollarsText, minuteOfYearText, plural } from '../../format.ts'
import { ChangeTable } from './change-table.tsx'
import { type Changes, changesOf, ownText } from './changed-items.ts'
import { applicantsOf, compareAddress, notComparedTexts, type Report } from './report-data.ts'

type Refresh = NonNullable<Report['refresh']>

/** Returns the changes of a refresh, grouped by account and inquiry. */
export function refreshChanges(report: Report, { differences }: Refresh): Changes {
  return changesOf(differences, [report])
}

interface ChangesProps {
  readonly report: Report
  readonly refresh: Refresh
}

/** The changes by account, with the increase in monthly payments. */
export function RefreshChanges({ report, refresh }: ChangesProps) {
  const { differences, baseId, baseIssuedAt } = refresh
  const { sandbox } = useSession()
  const { items, own } = refreshChanges(report, refresh)
  const omitted = notComparedTexts(report, refresh)
  const monthly = differences.reduce((sum, each) => sum + (each.monthlyIncrease ?? 0), 0)
  return (
    <>
      <Note tone={items.length === 0 ? 'good' : 'warn'}>
        <p className="strong">
          {items.length === 0
            ? 'No changes that add debt or risk.'
            : `${plural(items.length, 'change')} since ${minuteOfYearText(baseIssuedAt)}${
                monthly > 0
                  ? `; they add ${dollarsText(monthly)} to monthly payments, decreases not deducted`
                  : ''
              }.`}
        </p>
        <p>
          Compared with report <Link href={`/reports/${baseId}`}>{baseId}</Link>.
          {omitted.length > 0 && ` Not compared: ${omitted.join(', ')}.`}
          {items.length > 0 && (
            <>
              {' '}
              Balances and payments that fell are not listed:{' '}
              <Link href={compareAddress(report)}>compare the two reports</Link> to see them and the
              net change in monthly payments.
            </>
          )}
          {differences.length > items.length && ` ${printedCountText(differences.length)}`}
          {own.length > 0 && ` The lender’s own inquiries are not counted: ${ownText(own)}.`}
        </p>
      </Note>
      <Panel flush>
        {items.length === 0 ? (
          <Empty title="No changes">
            {sandbox ? <p>Advance the sandbox clock and refresh again to see changes.</p> : null}
          </Empty>
        ) : (
          <ChangeTable
            caption="Changes"
            items={items}
            whose={report.borrowers.length > 1 ? (item) => applicantsOf(report, item) : undefined}
          />
        )}
      </Panel>
    </>
  )
}

/** Says why the printed report has another number of changes. */
const printedCountText = (count: number) =>
  `The printed report counts ${plural(count, 'change')}: each changed amount, and each inquiry at each bureau.`
