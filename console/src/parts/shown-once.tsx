/** A secret that is shown this once. */
import { CopyButton } from './code.tsx'
import { Note } from './layout.tsx'

/** The secret to copy; the service keeps only a hash of it. */
export function ShownOnce({ what, secret }: { readonly what: string; readonly secret: string }) {
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
