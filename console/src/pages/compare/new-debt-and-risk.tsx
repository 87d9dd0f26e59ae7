/** The additions in the later of two reports, listed as in a refresh. */
import type { ApiResponse } from '../../api/call.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Panel } from '../../components/layout.tsx'
import { ChangeTable } from '../report/change-table.tsx'
import { type ChangedItem, changesOf, ownText } from '../report/changed-items.ts'
import type { Report } from '../report/report-data.ts'
import type { Pair } from './comparison-table.tsx'
import { lendersText } from './inquiry-counts.ts'
import { namesText } from './people.ts'

type Comparison = ApiResponse<'GET /reports/:id/compare/:other'>

interface NewDebtProps {
  readonly comparison: Comparison
  readonly reports: Pair<Report>
}

/** The differences as a table; empty if the reports have no file in common. */
export function NewDebtAndRisk({ comparison, reports }: NewDebtProps) {
  const { compared, laterId, differences } = comparison
  const later = reports[0].summary.id === laterId ? 0 : 1
  const { items, own } = changesOf(differences, reports)
  const bureaus = [...new Set(compared.flatMap((each) => each.bureaus))]
  if (bureaus.length === 0) return null
  const nameOf = ({ borrowerIds }: ChangedItem) =>
    namesText(reports[later].borrowers.filter(({ id }) => borrowerIds.includes(id)))
  return (
    <Panel title="New debt and risk" flush>
      <p className="compare-unchanged muted small">
        <span>
          {items.length === 0
            ? `The ${SIDES[later]} report adds nothing to the ${SIDES[1 - later]} report`
            : `What the ${SIDES[later]} report adds to the ${SIDES[1 - later]} report`}
          , in the files of <BureauLetters bureaus={bureaus} />
          {own.length > 0 && (
            <>
              <br />
              Without the inquiries of {lendersText(reports)}:{' '}
              {ownText(own, (day) => madeFor(day, reports))}.
            </>
          )}
        </span>
      </p>
      {items.length > 0 && (
        <ChangeTable
          caption="New debt and risk"
          items={items}
          whose={compared.length > 1 ? nameOf : undefined}
        />
      )}
    </Panel>
  )
}

const SIDES = ['first', 'second'] as const

function madeFor(day: string, reports: Pair<Report>): string {
  const side = reports.findIndex(({ summary }) => summary.firstIssuedAt.startsWith(day))
  return side === -1 ? '' : ` (made for the ${SIDES[side]} report)`
}
