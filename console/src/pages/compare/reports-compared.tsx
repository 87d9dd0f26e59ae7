/** The comparison of two reports: scores, figures, accounts, and additions in the later one. */
import { Fragment } from 'react'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { BureauLetters, bureauLetters } from '../../components/bureaus.tsx'
import { Note, Panel } from '../../components/layout.tsx'
import { centsText, dateTimeText } from '../../format.ts'
import type { Report } from '../report/report-data.ts'
import { comparedAccounts } from './account-changes.ts'
import { AccountsCompared } from './accounts-compared.tsx'
import { laterText } from './change-text.ts'
import {
  type ComparedRow,
  ComparisonTable,
  headsOf,
  numberRow,
  type Pair,
  textRow,
} from './comparison-table.tsx'
import { LoadedSides } from './loaded-sides.tsx'
import { NewDebtAndRisk } from './new-debt-and-risk.tsx'
import { pairedPeople } from './people.ts'
import { ReportSummary } from './report-summary.tsx'
import { scopeTexts } from './scope.ts'
import { verdictOf } from './verdict.ts'

type Comparison = ApiResponse<'GET /reports/:id/compare/:other'>

/** The comparison of two reports. */
export function ReportsCompared({ ids }: { readonly ids: Pair<string> }) {
  const one = useApiQuery('report', 'GET /reports/:id', { params: { id: ids[0] } })
  const other = useApiQuery('report', 'GET /reports/:id', { params: { id: ids[1] } })
  const compared = useApiQuery('report', 'GET /reports/:id/compare/:other', {
    params: { id: ids[0], other: ids[1] },
  })
  return (
    <LoadedSides what="reports" one={one} other={other} compared={compared}>
      {(reports, comparison) => <Parts reports={reports} comparison={comparison} />}
    </LoadedSides>
  )
}

interface PartsProps {
  readonly reports: Pair<Report>
  readonly comparison: Comparison
}

/**
 * The panels of the comparison. Reports without a common borrower show only the figures that every
 * report has.
 */
function Parts({ reports, comparison }: PartsProps) {
  const [one, other] = reports
  // If the bureaus differ, their codes distinguish the sides better than the times do.
  const isSameDelivery = one.delivered.join() === other.delivered.join()
  const heads = headsOf(
    [one.summary.lastUpdatedAt, other.summary.lastUpdatedAt],
    isSameDelivery ? [] : [one.delivered, other.delivered].map(lettersOf),
  )
  const apart = comparison.compared.length === 0
  // Accounts of different people are neither added nor removed.
  const accounts = apart ? [] : comparedAccounts(reports, comparison)
  const people = pairedPeople(one.borrowers, other.borrowers, apart)
  const scope = apart ? [] : scopeTexts(reports, people)
  const verdict = apart ? undefined : verdictOf(reports, people, accounts)
  return (
    <>
      {apart && (
        <Note tone="warn">
          <p>
            The reports have no borrower in common. Their figures are side by side; changes are not
            computed.
          </p>
        </Note>
      )}
      {verdict !== undefined && (
        <Note tone={verdict.tone}>
          <p className="strong compare-verdict">
            {verdict.parts.map((part, index) => (
              <Fragment key={part}>
                {index > 0 && ' · '}
                <span>{part}</span>
              </Fragment>
            ))}
          </p>
          {scope.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Note>
      )}
      <ReportSummary
        reports={reports}
        people={people}
        heads={heads}
        accounts={accounts}
        apart={apart}
      />
      {!apart && (
        <>
          <NewDebtAndRisk comparison={comparison} reports={reports} />
          <Panel title="Accounts" flush>
            <AccountsCompared accounts={accounts} heads={heads} />
          </Panel>
        </>
      )}
      <Panel title="Report" flush>
        <ComparisonTable
          caption="Detail"
          heads={heads}
          rows={reportRows(reports)}
          row="detail"
          apart={apart}
        />
      </Panel>
    </>
  )
}

function lettersOf(bureaus: readonly string[]) {
  return <BureauLetters bureaus={bureaus} />
}

function reportRows([one, other]: Pair<Report>): ComparedRow[] {
  const text = (title: string, of: (report: Report) => string | readonly string[]) =>
    textRow(title, of(one), of(other))
  const time = (title: string, of: (summary: Report['summary']) => string) => ({
    ...text(title, ({ summary }) => dateTimeText(of(summary))),
    change: laterText(of(one.summary), of(other.summary)),
  })
  return [
    text('Title', ({ title }) => title),
    text('Lender case', ({ lenderCase }) => lenderCase),
    time('First issued', ({ firstIssuedAt }) => firstIssuedAt),
    ...([one, other].some(({ summary }) => summary.lastUpdatedAt !== summary.firstIssuedAt)
      ? [time('Last updated', ({ lastUpdatedAt }) => lastUpdatedAt)]
      : []),
    text('Bureaus requested', ({ requested }) =>
      BUREAUS.filter((bureau) => requested.includes(bureau)).map(bureauLetters),
    ),
    text('Inquiry', ({ hard }) => (hard ? 'hard' : 'soft')),
    numberRow('Price', one.priceCents, other.priceCents, centsText),
  ]
}
