/** The document beside the form: as it will be sent, or edited by hand. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { DIALECTS } from '../../../../src/documents/dialects.ts'
import { Button } from '../../components/button.tsx'
import { Xml } from '../../components/code.tsx'
import { FaultTable } from '../../components/error-table.tsx'
import { SelectField } from '../../components/field.tsx'
import { Failed, Note, Panel, Waiting } from '../../components/layout.tsx'
import { counted } from '../../format.ts'
import type { Draft } from './draft.ts'
import type { Preview } from './preview-and-submit.ts'

interface DocumentProps {
  readonly draft: Draft
  readonly preview: UseQueryResult<Preview>
  /** The document as edited by hand; undefined while the form writes it. */
  readonly edited: string | undefined
  readonly onEdited: (xml: string | undefined) => void
  readonly onDialect: (dialect: Draft['dialect']) => void
}

/** What is sent, and what is wrong with it. */
export function DeskDocument({ draft, preview, edited, onEdited, onDialect }: DocumentProps) {
  const { data } = preview
  return (
    <Panel
      title="Document"
      actions={
        <Button
          kind="small"
          onClick={() => onEdited(edited === undefined ? (data?.xml ?? '') : undefined)}
        >
          {edited === undefined ? 'Edit by hand' : 'Back to the form'}
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
      {preview.isError && <Failed error={preview.error} again={() => void preview.refetch()} />}
      {data === undefined && preview.isPending && <Waiting what="Writing the document" />}
      {data !== undefined && <Findings preview={data} />}
      {edited === undefined ? (
        data !== undefined && (
          <Xml
            xml={data.xml}
            label="The document that is sent"
            faulty={new Set(data.begun ? data.faults.flatMap(({ line }) => line ?? []) : [])}
          />
        )
      ) : (
        <Editor xml={edited} onXml={onEdited} />
      )}
    </Panel>
  )
}

function Findings({ preview }: { readonly preview: Preview }) {
  const { faults, notes, begun } = preview
  if (!begun) {
    return (
      <Note>
        <p>Choose a persona, or type a borrower. What is wrong with the order is told here.</p>
      </Note>
    )
  }
  return (
    <div aria-live="polite" className="stack tight">
      {faults.length === 0 ? (
        <Note tone="good">
          <p>The document keeps to the interface.</p>
        </Note>
      ) : (
        <>
          <Note tone="warn">
            <p>{counted(faults.length, 'fault')}: it would be refused as it is.</p>
          </Note>
          <details className="more">
            <summary>What is wrong</summary>
            <FaultTable faults={faults} />
          </details>
        </>
      )}
      {notes.map((note) => (
        <p key={note} className="muted small">
          {note}
        </p>
      ))}
    </div>
  )
}

function Editor({ xml, onXml }: { readonly xml: string; readonly onXml: (xml: string) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Document, edited by hand</label>
      <textarea
        id={id}
        className="mono desk-editor"
        rows={28}
        spellCheck={false}
        autoComplete="off"
        value={xml}
        onChange={(event) => onXml(event.target.value)}
      />
    </div>
  )
}
