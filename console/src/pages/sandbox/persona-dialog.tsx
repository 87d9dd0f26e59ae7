/** The dialog of a persona, with a sample order to copy. */
import { useState } from 'react'
import type { STATED_FIGURES } from '../../../../src/bureaus/simulator/personas.ts'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { OPERATION_NAMES, type OperationName } from '../../../../src/orders/intake/products.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { outcomeTone } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { COMMAND_LINES, CopyButton, orderCommand, Plain, Xml } from '../../components/code.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Check, SelectField } from '../../components/field.tsx'
import { Badge, Facts, LoadError } from '../../components/layout.tsx'
import { SecretSource } from '../../components/one-time-secret.tsx'
import { useOrderingAccount } from '../../components/order-now.ts'
import { middleOf, type Persona, personaName } from '../../components/personas.ts'
import { capitalized, operationText } from '../../format.ts'
import { PersonaActions, textOf } from './persona-table.tsx'

interface DialogProps {
  readonly persona: Persona
  readonly onClose: () => void
}

/** The labels of the stated figures of the merged report, worded as in lists of accounts. */
const FIGURES: Readonly<Record<(typeof STATED_FIGURES)[number], string>> = {
  TotalAccounts: 'Accounts',
  MortgageAccounts: 'Mortgages',
  MortgageOpenAccounts: 'Open mortgages',
  MortgageLate30DaysHistorical: 'Mortgage 30 days late',
  MortgageLate60DaysHistorical: 'Mortgage 60 days late',
  TotalLate30DaysHistorical: 'Times 30 days late',
  TotalLate60DaysHistorical: 'Times 60 days late',
  TotalLate90DaysHistorical: 'Times 90 days late',
  RevolvingUtilizationPercent: 'Card utilization',
  Collections: 'Collections',
  ChargeOffs: 'Charge-offs',
  RepossessionsAndForeclosures: 'Repossessions, foreclosures',
  AccountsInBankruptcy: 'Accounts in bankruptcy',
  DisputedAccounts: 'Disputed accounts',
  AuthorizedUserAccounts: 'Authorized user accounts',
  JointAccounts: 'Joint accounts',
}

/** The known results of a persona and an order for it: the request, and a command that sends it. */
export function PersonaDialog({ persona, onClose }: DialogProps) {
  const [operation, setOperation] = useState<OperationName>(OPERATION_NAMES[0])
  const [individual, setIndividual] = useState(false)
  const account = useOrderingAccount()
  const order = useApiQuery('personas', 'GET /sandbox/personas/:id/order', {
    params: { id: persona.id },
    query: { operation, individual: String(individual), ...(account && { account }) },
  })
  return (
    <Dialog title={personaName(persona)} onClose={onClose}>
      <p>{persona.story}</p>
      <Results persona={persona} />
      <Facts facts={identityFacts(persona)} />
      <Facts facts={figureFacts(persona)} />
      <div className="fields">
        <SelectField
          label="Operation"
          value={operation}
          choices={OPERATION_NAMES.map((name) => [name, operationText(name)] as const)}
          onChoice={(name) => setOperation(name as OperationName)}
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
          {account !== undefined && (
            <>
              <p className="muted small">
                <SecretSource account={account} />
              </p>
              <Plain
                text={orderCommand(account, order.data.xml, operation)}
                label="cURL command"
                linesMax={COMMAND_LINES}
              />
            </>
          )}
          <Xml xml={order.data.xml} label="Request XML" />
        </>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>Close</Button>
        <PersonaActions unit={[persona]} kind="primary" />
      </div>
    </Dialog>
  )
}

/** A column with the result of each bureau. A description that all share is shown once. */
function Results({ persona }: { readonly persona: Persona }) {
  const results = BUREAUS.map((bureau) => ({ bureau, ...persona.outcome[bureau] }))
  const [first] = results
  const isSame = results.every(({ words }) => words === first?.words)
  const middle = middleOf(persona)
  return (
    <section className="stack tight" aria-label="Results">
      <dl className="persona-results">
        {results.map((result) => (
          <div key={result.bureau}>
            <dt>{result.bureau}</dt>
            <dd className="figure">{result.score ?? '–'}</dd>
            <dd>
              <Badge tone={result.score === undefined ? 'warn' : outcomeTone(result.status)}>
                {result.score === undefined ? capitalized(textOf(result)) : 'File returned'}
              </Badge>
            </dd>
            {!isSame && <dd className="small">{result.words}</dd>}
          </div>
        ))}
      </dl>
      <p className="muted small">
        {middle !== undefined && `Middle score ${middle.score} (${middle.rule}). `}
        {isSame && first?.words}
      </p>
    </section>
  )
}

/** The values that orders, commands and fault injection need, each with a copy button. */
function identityFacts({ id, ssn, birthDate, address }: Persona) {
  const { street, city, state, postalCode } = address
  return [
    ['Persona ID', <Copyable key="id" name="persona ID" text={id} />],
    ['SSN', <Copyable key="ssn" name="SSN" text={ssn} />],
    ['Birth date', <Copyable key="birth" name="birth date" text={birthDate} />],
    [
      'Address',
      <Copyable key="home" name="address" text={`${street}, ${city}, ${state} ${postalCode}`} />,
      'whole',
    ],
  ] as const
}

function Copyable({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <span className="copyable">
      <span className="mono">{text}</span>
      <CopyButton kind="plain small" text={text}>
        <span className="hidden">Copy {name}</span>
      </CopyButton>
    </span>
  )
}

function figureFacts({ figures }: Persona) {
  return Object.entries(figures).map(([name, value]) => {
    const label = FIGURES[name as keyof typeof FIGURES]
    return [label, name.endsWith('Percent') ? `${value}%` : value] as const
  })
}
