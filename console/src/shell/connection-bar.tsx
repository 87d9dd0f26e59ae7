/** The bar above every page while the service cannot be reached. */
import { useDisconnectedSince } from '../api/connection.ts'
import { Icon } from '../components/icons.tsx'
import { clockText } from '../format.ts'

/** Says that the page does not change any more, and how old its data is. */
export function ConnectionBar() {
  const since = useDisconnectedSince()
  return (
    <div role="status" className="bar-place">
      {since !== undefined && (
        <p className="bar bad">
          <Icon name="warning" />
          Disconnected, retrying. Data from {clockText(since)}.
        </p>
      )}
    </div>
  )
}
