/** The request XML beside the form, with the result of the validation. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DIALECTS } from '../../../../src/documents/dialects.ts'
import { Button } from '../../components/button.tsx'
import { Xml } from '../../components/code.tsx'
import { ErrorTable, type ValidationError, withoutLine } from '../../components/error-table.tsx'
import { SelectField } from '../../components/field.tsx'
import { LoadError, Loading, Note, Panel } from '../../components/layout.tsx'
import { plural } from '../../format.ts'
import { type Draft, isBorrowerEmpty } from './draft.ts'
import type { Preview } from './preview-and-submit.ts'

interface XmlPanelProps {
  readonly draft: Draft
  readonly preview: UseQueryResult<Preview>
  /** The errors to show, of which those of empty fields are shown beside the button instead. */
  readonly errors: readonly ValidationError[]
  readonly onEdit: () => void
  readonly onDialect: (dialect: Draft['dialect']) => void
}

/** The XML that the form generates and that will be sent, with its validation errors. */
export function XmlPanel({ draft, preview, errors, onEdit, onDialect }: XmlPanelProps) {
  const { data } = preview
  return (
    <Panel
      title="Request"
      actions={
        // Before the request has arrived, there is no XML to edit.
        <Button kind="small" data-edit="" disabled={data === undefined} onClick={onEdit}>
          Edit XML
        </Button>
      }
    >
      <SelectField
        label="Dialect"
        hint={DIALECTS[draft.dialect].doc}
        value={draft.dialect}
        choices={Object.values(DIALECTS).map(({ name }) => [name, name] as const)}
        onChoice={(dialect) => onDialect(dialect as Draft['dialect'])}
      />
      {preview.isError && (
        <LoadError error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {data === undefined && preview.isPending && <Loading what="Loading the request" />}
      {data !== undefined && (
        <>
          <ValidationResult draft={draft} preview={data} errors={errors}>
            <FieldErrors errors={errors} />
          </ValidationResult>
          <Xml
            xml={data.xml}
            label="Request XML"
            errorLines={new Set(errors.flatMap(({ line }) => line ?? []))}
          />
        </>
      )}
    </Panel>
  )
}

interface ResultProps {
  readonly draft: Draft
  readonly preview: Preview
  readonly errors: readonly ValidationError[]
  /** The details of the errors, if any. */
  readonly children: ReactNode
}

/**
 * The result of the validation. Empty fields are named beside the button, and not repeated here.
 */
export function ValidationResult({ draft, preview, errors, children }: ResultProps) {
  return (
    <div aria-live="polite" className="stack tight">
      {errors.length > 0 ? (
        <Note tone="warn">
          <p>{plural(errors.length, 'problem')}. This order would be rejected.</p>
          {children}
        </Note>
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

/** The only error, or a folded table of several. Each error is also shown beside its field. */
function FieldErrors({ errors }: { readonly errors: readonly ValidationError[] }) {
  if (errors.length === 1) return <OneError {...errors[0]} />
  return (
    <details className="more">
      <summary>Show details</summary>
      <ErrorTable errors={errors} />
    </details>
  )
}

/** A single error on one line: its location, and what is expected there. */
function OneError({ path = '', rule, expected, line }: Partial<ValidationError>) {
  const text = withoutLine(expected)
  return (
    <p>
      {line !== undefined && `Line ${line}, `}
      <code className="wrap">{path.split(/[/@]/).at(-1)}</code>
      {text === undefined ? `: ${rule}` : ` ${text}`}
    </p>
  )
}
