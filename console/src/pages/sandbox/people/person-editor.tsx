/** The editor of a custom person: a form or the JSON file, beside a live preview of the scores. */
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Segments, SelectField, TextField } from '../../../components/field.tsx'
import { messageOf, Panel } from '../../../components/layout.tsx'
import { useLeaveWarning } from '../../../components/use-leave-warning.ts'
import { BureauFields } from './bureau-fields.tsx'
import { OutcomeForm } from './outcome-form.tsx'
import { BLANK, type PersonFile } from './person-draft.ts'
import { errorsOf, ID_PATTERN, idProblem, unmarked } from './person-errors.ts'
import { EXAMPLES, type Example, exampleFile, freeId } from './person-examples.ts'
import { Identity, JsonField } from './person-fields.tsx'
import { PersonPreview } from './person-preview.tsx'
import { PreviewLine } from './preview-line.tsx'
import { usePersonDraft } from './use-person-draft.ts'
import { useSavePerson } from './use-save-person.ts'

interface EditorProps {
  /** Absent for a new person. */
  readonly id?: string
  readonly file?: PersonFile
  /** The example that a new person starts from. */
  readonly example?: Example | undefined
  /** The IDs of existing people. */
  readonly taken?: readonly string[]
  readonly onClose: () => void
}

const MODES = [
  ['form', 'Form'],
  ['json', 'JSON'],
] as const

/**
 * Returns the draft of an existing person, or of a new one. New people have a separate draft for
 * each example.
 */
function useDraftOf({ id, file, example, taken }: EditorProps) {
  const begun =
    id === undefined || file === undefined ? initialPerson(example, taken) : { id, file }
  // IDs contain no slash, so the key of a new person is not an ID.
  const draft = usePersonDraft(id ?? `new/${example?.id ?? ''}`, begun)
  useLeaveWarning(draft.isUnsaved)
  return draft
}

/** Returns the ID and the file that a new person starts with. */
function initialPerson(example: Example | undefined, taken: readonly string[] = []) {
  const id = example === undefined ? '' : freeId(example.id, taken)
  return { id, file: fileFrom(example) }
}

/** The editor beside its preview. */
export function PersonEditor(properties: EditorProps) {
  const { id: savedId, example, taken = [], onClose } = properties
  const draft = useDraftOf(properties)
  const { id, file, check } = draft
  const [mode, setMode] = useState<(typeof MODES)[number][0]>('form')
  const form = useRef<HTMLFormElement>(null)
  const saving = useSavePerson(draft, form, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.save(false)
  }
  const cancel = () => {
    draft.discard()
    onClose()
  }
  const errors = errorsOf(saving.error ?? check.error)
  return (
    <form ref={form} className="columns wide-left" onSubmit={submit}>
      <Panel
        title={savedId === undefined ? 'New person' : `Edit ${savedId}`}
        actions={<Segments label="Editor" value={mode} choices={MODES} onChoice={setMode} />}
      >
        {savedId === undefined && (
          <div className="person-fields">
            <Examples
              chosen={example}
              onExample={(next) => draft.begin(initialPerson(next, taken))}
            />
            <IdField
              id={id}
              isTaken={id !== saving.savedId && taken.includes(id)}
              onId={draft.setId}
            />
          </div>
        )}
        {mode === 'json' || file === undefined ? (
          <JsonField text={draft.text} isBroken={file === undefined} onText={draft.setText} />
        ) : (
          <>
            <Identity file={file} errors={errors} onFile={draft.setFile} />
            <OutcomeForm file={file} errors={errors} onFile={draft.setFile} />
            <BureauFields
              file={file}
              errors={errors}
              replacedScore={draft.replacedScore}
              onFile={draft.setFile}
              onBureauFile={draft.chooseBureauFile}
            />
          </>
        )}
        <div className="form-foot">
          <PreviewLine form={form.current} person={check.data} isOutdated={check.isError} />
          <Button kind="primary" type="submit" busy={saving.isBusy}>
            {saving.isSaving ? 'Saving…' : 'Save person'}
          </Button>
          <Button
            busy={saving.isBusy}
            onClick={() => form.current?.reportValidity() && saving.save(true)}
          >
            {saving.isOrdering ? 'Ordering…' : 'Save and order'}
          </Button>
          <Button kind="plain" onClick={cancel}>
            Cancel
          </Button>
          {draft.isUnsaved && <span className="muted unsaved">Unsaved changes</span>}
          {saving.error !== null && <p className="error">{failureText(saving.error)}</p>}
        </div>
      </Panel>
      <PersonPreview
        person={check.data}
        isOutdated={check.isError}
        errors={mode === 'form' && file !== undefined ? unmarked(errors) : errors}
      />
    </form>
  )
}

/**
 * Returns the message of a failed save. Errors in the file are shown at their fields or in the
 * preview, so they are not repeated.
 */
function failureText(error: Error): string {
  return errorsOf(error).size > 0 ? 'Not saved: this person is not valid.' : messageOf(error)
}

interface IdProps {
  readonly id: string
  /** Whether another person already has the ID. */
  readonly isTaken: boolean
  readonly onId: (id: string) => void
}

function IdField({ id, isTaken, onId }: IdProps) {
  return (
    <TextField
      label="ID"
      hint={
        isTaken ? (
          <span className="caution">A person with this ID exists. Saving replaces it.</span>
        ) : (
          'For orders and scripts.'
        )
      }
      placeholder="casey"
      className="mono"
      pattern={ID_PATTERN}
      required
      value={id}
      error={idProblem(id)}
      onText={onId}
    />
  )
}

interface ExamplesProps {
  readonly chosen: Example | undefined
  readonly onExample: (example: Example | undefined) => void
}

function Examples({ chosen, onExample }: ExamplesProps) {
  const [id, setId] = useState(chosen?.id ?? '')
  return (
    <SelectField
      label="Start from"
      hint="Replaces everything below."
      span={2}
      value={id}
      choices={[['', 'A blank person'], ...EXAMPLES.map((each) => [each.id, each.title] as const)]}
      onChoice={(next) => {
        setId(next)
        onExample(EXAMPLES.find((each) => each.id === next))
      }}
    />
  )
}

function fileFrom(example: Example | undefined): PersonFile {
  return example === undefined ? BLANK : exampleFile(example)
}
