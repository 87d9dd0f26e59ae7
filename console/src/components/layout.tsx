/** How a page is laid out: its heading, its panels, what it says when there is nothing. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import { Refused } from '../api/call.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

interface HeadingProps {
  readonly title: string
  /** One or two sentences: what the page is for. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** The list that the page is one of. */
  readonly of?: readonly [path: string, name: string]
}

/** Whether a page was shown before: the first one leaves the focus at the top, before the skip link. */
let shownBefore = false

/** The heading of a page; also the title of the window, which never holds personal data. */
export function Heading({ title, children, actions, of }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Trimerge`
    // Readers of the screen hear where they are, where what was pressed is gone with its page.
    if (shownBefore && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true })
    }
    shownBefore = true
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
          {title}
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
  /** A table or code reaches to its edges. */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** A part of a page, with a heading of its own. */
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

/** Names and values. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'plain'

/** A word that says how something stands. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>
}

/** Something to know before going on. */
export function Note({ tone = 'accent', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={`note ${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={tone === 'good' ? 'check' : tone === 'accent' ? 'info' : 'warning'} />
      <div className="stack tight">{children}</div>
    </div>
  )
}

/** What a list says when it is empty, and what to do about it. */
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

/** Something is being fetched. */
export function Waiting({ what }: { readonly what: string }) {
  return (
    <p className="waiting" role="status">
      {what} …
    </p>
  )
}

/** Something could not be fetched. */
export function Failed({ error, again }: { readonly error: unknown; readonly again?: () => void }) {
  const missing = error instanceof Refused && error.status === 404
  return (
    <Note tone={missing ? 'warn' : 'bad'}>
      <p>
        {missing ? 'There is nothing under this name, or it is not yours to see.' : said(error)}
      </p>
      {again !== undefined && !missing && (
        <p>
          <Button kind="small" icon="refresh" onClick={again}>
            Try again
          </Button>
        </p>
      )}
    </Note>
  )
}

/** What an error says to people. */
export function said(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.'
}
