/** A question in front of the page that is answered by filling in a form. */
import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { IconName } from './icons.tsx'
import { Note, said } from './layout.tsx'

interface FormDialogProps {
  readonly title: string
  /** What pressing the button does. */
  readonly action: string
  readonly icon?: IconName
  readonly busy: boolean
  /** Why it was refused. */
  readonly error: unknown
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The form, why it was refused, and how to leave it. */
export function FormDialog({ title, action, icon, busy, error, ...rest }: FormDialogProps) {
  const { onSubmit, onClose, children } = rest
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {children}
        {error !== null && (
          <Note tone="bad">
            <p>{said(error)}</p>
          </Note>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            busy={busy}
            {...(icon === undefined ? {} : { icon })}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
