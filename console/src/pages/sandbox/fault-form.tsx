/** The form that injects a fault: what goes wrong, at which bureau or in the service, for which orders. */
import { type FormEvent, useState } from 'react'
import { BUREAUS, type BureauName } from '../../../../src/documents/tables/enumerations.ts'
import { type ApiBody, call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { InlineCode } from '../../components/code.tsx'
import { Segments, SelectField, TextField } from '../../components/field.tsx'
import type { FaultWords } from '../../components/injected-faults.ts'
import { messageOf, Note, Panel } from '../../components/layout.tsx'
import { useToast } from '../../components/toast.tsx'
import { durationText } from '../../format.ts'

type Body = NonNullable<ApiBody<'POST /sandbox/faults'>>

const REACHES = [
  ['all', 'Every order'],
  ['next', 'Next orders'],
  ['share', 'Share of orders'],
] as const

interface Draft {
  readonly word: string
  readonly seconds: string
  readonly medianMs: string
  readonly p95Ms: string
  readonly bureau: string
  readonly reach: (typeof REACHES)[number][0]
  readonly orders: string
  readonly percent: string
  readonly account: string
  readonly borrower: string
}

const NEW: Draft = {
  word: 'TIMEOUT',
  seconds: '5',
  medianMs: '800',
  p95Ms: '3000',
  bureau: 'Experian',
  reach: 'all',
  orders: '1',
  percent: '20',
  account: '',
  borrower: '',
}

/** Not a word that an order or a street can have: the delay of each file is drawn from a distribution. */
export const VARYING = 'latency'

/** The words of the service, and the delays that have none: after those of the same group. */
export function withVarying(words: FaultWords): FaultWords {
  const varying = {
    word: VARYING,
    group: words[0]?.group ?? 'Service',
    title: 'Responds with varying delays',
    does: 'Delays each file by another time, as a busy bureau does.',
    shows: words.find(({ word }) => word === 'SLOW')?.shows ?? '',
  }
  const at = words.findLastIndex(({ group }) => group === varying.group) + 1
  return words.toSpliced(at, 0, varying)
}

interface PartProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

interface FormProps {
  readonly words: FaultWords
  /** What the form begins with: an example that was chosen. */
  readonly word: string | undefined
  /** How long an order waits for a bureau. */
  readonly timeoutMs: number
}

/** Injects one fault; several can be active, and the latest that fits an order applies. */
export function FaultForm({ words, word, timeoutMs }: FormProps) {
  const toast = useToast()
  const [draft, setDraft] = useState({ ...NEW, ...(word && { word }) })
  const onChange = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const ofService = words.some(({ word, group }) => word === draft.word && group === 'Service')
  const inject = useApiMutation(
    (body: Body) => call('POST /sandbox/faults', { body }),
    () => toast('Injected. It applies from the next order on.'),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    inject.mutate(bodyOf(draft, ofService))
  }
  return (
    <Panel title="Inject a fault">
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
        <Reach draft={draft} onChange={onChange} />
        <Whose draft={draft} onChange={onChange} ofService={ofService} />
        {inject.isError && (
          <Note tone="bad">
            <p>{messageOf(inject.error)}</p>
          </Note>
        )}
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

/** What the bureau or the service does, and what an order shows of it. */
function effectText({ word }: Draft, words: FaultWords, timeoutMs: number): string {
  const chosen = words.find((each) => each.word === word)
  if (chosen === undefined) return ''
  const timeout = /timeout/i.test(chosen.shows) ? ` The timeout is ${durationText(timeoutMs)}.` : ''
  return `${chosen.does} Result: ${chosen.shows}${timeout}`
}

/** By group, without the second word for the same behavior. */
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
        label="Median (ms)"
        value={draft.medianMs}
        onText={(medianMs) => onChange({ medianMs })}
      />
      <TextField
        {...whole}
        label="p95 (ms)"
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

function Whose({ draft, onChange, ofService }: PartProps & { readonly ofService: boolean }) {
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const personas = useApiQuery('personas', 'GET /sandbox/personas')
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
          hint="ID of a persona, or an SSN."
          placeholder="Any borrower"
          list="fault-personas"
          value={draft.borrower}
          onText={(borrower) => onChange({ borrower: borrower.trim() })}
        />
      )}
      <datalist id="fault-personas">
        {personas.data?.items.map(({ id, firstName, lastName }) => (
          <option key={id} value={id}>{`${firstName} ${lastName}`}</option>
        ))}
      </datalist>
    </div>
  )
}

/** Which orders meet the fault, as a sentence; one of the service has no bureau and no borrower. */
function scopeText(draft: Draft, ofService: boolean): string {
  const { bureau, reach, orders, percent, account, borrower } = draft
  const which = {
    all: 'Every order',
    next: orders === '1' ? 'The next order' : `The next ${orders} orders`,
    share: `${percent}% of all orders`,
  }[reach]
  const from = account === '' ? 'of any account' : `of account ${account}`
  if (ofService) return `${which} ${from}.`
  const whose = borrower === '' ? '' : ` for borrower ${borrower}`
  return `${which} ${from}${whose}, at ${bureau === '' ? 'all bureaus' : bureau}.`
}

function bodyOf(draft: Draft, ofService: boolean): Body {
  const { word, reach, account } = draft
  const { bureau, borrower } = ofService ? { bureau: '', borrower: '' } : draft
  const latency = { medianMs: Number(draft.medianMs), p95Ms: Number(draft.p95Ms) }
  return {
    ...(word === VARYING
      ? { latency }
      : { fault: word === 'SLOW' ? `SLOW ${draft.seconds}` : word }),
    ...(bureau === '' ? {} : { bureau: bureau as BureauName }),
    ...(reach === 'next' ? { orders: Number(draft.orders) } : {}),
    ...(reach === 'share' ? { share: Number(draft.percent) / 100 } : {}),
    ...(account === '' ? {} : { account }),
    ...(borrower === '' ? {} : { borrower }),
  }
}
