/** A new secret or password, which is shown only once. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './code.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './layout.tsx'

interface SecretProps {
  readonly what: string
  readonly secret: string
}

interface DialogProps extends SecretProps {
  readonly title: string
  readonly onClose: () => void
  /** Further links or buttons. */
  readonly children?: ReactNode
}

/** A dialog with the new secret. */
export function SecretDialog({ title, what, secret, onClose, children }: DialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <OneTimeSecret what={what} secret={secret} />
      <div className="dialog-foot">
        {children}
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}

/** The secret with a button to copy it. The service stores only its hash. */
export function OneTimeSecret({ what, secret }: SecretProps) {
  return (
    <>
      <Note tone="warn">
        <p>Copy the {what} now. It is shown only once; the service stores only its hash.</p>
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
