/** Switches that make a simulated bureau misbehave, for every order, until they are switched back. */

import { type FormEvent, useState } from 'react'
import type { BureauName } from '../../../src/documents/tables/enumerations.ts'
import { type Answer, call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useAnswer } from '../api/use-answer.ts'
import { useChange } from '../api/use-change.ts'
import { Button } from '../parts/button.tsx'
import { Ticked } from '../parts/code.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Badge, Failed, Note, Panel, said, Waiting } from '../parts/layout.tsx'
import { Table } from '../parts/table.tsx'
import { momentText } from '../words.ts'

type Faults = Answer<'GET /sandbox/faults'>

/** A switch for each bureau, and what the words mean. */
export function SandboxFaults() {
  const faults = useAnswer('faults', 'GET /sandbox/faults')
  if (!faults.isSuccess) {
    return faults.isError ? (
      <Failed error={faults.error} again={() => void faults.refetch()} />
    ) : (
      <Waiting what="Fetching the switches" />
    )
  }
  return (
    <>
      <div className="columns">
        {faults.data.current.map((current) => (
          <Switch
            key={`${current.bureau}${current.word}`}
            current={current}
            words={faults.data.words}
          />
        ))}
      </div>
      <Panel title="What a bureau can be told" flush>
        <WordTable words={faults.data.words} />
      </Panel>
      <Note>
        <p>
          One borrower alone can be made to fail too, by the street of the current address: MAGIC
          EXPERIAN FROZEN.
        </p>
      </Note>
    </>
  )
}

interface SwitchProps {
  readonly current: Faults['current'][number]
  readonly words: Faults['words']
}

function Switch({ current, words }: SwitchProps) {
  const { operator } = useSession()
  const [word, setWord] = useState(current.word?.replace(/ \d+$/, '') ?? '')
  const [seconds, setSeconds] = useState(/ (\d+)$/.exec(current.word ?? '')?.[1] ?? '5')
  const set = useChange((next: string | null) =>
    call('PUT /sandbox/faults/:bureau', {
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
          <Badge tone="good">behaves</Badge>
        ) : (
          <Badge tone="warn">{current.word}</Badge>
        )
      }
    >
      {current.since !== undefined && <p className="muted">Since {momentText(current.since)}.</p>}
      {operator.role === 'operator' && (
        <form className="stack" onSubmit={submit}>
          <SelectField
            label={`What ${current.bureau} does`}
            value={word}
            choices={[
              ['', 'Answers as it should'],
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
          {set.isError && <p className="fault">{said(set.error)}</p>}
          <div className="actions">
            <Button kind="primary" type="submit" busy={set.isPending}>
              Tell it
            </Button>
            {current.word !== undefined && (
              <Button busy={set.isPending} onClick={() => set.mutate(null)}>
                Back to normal
              </Button>
            )}
          </div>
        </form>
      )}
    </Panel>
  )
}

function WordTable({ words }: { readonly words: Faults['words'] }) {
  return (
    <Table
      caption="What a bureau can be told"
      rows={words}
      keyOf={({ word }) => word}
      columns={[
        { title: 'Word', heads: true, className: 'mono', cell: ({ word }) => word },
        { title: 'The bureau', className: 'whole', cell: ({ does }) => <Ticked text={does} /> },
        {
          title: 'The order shows',
          className: 'whole',
          cell: ({ shows }) => <Ticked text={shows} />,
        },
      ]}
    />
  )
}
