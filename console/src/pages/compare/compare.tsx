/** Two orders or two reports side by side. Their identifiers are in the URL. */
import { type FormEvent, useId } from 'react'
import { useSearchParams } from 'wouter'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Empty, Heading, Panel } from '../../components/layout.tsx'
import { operationText, shortDateTimeText } from '../../format.ts'
import { OrdersCompared } from './orders-compared.tsx'
import { ReportsCompared } from './reports-compared.tsx'

/** The kinds of what can be compared. */
const KINDS = {
  orders: ['Order', 'Compare two orders'],
  reports: ['Report', 'Compare two reports'],
} as const

type Kind = keyof typeof KINDS

/** The page of a kind; of orders where the address names none. */
export function ComparePage({ id: requested }: { readonly id: string }) {
  const kind: Kind = requested === 'reports' ? 'reports' : 'orders'
  const [one, title] = KINDS[kind]
  const [parameters, setParameters] = useSearchParams()
  const ids = [parameters.get('one') ?? '', parameters.get('other') ?? ''] as const
  const choose = ([first, second]: readonly [string, string]) =>
    setParameters(
      Object.fromEntries(
        Object.entries({ one: first, other: second }).filter(([, id]) => id !== ''),
      ),
    )
  const isComplete = ids.every((id) => id !== '')
  return (
    <>
      <Heading title={title} of={[`/${kind}`, `${one}s`]} />
      <Panel>
        <Choice key={ids.join()} kind={kind} ids={ids} onChoice={choose} />
      </Panel>
      {!isComplete && (
        <Panel>
          <Empty title={`Choose two ${kind}`}>
            <p>Enter or choose an identifier on each side.</p>
          </Empty>
        </Panel>
      )}
      {isComplete && kind === 'orders' && <OrdersCompared ids={ids} />}
      {isComplete && kind === 'reports' && <ReportsCompared ids={ids} />}
    </>
  )
}

interface ChoiceProps {
  readonly kind: Kind
  readonly ids: readonly [string, string]
  readonly onChoice: (ids: readonly [string, string]) => void
}

/** Two identifiers, with the newest orders or reports to choose from. */
function Choice({ kind, ids, onChoice }: ChoiceProps) {
  const list = useId()
  const recent = useRecent(kind)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const idOf = (side: string) => String(data.get(side) ?? '').trim()
    onChoice([idOf('one'), idOf('other')])
  }
  return (
    <form className="compare-choice" onSubmit={submit}>
      {(['one', 'other'] as const).map((side, index) => (
        <label key={side} className="field">
          <span className="legend">
            {index === 0 ? 'First' : 'Second'} {kind === 'orders' ? 'order' : 'report'}
          </span>
          <input
            name={side}
            className="mono"
            list={list}
            autoComplete="off"
            spellCheck={false}
            defaultValue={ids[index]}
          />
        </label>
      ))}
      <Button kind="primary" type="submit">
        Compare
      </Button>
      <Button onClick={() => onChoice([ids[1], ids[0]])}>Swap</Button>
      <datalist id={list}>
        {recent.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </datalist>
    </form>
  )
}

function useRecent(kind: Kind): readonly { readonly id: string; readonly label: string }[] {
  const orders = useApiQuery('orders', 'GET /orders', {}, { enabled: kind === 'orders' })
  const reports = useApiQuery('reports', 'GET /reports', {}, { enabled: kind === 'reports' })
  const namesOf = (borrowers: readonly { readonly name: string }[]) =>
    borrowers.map(({ name }) => name).join(' and ')
  if (kind === 'orders') {
    return (orders.data?.items ?? []).map(({ id, receivedAt, borrowers, operation, state }) => ({
      id,
      label: [
        shortDateTimeText(receivedAt),
        namesOf(borrowers),
        operationText(operation),
        state,
      ].join(', '),
    }))
  }
  return (reports.data?.items ?? []).map(({ id, lastUpdatedAt, borrowers, operation }) => ({
    id,
    label: [shortDateTimeText(lastUpdatedAt), namesOf(borrowers), operationText(operation)].join(
      ', ',
    ),
  }))
}
