/** What the later of two reports adds, as a refresh would list it. */
import { words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { amountText, dateText } from '../../format.ts'
import { isOwnInquiry, type Report } from '../report/report-data.ts'
import type { Pair } from './comparison-table.tsx'
import { namesText } from './people.ts'

type Comparison = ApiResponse<'GET /reports/:id/compare/:other'>
type Changed = Comparison['differences'][number]

interface NewDebtProps {
  readonly comparison: Comparison
  readonly reports: Pair<Report>
}

/** The differences as a table; nothing where no file is in both reports. */
export function NewDebtAndRisk({ comparison, reports }: NewDebtProps) {
  const { compared, laterId } = comparison
  const later = reports[0].summary.id === laterId ? 0 : 1
  const found = Map.groupBy(byBureaus(comparison.differences), (each) =>
    isOwnInquiry(each, reports) ? 'own' : 'risk',
  )
  const [risks, own] = [found.get('risk') ?? [], found.get('own') ?? []]
  const bureaus = [...new Set(compared.flatMap((each) => each.bureaus))]
  if (bureaus.length === 0) return null
  return (
    <Panel title="New debt and risk" flush>
      <p className="compare-unchanged muted small">
        <span>
          {risks.length === 0
            ? `The ${SIDES[later]} report adds nothing to the ${SIDES[1 - later]}`
            : `What the ${SIDES[later]} report adds to the ${SIDES[1 - later]}`}
          , in the files of <BureauLetters bureaus={bureaus} />
          {own.length > 0 && (
            <>
              <br />
              Without the lender’s own inquiries: {ownText(own, reports)}
            </>
          )}
        </span>
      </p>
      {risks.length > 0 && (
        <RiskTable risks={risks} people={compared.length > 1 ? reports[later].borrowers : []} />
      )}
    </Panel>
  )
}

const SIDES = ['first', 'second'] as const

/** `Lighthouse Home Loans, Nov 23, 2026 (made for the first report), Jan 7, 2027.` */
function ownText(own: readonly Changed[], reports: Pair<Report>): string {
  const dates = Map.groupBy(own, ({ what }) => what)
  return Array.from(dates, ([what, inquiries]) => {
    const days = [...new Set(inquiries.map(({ since = '' }) => since))]
    return `${what}, ${days.map((day) => dateText(day) + madeFor(day, reports)).join(', ')}.`
  }).join(' ')
}

function madeFor(day: string, reports: Pair<Report>): string {
  const side = reports.findIndex(({ summary }) => summary.firstIssuedAt.startsWith(day))
  return side === -1 ? '' : ` (made for the ${SIDES[side]} report)`
}

interface RiskProps {
  readonly risks: readonly Changed[]
  /** The borrowers where there are several. */
  readonly people: Report['borrowers']
}

function RiskTable({ risks, people }: RiskProps) {
  const sideOf = (each: Changed, side: 'from' | 'to') =>
    each.kind === 'newInquiry' ? undefined : each[side]
  // A column without a value is left out.
  const valued = (title: string, side: 'from' | 'to') =>
    risks.some((each) => sideOf(each, side) !== undefined)
      ? {
          title,
          className: side === 'to' ? 'strong' : '',
          cell: (each: Changed) => amountText(sideOf(each, side)),
        }
      : undefined
  const nameOf = ({ borrowerIds }: Changed) =>
    namesText(people.filter(({ id }) => borrowerIds.includes(id)))
  return (
    <Table
      caption="New debt and risk"
      className="compare-risk"
      rows={risks}
      keyOf={(each) => `${risks.indexOf(each)}`}
      columns={[
        { title: 'Change', rowHeader: true, cell: ({ title }) => title },
        { title: 'Account', cell: accountCell },
        people.length > 0 ? { title: 'Borrower', cell: nameOf } : undefined,
        { title: 'Since (UTC)', cell: ({ since }) => dateText(since) },
        valued('Before', 'from'),
        valued('Now', 'to'),
        { title: 'Bureaus', cell: (each) => <BureauLetters bureaus={each.bureaus} /> },
      ]}
    />
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
