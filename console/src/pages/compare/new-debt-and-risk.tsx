/** What the later of two reports adds, as a refresh would list it. */
import { words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { amountText, dateText } from '../../format.ts'

type Comparison = ApiResponse<'GET /reports/:id/compare/:other'>
type Changed = Comparison['differences'][number]

interface NewDebtProps {
  readonly comparison: Comparison
  /** The report on the first side. */
  readonly firstId: string
}

/** The differences as a table; nothing where no file is in both reports or nothing was added. */
export function NewDebtAndRisk({ comparison, firstId }: NewDebtProps) {
  const { compared, laterId } = comparison
  const differences = byBureaus(comparison.differences)
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
        <span>
          What the {laterId === firstId ? 'first' : 'second'} report adds, in the files of{' '}
          <BureauLetters bureaus={bureaus} />
        </span>
      </p>
      <Table
        caption="New debt and risk"
        className="compare-risk"
        rows={differences}
        keyOf={(each) => `${differences.indexOf(each)}`}
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

/** What several bureaus report alike is one difference; what one bureau reports twice is two. */
function byBureaus(differences: readonly Changed[]): readonly Changed[] {
  const seen = new Map<string, number>()
  const alike = Map.groupBy(differences, ({ bureaus, ...what }) => {
    const text = JSON.stringify(what)
    const times = (seen.get(text + bureaus) ?? 0) + 1
    seen.set(text + bureaus, times)
    return `${times} ${text}`
  })
  return Array.from(alike.values(), (same) => ({
    ...same[0],
    bureaus: [...new Set(same.flatMap(({ bureaus }) => bureaus))],
  })) as readonly Changed[]
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
