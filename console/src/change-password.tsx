/** The own password, changed by who knows the old one. */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from './api/call.ts'
import { Button } from './parts/button.tsx'
import { Dialog } from './parts/dialog.tsx'
import { TextField } from './parts/field.tsx'
import { Note, said } from './parts/layout.tsx'
import { useTell } from './parts/told.tsx'

/** Held by the API as well; told here before it is tried. */
const LENGTH_MIN = 15

/** Asks for the old password and a new one. */
export function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const tell = useTell()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => call('POST /session/password', { body: { current, next } }),
    onSuccess: () => {
      tell('The password is changed. All other sessions have ended.')
      onClose()
    },
  })
  const tooShort = next !== '' && next.length < LENGTH_MIN
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!tooShort) change.mutate()
  }
  return (
    <Dialog title="Change your password" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onText={setCurrent}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          hint={`At least ${LENGTH_MIN} characters; a sentence is fine.`}
          fault={tooShort ? `${LENGTH_MIN - next.length} characters to go.` : undefined}
          value={next}
          onText={setNext}
        />
        {change.isError && (
          <Note tone="bad">
            <p>{said(change.error)}</p>
          </Note>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={change.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
