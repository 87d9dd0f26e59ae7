/** The request XML while it is edited, with line numbers, colours, and links to its errors. */
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyButton, highlight } from '../../components/code.tsx'
import { type ValidationError, withoutLine } from '../../components/error-table.tsx'
import { LoadError, Panel } from '../../components/layout.tsx'
import { capitalized, operationText } from '../../format.ts'
import type { Draft } from './draft.ts'
import type { Preview } from './preview-and-submit.ts'
import { ValidationResult } from './xml-panel.tsx'

interface EditorPanelProps {
  readonly draft: Draft
  readonly preview: UseQueryResult<Preview>
  readonly xml: string
  /** Whether the XML is unchanged since the form generated it. */
  readonly isAsWritten: boolean
  readonly onXml: (xml: string) => void
  readonly onBack: () => void
  readonly onLine: (line: number) => void
  /** The bar with the button that places the order. */
  readonly children: ReactNode
}

/** The editor, shown instead of the form. The form would not match the edited XML. */
export function XmlEditorPanel(properties: EditorPanelProps) {
  const { draft, preview, xml, isAsWritten, onXml, onBack, onLine, children } = properties
  const { account, operation } = draft
  const errors = preview.data?.errors ?? []
  const kind = operationText(operation).toLowerCase()
  return (
    <Panel
      title="Request"
      actions={
        <Button kind="small" onClick={onBack}>
          Back to the form
        </Button>
      }
    >
      <p className="muted">
        You are editing the XML; the form is locked. We send it as a {kind} order
        {account !== undefined && ` for the account ${account}`}.
        {!isAsWritten && ' “Back to the form” discards your edits.'}
      </p>
      {preview.isError && (
        <LoadError error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data !== undefined && (
        <ValidationResult draft={draft} preview={preview.data} errors={errors}>
          <ErrorLines errors={errors} onLine={onLine} />
        </ValidationResult>
      )}
      <Editor xml={xml} errors={errors} onXml={onXml} />
      {children}
    </Panel>
  )
}

interface ErrorLinesProps {
  readonly errors: readonly ValidationError[]
  readonly onLine: (line: number) => void
}

/** All errors, one per line. Each links to its line in the editor. */
function ErrorLines({ errors, onLine }: ErrorLinesProps) {
  return (
    <ul className="order-desk-errors">
      {errors.map(({ path, rule, expected, line }) => (
        <li key={`${path}${rule}${expected}`}>
          {line !== undefined && (
            <button type="button" className="link" onClick={() => onLine(line)}>
              Line {line}
            </button>
          )}{' '}
          {path !== '' && <code className="wrap">{path.split(/[/@]/).at(-1)}</code>}{' '}
          {expectedText(expected ?? rule, path)}
        </li>
      ))}
    </ul>
  )
}

/** Returns the expected value without the line. An unreadable document has no path either. */
function expectedText(expected: string, path: string): string {
  if (path !== '') return withoutLine(expected) ?? ''
  return capitalized(expected.replace(/ at line \d+, /, ' at '))
}

interface EditorProps {
  readonly xml: string
  readonly errors: readonly ValidationError[]
  readonly onXml: (xml: string) => void
}

const LINE_END = /\r\n?|\n/

/**
 * A text box placed over a copy of its text. A text box cannot show line numbers or colours, so the
 * copy behind it does. The copy wraps at the same widths and determines the height of both.
 */
function Editor({ xml, errors, onXml }: EditorProps) {
  const id = useId()
  const lines = useMemo(() => xml.split(LINE_END).map(highlight), [xml])
  const wrong = new Set(errors.map(({ line }) => line))
  return (
    <div className="code">
      <div className="code-head">
        <label htmlFor={id}>Request XML</label>
        <CopyButton kind="plain small" text={xml} what="Request XML" />
      </div>
      <div className="order-desk-editor">
        <pre aria-hidden="true">
          {lines.map((parts, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
              key={index}
              className={wrong.has(index + 1) ? 'has-error' : undefined}
              data-line={index + 1}
            >
              {parts}
              {'\n'}
            </span>
          ))}
        </pre>
        <textarea
          id={id}
          rows={1}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={xml}
          onChange={(event) => onXml(event.target.value)}
        />
      </div>
    </div>
  )
}

/** Selects a line of the editor in a form. Without a line, it only focuses the editor. */
export function selectLine(form: HTMLElement | null, line: number | undefined): void {
  const box = form?.querySelector('textarea')
  if (form === null || box == null) return
  box.focus({ preventScroll: line !== undefined })
  if (line === undefined) return
  const lines = box.value.split('\n')
  const text = lines[line - 1] ?? ''
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  box.setSelectionRange(start + text.search(/\S|$/), start + text.length)
  form.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: 'nearest' })
}
