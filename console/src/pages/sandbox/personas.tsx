/** The personas, each with a sample order to copy. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import { BUREAUS, type BureauName } from '../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../src/documents/wording.ts'
import { OPERATION_NAMES } from '../../../../src/orders/intake/products.ts'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { bureauLetters, outcomeText } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton, commandHere, Plain, Xml } from '../../components/code.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Check, SelectField, TextField } from '../../components/field.tsx'
import { Empty, Facts, LoadError, Loading, messageOf, Panel } from '../../components/layout.tsx'
import { useOrderNow } from '../../components/order-now.ts'
import {
  groupOf,
  isScoreBand,
  PERSONA_GROUPS,
  type Persona,
  personaMatches,
} from '../../components/personas.ts'
import { GroupRow } from '../../components/table.tsx'
import { useToast } from '../../components/toast.tsx'
import { operationText } from '../../format.ts'
import { newDraft, withPersonas } from '../order-desk/draft.ts'
import { keepWork } from '../order-desk/kept-work.ts'

/** All personas, with a search. */
export function Personas() {
  const personas = useApiQuery('personas', 'GET /sandbox/personas')
  const [text, setText] = useState('')
  const [group, setGroup] = useState('')
  const [opened, setOpened] = useState<Persona>()
  if (!personas.isSuccess) {
    return personas.isError ? (
      <LoadError error={personas.error} onRetry={() => void personas.refetch()} />
    ) : (
      <Loading what="Loading the personas" />
    )
  }
  const found = personas.data.items.filter(
    (persona) => personaMatches(persona, text) && (group === '' || groupOf(persona) === group),
  )
  return (
    <Panel flush>
      <div className="panel-tools personas-find">
        <TextField
          label="Search"
          type="search"
          placeholder="Name, SSN, or a result such as frozen, late or thin"
          hint={`${found.length} of ${personas.data.items.length} personas, version ${personas.data.version}. All are fictional; their SSNs are never issued. Scores are those of a first order at the start: inquiries and time change them. “Order” sends a credit report order at once.`}
          value={text}
          onText={setText}
        />
        <SelectField
          label="Middle score"
          value={group}
          choices={[['', 'All'], ...PERSONA_GROUPS.map((each) => [each, each] as const)]}
          onChoice={setGroup}
        />
      </div>
      {found.length === 0 ? (
        <Empty title="No matching personas">
          <p>Search for a result, for example frozen, late, bankruptcy, fraud or thin.</p>
        </Empty>
      ) : (
        <PersonaTable personas={found} all={personas.data.items} onOpen={setOpened} />
      )}
      {opened !== undefined && (
        <PersonaOrder persona={opened} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  )
}

interface TableProps {
  readonly all: readonly Persona[]
  readonly personas: readonly Persona[]
  readonly onOpen: (persona: Persona) => void
}

/** Orders the report, for both where the persona has a partner. */
function OrderButton({ persona }: { readonly persona: Persona }) {
  const toast = useToast()
  const order = useOrderNow(
    async () => {
      const params = { id: persona.id }
      const query = { operation: 'credit_report' } as const
      return (await call('GET /sandbox/personas/:id/order', { params, query })).xml
    },
    (error) => toast(messageOf(error)),
  )
  return (
    <Button kind="small" busy={order.isPending} onClick={() => order.mutate()}>
      Order <Whose persona={persona} />
    </Button>
  )
}

/** Opens the order desk with the persona filled in, and their partner where they have one. */
function DeskButton({ persona, all }: { persona: Persona; all: readonly Persona[] }) {
  const { operator } = useSession()
  const [, go] = useLocation()
  const partner = all.filter(({ id }) => id === persona.joint)
  return (
    <Button
      kind="plain small"
      onClick={() => {
        const draft = withPersonas(newDraft(operator.account), [persona, ...partner])
        keepWork({ draft, edited: undefined })
        go('/order-desk')
      }}
    >
      Order desk <Whose persona={persona} />
    </Button>
  )
}

/** Screen readers hear whose button it is. */
function Whose({ persona: { firstName, lastName } }: { readonly persona: Persona }) {
  return (
    <span className="hidden">
      for {firstName} {lastName}
    </span>
  )
}

function PersonaTable({ personas, all, onOpen }: TableProps) {
  const groups = Map.groupBy(personas, groupOf)
  return (
    <div className="scroll">
      <table className="cards personas">
        <caption className="hidden">Personas</caption>
        <thead>
          <tr>
            <th scope="col">Persona</th>
            <th scope="col">Scenario</th>
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
        {PERSONA_GROUPS.map((group) => (
          <Group
            key={group}
            name={group}
            all={all}
            personas={groups.get(group) ?? []}
            onOpen={onOpen}
          />
        ))}
      </table>
    </div>
  )
}

const COLUMNS = BUREAUS.length + 3

/** The personas of a range of scores, below its heading. */
function Group({ name, personas, all, onOpen }: TableProps & { readonly name: string }) {
  const { operator } = useSession()
  if (personas.length === 0) return null
  return (
    <tbody>
      <GroupRow columns={COLUMNS}>
        {name}{' '}
        <span className="muted">
          ({personas.length}
          {isScoreBand(name) && ', by middle score'})
        </span>
      </GroupRow>
      {personas.map((persona) => (
        <tr key={persona.id}>
          <th scope="row" data-title="Persona">
            <button type="button" className="link" onClick={() => onOpen(persona)}>
              {persona.firstName} {persona.lastName}
            </button>
            <span className="under mono">{persona.ssn}</span>
          </th>
          <td data-title="Scenario" className="whole">
            {persona.story}
            <Partner persona={persona} all={all} onOpen={onOpen} />
          </td>
          <Outcomes persona={persona} />
          <td className="actions">
            {operator.role !== 'auditor' && (
              <>
                <DeskButton persona={persona} all={all} />
                <OrderButton persona={persona} />
              </>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** The other borrower of a joint order. */
function Partner({
  persona,
  all,
  onOpen,
}: Omit<TableProps, 'personas'> & { readonly persona: Persona }) {
  const partner = all.find(({ id }) => id === persona.joint)
  if (partner === undefined) return null
  return (
    <span className="under">
      Joint with{' '}
      <button type="button" className="link" onClick={() => onOpen(partner)}>
        {partner.firstName} {partner.lastName}
      </button>
    </span>
  )
}

/** A cell for each bureau, or one for all where they return the same and no score. */
function Outcomes({ persona: { outcome } }: { readonly persona: Persona }) {
  const texts = BUREAUS.map((bureau) => resultText(outcome[bureau]))
  const [first] = texts
  const scores = BUREAUS.map((bureau) => outcome[bureau]?.score)
  if (texts.every((text) => text === first) && scores.every((score) => score === undefined)) {
    return (
      <td colSpan={BUREAUS.length} className="whole" data-title="All bureaus">
        <span className="result">{first}</span>
      </td>
    )
  }
  return BUREAUS.map((bureau, at) => (
    <td key={bureau} data-title={bureau}>
      {scores[at] === undefined ? (
        <span className="result">{texts[at]}</span>
      ) : (
        <span className="strong">{scores[at]}</span>
      )}
    </td>
  ))
}

function resultText(outcome: Persona['outcome'][BureauName] | undefined): string {
  if (outcome?.status !== 'FileReturned') return outcomeText(outcome?.status)
  return (
    words(outcome.exclusionReason).replace(/^Not scored /, 'Not scored: ') || 'file without score'
  )
}

function PersonaOrder({ persona, onClose }: { persona: Persona; onClose: () => void }) {
  const [operation, setOperation] = useState<string>(OPERATION_NAMES[0])
  const [individual, setIndividual] = useState(false)
  const order = useApiQuery('personas', 'GET /sandbox/personas/:id/order', {
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
          <Check
            label="Individual order, without the joint borrower"
            checked={individual}
            onCheck={setIndividual}
          />
        )}
      </div>
      {order.isError && <LoadError error={order.error} />}
      {order.data !== undefined && (
        <>
          <Plain text={commandHere(order.data.curl)} label="cURL command" />
          <Xml xml={order.data.xml} label="Request XML" />
        </>
      )}
      <div className="dialog-foot">
        {order.data !== undefined && (
          <CopyButton text={order.data.xml}>Copy request XML</CopyButton>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
