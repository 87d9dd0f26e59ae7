/** The first report of a sandbox, with one click. */
import { useSession } from '../../api/session.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { messageOf, Note } from '../../components/layout.tsx'
import { useFirstOrder, useOrderNow } from '../../components/order-now.ts'

/** Orders for the first persona and opens the report; only for those who may order in a sandbox. */
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
      {order.isError && (
        <Note tone="bad">
          <p>{messageOf(order.error)}</p>
        </Note>
      )}
    </>
  )
}

/** What fills an empty list: one click in a sandbox, or the form. Auditors place no orders. */
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
