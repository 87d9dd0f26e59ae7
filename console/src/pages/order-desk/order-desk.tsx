/** The order desk: a form, the request XML that it produces, and the result of the order. */
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import type { ValidationError } from '../../components/error-table.tsx'
import { Empty, Heading, messageOf, Note, Panel } from '../../components/layout.tsx'
import { plural } from '../../format.ts'
import { type Draft, errorsByField, fieldOf, isEmptyField, newDraft } from './draft.ts'
import { forgetWork, useKeptWork } from './kept-work.ts'
import { OrderForm } from './order-form.tsx'
import { Costs, CostText, mayCost } from './order-price.tsx'
import { OrderResponse, OrderResult, type Result } from './order-result.tsx'
import { hasErrors, usePreview, useSubmitOrder } from './preview-and-submit.ts'
import { missingText, XmlPanel } from './xml-panel.tsx'
import './order-desk.css'

/** The desk for those who may order. */
export function OrderDeskPage() {
  const { operator } = useSession()
  const [starts, setStarts] = useState(0)
  const startOver = () => {
    forgetWork()
    setStarts(starts + 1)
  }
  if (operator.role !== 'auditor') return <OrderDesk key={starts} onStartOver={startOver} />
  return (
    <>
      <Heading title="Order desk" />
      <Empty title="Auditors cannot place orders">
        <p>Sign in as an operator, or as the integrator of an account.</p>
      </Empty>
    </>
  )
}

/** Fields with an error, and required fields that are still empty. */
const INVALID = '[aria-invalid="true"]'
const MISSING = '[aria-required="true"]'

const NONE_VISITED: ReadonlySet<string> = new Set()

/**
 * Fill in the form or edit the XML, then place the order. To start over is to begin with another
 * desk: a form that was emptied would show the last request until the next one has arrived.
 */
function OrderDesk({ onStartOver }: { readonly onStartOver: () => void }) {
  const { operator } = useSession()
  const [{ draft, edited, resends }, setWork] = useKeptWork(() => newDraft(operator.account))
  const setDraft = (next: Draft) => setWork((work) => ({ ...work, draft: next }))
  const setEdited = (xml: string | undefined) => setWork((work) => ({ ...work, edited: xml }))
  const [discarding, setDiscarding] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const preview = usePreview(draft, edited)
  const submission = useSubmitOrder()
  const checks = useVisibleErrors(preview.data?.errors ?? [], edited !== undefined)
  const form = useRef<HTMLFormElement>(null)
  const focus = (field: string) => form.current?.querySelector<HTMLElement>(field)?.focus()
  const place = () => {
    setConfirming(false)
    submission.mutate({ draft, edited })
  }
  const send = () => {
    if (submission.isPending) return
    if (resends !== undefined && mayCost(preview.data?.price)) setConfirming(true)
    else place()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (edited !== undefined || !(await hasErrors(draft))) return send()
    checks.showAll()
    // The errors are shown after this event.
    setTimeout(() => focus(INVALID))
  }
  return (
    <>
      <Heading title="Order desk" actions={<Button onClick={onStartOver}>Start over</Button>}>
        <p>
          Fill in the form or edit the XML. We validate as you type and send exactly what you see.
        </p>
      </Heading>
      <form ref={form} className="order-desk" noValidate onSubmit={(event) => void submit(event)}>
        <Panel>
          {edited !== undefined && <LockedForm />}
          <fieldset
            className="order-desk-form"
            disabled={edited !== undefined}
            onBlur={checks.onBlur}
          >
            <legend className="hidden">Order</legend>
            <OrderForm
              draft={draft}
              errors={errorsByField(checks.visible)}
              missing={checks.missing}
              onDraft={setDraft}
            />
          </fieldset>
          <SubmitBar
            busy={submission.isPending}
            isDone={submission.data?.reportId !== undefined}
            price={preview.data?.price}
            errors={edited === undefined ? checks.all : []}
            isAllShown={checks.isAllShown}
            onShow={focus}
            onSend={send}
          />
        </Panel>
        <div className="stack">
          <Placed result={submission.data} error={submission.error} />
          <OrderResponse result={submission.data} />
          <XmlPanel
            draft={draft}
            preview={preview}
            errors={checks.visible}
            edited={edited}
            onEdited={setEdited}
            onDiscard={() => setDiscarding(true)}
            onDialect={(dialect) => setDraft({ ...draft, dialect })}
          />
        </div>
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
        <DiscardDialog
          onDiscard={() => {
            setDiscarding(false)
            setEdited(undefined)
          }}
          onClose={() => setDiscarding(false)}
        />
      )}
    </>
  )
}

