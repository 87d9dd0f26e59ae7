/** Error boundaries, which keep the rest of the console usable if a page fails. */
import { Component, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useDisconnectedSince } from '../api/connection.ts'
import { BASE_PATH } from '../base-path.ts'
import { Button } from '../components/button.tsx'
import { Heading, Note } from '../components/layout.tsx'
import { clockText } from '../format.ts'
import { forgetPageFailures, PageCodeError } from '../lazy-pages.ts'

/** Shows an error instead of a failed page. Opening another page or trying again resets it. */
export function PageBoundary({ children }: { readonly children: ReactNode }) {
  const [location] = useLocation()
  return <Boundary key={location}>{children}</Boundary>
}

/**
 * The outermost boundary. It shows an error if something around the pages fails, because the screen
 * would otherwise be empty.
 */
export function ConsoleBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary around={(failure) => <main className="main">{failure}</main>}>{children}</Boundary>
  )
}

interface State {
  readonly error?: unknown
}

interface BoundaryProps {
  readonly children: ReactNode
  /** Wraps the error in further elements. */
  readonly around?: (failure: ReactNode) => ReactNode
}

class Boundary extends Component<BoundaryProps, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  readonly retry = () => {
    forgetPageFailures()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    const { children, around = (failure) => failure } = this.props
    if (error === undefined) return children
    const Failed = error instanceof PageCodeError ? CodeMissing : PageFailed
    return around(<Failed onRetry={this.retry} />)
  }
}

interface RetryProps {
  readonly onRetry: () => void
}

/**
 * The error for page code that could not be fetched. The code is fetched again as soon as the
 * service responds.
 */
function CodeMissing({ onRetry }: RetryProps) {
  const since = useDisconnectedSince()
  const [isUp, setUp] = useState<boolean>()
  useEffect(() => {
    // When the connection is restored, the cleanup function fetches the code again.
    if (since !== undefined) return onRetry
    void isServiceUp().then((up) => {
      setUp(up)
      if (up) reloadOnce()
    })
    return
  }, [since, onRetry])
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Failure title="This page could not be loaded" onRetry={onRetry}>
      <p>{missingText(since, isUp)}</p>
    </Failure>
  )
}

/** Returns why the code is missing. It blames an upgrade only if the service responds. */
function missingText(since: Date | undefined, isUp: boolean | undefined): string {
  if (since !== undefined)
    return `The service has not responded since ${clockText(since)}. This page opens automatically as soon as the service responds again. Pages that you opened before still show their data.`
  if (isUp === undefined) return 'Checking whether the service responds…'
  return isUp
    ? 'The service was upgraded while the console was open. Try again, or reload the console.'
    : 'The service does not respond. Check your network connection and try again.'
}

function PageFailed({ onRetry }: RetryProps) {
  return (
    <Failure title="This page failed" onRetry={onRetry}>
      <p>
        The console failed while rendering this page. It did not change any data of the service. Try
        again, or open another page. If it fails again, reload the console.
      </p>
    </Failure>
  )
}

function Failure({
  title,
  children,
  onRetry,
}: RetryProps & { readonly title: string; readonly children: ReactNode }) {
  // Leaving the failed page by a link must reset its failure, as the button does.
  useEffect(() => forgetPageFailures, [])
  return (
    <>
      <Heading title={title} />
      <Note tone="bad">
        {children}
        <p>
          <Button kind="small" icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        </p>
      </Note>
    </>
  )
}

const RELOADED_KEY = 'trimerge.reloaded'
/**
 * The minimum time between two reloads. A failure soon after a reload has another cause than the
 * upgrade.
 */
const RELOAD_AGAIN_MS = 60_000

async function isServiceUp(): Promise<boolean> {
  return fetch(`${BASE_PATH}/api/v1/session`, { cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )
}

/** Reloads the console once, because a new version of the service has other files. */
function reloadOnce(): void {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_KEY))
  if (Date.now() - reloadedAt < RELOAD_AGAIN_MS) return
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  window.location.reload()
}
