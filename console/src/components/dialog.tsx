/** A question in front of the page; the browser keeps the focus in it and Escape closes it. */
import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly className?: string
}

/** A dialog that is open for as long as it is rendered. */
export function Dialog({ title, onClose, children, className }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    if (element?.open === false) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className={className} aria-labelledby={id} onClose={onClose}>
      <div className="dialog-body">
        <h2 id={id} className={className === 'drawer' ? 'hidden' : undefined}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
