/** A new secret or password, which is shown only once, and the location of an earlier secret. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { FIRST_ACCOUNT } from '../../../src/sandbox/first-account.ts'
import { useSession } from '../api/session.tsx'
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
  /** Further links or buttons beside "Done". */
  readonly children?: ReactNode
}

/** A dialog with the new secret. Escape does not close it, because the secret would be lost. */
export function SecretDialog({ title, what, secret, onClose, children }: DialogProps) {
  return (
    <Dialog title={title} stays onClose={onClose}>
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
function OneTimeSecret({ what, secret }: SecretProps) {
  return (
    <>
      <Note tone="warn">
        <p>Copy the {what} now. It is shown only once; the service stores only its hash.</p>
      </Note>
      <p className="row">
        <code className="wrap" data-secret="">
          {secret}
        </code>
        <CopyButton text={secret} what={what} />
      </p>
    </>
  )
}

/**
 * The location of an account's secret, for display beside a command that asks for it. The first
 * start saves one secret in a file; any other is shown once, when it is created. The service names
 * the file as long as its secret is active.
 */
export function SecretSource({ account }: { readonly account: string }) {
  const { credentialsFile } = useSession()
  return (
    <>
      <code>curl</code> asks for the secret of the account {account}.{' '}
      {account === FIRST_ACCOUNT && credentialsFile !== undefined ? (
        <>
          The first start saved it in <code className="wrap">{credentialsFile}</code>. Lost it?{' '}
        </>
      ) : (
        'It was shown once, when it was created. Lost it? '
      )}
      <Link href={`/accounts/${account}`}>Create a secret</Link>
    </>
  )
}
