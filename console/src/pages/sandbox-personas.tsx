/** The personas: a table to choose from, and an order for each to copy. */
import { useState } from 'react'
import { BUREAUS, type BureauName } from '../../../src/documents/tables/enumerations.ts'
import { words } from '../../../src/documents/wording.ts'
import { OPERATION_NAMES } from '../../../src/orders/intake/products.ts'
import type { Answer } from '../api/call.ts'
import { useAnswer } from '../api/use-answer.ts'
import { bureauLetters } from '../parts/bureaus.tsx'
import { Button } from '../parts/button.tsx'
import { CopyButton, Plain, Xml } from '../parts/code.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check, SelectField, TextField } from '../parts/field.tsx'
import { Empty, Facts, Failed, Panel, Waiting } from '../parts/layout.tsx'
import { operationText, outcomeText } from '../words.ts'

type Persona = Answer<'GET /sandbox/personas'>['items'][number]

/** Everyone whose outcome is known. */
export function Personas() {
  const personas = useAnswer('personas', 'GET /sandbox/personas')
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<Persona>()
  if (!personas.isSuccess) {
    return personas.isError ? (
      <Failed error={personas.error} again={() => void personas.refetch()} />
    ) : (
      <Waiting what="Fetching the personas" />
    )
  }
  const found = personas.data.items.filter((persona) => matches(persona, text))
  return (
    <Panel flush>
      <div className="panel-tools personas-find">
        <TextField
          label="Find"
          type="search"
          hint={`${found.length} of ${personas.data.items.length} personas, version ${personas.data.version}. They are invented; their numbers are never issued.`}
          value={text}
          onText={setText}
        />
      </div>
      {found.length === 0 ? (
        <Empty title="No persona is like this.">
          <p>Try what should happen: frozen, late, bankruptcy, fraud, thin.</p>
        </Empty>
      ) : (
        <PersonaTable personas={found} onOpen={setOpened} />
      )}
      {opened !== undefined && (
        <PersonaOrder persona={opened} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  )
}

function matches(persona: Persona, text: string): boolean {
  const { id, firstName, lastName, ssn, story, outcome } = persona
  const outcomes = Object.values(outcome).map(({ status, words: said }) => `${status} ${said}`)
  return [id, firstName, lastName, ssn, story, ...outcomes]
    .join(' ')
    .toLowerCase()
    .includes(text.trim().toLowerCase())
}

interface TableProps {
  readonly personas: readonly Persona[]
  readonly onOpen: (persona: Persona) => void
}

function PersonaTable({ personas, onOpen }: TableProps) {
  return (
    <div className="scroll">
      <table className="cards personas">
        <caption className="hidden">Personas</caption>
        <thead>
          <tr>
            <th scope="col">Persona</th>
            <th scope="col">What for</th>
            {BUREAUS.map((bureau) => (
              <th key={bureau} scope="col">
                <abbr title={bureau}>{bureauLetters(bureau)}</abbr>
              </th>
            ))}
            <th scope="col">
              <span className="hidden">Order</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {personas.map((persona) => (
            <tr key={persona.id}>
              <th scope="row" data-title="Persona">
                {persona.firstName} {persona.lastName}
                <span className="under mono">{persona.ssn}</span>
              </th>
              <td data-title="What for" className="whole">
                {persona.story}
              </td>
              {BUREAUS.map((bureau) => (
                <td key={bureau} data-title={bureau}>
                  <Outcome outcome={persona.outcome[bureau]} />
                </td>
              ))}
              <td>
                <Button kind="small" onClick={() => onOpen(persona)}>
                  Order
                  <span className="hidden">
                    {' '}
                    {persona.firstName} {persona.lastName}
                  </span>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Outcome({ outcome }: { readonly outcome: Persona['outcome'][BureauName] | undefined }) {
  if (outcome?.score !== undefined) return <span className="strong">{outcome.score}</span>
  if (outcome?.status === 'FileReturned') {
    return <span className="muted">{words(outcome.exclusionReason) || 'file, no score'}</span>
  }
  return <span className="muted">{outcomeText(outcome?.status)}</span>
}

function PersonaOrder({ persona, onClose }: { persona: Persona; onClose: () => void }) {
  const [operation, setOperation] = useState<string>(OPERATION_NAMES[0])
  const [individual, setIndividual] = useState(false)
  const order = useAnswer('personas', 'GET /sandbox/personas/:id/order', {
    params: { id: persona.id },
    query: {
      operation: operation as (typeof OPERATION_NAMES)[number],
      individual: String(individual),
    },
  })
  return (
    <Dialog title={`${persona.firstName} ${persona.lastName}`} onClose={onClose}>
      <p>{persona.story}</p>
      <Facts facts={Object.entries(persona.figures).map(([name, value]) => [words(name), value])} />
      <div className="fields">
        <SelectField
          label="Operation"
          value={operation}
          choices={OPERATION_NAMES.map((name) => [name, operationText(name)] as const)}
          onChoice={setOperation}
        />
        {persona.joint !== undefined && (
          <Check label="Without the partner" checked={individual} onCheck={setIndividual} />
        )}
      </div>
      {order.isError && <Failed error={order.error} />}
      {order.data !== undefined && (
        <>
          <Plain text={order.data.curl} label="The order as a command" />
          <Xml xml={order.data.xml} label="The order as XML" />
        </>
      )}
      <div className="dialog-foot">
        {order.data !== undefined && <CopyButton text={order.data.xml}>Copy XML</CopyButton>}
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
