/** Where the secret of an account is found, beside commands that ask for it. */
import { Link } from 'wouter'
import { useSession } from '../api/session.tsx'
import { FIRST_ACCOUNT } from './order-now.ts'

/** The first start saves one secret; any other is shown once, when it is created. */
export function SecretSource({ account }: { readonly account: string }) {
  const { credentialsFile } = useSession()
  return (
    <>
      <code>curl</code> asks for the secret of the account {account}.{' '}
      {account === FIRST_ACCOUNT ? (
        <>
          The first start saved it in{' '}
          <code className="wrap">{credentialsFile ?? 'sandbox-credentials.json'}</code>
          {credentialsFile === undefined && ' in the data folder'}. Lost it?{' '}
        </>
      ) : (
        'It was shown once, when the account was created. Lost it? '
      )}
      <Link href={`/accounts/${account}`}>Create a secret</Link>
    </>
  )
}
