/** The injected faults: the active ones, and below them those that are used up. */
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { useFaultRemoval, useRemoveAllFaults } from '../../components/fault-removal.ts'
import {
  activeFaults,
  behaviorText,
  type InjectedFault,
  reachText,
  sourceText,
} from '../../components/injected-faults.ts'
import { Empty, Panel } from '../../components/layout.tsx'
import { minuteText, sentence } from '../../format.ts'

type Listed = ApiResponse<'GET /sandbox/faults'>

/** The injected faults, each with a button to remove it. */
export function InjectedFaults({ faults }: { readonly faults: Listed }) {
  const { operator } = useSession()
  const reset = useRemoveAllFaults()
  const active = activeFaults(faults)
  const used = faults.items.filter((item) => !active.includes(item))
  return (
    <Panel
      title="Injected faults"
      actions={
        operator.role === 'operator' &&
        active.length > 0 && (
          <Button kind="small" busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
            Remove all
          </Button>
        )
      }
    >
      {active.length === 0 ? (
        <Empty title="Bureaus and service respond normally">
          <p>
            {operator.role === 'operator'
              ? 'Every injected fault is listed here until you remove it.'
              : 'Only operators can inject faults. Every injected fault is listed here.'}
          </p>
        </Empty>
      ) : (
        <FaultList items={active} terms={faults} />
      )}
      {active.length > 1 && (
        <p className="muted small">
          If several injected faults match an order, the latest applies.
        </p>
      )}
      {used.length > 0 && <UsedUp items={used} terms={faults} />}
    </Panel>
  )
}

interface ListProps {
  readonly items: readonly InjectedFault[]
  /** The words and the timeout that describe the faults. */
  readonly terms: Listed
}

/** A list of faults, latest first. */
function FaultList({ items, terms }: ListProps) {
  const { operator } = useSession()
  return (
    <ul className="injected-faults">
      {items.toReversed().map((item) => (
        <li key={item.id}>
          <div>
            <p className="strong">{sourceText(item)}</p>
            <p>{sentence(behaviorText(item, terms))}</p>
            <p className="small">{reachText(item)}</p>
            <p className="muted small">Since {minuteText(item.since)}</p>
          </div>
          {operator.role === 'operator' && <RemoveButton item={item} />}
        </li>
      ))}
    </ul>
  )
}

/** Faults that as many orders have met as they were injected for. They have no further effect. */
function UsedUp({ items, terms }: ListProps) {
  const { operator } = useSession()
  const clear = useFaultRemoval(async () => {
    for (const { id } of items) await call('DELETE /sandbox/faults/:id', { params: { id } })
  }, 'All used-up injected faults are removed.')
  return (
    <details className="more used-up">
      <summary>Used up ({items.length})</summary>
      <FaultList items={items} terms={terms} />
      {operator.role === 'operator' && (
        <p>
          <Button kind="small" busy={clear.isPending} onClick={() => clear.mutate(undefined)}>
            Clear used up
          </Button>
        </p>
      )}
    </details>
  )
}

function RemoveButton({ item }: { readonly item: InjectedFault }) {
  const remove = useFaultRemoval(
    () => call('DELETE /sandbox/faults/:id', { params: { id: item.id } }),
    'The injected fault is removed.',
  )
  return (
    <Button kind="plain small" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
      Remove
      <span className="hidden"> at {sourceText(item)}</span>
    </Button>
  )
}
