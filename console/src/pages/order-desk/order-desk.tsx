/** The order desk: a form, the request XML that it produces, and the result of the order. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { Empty, Heading, messageOf, Note, Panel } from '../../components/layout.tsx'
import { centsText, DUPLICATE_TEXT, failureText } from '../../format.ts'
import { type Draft, errorsByField, newDraft } from './draft.ts'
import { useKeptWork } from './kept-work.ts'
import { OrderForm } from './order-form.tsx'
import { type Preview, usePreview, useSubmitOrder } from './preview-and-submit.ts'
import { XmlPanel } from './xml-panel.tsx'
import './order-desk.css'

/** The desk for those who may order. */
export function OrderDeskPage() {
  const { operator } = useSession()
  if (operator.role !== 'auditor') return <OrderDesk />
  return (
    <>
      <Heading title="Order desk" />
      <Empty title="Auditors cannot place orders">
        <p>Sign in as an operator, or as the integrator of an account.</p>
      </Empty>
    </>
  )
}

/** Fill in the form or edit the XML, then place the order. */
function OrderDesk() {
  const { operator } = useSession()
  const [{ draft, edited, resends }, setWork] = useKeptWork(() => newDraft(operator.account))
  const setDraft = (next: Draft) => setWork((work) => ({ ...work, draft: next }))
  const setEdited = (xml: string | undefined) => setWork((work) => ({ ...work, edited: xml }))
  const [discarding, setDiscarding] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const preview = usePreview(draft, edited)
  const submission = useSubmitOrder()
  const errors = preview.data?.started ? preview.data.errors : []
  const place = () => {
    setConfirming(false)
    submission.mutate({ draft, edited })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (submission.isPending) return
    if (resends !== undefined && mayCost(preview.data?.price)) setConfirming(true)
    else place()
  }
  return (
    <>
      <Heading
        title="Order desk"
        actions={
          <Button onClick={() => setWork({ draft: newDraft(operator.account), edited: undefined })}>
            Start over
          </Button>
        }
      >
        <p>
          Fill in the form or edit the XML. We validate as you type and send exactly what you see.
        </p>
      </Heading>
      {submission.data !== undefined && <OrderResult result={submission.data} />}
      {submission.isError && (
        <Note tone="bad">
          <p>{messageOf(submission.error)}</p>
        </Note>
      )}
      <form className="order-desk" onSubmit={submit}>
        <Panel>
          {edited !== undefined && (
            <Note>
              <p>
                The XML was edited, so the form is locked: the order is sent as the XML says. Choose
                “Back to the form” to discard the edits.
              </p>
            </Note>
          )}
          <fieldset className="order-desk-form" disabled={edited !== undefined}>
            <legend className="hidden">Order</legend>
            <OrderForm draft={draft} errors={errorsByField(errors)} onDraft={setDraft} />
          </fieldset>
          <div className="order-desk-submit">
            <Button kind="primary" type="submit" busy={submission.isPending}>
              {submission.isPending ? 'Placing order…' : 'Place order'}
            </Button>
            <Costs price={preview.data?.price} />
          </div>
        </Panel>
        <XmlPanel
          draft={draft}
          preview={preview}
          edited={edited}
          onEdited={setEdited}
          onDiscard={() => setDiscarding(true)}
          onDialect={(dialect) => setDraft({ ...draft, dialect })}
        />
      </form>
      {confirming && resends !== undefined && (
        <FormDialog
          title="Place this order again?"
          action="Place order"
          busy={submission.isPending}
          error={null}
          onSubmit={place}
          onClose={() => setConfirming(false)}
        >
          <p>
            It is a new order beside {resends}. <CostText price={preview.data?.price} />
          </p>
        </FormDialog>
      )}
      {discarding && (
        <FormDialog
          title="Discard your edits?"
          action="Discard edits"
          busy={false}
          error={null}
          onSubmit={() => {
            setDiscarding(false)
            setEdited(undefined)
          }}
          onClose={() => setDiscarding(false)}
        >
          <p>The form writes the XML again. Your changes to the XML are lost.</p>
        </FormDialog>
      )}
    </>
  )
}

type Price = Preview['price']

function mayCost(price: Price): boolean {
  return price !== undefined && (price.centsMax > 0 || price.hard)
}

/** The price beside the button; empty until the order is valid. */
function Costs({ price }: { readonly price: Price }) {
  return (
    <p className="small" aria-live="polite">
      <CostText price={price} />
    </p>
  )
}

function CostText({ price }: { readonly price: Price }) {
  if (price === undefined) return <span className="muted">The price appears here.</span>
  return (
    <>
      <span className="strong">
        {price.pulls ? 'Up to ' : ''}
        {centsText(price.centsMax)}
      </span>{' '}
      <span className="muted">{inquiryText(price)}</span>
    </>
  )
}

function inquiryText({ pulls, hard }: NonNullable<Price>): string {
  if (!pulls) return 'No bureau is contacted.'
  return hard
    ? "Hard inquiry. Will appear on this borrower's later reports."
    : 'Soft inquiry. Not visible to other lenders.'
}

type Result = ApiResponse<'POST /manual-order/orders'>

/** The result of the order. Its first link takes the focus, so that keyboard users continue here. */
function OrderResult({ result }: { readonly result: Result }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every result is new, even with equal content
  useEffect(() => box.current?.querySelector('a')?.focus(), [result])
  const { reportId, orderId, code, texts } = result
  return (
    <div ref={box}>
      <Note tone={reportId === undefined ? 'bad' : 'good'}>
        <p className="strong">
          {reportId === undefined ? failureText(code) : <Success result={result} />}
        </p>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p className="row">
          {reportId !== undefined && <Link href={`/reports/${reportId}`}>View report</Link>}
          <Link href={`/orders/${orderId}`}>View order</Link>
        </p>
      </Note>
    </div>
  )
}

/** Whether the report is new, and its price; both come from the order. */
function Success({ result: { orderId, retried } }: { readonly result: Result }) {
  const order = useApiQuery('order', 'GET /orders/:id', { params: { id: orderId } })
  if (retried) return DUPLICATE_TEXT
  if (order.data === undefined) return 'Order completed'
  const { pulls, action, chargedCents } = order.data
  const isNew = pulls.length > 0 || action === 'Unmerge'
  const charge = chargedCents === 0 ? 'no charge' : centsText(chargedCents)
  return `Order completed: ${isNew ? 'new' : 'existing'} report, ${charge}`
}
