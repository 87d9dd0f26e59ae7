/** What the later of two reports adds, as a refresh would list it. */
import { words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { amountText, dateText } from '../../format.ts'

type Comparison = ApiResponse<'GET /reports/:id/compare/:other'>
type Changed = Comparison['differences'][number]

/** The differences as a table; nothing where no file is in both reports or nothing was added. */
export function NewDebtAndRisk({ comparison }: { readonly comparison: Comparison }) {
  const { compared, differences, laterId } = comparison
  const sideOf = (each: Changed, side: 'from' | 'to') =>
    each.kind === 'newInquiry' ? undefined : each[side]
  // A column without a value is left out.
  const valued = (title: string, side: 'from' | 'to') =>
    differences.some((each) => sideOf(each, side) !== undefined)
      ? {
          title,
          className: side === 'to' ? 'strong' : '',
          cell: (each: Changed) => amountText(sideOf(each, side)),
        }
      : undefined
  const bureaus = [...new Set(compared.flatMap((each) => each.bureaus))]
  if (bureaus.length === 0 || differences.length === 0) return null
  return (
    <Panel title="New debt and risk" flush>
      <p className="compare-unchanged muted small">
        What <span className="mono">{laterId}</span> adds, in the files of{' '}
        <BureauLetters bureaus={bureaus} />
      </p>
      <Table
        caption="New debt and risk"
        rows={differences}
        keyOf={(each) => JSON.stringify(each)}
        columns={[
          { title: 'Change', rowHeader: true, cell: ({ title }) => title },
          { title: 'Account', cell: accountCell },
          { title: 'Since (UTC)', cell: ({ since }) => dateText(since) },
          valued('Before', 'from'),
          valued('Now', 'to'),
          { title: 'Bureaus', cell: (each) => <BureauLetters bureaus={each.bureaus} /> },
        ]}
      />
    </Panel>
  )
}

/** What an inquiry asked for describes it; it is not a value that has changed. */
function accountCell({ kind, what, to }: Changed) {
  if (kind !== 'newInquiry' || to === undefined) return what
  return (
    <>
      {what} <span className="under">{words(String(to))}</span>
    </>
  )
}
