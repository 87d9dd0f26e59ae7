/** A secret that is shown this once. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './code.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './layout.tsx'

interface ShownProps {
  readonly what: string
  readonly secret: string
}

interface DialogProps extends ShownProps {
  readonly title: string
  readonly onClose: () => void
  /** Where else to go on. */
  readonly children?: ReactNode
}

/** What was made, with its secret, in front of the page until it is kept. */
export function SecretDialog({ title, what, secret, onClose, children }: DialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <ShownOnce what={what} secret={secret} />
      <div className="dialog-foot">
        {children}
        <Button kind="primary" onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </Dialog>
  )
}

/** The secret to copy; the service keeps only a hash of it. */
export function ShownOnce({ what, secret }: ShownProps) {
  return (
    <>
      <Note tone="warn">
        <p>{what} to keep now: it is shown this once, and the service keeps only its hash.</p>
      </Note>
      <p className="row">
        <code className="wrap" data-secret="">
          {secret}
        </code>
        <CopyButton text={secret} />
      </p>
    </>
  )
}
