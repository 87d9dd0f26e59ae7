/**
 * The first steps in a new sandbox: order a report with one click, order one from a terminal, and
 * inject a fault.
 */
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { commandHere, Plain } from '../../components/code.tsx'
import { Panel } from '../../components/layout.tsx'
import { SecretSource } from '../../components/one-time-secret.tsx'
import { useFirstOrder } from '../../components/order-now.ts'
import { FirstOrderButton } from '../orders/first-order.tsx'
import { useInjectedFaults } from './overview-data.ts'
import { SampleResponse } from './sample-response.tsx'

type Orders = ApiResponse<'GET /orders'>['items']

/** The sample that the command posts, with its lender case. */
const SAMPLE = { path: '/examples/credit-report.xml', lenderCase: 'LHL-2026-0017' } as const

const HIDDEN_KEY = 'trimerge-first-steps'

/** The panel of first steps for users who may order. They can hide it after the first order. */
export function GetStarted({ orders }: { readonly orders: Orders }) {
  const { operator } = useSession()
  const isBroken = useInjectedFaults().length > 0
  const [isHidden, setHidden] = useState(localStorage.getItem(HIDDEN_KEY) !== null)
  const done = [
    orders.length > 0,
    orders.some(({ lenderCase }) => lenderCase === SAMPLE.lenderCase),
    ...(operator.role === 'operator'
      ? [isBroken || orders.some(({ pulls }) => pulls.some(({ injected }) => injected))]
      : []),
  ]
  if (isHidden && orders.length > 0) return null
  const hide = () => {
    localStorage.setItem(HIDDEN_KEY, 'hidden')
    setHidden(true)
  }
  return (
    <Panel
      title="First steps"
      actions={
        orders.length > 0 && (
          <p className="row">
            <span className="muted small">
              {done.filter(Boolean).length} of {done.length} done
            </span>
            <Button kind="plain small" onClick={hide}>
              Hide
            </Button>
          </p>
        )
      }
    >
      {orders.length === 0 && (
        <p className="muted">
          Borrowers are fictional, and the charges that you see are not billed.
        </p>
      )}
      <ol className="steps get-started">
        <OrderStep isDone={done[0]} />
        <TerminalStep isDone={done[1]} isShort={orders.length > 0} />
        {operator.role === 'operator' && <FaultStep isDone={done[2]} />}
      </ol>
      <p className="row">
        <span className="muted">Then:</span>
        <Link href="/sandbox">All test borrowers</Link>
        <Link href="/sandbox?view=clock">Advance the clock</Link>
        <Link href="/api-reference">API reference</Link>
      </p>
    </Panel>
  )
}

interface StepProps {
  readonly isDone: boolean | undefined
}

function Step({
  title,
  isDone,
  children,
}: StepProps & { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className={isDone ? 'done' : undefined}>
      <h3>
        {title}
        {isDone && <span className="hidden"> (done)</span>}
      </h3>
      {children}
    </li>
  )
}

function OrderStep({ isDone }: StepProps) {
  return (
    <Step title="Order a report" isDone={isDone}>
      <p className="muted">
        Avery Sandford is a test borrower: three files, three scores, one late payment.
      </p>
      <FirstOrderButton isDone={isDone} />
    </Step>
  )
}

function TerminalStep({ isDone, isShort }: StepProps & { readonly isShort: boolean }) {
  const { account } = useFirstOrder()
  if (account === undefined) return null
  const command = [
    'curl -s \\',
    `  $TRIMERGE_URL${SAMPLE.path} |`,
    `  curl -u ${account} --data-binary @- \\`,
    `  -H 'Content-Type: application/xml' \\`,
    '  $TRIMERGE_URL/credit_report',
  ].join('\n')
  const boxes = (
    <div className="columns">
      <Plain text={commandHere(command)} label="cURL command" />
      <SampleResponse />
    </div>
  )
  return (
    <Step title="Order from a terminal" isDone={isDone}>
      <p className="muted">
        <SecretSource account={account} />
      </p>
      {isShort ? (
        <details className="more">
          <summary>Command and response</summary>
          {boxes}
        </details>
      ) : (
        boxes
      )}
    </Step>
  )
}

function FaultStep({ isDone }: StepProps) {
  return (
    <Step title="Break a bureau" isDone={isDone}>
      <p className="muted">
        Let a bureau time out, freeze a file or return another person’s file, and see what your
        system does.
      </p>
      <LinkButton to="/sandbox?view=faults" icon="sandbox">
        Inject a fault
      </LinkButton>
    </Step>
  )
}
