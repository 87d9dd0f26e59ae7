/** What can be done with a report: each action shows the document that it sends before it sends it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { BUREAUS, type BureauName } from '../../../src/documents/tables/enumerations.ts'
import { type Answer, type Body, call } from '../api/call.ts'
import { Button } from '../parts/button.tsx'
import { Xml } from '../parts/code.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check, SelectField } from '../parts/field.tsx'
import { Failed, Note, said, Waiting } from '../parts/layout.tsx'
import { useTell } from '../parts/told.tsx'
import type { ReportView } from './report.tsx'

type ActionBody = NonNullable<Body<'POST /reports/:id/actions'>>

interface ActionRow {
  readonly action: ActionBody['action']
  /** What it does, and what it costs. */
  readonly does: string
  readonly shown: (report: ReportView) => boolean
}

const isRefresh = ({ refresh }: ReportView) => refresh !== undefined

const ACTIONS: readonly ActionRow[] = [
  {
    action: 'Reissue',
    does: 'The report again as it was issued. No bureau is asked; the reissue fee is charged.',
    shown: (report) => !isRefresh(report),
  },
  {
    action: 'Upgrade',
    does: 'Adds bureaus. Only those that the report lacks are asked and charged; the report of now stays as it is.',
    shown: (report) => !isRefresh(report) && report.requested.length < BUREAUS.length,
  },
  {
    action: 'Unmerge',
    does: 'A report of one borrower alone, from what is stored. No bureau is asked; the unmerge fee is charged.',
    shown: (report) => !isRefresh(report) && report.borrowers.length > 1,
  },
  {
    action: 'Refresh',
    does: 'Asks the bureaus softly and lists what has changed since this report.',
    shown: () => true,
  },
]

/** A button for each action that the report can take. */
export function ReportActions({ report }: { readonly report: ReportView }) {
  const [chosen, setChosen] = useState<ActionRow>()
  return (
    <div className="actions">
      {ACTIONS.filter(({ shown }) => shown(report)).map((row) => (
        <Button key={row.action} onClick={() => setChosen(row)}>
          {row.action}
        </Button>
      ))}
      {chosen !== undefined && (
        <ActionDialog report={report} row={chosen} onClose={() => setChosen(undefined)} />
      )}
    </div>
  )
}

interface ActionProps {
  readonly report: ReportView
  readonly row: ActionRow
  readonly onClose: () => void
}

function ActionDialog({ report, row, onClose }: ActionProps) {
  const { id } = report.summary
  const [bureaus, setBureaus] = useState<readonly BureauName[]>(startingBureaus(report, row))
  const [person, setPerson] = useState(report.borrowers[0]?.id ?? '')
  const body = bodyOf(row, bureaus, person)
  const preview = useQuery({
    queryKey: ['preview', id, body],
    queryFn: ({ signal }) =>
      call('POST /reports/:id/actions/preview', { params: { id }, body, signal }),
    enabled: row.action !== 'Upgrade' || bureaus.length > 0,
    gcTime: 0,
  })
  const act = useAct(id, body, onClose)
  const refused = act.data !== undefined && act.data.reportId === undefined ? act.data : undefined
  return (
    <Dialog title={`${row.action} report ${id}`} onClose={onClose}>
      <p>{row.does}</p>
      {row.action === 'Upgrade' && (
        <Bureaus report={report} bureaus={bureaus} onBureaus={setBureaus} />
      )}
      {row.action === 'Unmerge' && (
        <SelectField
          label="Whose report"
          value={person}
          choices={report.borrowers.map((each) => [each.id, each.name] as const)}
          onChoice={setPerson}
        />
      )}
      <h3>The document that is sent</h3>
      {preview.isPending && <Waiting what="Writing the document" />}
      {preview.isError && <Failed error={preview.error} again={() => void preview.refetch()} />}
      {preview.data !== undefined && (
        <Xml xml={preview.data.xml} label="The document that is sent" />
      )}
      {act.isError && (
        <Note tone="bad">
          <p>{said(act.error)}</p>
        </Note>
      )}
      {refused !== undefined && <RefusedAct answer={refused} />}
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          busy={act.isPending || !preview.isSuccess}
          onClick={() => act.mutate()}
        >
          {act.isPending ? 'Sending …' : `Send ${row.action}`}
        </Button>
      </div>
    </Dialog>
  )
}

function RefusedAct({ answer }: { readonly answer: Answer<'POST /reports/:id/actions'> }) {
  return (
    <Note tone="bad">
      <p className="strong">There is no report: {answer.code}</p>
      {answer.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        <Link href={`/orders/${answer.orderId}`}>See the order</Link>
      </p>
    </Note>
  )
}

function useAct(id: string, body: ActionBody, onClose: () => void) {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const tell = useTell()
  return useMutation({
    mutationFn: () => call('POST /reports/:id/actions', { params: { id }, body }),
    onSuccess: ({ reportId }) => {
      for (const group of ['orders', 'reports', 'report']) {
        void queries.invalidateQueries({ queryKey: [group] })
      }
      if (reportId === undefined) return
      onClose()
      tell(reportId === id ? 'The same report was answered again.' : `Report ${reportId} was made.`)
      go(`/reports/${reportId}`)
    },
  })
}

function startingBureaus(report: ReportView, { action }: ActionRow): readonly BureauName[] {
  if (action !== 'Upgrade') return []
  return BUREAUS.filter((bureau) => !report.requested.includes(bureau))
}

function bodyOf({ action }: ActionRow, added: readonly BureauName[], person: string): ActionBody {
  if (action === 'Upgrade') return { action, bureaus: [...added] }
  return action === 'Unmerge' ? { action, borrowerIds: [person] } : { action }
}

interface BureausProps {
  readonly report: ReportView
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
