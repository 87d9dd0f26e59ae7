/** The form that injects a fault: its behavior, the bureau or service, and the affected orders. */
import { type FormEvent, useState } from 'react'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { InlineCode } from '../../components/code.tsx'
import { Segments, SelectField, TextField } from '../../components/field.tsx'
import { type FaultWords, lateText } from '../../components/injected-faults.ts'
import { Badge, ErrorNote, Panel } from '../../components/layout.tsx'
import { personaName } from '../../components/personas.ts'
import { useToast } from '../../components/toast.tsx'
import {
  type Body,
  bodyOf,
  type Draft,
  effectText,
  NEW,
  REACHES,
  scopeText,
  VARYING,
} from './fault-draft.ts'
import { FaultPresets } from './fault-presets.tsx'

interface PartProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

interface FormProps {
  readonly words: FaultWords
  /** The fault word that the form starts with, if the user picked one from the list. */
  readonly word: string | undefined
  /** How long an order waits for a bureau. */
  readonly timeoutMs: number
}

/** The form for one fault. Several faults can be active; the latest that fits an order applies. */
export function FaultForm({ words, word, timeoutMs }: FormProps) {
  const toast = useToast()
  const [draft, setDraft] = useState({ ...NEW, ...(word && { word }) })
  const ofService = words.some(({ word, group }) => word === draft.word && group === 'Service')
  const inject = useApiMutation(
    (body: Body) => call('POST /sandbox/faults', { body }),
    () => toast('Injected. It applies from the next order.'),
  )
  const onChange = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }))
    // The error belongs to the request that was sent.
    if (inject.isError) inject.reset()
  }
  const body = bodyOf(draft, ofService)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    inject.mutate(body)
  }
  const late = lateText(body, timeoutMs)
  const borrowerError = borrowerErrorOf(inject.error)
  return (
    <Panel title="Inject a fault">
      <FaultPresets isBusy={inject.isPending} onInject={inject.mutate} />
      <form className="stack sandbox-injection" onSubmit={submit}>
        <div className="fields">
          {!ofService && (
            <SelectField
              label="Bureau"
              value={draft.bureau}
              choices={[['', 'All bureaus'], ...BUREAUS.map((name) => [name, name] as const)]}
              onChoice={(bureau) => onChange({ bureau })}
            />
          )}
          <BehaviorField words={words} draft={draft} onChange={onChange} />
        </div>
        <p className="muted small">
          <InlineCode text={effectText(draft, words, timeoutMs)} />
        </p>
        <Delay draft={draft} onChange={onChange} />
        {late !== undefined && (
          <p>
            <Badge tone="warn">{late}</Badge>
          </p>
        )}
        <Reach draft={draft} onChange={onChange} />
        <Whose draft={draft} onChange={onChange} ofService={ofService} error={borrowerError} />
        {borrowerError === undefined && <ErrorNote error={inject.error} />}
        <div className="actions">
          <Button kind="primary" type="submit" busy={inject.isPending}>
            Inject fault
          </Button>
          <p className="muted small">{scopeText(draft, ofService)}</p>
        </div>
      </form>
    </Panel>
  )
}

function BehaviorField({ words, draft, onChange }: PartProps & { readonly words: FaultWords }) {
  return (
    <SelectField
      label="Behavior"
      value={draft.word}
      choices={[]}
      groups={behaviorGroups(words)}
      onChoice={(word) => onChange({ word })}
    />
  )
}

/** Returns the behaviors by group, without the second word for the same behavior. */
function behaviorGroups(words: FaultWords) {
  const distinct = words.filter(
    ({ title }, at) => words.findIndex((other) => other.title === title) === at,
  )
  return [...Map.groupBy(distinct, ({ group }) => group)].map(
    ([group, rows]) => [group, rows.map(({ word, title }) => [word, title] as const)] as const,
  )
}

const whole = { type: 'number', min: 1, required: true, inputMode: 'numeric' } as const

function Delay({ draft, onChange }: PartProps) {
  if (draft.word === 'SLOW') {
    return (
      <div className="fields">
        <TextField
          {...whole}
          max={120}
          label="Seconds"
          value={draft.seconds}
          onText={(seconds) => onChange({ seconds })}
        />
      </div>
    )
  }
  if (draft.word !== VARYING) return null
  return (
    <div className="fields">
      <TextField
        {...whole}
        label="Median delay (ms)"
        value={draft.medianMs}
        onText={(medianMs) => onChange({ medianMs })}
      />
      <TextField
        {...whole}
        label="p95 delay (ms)"
        value={draft.p95Ms}
        onText={(p95Ms) => onChange({ p95Ms })}
      />
    </div>
  )
}

function Reach({ draft, onChange }: PartProps) {
  return (
    <fieldset>
      <legend className="legend">Which orders</legend>
      <Segments
        label="Which orders"
        value={draft.reach}
        choices={REACHES}
        onChoice={(reach) => onChange({ reach })}
      />
      {draft.reach === 'next' && (
        <div className="fields">
          <TextField
            {...whole}
            max={100_000}
            label="Number of orders"
            value={draft.orders}
            onText={(orders) => onChange({ orders })}
          />
        </div>
      )}
      {draft.reach === 'share' && (
        <div className="fields">
          <TextField
            {...whole}
            max={100}
            label="Percent of orders"
            value={draft.percent}
            onText={(percent) => onChange({ percent })}
          />
        </div>
      )}
    </fieldset>
  )
}

/** Returns the service's error about the borrower, worded for the field. */
function borrowerErrorOf(error: Error | null): string | undefined {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return errors.some(({ path }) => path === 'borrower')
    ? 'Enter the ID of a persona or a custom person, or an SSN'
    : undefined
}

interface WhoseProps extends PartProps {
  readonly ofService: boolean
  readonly error: string | undefined
}

function Whose({ draft, onChange, ofService, error }: WhoseProps) {
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const personas = useApiQuery('personas', 'GET /sandbox/personas')
  const people = useApiQuery('people', 'GET /sandbox/people')
  const known = [...(people.data?.items ?? []), ...(personas.data?.items ?? [])]
  return (
    <div className="fields">
      <SelectField
        label="Account"
        value={draft.account}
        choices={[
          ['', 'All accounts'],
          ...(accounts.data?.items.map(({ name }) => [name, name] as const) ?? []),
        ]}
        onChoice={(account) => onChange({ account })}
      />
      {!ofService && (
        <TextField
          label="Borrower"
          hint={error === undefined ? 'ID of a persona or a custom person, or an SSN.' : undefined}
          error={error}
          placeholder="Any borrower"
          list="fault-borrowers"
          value={draft.borrower}
          onText={(borrower) => onChange({ borrower: borrower.trim() })}
        />
      )}
      <datalist id="fault-borrowers">
        {known.map((person) => (
          <option key={person.id} value={person.id}>
            {personaName(person)}
          </option>
        ))}
      </datalist>
    </div>
  )
}
