/** The first steps in an empty sandbox: a report with one click, one from a terminal, and a fault. */
import { Link } from 'wouter'
import { Button, LinkButton } from '../../components/button.tsx'
import { COMMAND_LINES, orderCommand, Plain } from '../../components/code.tsx'
import { messageOf, Note, Panel } from '../../components/layout.tsx'
import { SecretSource } from '../../components/one-time-secret.tsx'
import { useFirstOrder, useOrderNow } from '../../components/order-now.ts'
import { useInjectedFaults } from './overview-data.ts'
import { SampleResponse } from './sample-response.tsx'

/** Shown until the first order arrives, to those who may order. */
export function GetStarted() {
  const { account, xml } = useFirstOrder()
  const order = useOrderNow(async () => xml ?? '')
  const isBroken = useInjectedFaults().length > 0
  if (account === undefined || xml === undefined) return null
  return (
    <Panel title="First steps">
      <p className="muted">
        Order a first report, here or from a terminal, then break a bureau. Borrowers are fictional,
        and the charges that you see are not billed.
      </p>
      <ol className="steps get-started">
        <li>
          <h3>Order a report</h3>
          <p className="muted">
            Avery Sandford is a test borrower: three files, three scores, one late payment.
          </p>
          <p>
            <Button
              kind="primary"
              icon="reports"
              busy={order.isPending}
              onClick={() => order.mutate()}
            >
              {order.isPending ? 'Ordering…' : 'Order for Avery Sandford'}
            </Button>
          </p>
          {order.isError && (
            <Note tone="bad">
              <p>{messageOf(order.error)}</p>
            </Note>
          )}
        </li>
        <li>
          <h3>Order from a terminal</h3>
          <p className="muted">
            <SecretSource account={account} />
          </p>
          <Plain text={orderCommand(account, xml)} label="cURL command" linesMax={COMMAND_LINES} />
        </li>
        <li className={isBroken ? 'done' : undefined}>
          <h3>Break a bureau{isBroken && <span className="hidden"> (done)</span>}</h3>
          <p className="muted">
            Let a bureau time out, freeze a file or return another person’s file, and see what your
            system does.
          </p>
          <p>
            <LinkButton to="/sandbox?view=faults" icon="sandbox">
              Inject a fault
            </LinkButton>
          </p>
        </li>
      </ol>
      <SampleResponse />
      <p className="row">
        <span className="muted">Then:</span>
        <Link href="/sandbox">All test borrowers</Link>
        <Link href="/sandbox?view=clock">Advance the clock</Link>
        <Link href="/api-reference">API reference</Link>
      </p>
    </Panel>
  )
}
