/** The first report of a sandbox, ordered with one click. */
import { useSession } from '../../api/session.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { ErrorNote } from '../../components/layout.tsx'
import { useFirstOrder, useOrderNow } from '../../components/order-now.ts'

/**
 * A button that orders a report for the first persona and opens it. Render it only for users who
 * may order in a sandbox.
 */
export function FirstOrderButton({ isDone = false }: { readonly isDone?: boolean | undefined }) {
  const { xml } = useFirstOrder()
  const order = useOrderNow(async () => xml ?? '')
  return (
    <>
      <Button
        kind={isDone ? '' : 'primary'}
        icon="reports"
        busy={order.isPending || xml === undefined}
        onClick={() => order.mutate()}
      >
        {order.isPending ? 'Ordering…' : 'Order for Avery Sandford'}
      </Button>
      <ErrorNote error={order.error} />
    </>
  )
}

/**
 * The content of an empty list: in a sandbox an order with one click, otherwise a link to the form.
 * Auditors, who cannot place orders, see nothing.
 */
export function OrderHere() {
  const { operator, sandbox } = useSession()
  if (operator.role === 'auditor') return null
  if (!sandbox) {
    return (
      <LinkButton to="/order-desk" kind="primary">
        Open the order desk
      </LinkButton>
    )
  }
  return (
    <div className="row">
      <FirstOrderButton />
      <LinkButton to="/order-desk">Open the order desk</LinkButton>
    </div>
  )
}
