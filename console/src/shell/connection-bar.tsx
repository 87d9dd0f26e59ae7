/** The bar above every page while the service cannot be reached or sends no live updates. */
import { useEffect, useState } from 'react'
import { reconnectNow, useDisconnectedSince, useIsPolled } from '../api/connection.ts'
import { POLL_MS, RECONNECT_MS } from '../api/live-updates.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icons.tsx'
import { clockText, plural } from '../format.ts'

/** How long the button shows the attempt. A rejected connection fails too quickly to read it. */
const SHOWN_MS = 800

/**
 * A bar that says since when the data is no longer updated, or that it is updated at intervals, with
 * a button that reconnects.
 */
export function ConnectionBar() {
  const since = useDisconnectedSince()
  const isPolled = useIsPolled()
  const [isTrying, setTrying] = useState(false)
  useEffect(() => {
    if (!isTrying) return
    const timer = setTimeout(() => setTrying(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isTrying])
  const retry = () => {
    setTrying(true)
    reconnectNow()
  }
  return (
    <div role="status" className="bar-place">
      {(since !== undefined || isPolled) && (
        <div className={`bar ${since === undefined ? 'warn' : 'bad'}`}>
          <Icon name="warning" />
          {since === undefined ? <PolledText /> : <DisconnectedText since={since} />}
          <Button kind="small" icon="refresh" busy={isTrying} onClick={retry}>
            {isTrying ? 'Retrying…' : 'Retry now'}
          </Button>
        </div>
      )}
    </div>
  )
}

function DisconnectedText({ since }: { readonly since: Date }) {
  return (
    <span>
      Disconnected since {clockText(since)}.{' '}
      <span className="bar-text">
        Pages show data from then. The console tries again every{' '}
        {plural(RECONNECT_MS / 1000, 'second')}.
      </span>
    </span>
  )
}

function PolledText() {
  return (
    <span>
      No live updates.{' '}
      <span className="bar-text">
        The service rejected them, for example because too many pages of the console are open. This
        page is updated every {plural(POLL_MS / 1000, 'second')}.
      </span>
    </span>
  )
}
