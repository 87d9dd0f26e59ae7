/** The documents of an order: masked, or in clear for a reason that is kept. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useAnswer } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Plain, Xml } from '../../components/code.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Empty, Failed, Note, Panel, Waiting } from '../../components/layout.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { comparedElements } from './group-fields.ts'
import { Compared } from './parsed-fields.tsx'

type Documents = Answer<'GET /orders/:id/documents'>
type Faults = Answer<'GET /orders/:id'>['faults']

interface DocumentsProps {
  readonly id: string
  readonly faults: Faults
  readonly purged: boolean
}

/** What was sent, understood and answered. */
export function OrderDocuments({ id, faults, purged }: DocumentsProps) {
  const { operator } = useSession()
  const masked = useAnswer('order', 'GET /orders/:id/documents', { params: { id } })
  const [clear, setClear] = useState<Documents>()
  const [asking, setAsking] = useState(false)
  const documents = clear ?? masked.data
  const reveals = operator.role === 'operator' && !purged && documents !== undefined
  return (
    <Panel
      title="Documents"
      actions={
        reveals && (
          <Button
            kind="small"
            icon="eye"
            onClick={() => (clear === undefined ? setAsking(true) : setClear(undefined))}
          >
            {clear === undefined ? 'Reveal' : 'Mask again'}
          </Button>
        )
      }
    >
      {purged && <Purged />}
      {documents?.clear === true && (
        <Note tone="warn">
          <p>Personal data is shown. That you looked, and why, is in the audit trail.</p>
        </Note>
      )}
      {masked.isPending && <Waiting what="Fetching the documents" />}
      {masked.isError && <Failed error={masked.error} again={() => void masked.refetch()} />}
      {documents !== undefined && <Views documents={documents} faults={faults} />}
      {asking && (
        <Reveal
          id={id}
          onClose={() => setAsking(false)}
          onClear={(revealed) => {
            setClear(revealed)
            setAsking(false)
          }}
        />
      )}
    </Panel>
  )
}

const VIEWS = [
  ['compared', 'Sent and understood'],
  ['sent', 'As sent'],
  ['answered', 'As answered'],
  ['curl', 'As a command'],
] as const

function Views({ documents, faults }: { readonly documents: Documents; readonly faults: Faults }) {
  const [view, setView] = useState<string>('compared')
  const [line, setLine] = useState<number>()
  const show = (next: string, at?: number) => {
    setView(next)
    setLine(at)
  }
  return (
    <Tabs label="Documents" tabs={VIEWS} current={view} onTab={show}>
      {view === 'compared' ? (
        <Compared
          elements={comparedElements(documents.fields, faults)}
          onLine={(at) => show('sent', at)}
        />
      ) : (
        <View view={view} documents={documents} faults={faults} line={line} />
      )}
    </Tabs>
  )
}

interface ViewProps {
  readonly view: string
  readonly documents: Documents
  readonly faults: Faults
  /** The line of the document as sent that is to be seen. */
  readonly line: number | undefined
}

function View({ view, documents, faults, line }: ViewProps) {
  if (view === 'curl') {
    return (
      <>
        <p className="muted">Places the same order by hand. Put the document and the secret in.</p>
        <Plain text={documents.curl} label="The order as a command" />
      </>
    )
  }
  const xml = view === 'sent' ? documents.sent : documents.answered
  if (xml === undefined) {
    return (
      <Empty title={view === 'sent' ? 'The body is not kept.' : 'There is no answer.'}>
        <p>
          {view === 'sent'
            ? 'Of a body that cannot be read only its length and what is wrong with it are kept.'
            : 'The order is still running, or its documents were purged.'}
        </p>
      </Empty>
    )
  }
  const faulty = new Set(faults.flatMap(({ line }) => line ?? []))
  return (
    <Xml
      xml={xml}
      label={view === 'sent' ? 'The document as sent' : 'The document as answered'}
      {...(view === 'sent' ? { faulty, line } : {})}
    />
  )
}

interface RevealProps {
  readonly id: string
  readonly onClose: () => void
  readonly onClear: (documents: Documents) => void
}

function Reveal({ id, onClose, onClear }: RevealProps) {
  const [reason, setReason] = useState('')
  const reveal = useMutation({
    mutationFn: () => call('POST /orders/:id/reveal', { params: { id }, body: { reason } }),
    onSuccess: onClear,
    gcTime: 0,
  })
  return (
    <FormDialog
      title="Reveal personal data"
      action="Reveal"
      icon="eye"
      busy={reveal.isPending}
      error={reveal.error}
      onSubmit={() => reveal.mutate()}
      onClose={onClose}
    >
      <p>
        Names, numbers and addresses of this order are shown in clear until you leave the page. The
        audit trail keeps who looked, when, and the reason.
      </p>
      <TextField
        label="Reason"
        required
        minLength={3}
        maxLength={200}
        hint="Such as: dispute of the borrower, ticket 4711. No personal data."
        value={reason}
        onText={setReason}
      />
    </FormDialog>
  )
}

function Purged() {
  return (
    <Note>
      <p>
        The personal data of this order was purged: its key is destroyed. When it was ordered and
        what it cost is kept.
      </p>
    </Note>
  )
}
