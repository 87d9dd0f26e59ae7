/** The editor of a custom person: a form or the JSON file, beside a live preview of the scores. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { ApiError, call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Segments, SelectField, TextField } from '../../components/field.tsx'
import { messageOf, Panel } from '../../components/layout.tsx'
import { useToast } from '../../components/toast.tsx'
import { OutcomeForm } from './outcome-form.tsx'
import { EXAMPLES, fileOf, type PersonFile, textOf, withName, withText } from './person-draft.ts'
import { PersonPreview, scoresText } from './person-preview.tsx'

interface EditorProps {
  /** Absent for a new person. */
  readonly id?: string
  readonly file?: PersonFile
  readonly onClose: () => void
}

const MODES = [
  ['form', 'Form'],
  ['json', 'JSON'],
] as const

/** What an example begins with. */
const [[, FIRST]] = EXAMPLES as [(typeof EXAMPLES)[number]]

/** Both edit the same text, so nothing is lost between them. */
export function PersonEditor({ id: kept, file: before, onClose }: EditorProps) {
  const toast = useToast()
  const [id, setId] = useState(kept ?? '')
  const [text, setText] = useState(textOf(before ?? FIRST))
  const [mode, setMode] = useState<(typeof MODES)[number][0]>('form')
  const file = fileOf(text)
  const check = usePersonCheck(id, text)
  const save = useApiMutation(
    (body: PersonFile) => call('PUT /sandbox/people/:id', { params: { id }, body }),
    () => {
      toast(`${id} saved. Orders for this person get the report from now on.`)
      onClose()
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file !== undefined) save.mutate(file)
  }
  const errors = errorsOf(save.error ?? check.error)
  return (
    <form className="columns wide-left" onSubmit={submit}>
      <Panel
        title={kept === undefined ? 'New person' : `Edit ${kept}`}
        actions={<Segments label="Editor" value={mode} choices={MODES} onChoice={setMode} />}
      >
        {kept === undefined && (
          <div className="fields">
            <TextField
              label="ID"
              hint="For orders and scripts, such as casey."
              className="mono"
              pattern="[a-z0-9]([a-z0-9._\-]{0,62}[a-z0-9])?"
              title="Lower-case letters, digits, dots, hyphens and underscores"
              required
              value={id}
              onText={setId}
            />
            <Examples onFile={(next) => setText(textOf(next))} />
          </div>
        )}
        {mode === 'json' || file === undefined ? (
          <JsonField text={text} isBroken={file === undefined} onText={setText} />
        ) : (
          <>
            <Identity file={file} errors={errors} onFile={(next) => setText(textOf(next))} />
            <OutcomeForm file={file} errors={errors} onFile={(next) => setText(textOf(next))} />
          </>
        )}
        <div className="form-foot">
          <Button kind="primary" type="submit" busy={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save person'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          {check.data !== undefined && !check.isError && (
            <p className="muted small">{scoresText(check.data)}</p>
          )}
          {save.isError && <p className="error">{messageOf(save.error)}</p>}
        </div>
      </Panel>
      <PersonPreview person={check.data} isOutdated={check.isError} errors={errors} />
    </form>
  )
}

function Examples({ onFile }: { readonly onFile: (file: PersonFile) => void }) {
  const [name, setName] = useState(EXAMPLES[0]?.[0] ?? '')
  return (
    <SelectField
      label="Example"
      hint="Replaces what is below."
      value={name}
      choices={EXAMPLES.map(([each]) => [each, each] as const)}
      onChoice={(chosen) => {
        setName(chosen)
        const example = EXAMPLES.find(([each]) => each === chosen)
        if (example !== undefined) onFile(example[1])
      }}
    />
  )
}

interface PartProps {
  readonly file: PersonFile
  readonly errors: ReadonlyMap<string, string>
  readonly onFile: (file: PersonFile) => void
}

function Identity({ file, errors, onFile }: PartProps) {
  return (
    <div className="fields">
      <TextField
        label="First name"
        placeholder="Invented"
        value={file.name?.first ?? ''}
        error={errors.get('name.first')}
        onText={(first) => onFile(withName(file, { first }))}
      />
      <TextField
        label="Last name"
        placeholder="Invented"
        value={file.name?.last ?? ''}
        error={errors.get('name.last')}
        onText={(last) => onFile(withName(file, { last }))}
      />
      <TextField
        label="SSN"
        placeholder="Invented"
        hint="Area 000, 666 or 900 to 999."
        value={file.ssn ?? ''}
        error={errors.get('ssn')}
        onText={(ssn) => onFile(withText(file, 'ssn', ssn))}
      />
      <TextField
        label="Description"
        value={file.description ?? ''}
        error={errors.get('description')}
        onText={(description) => onFile(withText(file, 'description', description))}
      />
    </div>
  )
}

interface JsonProps {
  readonly text: string
  readonly isBroken: boolean
  readonly onText: (text: string) => void
}

function JsonField({ text, isBroken, onText }: JsonProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Person file</label>
      <textarea
        id={id}
        className="mono"
        rows={22}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isBroken || undefined}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}-hint`} className={isBroken ? 'error' : 'hint'}>
        {isBroken
          ? 'This is not valid JSON.'
          : 'Accounts, collections, bankruptcies, inquiries, alerts and differences of single bureaus: see docs/people.md.'}
      </p>
    </div>
  )
}

/** The preview is updated when typing has paused for this long. */
const TYPING_PAUSE_MS = 400

/** Asks what the bureaus would return; an ID that is missing is no reason to show no preview. */
function usePersonCheck(id: string, text: string) {
  const [settled, setSettled] = useState({ id, text })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ id, text }), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [id, text])
  const body = fileOf(settled.text)
  return useQuery({
    queryKey: ['person-check', settled.id, settled.text],
    queryFn: ({ signal }) =>
      call('POST /sandbox/people/:id/check', {
        params: { id: /^[a-z0-9][a-z0-9._-]*$/.test(settled.id) ? settled.id : 'preview' },
        body: body ?? {},
        signal,
      }),
    enabled: body !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** The errors of a file by path, such as `outcome.middleScore`. */
function errorsOf(error: Error | null): ReadonlyMap<string, string> {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return new Map(errors.map(({ path, expected, rule }) => [path, expected ?? rule]))
}
