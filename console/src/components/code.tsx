/** Documents and command lines to read and to copy. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { useTell } from './toast.tsx'

/** Puts a text on the clipboard. */
export function CopyButton({
  text,
  kind = 'small',
  children,
}: {
  readonly text: string
  readonly kind?: '' | 'small'
  readonly children?: ReactNode
}) {
  const tell = useTell()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      tell('Copied.')
      setTimeout(() => setCopied(false), 2_000)
    } catch {
      tell('The browser does not allow copying here. Select the text instead.')
    }
  }
  return (
    <Button kind={kind} icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      {children ?? 'Copy'}
    </Button>
  )
}

interface XmlProps {
  readonly xml: string
  readonly label: string
  /** Numbers of lines with a fault, from 1. */
  readonly faulty?: ReadonlySet<number>
  /** The line to begin with. */
  readonly line?: number | undefined
}

const NO_LINES: ReadonlySet<number> = new Set()

/** A document with its lines numbered and its parts in colours. */
export function Xml({ xml, label, faulty = NO_LINES, line }: XmlProps) {
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    const wanted = text.current?.querySelector(`[data-line="${line}"]`)
    if (wanted == null) return
    wanted.scrollIntoView({ block: 'center' })
    text.current?.focus({ preventScroll: true })
  }, [line])
  const lines = useMemo(() => xml.trimEnd().split('\n').map(coloured), [xml])
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section ref={text} className="code-text" tabIndex={0} aria-label={label}>
        <pre>
          {lines.map((parts, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name
              key={index}
              className={classOf(index + 1, faulty, line)}
              data-line={index + 1}
            >
              {parts}
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
      <CopyButton text={xml} />
    </div>
  )
}

function classOf(each: number, faulty: ReadonlySet<number>, wanted: number | undefined): string {
  return `line${faulty.has(each) ? ' faulty' : ''}${each === wanted ? ' wanted' : ''}`
}

const TOKENS = /(<\/?[\w:.-]+|\/?>|<\?.*?\?>|<!--.*?-->)|([\w:.-]+)(=)("[^"]*"|'[^']*')/g

/** The parts of a line; a document is only coloured, never understood, here. */
function coloured(line: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of line.matchAll(TOKENS)) {
    parts.push(line.slice(end, match.index))
    end = match.index + match[0].length
    const [all, tag, key, equals, value] = match
    parts.push(
      <span key={match.index} className={tag === undefined ? 'key' : 'name'}>
        {tag ?? key}
      </span>,
    )
    if (tag !== undefined || all === undefined) continue
    parts.push(
      equals,
      <span key={`${match.index}v`} className="value">
        {value}
      </span>,
    )
  }
  parts.push(line.slice(end))
  return parts
}

/** A command line or other text, as it is. */
export function Plain({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="code unnumbered">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="code-text" tabIndex={0} aria-label={label}>
        <pre>
          <span className="line">{text}</span>
        </pre>
      </section>
      <CopyButton text={text} />
    </div>
  )
}

/** A sentence of a reference, what stands in backticks as code. */
export function Ticked({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence never change their order
    at % 2 === 1 ? <code key={at}>{part}</code> : part,
  )
}
