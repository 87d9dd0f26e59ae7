/** The actions on a report. Each action shows its request before it is sent. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { BUREAUS, type BureauName } from '../../../../src/documents/tables/enumerations.ts'
import { isUnanswered } from '../../api/api-error.ts'
import { type ApiBody, type ApiResponse, call } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { Xml } from '../../components/code.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Check, SelectField } from '../../components/field.tsx'
import { ErrorNote, LoadState, Note } from '../../components/layout.tsx'
import { useToast } from '../../components/toast.tsx'
import { dayText, failureText } from '../../format.ts'
import { CostText } from '../order-desk/order-price.tsx'
import { isOver, type Report } from './report-data.ts'

type ActionBody = NonNullable<ApiBody<'POST /reports/:id/actions'>>

interface ActionRow {
  readonly action: ActionBody['action']
  /** The effect and the cost of the action. */
  readonly description: string
  readonly shown: (report: Report) => boolean
}

const isRefresh = ({ refresh }: Report) => refresh !== undefined

const ACTIONS: readonly ActionRow[] = [
  {
    action: 'Reissue',
    description:
      'Returns this report again, unchanged. No bureau is contacted. The reissue fee applies.',
    shown: () => true,
  },
  {
    action: 'Upgrade',
    description:
      'Creates a report with more bureaus. Only the added bureaus are pulled and charged; the current report is not changed.',
    shown: (report) => !isRefresh(report) && report.requested.length < BUREAUS.length,
  },
  {
    action: 'Unmerge',
    description:
      'Creates a report for one borrower from the stored files. No bureau is contacted. The unmerge fee applies.',
    shown: (report) => !isRefresh(report) && report.borrowers.length > 1,
  },
  {
    action: 'Refresh',
    description:
      'Pulls the bureaus with soft inquiries and lists what has changed since this report.',
    shown: () => true,
  },
]

/** A button for each action that this report allows. */
export function ReportActions({ report }: { readonly report: Report }) {
  const [chosen, setChosen] = useState<ActionRow>()
  const rows = ACTIONS.filter(({ shown }) => shown(report))
  const expired = Map.groupBy(
    rows.filter((row) => isExpired(report, row)),
    (row) => untilOf(report, row),
  )
  return (
    <div className="actions report-actions">
      {rows.map((row) => (
        <Button key={row.action} disabled={isExpired(report, row)} onClick={() => setChosen(row)}>
          {row.action}
        </Button>
      ))}
      {[...expired].map(([until, ended]) => (
        <span key={until} className="muted small">
          {ended.map(({ action }) => action).join(', ')}: expired {dayText(until)}
        </span>
      ))}
      {chosen !== undefined && (
        <ActionDialog report={report} row={chosen} onClose={() => setChosen(undefined)} />
      )}
    </div>
  )
}

/** Returns the time from which the service rejects an action. */
function untilOf(report: Report, { action }: ActionRow): string {
  return action === 'Refresh' ? report.refreshUntil : report.actionsUntil
}

function isExpired(report: Report, row: ActionRow): boolean {
  return isOver(report, untilOf(report, row))
}

interface ActionProps {
  readonly report: Report
  readonly row: ActionRow
  readonly onClose: () => void
}

function ActionDialog({ report, row, onClose }: ActionProps) {
  const { id } = report.summary
  const [bureaus, setBureaus] = useState<readonly BureauName[]>(bureausToAdd(report, row))
  const [person, setPerson] = useState(report.borrowers[0]?.id ?? '')
  const body = bodyOf(row, bureaus, person)
  const preview = useQuery({
    queryKey: ['preview', id, body],
    queryFn: ({ signal }) =>
      call('POST /reports/:id/actions/preview', { params: { id }, body, signal }),
    enabled: row.action !== 'Upgrade' || bureaus.length > 0,
    // The request that is shown is the one that is sent, also a second time after a lost response.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const submission = useAction(id, { ...body, requestedAt: preview.data?.requestedAt }, onClose)
  const rejected =
    submission.data !== undefined && submission.data.reportId === undefined
      ? submission.data
      : undefined
  return (
    <Dialog title={`${row.action} report ${id}`} onClose={onClose}>
      <p>{row.description}</p>
      {row.action === 'Upgrade' && (
        <Bureaus report={report} bureaus={bureaus} onBureaus={setBureaus} />
      )}
      {row.action === 'Unmerge' && (
        <SelectField
          label="Borrower"
          value={person}
          choices={report.borrowers.map((each) => [each.id, each.name] as const)}
          onChoice={setPerson}
        />
      )}
      {preview.data?.price !== undefined && (
        <p>
          <CostText price={preview.data.price} isJoint={report.borrowers.length > 1} />
        </p>
      )}
      <h3>Request</h3>
      <LoadState query={preview} what="Loading the request" />
      {preview.data !== undefined && <Xml xml={preview.data.xml} label="Request XML" />}
      <ErrorNote error={submission.error}>
        {isUnanswered(submission.error) && (
          <p>
            The request may have been carried out. You can send it again: a repeated request returns
            the same result and is not charged twice.
          </p>
        )}
      </ErrorNote>
      {rejected !== undefined && <RejectedAction result={rejected} />}
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          busy={submission.isPending || !preview.isSuccess}
          onClick={() => submission.mutate()}
        >
          {submission.isPending ? 'Sending…' : `Send ${row.action}`}
        </Button>
      </div>
    </Dialog>
  )
}

function RejectedAction({ result }: { readonly result: ApiResponse<'POST /reports/:id/actions'> }) {
  return (
    <Note tone="bad">
      <p className="strong">{failureText(result.code)}</p>
      {result.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        <Link href={`/orders/${result.orderId}`}>View order</Link>
      </p>
    </Note>
  )
}

function useAction(id: string, body: ActionBody, onClose: () => void) {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const toast = useToast()
  return useMutation({
    mutationFn: () => call('POST /reports/:id/actions', { params: { id }, body }),
    onSuccess: ({ reportId }) => {
      for (const group of ['orders', 'reports', 'report']) {
        void queries.invalidateQueries({ queryKey: [group] })
      }
      if (reportId === undefined) {
        // The next attempt after a rejection is another request.
        void queries.invalidateQueries({ queryKey: ['preview', id] })
        return
      }
      onClose()
      toast(reportId === id ? 'This report was returned again.' : `Report ${reportId} created.`)
      go(`/reports/${reportId}`)
    },
  })
}

function bureausToAdd(report: Report, { action }: ActionRow): readonly BureauName[] {
  if (action !== 'Upgrade') return []
  return BUREAUS.filter((bureau) => !report.requested.includes(bureau))
}

function bodyOf({ action }: ActionRow, added: readonly BureauName[], person: string): ActionBody {
  if (action === 'Upgrade') return { action, bureaus: [...added] }
  return action === 'Unmerge' ? { action, borrowerIds: [person] } : { action }
}

interface BureausProps {
  readonly report: Report
  readonly bureaus: readonly BureauName[]
  readonly onBureaus: (bureaus: readonly BureauName[]) => void
}

function Bureaus({ report, bureaus, onBureaus }: BureausProps) {
  return (
    <fieldset>
      <legend className="legend">Bureaus to add</legend>
      <div className="row">
        {BUREAUS.filter((bureau) => !report.requested.includes(bureau)).map((bureau) => (
          <Check
            key={bureau}
            label={bureau}
            checked={bureaus.includes(bureau)}
            onCheck={(checked) =>
              onBureaus(
                BUREAUS.filter((each) => (each === bureau ? checked : bureaus.includes(each))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
