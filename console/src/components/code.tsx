/** Documents and commands, with a button to copy them. */
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { BASE_PATH } from '../base-path.ts'
import { Button } from './button.tsx'
import { useToast } from './toast.tsx'

/** A button that copies a text to the clipboard. */
export function CopyButton({
  text,
  what,
  kind = 'small',
  children,
}: {
  readonly text: string
  /** The name of the text, which screen readers read after "Copy". */
  readonly what?: string
  readonly kind?: '' | 'small' | 'plain small'
  readonly children?: ReactNode
}) {
  const toast = useToast()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      toast('Copied to the clipboard.')
      setTimeout(() => setCopied(false), 2_000)
    } catch {
      toast('Your browser blocked access to the clipboard. Select the text and copy it.', 'bad')
    }
  }
  return (
    <Button kind={kind} icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      {children ?? (
        <>
          Copy<span className="hidden"> {what}</span>
        </>
      )}
    </Button>
  )
}

interface XmlProps {
  readonly xml: string
  readonly label: string
  /** The numbers of the lines with an error, from 1. */
  readonly errorLines?: ReadonlySet<number>
  /** The line to scroll to and highlight. */
  readonly line?: number | undefined
}

const NO_LINES: ReadonlySet<number> = new Set()

/**
 * How many lines after the last visible one are highlighted. A response has ten thousand tokens, so
 * the rest is highlighted only when it comes into view.
 */
const LINES_AHEAD = 40

/** A document with line numbers. Syntax colours extend as far down as the user has scrolled. */
export function Xml({ xml, label, errorLines = NO_LINES, line }: XmlProps) {
  const code = useRef<HTMLElement>(null)
  useEffect(() => {
    const target = code.current?.querySelector(`[data-line="${line}"]`)
    if (target == null) return
    target.scrollIntoView({ block: 'center' })
    code.current?.focus({ preventScroll: true })
  }, [line])
  const [seen, setSeen] = useState(LINES_AHEAD)
  const onSeen = (count: number) => setSeen((most) => (count <= most ? most : count + LINES_AHEAD))
  const [lines, indents] = useMemo(() => {
    const texts = xml.trimEnd().split('\n')
    const coloured = Math.max(seen, (line ?? 0) + LINES_AHEAD)
    const parts = texts.map((text, index) => (index < coloured ? highlight : uncoloured)(text))
    return [parts, texts.map(indentOf)] as const
  }, [xml, seen, line])
  return (
    <CodeBox kind="code" label={label} text={xml} box={code} onSeen={onSeen}>
      {lines.map((parts, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
          key={index}
          className={classOf(index + 1, errorLines, line)}
          data-line={index + 1}
          style={indents[index]}
        >
          {parts}
          {'\n'}
        </span>
      ))}
    </CodeBox>
  )
}

/**
 * Returns the hanging indent of a long line: its wrapped part continues below its text, a little to
 * the right.
 */
function indentOf(line: string): CSSProperties {
  return { '--indent': lengthOfIndent(line) + 4 } as CSSProperties
}

function lengthOfIndent(line: string): number {
  return line.search(/\S|$/)
}

function classOf(
  line: number,
  errorLines: ReadonlySet<number>,
  target: number | undefined,
): string {
  return `line${errorLines.has(line) ? ' has-error' : ''}${line === target ? ' target' : ''}`
}

const TOKENS = /(<\/?[\w:.-]+|\/?>|<\?.*?\?>|<!--.*?-->)|([\w:.-]+)(=)("[^"]*"|'[^']*')([?/]?>)?/g

/** Splits a line into coloured tokens. This only adds colours; it does not parse the document. */
export function highlight(line: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of line.matchAll(TOKENS)) {
    const before = line.slice(end, match.index)
    parts.push(
      end === 0 ? (
        <span key="indent" className="indent">
          {before}
        </span>
      ) : (
        before
      ),
    )
    end = match.index + match[0].length
    const [, tag, key, equals, value, close] = match
    parts.push(
      tag === undefined ? (
        // The closing bracket of a tag stays on the line of the last attribute.
        <span key={match.index} className={close && 'last'}>
          <span className="key">{key}</span>
          {equals}
          <span className="value">{value}</span>
          {close && <span className="name">{close}</span>}
        </span>
      ) : (
        <span key={match.index} className="name">
          {tag}
        </span>
      ),
    )
  }
  parts.push(line.slice(end))
  return parts
}

