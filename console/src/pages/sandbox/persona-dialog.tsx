/** A persona with a sample order to copy. */
import { useState } from 'react'
import { words } from '../../../../src/documents/wording.ts'
import { OPERATION_NAMES, type OperationName } from '../../../../src/orders/intake/products.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { COMMAND_LINES, CopyButton, orderCommand, Plain, Xml } from '../../components/code.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Check, SelectField } from '../../components/field.tsx'
import { Facts, LoadError } from '../../components/layout.tsx'
import { SecretSource } from '../../components/one-time-secret.tsx'
import { useOrderingAccount } from '../../components/order-now.ts'
import type { Persona } from '../../components/personas.ts'
import { operationText } from '../../format.ts'
import { PersonaActions } from './persona-table.tsx'

interface DialogProps {
  readonly persona: Persona
  readonly onClose: () => void
}

/** What is stated of a persona, and an order for it: the request, and a command that sends it. */
export function PersonaDialog({ persona, onClose }: DialogProps) {
  const [operation, setOperation] = useState<OperationName>(OPERATION_NAMES[0])
  const [individual, setIndividual] = useState(false)
  const account = useOrderingAccount()
  const order = useApiQuery('personas', 'GET /sandbox/personas/:id/order', {
    params: { id: persona.id },
    query: { operation, individual: String(individual), ...(account && { account }) },
  })
  return (
    <Dialog title={`${persona.firstName} ${persona.lastName}`} onClose={onClose}>
      <p>{persona.story}</p>
      <p className="row">
        <span className="muted">SSN</span> <span className="mono">{persona.ssn}</span>
        <CopyButton kind="plain small" text={persona.ssn}>
          <span className="hidden">Copy SSN</span>
        </CopyButton>
      </p>
      <Facts facts={Object.entries(persona.figures).map(([name, value]) => [words(name), value])} />
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
