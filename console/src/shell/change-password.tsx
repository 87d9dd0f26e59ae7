/** The dialog in which operators change their own password. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isProblem } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { useLatest } from '../api/use-api-mutation.ts'
import { FormDialog } from '../components/dialog.tsx'
import { messageOf } from '../components/layout.tsx'
import { useToast } from '../components/toast.tsx'
import { plural } from '../format.ts'
import { PasswordField } from './password-field.tsx'

/**
 * The minimum length of a password. The API enforces it as well; checking it here shows the error
 * before the form is sent.
 */
const PASSWORD_LENGTH_MIN = 15

/** Asks for the current password and a new one. */
export function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: useLatest(() => call('POST /session/password', { body: { current, next } })),
    onSuccess: () => {
      toast('Password changed. All your other sessions were signed out.')
      onClose()
    },
  })
  const isWrong = isProblem(change.error, 'rejected')
  const isEasy = isProblem(change.error, 'bad-request')
  const tooShort = next !== '' && next.length < PASSWORD_LENGTH_MIN
  return (
    <FormDialog
      title="Change your password"
      action="Change password"
      busy={change.isPending}
      error={isWrong || isEasy ? null : change.error}
      onSubmit={() => !tooShort && change.mutate()}
      onClose={onClose}
    >
      <p>All your other sessions will be signed out.</p>
      <PasswordField
        label="Current password"
        error={isWrong ? messageOf(change.error) : undefined}
        value={current}
        onText={(text) => {
          setCurrent(text)
          change.reset()
        }}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_LENGTH_MIN} characters. A sentence works well.`}
        error={
          tooShort
            ? `${plural(PASSWORD_LENGTH_MIN - next.length, 'more character')} required.`
            : isEasy
              ? messageOf(change.error)
              : undefined
        }
        value={next}
        onText={(text) => {
          setNext(text)
          change.reset()
        }}
      />
    </FormDialog>
  )
}
