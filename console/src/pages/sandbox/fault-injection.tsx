/** Fault injection: a simulated bureau misbehaves for every order until it is reset. */

import { type FormEvent, useState } from 'react'
import type { BureauName } from '../../../../src/documents/tables/enumerations.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { InlineCode } from '../../components/code.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { Badge, LoadError, Loading, messageOf, Note, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { dateTimeText } from '../../format.ts'

type Faults = ApiResponse<'GET /sandbox/faults'>

/** A form for each bureau, and a list of the available faults. */
export function FaultInjection() {
  const faults = useApiQuery('faults', 'GET /sandbox/faults')
  if (!faults.isSuccess) {
    return faults.isError ? (
      <LoadError error={faults.error} onRetry={() => void faults.refetch()} />
    ) : (
      <Loading what="Loading the faults" />
    )
  }
  return (
    <>
      <div className="columns">
        {faults.data.current.map((current) => (
          <FaultForm
            key={`${current.bureau}${current.word}`}
            current={current}
            words={faults.data.words}
          />
        ))}
      </div>
      <Panel title="Available faults" flush>
        <FaultList words={faults.data.words} />
      </Panel>
      <Note>
        <p>
          To inject a fault for a single borrower, enter a magic street as the current address, for
          example <code>MAGIC EXPERIAN FROZEN</code>.
        </p>
      </Note>
    </>
  )
}

interface FaultFormProps {
  readonly current: Faults['current'][number]
  readonly words: Faults['words']
}

function FaultForm({ current, words }: FaultFormProps) {
  const { operator } = useSession()
  const [word, setWord] = useState(current.word?.replace(/ \d+$/, '') ?? '')
  const [seconds, setSeconds] = useState(/ (\d+)$/.exec(current.word ?? '')?.[1] ?? '5')
  const set = useApiMutation((next: string | null) =>
    call('PUT /sandbox/bureaus/:bureau/fault', {
      params: { bureau: current.bureau as BureauName },
      body: { word: next },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(word === '' ? null : word === 'SLOW' ? `SLOW ${seconds}` : word)
  }
  return (
    <Panel
      title={current.bureau}
      actions={
        current.word === undefined ? (
          <Badge tone="good">Normal</Badge>
        ) : (
          <Badge tone="warn">{current.word}</Badge>
        )
      }
    >
      {current.since !== undefined && <p className="muted">Since {dateTimeText(current.since)}.</p>}
      {operator.role === 'operator' && (
        <form className="stack" onSubmit={submit}>
          <SelectField
            label={`${current.bureau} behavior`}
            value={word}
            choices={[
              ['', 'Normal responses'],
              ...words.map((each) => [each.word, each.word] as const),
            ]}
            hint={words.find((each) => each.word === word)?.does.replaceAll('`', '')}
            onChoice={setWord}
          />
          {word === 'SLOW' && (
            <TextField
              label="Seconds"
              type="number"
              min={1}
              max={120}
              value={seconds}
              onText={setSeconds}
            />
          )}
          {set.isError && <p className="error">{messageOf(set.error)}</p>}
          <div className="actions">
            <Button kind="primary" type="submit" busy={set.isPending}>
              Apply
            </Button>
            {current.word !== undefined && (
              <Button busy={set.isPending} onClick={() => set.mutate(null)}>
                Reset to normal
              </Button>
            )}
          </div>
        </form>
      )}
    </Panel>
  )
}

function FaultList({ words }: { readonly words: Faults['words'] }) {
  return (
    <Table
      caption="Available faults"
      rows={words}
      keyOf={({ word }) => word}
      columns={[
        { title: 'Fault', rowHeader: true, className: 'mono', cell: ({ word }) => word },
        {
          title: 'Bureau behavior',
          className: 'whole',
          cell: ({ does }) => <InlineCode text={does} />,
        },
        {
          title: 'Result in the order',
          className: 'whole',
          cell: ({ shows }) => <InlineCode text={shows} />,
        },
      ]}
    />
  )
}