interface DiscardProps {
  readonly onDiscard: () => void
  readonly onClose: () => void
}

function DiscardDialog({ onDiscard, onClose }: DiscardProps) {
  return (
    <FormDialog
      title="Discard your edits?"
      action="Discard edits"
      busy={false}
      error={null}
      onSubmit={onDiscard}
      onClose={onClose}
    >
      <p>The form writes the XML again. Your changes to the XML are lost.</p>
    </FormDialog>
  )
}

function LockedForm() {
  return (
    <Note>
      <p>
        The XML was edited, so the form is locked: the order is sent as the XML says. Choose “Back
        to the form” to discard the edits.
      </p>
    </Note>
  )
}

interface SubmitProps {
  readonly busy: boolean
  /** The order has a report, and to view it is the primary action of the page. */
  readonly isDone: boolean
  readonly price: Parameters<typeof Costs>[0]['price']
  /** The errors of the form; edited XML is sent as it is. */
  readonly errors: readonly ValidationError[]
  /** The order was to be placed with these errors. */
  readonly isAllShown: boolean
  readonly onShow: (field: string) => void
  readonly onSend: () => void
}

/** The button to place the order. Beside it is what is missing or wrong, or else the price. */
function SubmitBar(properties: SubmitProps) {
  const { busy, isDone, price, errors, isAllShown, onShow, onSend } = properties
  const missing = errors.filter((each) => isEmptyField(each, NONE_VISITED))
  return (
    <div className="order-desk-submit">
      <Button kind={isDone ? '' : 'primary'} type="submit" busy={busy}>
        {busy ? 'Placing order…' : 'Place order'}
      </Button>
      {errors.length === 0 ? (
        <Costs price={price} />
      ) : missing.length > 0 && !isAllShown ? (
        <button
          type="button"
          className="link"
          // Leaving a field can show its error, which would move this button away from the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onShow(`${INVALID},${MISSING}`)}
        >
          Missing: {missingText(missing)}
        </button>
      ) : (
        <button type="button" className="link error" onClick={() => onShow(INVALID)}>
          {plural(errors.length, 'problem')}
        </button>
      )}
      {errors.length > 0 && isAllShown && (
        <Button kind="plain" onClick={onSend}>
          Send it anyway
        </Button>
      )}
    </div>
  )
}

/** What the last attempt led to, above the response. */
function Placed({
  result,
  error,
}: {
  readonly result: Result | undefined
  readonly error: unknown
}) {
  return (
    <>
      {result !== undefined && <OrderResult result={result} />}
      {error !== null && (
        <Note tone="bad">
          <p>{messageOf(error)}</p>
        </Note>
      )}
    </>
  )
}

/**
 * The errors to show. A required field that is still empty is one after it was visited, or after an
 * attempt to place the order: a form that is being filled in is not wrong.
 */
function useVisibleErrors(all: readonly ValidationError[], isXml: boolean) {
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [isAllShown, setAllShown] = useState(false)
  return {
    all,
    isAllShown,
    visible: isXml || isAllShown ? all : all.filter((each) => !isEmptyField(each, visited)),
    /** Marked in the form before they count as errors. */
    missing: new Set(
      all.filter((each) => isEmptyField(each, visited)).map(({ path }) => fieldOf(path)),
    ),
    showAll: () => setAllShown(true),
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      const { field } = target.dataset
      if (field !== undefined) setVisited((before) => new Set([...before, field]))
    },
  }
}
