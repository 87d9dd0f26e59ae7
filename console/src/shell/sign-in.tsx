/** The sign-in page. */
import { type FormEvent, useState } from 'react'
import { Refused } from '../api/call.ts'
import { CookieLost, useSignIn } from '../api/session.tsx'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/field.tsx'
import { Mark } from '../components/icons.tsx'
import { Heading, Note, said } from '../components/layout.tsx'

/** Asks who is there. */
export function SignIn() {
  const signIn = useSignIn()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ name, password })
  }
  return (
    <main className="sign-in">
      <div className="sign-in-mark">
        <Mark />
      </div>
      <Heading title="Sign in to Trimerge">
        <p>Orders, reports, accounts and the audit trail of this service.</p>
      </Heading>
      {!window.isSecureContext && <Insecure />}
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Operator"
          autoComplete="username"
          autoCapitalize="none"
          required
          value={name}
          onText={setName}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onText={setPassword}
        />
        {signIn.isError && <Why error={signIn.error} />}
        <Button kind="primary" type="submit" busy={signIn.isPending}>
          {signIn.isPending ? 'Signing in …' : 'Sign in'}
        </Button>
      </form>
      <p className="muted small">
        The first start of a sandbox makes the operator <code>admin</code>, prints its password once
        and keeps it in <code>sandbox-credentials.json</code> in the data folder.
      </p>
    </main>
  )
}

function Insecure() {
  return (
    <Note tone="warn">
      <p className="strong">This page did not come over HTTPS.</p>
      <p>
        Browsers keep a session only on a secure connection, so signing in will not work here. Open
        the console over HTTPS, or on the machine itself at 127.0.0.1.
      </p>
    </Note>
  )
}

function Why({ error }: { readonly error: Error }) {
  if (error instanceof CookieLost) {
    return (
      <Note tone="bad">
        <p>
          The password is right, but this browser did not keep the session: it wants HTTPS for that,
          even on this machine. Serve over HTTPS, or use a browser that trusts 127.0.0.1.
        </p>
      </Note>
    )
  }
  const wrong = error instanceof Refused && error.status === 401
  return (
    <Note tone="bad">
      <p>{wrong ? 'Name and password do not match.' : said(error)}</p>
    </Note>
  )
}
