/** Asks for the reason before personal data is shown. The audit trail records the reason. */
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
    mutationFn: () => reveal(reason),
    onSuccess: onRevealed,
    gcTime: 0,
  })
  return (
    <FormDialog
      title={`${action} personal data`}
      action={action}
      icon={action === 'Reveal' ? 'eye' : 'download'}
      busy={revealing.isPending}
      error={revealing.error}
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
        onText={setReason}
      />
    </FormDialog>
  )
}
