/** The order desk page: a form, the request XML that it generates, and the order's result. */
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { isUnanswered } from '../../api/api-error.ts'
import { useSession } from '../../api/session.tsx'
import { LinkButton } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import type { ValidationError } from '../../components/error-table.tsx'
import { Empty, ErrorNote, Heading, Panel } from '../../components/layout.tsx'
import { DeskActions, DiscardDialog } from './discard.tsx'
import { type Draft, errorsByField, fieldOf, isEmptyField } from './draft.ts'
import { OrderForm } from './order-form.tsx'
import { Costs, hasConsequences } from './order-price.tsx'
import { OrderResponse, OrderResult, type Result } from './order-result.tsx'
import { currentErrors, type Preview, usePreview, useSubmitOrder } from './preview-and-submit.ts'
import { SubmitBar } from './submit-bar.tsx'
import { useWork } from './use-work.ts'
import { selectLine, XmlEditorPanel } from './xml-editor.tsx'
import { XmlPanel } from './xml-panel.tsx'
import './order-desk.css'

/** The order desk. Auditors, who cannot place orders, see a notice instead. */
export function OrderDeskPage() {
  const { operator } = useSession()
  const [starts, setStarts] = useState(0)
  const startAgain = () => setStarts(starts + 1)
  if (operator.role !== 'auditor') return <OrderDesk key={starts} onStartAgain={startAgain} />
  return (
    <>
      <Heading title="Order desk" />
      <Empty title="Auditors cannot place orders">
        <p>Sign in as an operator, or as the integrator of an account.</p>
        <LinkButton to="/overview">Overview</LinkButton>
      </Empty>
    </>
  )
}

/** Selectors of fields with an error, and of required fields that are still empty. */
const INVALID = '[aria-invalid="true"]'
const MISSING = '[aria-required="true"]'

/**
 * The user fills in the form or edits the XML, then places the order. Starting over mounts a new
 * desk, because an emptied form would show the last request until the next preview arrives.
 */
function OrderDesk({ onStartAgain }: { readonly onStartAgain: () => void }) {
  const work = useWork()
  const { draft, edited, isAsWritten, setDraft, setEdited } = work
  const isXml = edited !== undefined
  const preview = usePreview(draft, edited)
  const checks = useVisibleErrors(preview.data?.errors ?? [], isXml)
  const [discarding, setDiscarding] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const show = (errors: readonly ValidationError[], fields: string) => {
    if (isXml) selectLine(form.current, errors.find(({ line }) => line !== undefined)?.line)
    else focusOn(form, fields)
  }
  const openXml = () => {
    setEdited(preview.data?.xml, true)
    setTimeout(() => focusOn(form, 'textarea'))
  }
  const closeXml = () => {
    setDiscarding(false)
    setEdited(undefined)
    setTimeout(() => focusOn(form, '[data-edit]'))
  }
  const { submission, isCurrent, send, confirmation } = usePlacing(work, preview.data?.price)
  const isChecking = useRef(false)
  const submit = async () => {
    // The button is not busy until the errors are known: a double click would send the order twice.
    if (isChecking.current) return
    isChecking.current = true
    const errors = await currentErrors(draft, edited)
    isChecking.current = false
    if (errors.length === 0) return send()
    checks.showAll()
    // The errors are rendered only after this event.
    setTimeout(() => show(errors, INVALID))
  }
  const submitBar = (
    <SubmitBar
      busy={submission.isPending}
      isDone={isCurrent && submission.data?.reportId !== undefined}
      errors={checks.all}
      isMissingNamed={!isXml && !checks.isAllShown}
      isAllShown={checks.isAllShown}
      onShow={(isMissing) => show(checks.all, isMissing ? `${INVALID},${MISSING}` : INVALID)}
      onSend={send}
    >
      <Costs price={preview.data?.price} work={work} />
    </SubmitBar>
  )
  return (
    <>
      <DeskHeading actions={<DeskActions work={work} onStartAgain={onStartAgain} />} />
      <DeskForm form={form} onSubmit={submit}>
        {isXml ? (
          <XmlEditorPanel
            draft={draft}
            preview={preview}
            xml={edited}
            isAsWritten={isAsWritten}
            onXml={setEdited}
            onBack={() => (isAsWritten ? closeXml() : setDiscarding(true))}
            onLine={(line) => selectLine(form.current, line)}
          >
            {submitBar}
          </XmlEditorPanel>
        ) : (
          <FormPanel draft={draft} checks={checks} onDraft={setDraft}>
            {submitBar}
          </FormPanel>
        )}
        <div className="stack">
          <Placed result={submission.data} error={submission.error} isCurrent={isCurrent} />
          {!isXml && (
            <XmlPanel
              draft={draft}
              preview={preview}
              errors={checks.counted}
              onEdit={openXml}
              onDialect={(dialect) => setDraft({ ...draft, dialect })}
            />
          )}
        </div>
      </DeskForm>
      {confirmation}
      {discarding && (
        <DiscardDialog
          title="Discard your edits?"
          action="Discard edits"
          onDiscard={closeXml}
          onClose={() => setDiscarding(false)}
        >
          The form generates the XML again. Your changes to the XML are lost.
        </DiscardDialog>
      )}
    </>
  )
}

