/** Modal dialogs. The browser traps the focus inside, and Escape closes them. */
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import type { IconName } from './icons.tsx'
import { ErrorNote } from './layout.tsx'
import { DialogToasts } from './toast.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly className?: string
  /** Escape does not close the dialog, because the content that it shows would be lost. */
  readonly stays?: boolean
}

/** A dialog that stays open while it is rendered. */
export function Dialog({ title, onClose, children, className, stays = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (element?.open === false) element.showModal()
    return () => {
      element?.close()
      // A dialog that is removed from the document before it is closed does not return the focus.
      if (document.activeElement === document.body) (opener as HTMLElement | null)?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={id}
      // A removed dialog also fires `close`. That event must not close a later dialog.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      // A browser lets a second Escape close a dialog if only `cancel` is prevented.
      onKeyDown={(event) => stays && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => stays && event.preventDefault()}
      // A dialog with its own class name has no close button, so a click on the backdrop closes it.
      onClick={({ target }) => className !== undefined && target === dialog.current && onClose()}
    >
      <div className="dialog-body">
        <h2 id={id} className={className === undefined ? undefined : 'hidden'}>
          {title}
        </h2>
        {children}
      </div>
      <DialogToasts />
    </dialog>
  )
}

interface FormDialogProps {
  readonly title: string
  /** The label of the submit button. */
  readonly action: string
  readonly icon?: IconName
  /** The action cannot be undone. */
  readonly danger?: boolean
  readonly busy: boolean
  /** Why submitting failed, or null. */
  readonly error: Error | null
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a form, the error of the last attempt, and buttons to submit or cancel. */
export function FormDialog({ title, action, icon, danger, busy, error, ...rest }: FormDialogProps) {
  const { onSubmit, onClose, children } = rest
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {children}
        <ErrorNote error={error} />
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
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