/** Returns a line without colours that takes the same space as with them. */
function uncoloured(line: string): ReactNode[] {
  const start = lengthOfIndent(line)
  return [
    <span key="indent" className="indent">
      {line.slice(0, start)}
    </span>,
    line.slice(start),
  ]
}

/** Returns a command with the address of this service filled in. */
export function commandHere(command: string): string {
  return command.replaceAll('$TRIMERGE_URL', `${window.location.origin}${BASE_PATH}`)
}

/** The number of lines of an order command that precede the request. */
export const COMMAND_LINES = 4

/** Returns a `curl` command that places an order. The request is part of the command. */
export function orderCommand(
  account: string,
  request: string,
  operation = 'credit_report',
  format: 'xml' | 'json' = 'xml',
): string {
  const end = format.toUpperCase()
  const command = [
    `curl -u ${account}`,
    `-H 'Content-Type: application/${format}'`,
    '--data-binary @-',
    `"$TRIMERGE_URL/${operation}" <<'${end}'`,
  ].join(' \\\n  ')
  return `${commandHere(command)}\n${request.trim()}\n${end}`
}

interface PlainProps {
  readonly text: string
  readonly label: string
  /** How many lines are shown at first; undefined for all. The button always copies all lines. */
  readonly linesMax?: number | undefined
}

/** A command line or other plain text. */
export function Plain({ text, label, linesMax }: PlainProps) {
  const code = useRef<HTMLElement>(null)
  return (
    <CodeBox kind="code unnumbered" label={label} text={text} box={code} linesMax={linesMax}>
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
        <span key={index} className="line" style={indentOf(line)}>
          {line}
          {'\n'}
        </span>
      ))}
    </CodeBox>
  )
}

interface BoxProps extends PlainProps {
  readonly kind: string
  readonly box: RefObject<HTMLElement | null>
  /** Receives the number of lines in view or above, whenever it may have changed. */
  readonly onSeen?: (count: number) => void
  /** One node for each line. */
  readonly children: readonly ReactNode[]
}

/** Lines of code. If some are out of view, a button shows all of them. */
function CodeBox({ kind, label, text, box, linesMax = Infinity, onSeen, children }: BoxProps) {
  const [isWhole, setWhole] = useState(false)
  const [isCut, setCut] = useState(false)
  const look = () => {
    const { current } = box
    if (current === null) return
    const { scrollTop, clientHeight, scrollHeight } = current
    setCut(scrollHeight > clientHeight)
    onSeen?.(linesAbove(current, scrollTop + clientHeight))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useEffect(() => {
    const { current } = box
    if (current === null) return
    // The observer calls `look` at once, and whenever lines wrap differently at a new width.
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [box, text])
  return (
    <div className={kind}>
      <CodeHead label={label} text={text} />
      <section
        ref={box}
        className={isWhole ? 'code-text whole' : 'code-text'}
        onScroll={onSeen && look}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        <pre>{isWhole ? children : children.slice(0, linesMax)}</pre>
      </section>
      {!isWhole && (isCut || children.length > linesMax) && (
        <Button kind="plain small" onClick={() => setWhole(true)}>
          Show all {children.length} lines
        </Button>
      )}
    </div>
  )
}

/** Returns how many lines start above a vertical position in their box. */
function linesAbove(box: HTMLElement, bottom: number): number {
  const lines = [...box.querySelectorAll<HTMLElement>('.line')]
  return 1 + lines.findLastIndex(({ offsetTop }) => offsetTop < bottom)
}

/**
 * The title of a text and the button to copy it, placed above the text because over it the button
 * would cover a line.
 */
function CodeHead({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="code-head">
      <span>{label}</span>
      <CopyButton kind="plain small" text={text} what={label} />
    </div>
  )
}

/** A sentence whose parts in backticks are shown as code. */
export function InlineCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
    at % 2 === 1 ? <code key={at}>{part}</code> : part,
  )
}
