/** What a refresh found: how the files of today differ from those of the base report. */
import { Link } from 'wouter'
import { date } from '../../../src/reports/print/wording.ts'
import { BureauLetters } from '../parts/bureaus.tsx'
import { Empty, Note, Panel } from '../parts/layout.tsx'
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
    <div className="scroll">
      <table className="cards">
        <caption className="hidden">Differences</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Where</th>
            <th scope="col">Since</th>
            <th scope="col">Was</th>
            <th scope="col">Is</th>
            <th scope="col">Bureaus</th>
            {report.borrowers.length > 1 && <th scope="col">Whose</th>}
          </tr>
        </thead>
        <tbody>
          {differences.map((each) => (
            <tr key={`${each.kind}${each.what}${each.account}${each.since}${each.bureaus}`}>
              <th scope="row" data-title="What">
                {each.title}
              </th>
              <td data-title="Where">
                {each.what}
                <span className="under mono">{each.account}</span>
              </td>
              <td data-title="Since">{date(each.since)}</td>
              <td data-title="Was">{amount(each.from)}</td>
              <td data-title="Is" className="strong">
                {amount(each.to)}
              </td>
              <td data-title="Bureaus">
                <BureauLetters bureaus={each.bureaus} />
              </td>
              {report.borrowers.length > 1 && (
                <td data-title="Whose">
                  {report.borrowers
                    .flatMap(({ id }, at) =>
                      each.borrowerIds.includes(id) ? [at === 0 ? 'B' : 'C'] : [],
                    )
                    .join(' ')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function amount(value: string | number | undefined): string {
  return typeof value === 'number' ? dollarsText(value) : (value ?? '')
}
