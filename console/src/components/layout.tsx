/** The layout of pages: headings, panels, badges, notes, and loading, empty and error states. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { ApiError, isProblem } from '../api/api-error.ts'
import { useSession } from '../api/session.tsx'
import { sentence } from '../format.ts'
import { Button, LinkButton } from './button.tsx'
import { Icon } from './icons.tsx'

interface HeadingProps {
  /** The title of the window. It never names a person. */
  readonly title: string
  /** The heading shown on the page instead of the title, such as a person's name. */
  readonly shown?: string | undefined
  /** One or two sentences about the page. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** The list that contains the item on this page. */
  readonly of?: readonly [path: string, name: string]
}

/** The path of the page that was shown last. The first page leaves the focus before the skip link. */
let shownPath: string | undefined

/** The heading of a page. `title` is also the window title and must not contain personal data. */
export function Heading({ title, shown = title, children, actions, of }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · Trimerge`
    // Screen readers notice a new page only by the focus. It would be lost with a link on the last
    // page, or stay on a link of the navigation.
    const isNew = shownPath !== undefined && location.pathname !== shownPath
    if (isNew || (shownPath !== undefined && document.activeElement === document.body)) {
      heading.current?.focus({ preventScroll: true })
    }
    shownPath = location.pathname
  }, [title])
  return (
    <header className="heading">
      <div className="heading-text">
        {of !== undefined && (
          <p className="trail">
            <Link href={of[0]}>{of[1]}</Link>
          </p>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {shown}
        </h1>
        {children !== undefined && <div className="muted">{children}</div>}
      </div>
      {actions !== undefined && <div className="actions">{actions}</div>}
    </header>
  )
}

interface PanelProps {
  readonly title?: ReactNode
  readonly actions?: ReactNode
  /** Whether the content extends to the edges of the panel, as tables and code do. */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** A section of a page with its own heading. */
export function Panel({ title, actions, flush = false, children }: PanelProps) {
  const id = useId()
  return (
    <section
      className={flush ? 'panel flush' : 'panel'}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {(title !== undefined || actions !== undefined) && (
        <div className="panel-head">
          {title !== undefined && <h2 id={id}>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}

/** A list of names and values. */
export function Facts({
  facts,
}: {
  /** `whole` puts a long value on a row of its own. */
  readonly facts: readonly (readonly [name: string, value: ReactNode, width?: 'whole'])[]
}) {
  return (
    <dl className="facts">
      {facts.map(([name, value, width]) => (
        <div key={name} className={width}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'plain'

/** A coloured label that shows a state. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>
}

/** A highlighted message. */
export function Note({ tone = 'accent', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={`note ${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={tone === 'good' ? 'check' : tone === 'accent' ? 'info' : 'warning'} />
      <div className="stack tight">{children}</div>
    </div>
  )
}

/** The content of an empty list: what is missing, and what to do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <div className="empty">
      <p className="strong">{title}</p>
      {children}
    </div>
  )
}

/**
 * The place of an empty list's content, so that screen readers announce it: they only announce what
 * appears in an element that was there before.
 */
export function EmptyPlace({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className="empty-place">
      {children}
    </div>
  )
}

interface NotForIntegratorsProps {
  readonly title: string
  readonly children: ReactNode
}

/** A page that shows several accounts. An integrator sees a notice instead of its content. */
export function NotForIntegrators({ title, children }: NotForIntegratorsProps) {
  const { operator } = useSession()
  if (operator.role !== 'integrator') return children
  return (
    <>
      <Heading title={title} />
      <Empty title="Integrators cannot see this page">
        <p>Sign in as an operator or an auditor.</p>
        <LinkButton to="/overview">Overview</LinkButton>
      </Empty>
    </>
  )
}

/** A loading message. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p className="waiting" role="status">
      {what}…
    </p>
  )
}

/** Returns whether the requested resource does not exist or belongs to another account. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The error of a failed fetch, with a button to try again unless purged content was requested. */
export function LoadError({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: () => void
}) {
  const missing = isMissing(error)
  return (
    <Note tone={missing ? 'warn' : 'bad'}>
      <p>{missing ? 'Not found, or you don’t have access.' : messageOf(error)}</p>
      {missing && (
        <p>
          Check the address, or <OtherPages />.
        </p>
      )}
      {onRetry !== undefined && !missing && !isProblem(error, 'gone') && (
        <p>
          <Button kind="small" icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
    </Note>
  )
}

/** Links to the lists that can have what was not found. An integrator has only one account. */
function OtherPages() {
  const { operator } = useSession()
  const [path] = useLocation()
  if (path.startsWith('/accounts')) {
    const { account } = operator
    return account === undefined ? (
      <>
        select one of the <Link href="/accounts">Accounts</Link>
      </>
    ) : (
      <>
        open your <Link href={`/accounts/${account}`}>Account {account}</Link>
      </>
    )
  }
  return (
    <>
      search in <Link href="/orders">Orders</Link> or <Link href="/reports">Reports</Link>
    </>
  )
}

interface LoadStateProps {
  readonly query: {
    readonly isPending: boolean
    readonly error: Error | null
    refetch(): Promise<unknown>
  }
  /** The loading message, such as `Loading the order`. */
  readonly what: string
}

/**
 * The state of a page until it has data: loading, or an error. If a later fetch fails, the page
 * still shows its data, because input below it and one-time content would otherwise be lost.
 */
export function LoadState({ query: { isPending, error, refetch }, what }: LoadStateProps) {
  if (isPending) return <Loading what={what} />
  return error !== null && <LoadError error={error} onRetry={() => void refetch()} />
}

/** The message of a failed action, and what to do; nothing if it has not failed. */
export function ErrorNote({
  error,
  children,
}: {
  readonly error: Error | null
  readonly children?: ReactNode
}) {
  return (
    error !== null && (
      <Note tone="bad">
        <p>{messageOf(error)}</p>
        {children}
      </Note>
    )
  )
}

/** Returns the message of an error, for display. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? sentence(error.message) : 'Something went wrong. Try again.'
}
