/** Fault injection: which faults are injected, and which there are. */
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { InlineCode } from '../../components/code.tsx'
import {
  activeFaults,
  behaviorText,
  type FaultWords,
  type InjectedFault,
  scopeTexts,
  sourceText,
} from '../../components/injected-faults.ts'
import { Badge, Empty, LoadError, Loading, Note, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { minuteText, sentence } from '../../format.ts'
import { FaultForm } from './fault-form.tsx'

/** The injected faults, the form for another, and a list of the available ones. */
export function FaultInjection() {
  const { operator } = useSession()
  const faults = useApiQuery('faults', 'GET /sandbox/faults')
  if (!faults.isSuccess) {
    return faults.isError ? (
      <LoadError error={faults.error} onRetry={() => void faults.refetch()} />
    ) : (
      <Loading what="Loading the faults" />
    )
  }
  const { items, words } = faults.data
  return (
    <>
      <div className="columns wide-left">
        {operator.role === 'operator' && <FaultForm words={words} />}
        <InjectedFaults items={items} words={words} />
      </div>
      <AvailableFaults words={words} />
    </>
  )
}

interface InjectedProps {
  readonly items: readonly InjectedFault[]
  readonly words: FaultWords
}

function InjectedFaults({ items, words }: InjectedProps) {
  const { operator } = useSession()
  const mayChange = operator.role === 'operator'
  const reset = useApiMutation(() => call('DELETE /sandbox/faults'))
  const active = new Set(activeFaults({ items }))
  return (
    <Panel
      title="Injected faults"
      actions={
        mayChange &&
        items.length > 0 && (
          <Button kind="small" busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
            Reset all
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <Empty title="Bureaus and service respond normally">
          <p>Every injected fault is listed here until you reset it.</p>
        </Empty>
      ) : (
        <ul className="injected-faults">
          {items.map((item) => (
            <li key={item.id}>
              <div>
                <p className="strong">
                  {sourceText(item)}{' '}
                  {active.has(item) ? <Badge tone="warn">active</Badge> : <Badge>used up</Badge>}
                </p>
                <p>{sentence(behaviorText(item, words))}</p>
                <p className="muted small">
                  {sentence(scopeTexts(item).join(', ') || 'every order')} Since{' '}
                  {minuteText(item.since)}.
                </p>
              </div>
              {mayChange && <RemoveButton item={item} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function RemoveButton({ item }: { readonly item: InjectedFault }) {
  const remove = useApiMutation(() =>
    call('DELETE /sandbox/faults/:id', { params: { id: item.id } }),
  )
  return (
    <Button kind="plain small" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
      Remove
      <span className="hidden"> at {sourceText(item)}</span>
    </Button>
  )
}

function AvailableFaults({ words }: { readonly words: FaultWords }) {
  return (
    <Panel title="Available faults">
      <Note>
        <p>
          Each word of a bureau is also a magic street: with <code>MAGIC EXPERIAN FROZEN</code> as
          the current address, it applies to that borrower only.
        </p>
      </Note>
      {[...Map.groupBy(words, ({ group }) => group)].map(([group, rows]) => (
        <details key={group} className="more" open={group === words[0]?.group}>
          <summary>
            {group} ({rows.length})
          </summary>
          <Table
            caption={group}
            rows={rows}
            keyOf={({ word }) => word}
            columns={[
              { title: 'Fault', rowHeader: true, cell: ({ title }) => title },
              { title: 'Word', className: 'mono', cell: ({ word }) => word },
              {
                title: 'Result in the order',
                className: 'whole',
                cell: ({ shows }) => <InlineCode text={shows} />,
              },
            ]}
          />
        </details>
      ))}
    </Panel>
  )
}
