/** The own password, changed by who knows the old one. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { useTell } from '../components/toast.tsx'

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
  return (
    <FormDialog
      title="Change your password"
      action="Change the password"
      busy={change.isPending}
      error={change.error}
      onSubmit={() => !tooShort && change.mutate()}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
