/** The masked documents of an order. Revealing them requires a reason, which is audited. */
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { commandHere, Plain, Xml } from '../../components/code.tsx'
import { Empty, LoadState, Note, Panel } from '../../components/layout.tsx'
import { RealTime } from '../../components/real-time.tsx'
import { RevealDialog } from '../../components/reveal-dialog.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { groupByElement } from './group-fields.ts'
import { ParsedFields } from './parsed-fields.tsx'
import { useRequestLine } from './request-line.ts'

type Documents = ApiResponse<'GET /orders/:id/documents'>
type Order = ApiResponse<'GET /orders/:id'>
type Errors = Order['errors']

/**
 * Returns the view to open first: the request if errors are marked in it, the parsed fields if some
 * differ, or else the response.
 */
function firstViewOf({ sent = '', fields, answered }: Documents, errors: Errors): ViewName {
  const marked = new Set(errors.flatMap(({ line }) => line ?? [])).size
  // In a request without line breaks, a mark would cover everything and say nothing.
  if (marked > 0 && marked < sent.split('\n').length / 2) return 'request'
  const isChanged = errors.length > 0 || fields.some(({ verdict }) => verdict !== 'unchanged')
  return isChanged || answered === undefined ? 'parsed' : 'response'
}

/** The parsed fields, the request, the response and a command. */
export function OrderDocuments({ order }: { readonly order: Order }) {
  const { id, state, errors, purged } = order
  const { operator } = useSession()
  // The audit trail records each fetch as a view, so the documents are fetched again only when the
  // order's state changes or it is purged.
  const masked = useApiQuery(
    'documents',
    'GET /orders/:id/documents',
    { params: { id } },
    { once: true, version: purged ? 'purged' : state },
  )
  const [revealed, setRevealed] = useState<Documents>()
  const [asking, setAsking] = useState(false)
  const documents = revealed ?? masked.data
  const mayReveal = operator.role === 'operator' && !purged && documents !== undefined
  return (
    <Panel
      title="Documents"
      actions={
        mayReveal && (
          <Button
            kind="small"
            icon="eye"
            onClick={() => (revealed === undefined ? setAsking(true) : setRevealed(undefined))}
          >
            {revealed === undefined ? 'Reveal' : 'Mask again'}
          </Button>
        )
      }
    >
      {purged && <PurgedNote order={order} />}
      {documents?.clear === true && (
        <Note tone="warn">
          <p>Personal data is visible. The audit trail records that you viewed it, and why.</p>
        </Note>
      )}
      <LoadState query={masked} what="Loading the documents" />
      {documents !== undefined && <Views documents={documents} errors={errors} />}
      {asking && (
        <RevealDialog
          reveal={(reason) => call('POST /orders/:id/reveal', { params: { id }, body: { reason } })}
          onClose={() => setAsking(false)}
          onRevealed={(clear) => {
            setRevealed(clear)
            setAsking(false)
          }}
        >
          This shows the names, SSNs, birth dates, addresses and account numbers of this order until
          you leave the page. The audit trail records who viewed them, when and why.
        </RevealDialog>
      )}
    </Panel>
  )
}

interface ViewsProps {
  readonly documents: Documents
  readonly errors: Errors
}

const VIEWS = [
  ['parsed', 'Parsed fields'],
  ['request', 'Request'],
  ['response', 'Response'],
  ['curl', 'cURL'],
] as const

type ViewName = (typeof VIEWS)[number][0]

function Views({ documents, errors }: ViewsProps) {
  const [parameters, setParameters] = useSearchParams()
  const requested = parameters.get('view')
  // The command sends the stored request again.
  const views = VIEWS.filter(([key]) => key !== 'curl' || documents.sent !== undefined)
  const view = views.find(([key]) => key === requested)?.[0] ?? firstViewOf(documents, errors)
  const { line, asked, showLine } = useRequestLine()
  return (
    <Tabs
      label="Documents"
      tabs={views}
      current={view}
      onTab={(next) => setParameters({ view: next }, { replace: true })}
    >
      {view === 'parsed' ? (
        <ParsedFields elements={groupByElement(documents.fields, errors)} onLine={showLine} />
      ) : (
        <View key={asked} view={view} documents={documents} errors={errors} line={line} />
      )}
    </Tabs>
  )
}

interface ViewProps {
  readonly view: string
  readonly documents: Documents
  readonly errors: Errors
  /** The line of the request to scroll to. */
  readonly line: number | undefined
}

function View({ view, documents, errors, line }: ViewProps) {
  if (view === 'curl') {
    return (
      <>
        <p className="muted">
          Replays this order from a terminal. Save the request as{' '}
          <code>order.{formatOf(documents.sent ?? '').toLowerCase()}</code>; <code>curl</code> asks
          for the secret.
        </p>
        <Plain
          text={commandHere(documents.curl).replace(/(?<!^curl) (?=-|"http)/g, ' \\\n  ')}
          label="cURL command"
        />
      </>
    )
  }
  const xml = view === 'request' ? documents.sent : documents.answered
  if (xml === undefined) {
    return (
      <Empty title={view === 'request' ? 'Request not stored' : 'No response'}>
        <p>
          {view === 'request'
            ? 'The documents were purged, or the body could not be parsed. For a body that could not be parsed, only the length and the errors are stored.'
            : 'The order is still running, or its documents were purged.'}
        </p>
      </Empty>
    )
  }
  const errorLines = new Set(errors.flatMap(({ line }) => line ?? []))
  return (
    <Xml
      xml={xml}
      label={`${view === 'request' ? 'Request' : 'Response'} ${formatOf(xml)}`}
      {...(view === 'request' ? { errorLines, line } : {})}
    />
  )
}

/** Detects the format of a document by its first character. */
function formatOf(document: string): 'JSON' | 'XML' {
  return /^\s*[{[]/.test(document) ? 'JSON' : 'XML'
}

function PurgedNote({ order: { purgedAt = '' } }: { readonly order: Order }) {
  return (
    <Note>
      <p>
        The purge of <RealTime at={purgedAt} /> destroyed the personal data of this order, or set it
        aside. Only the time, the outcome and the charge of the order remain.
      </p>
    </Note>
  )
}
