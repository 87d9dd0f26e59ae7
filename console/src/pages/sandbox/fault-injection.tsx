/** The view of fault injection: the injected faults and the available faults. */
import { useRef, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { InlineCode } from '../../components/code.tsx'
import type { FaultWords } from '../../components/injected-faults.ts'
import { LoadState, Note, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/list/table.tsx'
import { VARYING, withVarying } from './fault-draft.ts'
import { FaultForm } from './fault-form.tsx'
import { InjectedFaults } from './injected-list.tsx'

/** The injected faults, the form for another fault, and the available faults. */
export function FaultInjection() {
  const { operator } = useSession()
  const faults = useApiQuery('faults', 'GET /sandbox/faults')
  const [chosen, setChosen] = useState<string>()
  const [choices, setChoices] = useState(0)
  const form = useRef<HTMLDivElement>(null)
  const mayChange = operator.role === 'operator'
  const use = (word: string) => {
    setChosen(word)
    setChoices(choices + 1)
    form.current?.scrollIntoView()
    form.current?.querySelector('select')?.focus({ preventScroll: true })
  }
  if (faults.data === undefined) return <LoadState query={faults} what="Loading the faults" />
  const { bureauTimeoutMs } = faults.data
  const words = withVarying(faults.data.words)
  return (
    <>
      <div ref={form} className="columns wide-left injection">
        {mayChange && (
          <FaultForm key={choices} words={words} word={chosen} timeoutMs={bureauTimeoutMs} />
        )}
        <InjectedFaults faults={faults.data} />
      </div>
      <AvailableFaults words={words} onUse={mayChange ? use : undefined} />
    </>
  )
}

interface GroupProps extends Pick<AvailableProps, 'onUse'> {
  readonly group: string
  readonly rows: FaultWords
  readonly isOpen: boolean
}

/** A row for each behavior. Some have two words: a short one, and the status of the file. */
function FaultGroup({ group, rows, isOpen, onUse }: GroupProps) {
  const behaviors = [...Map.groupBy(rows, ({ title }) => title).values()]
  return (
    <details className="more" open={isOpen}>
      <summary>
        {group} ({behaviors.length})
      </summary>
      <Table
        caption={group}
        rows={behaviors}
        keyOf={([first]) => first?.word ?? ''}
        columns={[
          { title: 'Fault', rowHeader: true, cell: ([first]) => first?.title },
          {
            // A magic street selects a bureau, so faults of the service have no street word.
            title: group === 'Service' ? 'Word' : 'Street word',
            className: 'mono whole',
            cell: ([first, ...others]) => (
              <>
                {first?.word === VARYING ? <span className="muted">none</span> : first?.word}
                {others.map(({ word }) => (
                  <span key={word} className="under">
                    or {word}
                  </span>
                ))}
              </>
            ),
          },
          {
            title: 'Result in the order',
            className: 'whole',
            cell: ([first]) => <InlineCode text={first?.shows ?? ''} />,
          },
          onUse && {
            title: 'Use',
            titleHidden: true,
            className: 'actions',
            cell: ([first]) => (
              <Button kind="small" onClick={() => first && onUse(first.word)}>
                Use<span className="hidden"> {first?.title}</span>
              </Button>
            ),
          },
        ]}
      />
    </details>
  )
}

interface AvailableProps {
  readonly words: FaultWords
  /** Fills in the form; absent if the operator may not inject faults. */
  readonly onUse: ((word: string) => void) | undefined
}

function AvailableFaults({ words, onUse }: AvailableProps) {
  return (
    <Panel title="Available faults">
      <Note>
        <p>
          To break a bureau for one borrower only, give the borrower a magic street as current
          address: <code>MAGIC</code>, a bureau or <code>ALL</code>, and one of these words, such as{' '}
          <code>MAGIC EXPERIAN FROZEN</code>.
        </p>
      </Note>
      <div className="available-faults">
        {[...Map.groupBy(words, ({ group }) => group)].map(([group, rows]) => (
          <FaultGroup
            key={group}
            group={group}
            rows={rows}
            isOpen={group === words[0]?.group}
            onUse={onUse}
          />
        ))}
      </div>
    </Panel>
  )
}
