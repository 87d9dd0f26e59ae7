/** The request XML beside the form: read-only, or open for editing. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { DIALECTS } from '../../../../src/documents/dialects.ts'
import { Button } from '../../components/button.tsx'
import { Xml } from '../../components/code.tsx'
import { ErrorTable, type ValidationError, withoutLine } from '../../components/error-table.tsx'
import { SelectField } from '../../components/field.tsx'
import { LoadError, Loading, Note, Panel } from '../../components/layout.tsx'
import { plural } from '../../format.ts'
import { type Draft, isBorrowerEmpty, labelOf } from './draft.ts'
import type { Preview } from './preview-and-submit.ts'

interface XmlPanelProps {
  readonly draft: Draft
  readonly preview: UseQueryResult<Preview>
  /** The errors to show. */
  readonly errors: readonly ValidationError[]
  /** The XML while it is edited; undefined while the form writes it. */
  readonly edited: string | undefined
  readonly onEdited: (xml: string) => void
  /** Asks whether the edits are to be discarded. */
  readonly onDiscard: () => void
  readonly onDialect: (dialect: Draft['dialect']) => void
}

/** The XML that will be sent, with its validation errors. */
export function XmlPanel(properties: XmlPanelProps) {
  const { draft, preview, errors, edited, onEdited, onDiscard, onDialect } = properties
  const { data } = preview
  return (
    <Panel
      title="Request"
      actions={
        <Button
          kind="small"
          // Before the request has arrived, nothing can be edited.
          disabled={edited === undefined && data === undefined}
          onClick={() => (edited === undefined ? onEdited(data?.xml ?? '') : onDiscard())}
        >
          {edited === undefined ? 'Edit XML' : 'Back to the form'}
        </Button>
      }
    >
      {edited === undefined && (
        <SelectField
          label="Dialect"
          hint={DIALECTS[draft.dialect].doc}
          value={draft.dialect}
          choices={Object.values(DIALECTS).map(({ name }) => [name, name] as const)}
          onChoice={(dialect) => onDialect(dialect as Draft['dialect'])}
        />
      )}
      {preview.isError && (
        <LoadError error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {data === undefined && preview.isPending && <Loading what="Loading the request" />}
      {data !== undefined && <ValidationResult draft={draft} preview={data} errors={errors} />}
      {edited === undefined ? (
        data !== undefined && (
          <Xml
            xml={data.xml}
            label="Request XML"
            errorLines={new Set(errors.flatMap(({ line }) => line ?? []))}
          />
        )
      ) : (
        <Editor xml={edited} onXml={onEdited} />
      )}
    </Panel>
  )
}

interface ResultProps {
  readonly draft: Draft
  readonly preview: Preview
  readonly errors: readonly ValidationError[]
}

/** Fields that were not visited yet are named beside the button, and not again here. */
function ValidationResult({ draft, preview, errors }: ResultProps) {
  return (
    <div aria-live="polite" className="stack tight">
      {errors.length > 0 ? (
        <>
          <Note tone="warn">
            <p>{plural(errors.length, 'problem')}. This order would be rejected.</p>
            {errors.length === 1 && <OneError {...errors[0]} />}
          </Note>
          {errors.length > 1 && (
            <details className="more">
              <summary>Show details</summary>
              <ErrorTable errors={errors} />
            </details>
          )}
        </>
      ) : preview.errors.length > 0 ? (
        <Note>
          <p>
            {isBorrowerEmpty(draft)
              ? 'Pick a persona or enter a borrower.'
              : 'The request is not complete yet.'}
          </p>
        </Note>
      ) : (
        <Note tone="good">
          <p>Valid request</p>
        </Note>
      )}
      {preview.notes.map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
    </div>
  )
}

/** A single error in one line: where it is, and what is expected there. */
function OneError({ path = '', rule, expected, line }: Partial<ValidationError>) {
  return (
    <p>
      {line !== undefined && `Line ${line}, `}
      <code className="wrap">{path.split(/[/@]/).at(-1)}</code>: {withoutLine(expected) ?? rule}
    </p>
  )
}

/** The fields that are missing, for beside the button. */
export function missingText(open: readonly ValidationError[]): string {
  const labels = [...new Set(open.map(({ path }) => labelOf(path)))]
  return labels.length > NAMED_MAX ? `${open.length} required fields` : labels.join(', ')
}

/** More missing fields than these are counted: they are marked in the form. */
const NAMED_MAX = 3

function Editor({ xml, onXml }: { readonly xml: string; readonly onXml: (xml: string) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Request XML</label>
      <textarea
        id={id}
        className="mono order-desk-editor"
        rows={28}
        spellCheck={false}
        autoComplete="off"
        value={xml}
        onChange={(event) => onXml(event.target.value)}
      />
    </div>
  )
}
