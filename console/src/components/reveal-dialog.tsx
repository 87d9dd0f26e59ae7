/** Asks for the reason before personal data is shown. The audit trail records the reason. */
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useLatest } from '../api/use-api-mutation.ts'
import { FormDialog } from './dialog.tsx'
import { TextField } from './field.tsx'

interface RevealProps<T> {
  /** Fetches the personal data for a reason. */
  readonly reveal: (reason: string) => Promise<T>
  readonly onClose: () => void
  readonly onRevealed: (revealed: T) => void
  /** A description of the data that is revealed, and for how long it is shown. */
  readonly children: ReactNode
  /** Further fields before the reason. */
  readonly fields?: ReactNode
  /** The action of the button; `Reveal` by default. */
  readonly action?: 'Reveal' | 'Download'
}

/** A dialog that reveals personal data for a reason. The data is not cached. */
export function RevealDialog<T>(properties: RevealProps<T>) {
  const { reveal, onClose, onRevealed, children, fields, action = 'Reveal' } = properties
  const [reason, setReason] = useState('')
  const revealing = useMutation({
    mutationFn: useLatest(() => reveal(reason)),
    onSuccess: onRevealed,
    gcTime: 0,
  })
  const reasonError = reasonErrorOf(revealing.error)
  return (
    <FormDialog
      title={`${action} personal data`}
      action={action}
      icon={action === 'Reveal' ? 'eye' : 'download'}
      busy={revealing.isPending}
      error={reasonError === undefined ? revealing.error : null}
      onSubmit={() => revealing.mutate()}
      onClose={onClose}
    >
      <p>{children}</p>
      {fields}
      <TextField
        label="Reason"
        required
        minLength={3}
        maxLength={200}
        hint="For example: borrower dispute, ticket 4711. Do not enter personal data."
        value={reason}
        error={reasonError}
        onText={setReason}
      />
    </FormDialog>
  )
}

/** Returns the service's error about the reason: it must not quote a number of the borrower. */
function reasonErrorOf(error: Error | null): string | undefined {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  const expected = errors.find(({ path }) => path === 'reason')?.expected
  return expected && `Enter ${expected}`
}
