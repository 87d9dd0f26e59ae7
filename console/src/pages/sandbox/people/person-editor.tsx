/** The editor of a custom person: a form or the JSON file, beside a live preview of the scores. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { Button } from '../../../components/button.tsx'
import { Segments, SelectField, TextField } from '../../../components/field.tsx'
import { messageOf, Panel } from '../../../components/layout.tsx'
import { useOrderNow } from '../../../components/order-now.ts'
import { useToast } from '../../../components/toast.tsx'
import { BureauFields } from './bureau-fields.tsx'
import { OutcomeForm } from './outcome-form.tsx'
import { BLANK, fileOf, type PersonFile, textOf } from './person-draft.ts'
import { errorsOf, unmarked } from './person-errors.ts'
import { EXAMPLES, type Example, exampleFile, freeId } from './person-examples.ts'
import { Identity, JsonField } from './person-fields.tsx'
import { PersonPreview, scoresOf } from './person-preview.tsx'
import { requestForPerson } from './person-request.ts'

interface EditorProps {
  /** Absent for a new person. */
  readonly id?: string
  readonly file?: PersonFile
  /** What a new person begins with. */
  readonly example?: Example | undefined
  /** The IDs that other people have. */
  readonly taken?: readonly string[]
  readonly onClose: () => void
}

const MODES = [
  ['form', 'Form'],
  ['json', 'JSON'],
] as const

/** Both edit the same text, so nothing is lost between them. */
export function PersonEditor(properties: EditorProps) {
  const { id: kept, file: before, example, taken = [], onClose } = properties
  const toast = useToast()
  const [id, setId] = useState(kept ?? (example && freeId(example.id, taken)) ?? '')
  const [text, setText] = useState(textOf(before ?? fileFrom(example)))
  const [mode, setMode] = useState<(typeof MODES)[number][0]>('form')
  const file = fileOf(text)
  const check = usePersonCheck(id, text)
  const order = useOrderNow(
    (account) => requestForPerson(id, account),
    (error) => toast(messageOf(error), 'bad'),
  )
  const save = useApiMutation(({ body }: { readonly body: PersonFile }) =>
    call('PUT /sandbox/people/:id', { params: { id }, body }),
  )
  const saveFile = (orders: boolean) => {
    if (file === undefined || save.isPending) return
    const onSuccess = () => {
      toast(`${id} saved. Orders for this person get the report from now on.`)
      if (orders) order.mutate()
      else onClose()
    }
    save.mutate({ body: file }, { onSuccess })
  }
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saveFile(false)
  }
  const errors = errorsOf(save.error ?? check.error)
  return (
    <form ref={form} className="columns wide-left" onSubmit={submit}>
      <Panel
        title={kept === undefined ? 'New person' : `Edit ${kept}`}
        actions={<Segments label="Editor" value={mode} choices={MODES} onChoice={setMode} />}
      >
        {kept === undefined && (
          <div className="person-fields">
            <Examples
              chosen={example}
              onExample={(next) => {
                setText(textOf(fileFrom(next)))
                setId(next === undefined ? '' : freeId(next.id, taken))
              }}
            />
            <TextField
              label="ID"
              hint="For orders and scripts."
              placeholder="casey"
              className="mono"
              pattern="[a-z0-9]([a-z0-9._\-]{0,62}[a-z0-9])?"
              title="Lower-case letters, digits, dots, hyphens and underscores"
              required
              value={id}
              error={taken.includes(id) ? 'A person has this ID. Saving replaces it.' : undefined}
              onText={setId}
            />
          </div>
        )}
        {mode === 'json' || file === undefined ? (
          <JsonField text={text} isBroken={file === undefined} onText={setText} />
        ) : (
          <>
            <Identity file={file} errors={errors} onFile={(next) => setText(textOf(next))} />
            <OutcomeForm file={file} errors={errors} onFile={(next) => setText(textOf(next))} />
            <BureauFields
              file={file}
              errors={errors}
              scores={scoresOf(check.data)}
              onFile={(next) => setText(textOf(next))}
            />
          </>
        )}
        <div className="form-foot">
          <Button kind="primary" type="submit" busy={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save person'}
          </Button>
          <Button
            busy={save.isPending || order.isPending}
            onClick={() => form.current?.reportValidity() && saveFile(true)}
          >
            Save and order
          </Button>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          {save.isError && <p className="error">{messageOf(save.error)}</p>}
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

function fileFrom(example: Example | undefined): PersonFile {
  return example === undefined ? BLANK : exampleFile(example)
}