/** Focuses an element, which may be rendered only after the event: callers then wait a turn. */
function focusOn(form: RefObject<HTMLFormElement | null>, selector: string): void {
  form.current?.querySelector<HTMLElement>(selector)?.focus()
}

function DeskHeading({ actions }: { readonly actions: ReactNode }) {
  return (
    <Heading title="Order desk" actions={actions}>
      <p>
        Fill in the form or edit the XML. We validate as you type and send exactly what you see.
      </p>
    </Heading>
  )
}

/**
 * Returns the state of the submission and a function that sends the order. An order that is sent
 * again asks for confirmation before it is charged.
 */
function usePlacing(work: ReturnType<typeof useWork>, price: Preview['price']) {
  const { draft, edited, resends } = work
  const submission = useSubmitOrder()
  const [confirming, setConfirming] = useState(false)
  const place = () => {
    setConfirming(false)
    submission.mutate({ draft, edited }, { onSuccess: () => work.setSent({ draft, edited }) })
  }
  const send = () => {
    if (submission.isPending) return
    if (resends !== undefined && hasConsequences(price)) setConfirming(true)
    else place()
  }
  const confirmation = confirming && resends !== undefined && (
    <FormDialog
      title="Place this order again?"
      action="Place order"
      busy={submission.isPending}
      error={null}
      onSubmit={place}
      onClose={() => setConfirming(false)}
    >
      <p>This places a new order in addition to {resends}.</p>
      <Costs price={price} work={work} />
    </FormDialog>
  )
  const sent = submission.variables
  const isCurrent = sent?.draft === draft && sent.edited === edited
  return { submission, isCurrent, send, confirmation }
}

interface DeskFormProps {
  readonly form: RefObject<HTMLFormElement | null>
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}

function DeskForm({ form, onSubmit, children }: DeskFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSubmit()
  }
  return (
    <form ref={form} className="order-desk" noValidate onSubmit={submit} onKeyDown={submitByKey}>
      {children}
    </form>
  )
}

interface FormPanelProps {
  readonly draft: Draft
  readonly checks: ReturnType<typeof useVisibleErrors>
  readonly onDraft: (draft: Draft) => void
  /** The bar with the button to place the order. */
  readonly children: ReactNode
}

function FormPanel({ draft, checks, onDraft, children }: FormPanelProps) {
  return (
    <Panel>
      <fieldset className="order-desk-form" onBlur={checks.onBlur}>
        <legend className="hidden">Order</legend>
        <OrderForm
          draft={draft}
          errors={errorsByField(checks.visible)}
          missing={checks.missing}
          onDraft={onDraft}
        />
      </fieldset>
      {children}
    </Panel>
  )
}

/**
 * Submits the form on Ctrl+Enter or Cmd+Enter from any field, including the editor, where Enter
 * starts a new line.
 */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

interface PlacedProps {
  readonly result: Result | undefined
  readonly error: Error | null
  readonly isCurrent: boolean
}

/** The result of the last attempt, above the response. */
function Placed({ result, error, isCurrent }: PlacedProps) {
  return (
    <>
      {result !== undefined && (
        <>
          <OrderResult result={result} isCurrent={isCurrent} />
          <OrderResponse result={result} />
        </>
      )}
      <ErrorNote error={error}>
        {isUnanswered(error) && (
          <p>
            The order may have been placed. Place it again without changes: a duplicate is not
            charged.
          </p>
        )}
      </ErrorNote>
    </>
  )
}

/**
 * Returns the errors to show. A required field that is still empty counts as an error after it was
 * visited, or after an attempt to place the order, because a form that is being filled in is not
 * wrong.
 */
function useVisibleErrors(all: readonly ValidationError[], isXml: boolean) {
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [isAllShown, setAllShown] = useState(false)
  return {
    all,
    isAllShown,
    /** The errors that are counted beside the XML: the bar with the button counts empty fields. */
    counted: isXml || isAllShown ? all : all.filter((each) => !isEmptyField(each)),
    visible: isXml || isAllShown ? all : all.filter((each) => !isEmptyField(each, visited)),
    /** Empty required fields that the form marks before they count as errors. */
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
