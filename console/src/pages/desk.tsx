/** The order desk: an order by hand, its document written while the form is filled in. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { PRODUCTS } from '../../../src/orders/intake/products.ts'
import type { Answer } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { Button } from '../parts/button.tsx'
import { Heading, Note, Panel, said } from '../parts/layout.tsx'
import { DeskDocument } from './desk-document.tsx'
import { type Draft, faultsByField, newDraft } from './desk-draft.ts'
import { DeskForm } from './desk-form.tsx'
import { usePlacing, usePreview } from './desk-place.ts'
import './desk.css'

/** Fill in, look, place. */
export function Desk() {
  const { operator } = useSession()
  const [draft, setDraft] = useState<Draft>(() => newDraft(operator.account))
  const [edited, setEdited] = useState<string>()
  const preview = usePreview(draft, edited)
  const placing = usePlacing()
  const faults = preview.data?.begun ? preview.data.faults : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!placing.isPending) placing.mutate({ draft, edited })
  }
  return (
    <>
      <Heading title="Order desk">
        <p>
          An order as any client sends it. The document on the side is what is placed, and what is
          wrong with it is told before it is.
        </p>
      </Heading>
      {placing.data !== undefined && <Outcome answer={placing.data} />}
      {placing.isError && (
        <Note tone="bad">
          <p>{said(placing.error)}</p>
        </Note>
      )}
      <form className="desk" onSubmit={submit}>
        <Panel>
          <DeskForm
            draft={draft}
            faults={faultsByField(faults)}
            onDraft={(next) => {
              setDraft(next)
              setEdited(undefined)
            }}
          />
          <div className="desk-place">
            <Button kind="primary" type="submit" busy={placing.isPending}>
              {placing.isPending ? 'Placing the order …' : 'Place the order'}
            </Button>
            <p className="muted small">{inquiryText(draft)}</p>
          </div>
        </Panel>
        <DeskDocument
          draft={draft}
          preview={preview}
          edited={edited}
          onEdited={setEdited}
          onDialect={(dialect) => setDraft({ ...draft, dialect })}
        />
      </form>
    </>
  )
}

function inquiryText({ operation, product, action }: Draft): string {
  if (action === 'Reissue' || action === 'Unmerge') return 'No bureau is asked.'
  const hard = PRODUCTS[product].hard && operation !== 'refresh_report'
  return hard ? 'A hard inquiry: it shows on later files.' : 'A soft inquiry: others do not see it.'
}

/** What came of it; takes the focus, so that who works by keyboard goes on from here. */
function Outcome({ answer }: { readonly answer: Answer<'POST /desk/orders'> }) {
  const outcome = useRef<HTMLDivElement>(null)
  // Each answer is a new one, even where it says the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is what counts
  useEffect(() => outcome.current?.querySelector('a')?.focus(), [answer])
  const { reportId, orderId, code, texts, retried } = answer
  return (
    <div ref={outcome}>
      <Note tone={reportId === undefined ? 'bad' : 'good'}>
        {reportId === undefined ? (
          <>
            <p className="strong">There is no report: {code ?? 'the order was refused'}.</p>
            {texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </>
        ) : (
          <p className="strong">
            {retried ? 'The same bytes again: the stored answer. ' : 'The order is done. '}
            <Link href={`/reports/${reportId}`}>Open report {reportId}</Link>
          </p>
        )}
        <p>
          <Link href={`/orders/${orderId}`}>See what became of the order</Link>
        </p>
      </Note>
    </div>
  )
}
