/** The sign-in page. */
import { type FormEvent, useState } from 'react'
import { useSearch } from 'wouter'
import { EXPIRED_LINK, FIRST_OPERATOR } from '../../../src/sandbox/first-account.ts'
import { ApiError, isProblem } from '../api/api-error.ts'
import { CookieRejectedError, sessionEndText, useSignIn } from '../api/session.tsx'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/field.tsx'
import { Logo } from '../components/icons.tsx'
import { Heading, messageOf, Note } from '../components/layout.tsx'
import { LostSecondFactor } from './lost-second-factor.tsx'
import { PasswordField } from './password-field.tsx'

/** The texts for the second factor: a code from the app, or a recovery code. */
const CODES = {
  app: {
    text: 'Open your authenticator app and enter the code that it shows for',
    field: {
      label: 'Code',
      hint: 'Six digits, which change every 30 seconds.',
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
    },
    other: 'Use a recovery code',
  },
  recovery: {
    text: 'Enter one of the recovery codes that you saved for',
    field: { label: 'Recovery code', hint: 'Each code works once.', autoComplete: 'off' },
    other: 'Use the authenticator app',
  },
} as const

/** The sign-in form. */
export function SignIn() {
  const signIn = useSignIn()
  const ended = sessionEndText()
  const isLinkExpired = useSearch() === EXPIRED_LINK
  const [name, setName] = useState(isLinkExpired ? FIRST_OPERATOR : '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [takesCode, setTakesCode] = useState(false)
  const [kind, setKind] = useState<keyof typeof CODES>('app')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { name, password, ...(takesCode && { code }) }
    signIn.mutate(body, { onError: (error) => isCodeNeeded(error) && setTakesCode(true) })
  }
  const changeCode = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    setCode('')
    signIn.reset()
  }
  const startOver = () => {
    setTakesCode(false)
    setKind('app')
    setCode('')
    signIn.reset()
  }
  return (
    <main className="sign-in">
      <div className="sign-in-mark">
        <Logo />
      </div>
      <Heading title={takesCode ? 'Enter your code' : 'Sign in to Trimerge'}>
        {takesCode ? (
          <p>
            {CODES[kind].text} <span className="strong">{name}</span>.
          </p>
        ) : (
          <p>Manage the orders, reports, accounts and audit trail of this service.</p>
        )}
      </Heading>
      {!takesCode && (ended !== undefined || isLinkExpired) && <WhyHere ended={ended} />}
      {!window.isSecureContext && <InsecureWarning />}
      <form className="stack" onSubmit={submit}>
        {takesCode ? (
          <TextField
            key={kind}
            {...CODES[kind].field}
            autoCapitalize="none"
            autoFocus
            required
            value={code}
            onText={setCode}
          />
        ) : (
          <>
            <TextField
              label="User name"
              autoComplete="username"
              autoCapitalize="none"
              autoFocus={!isLinkExpired}
              required
              value={name}
              onText={setName}
            />
            <PasswordField autoFocus={isLinkExpired} value={password} onText={setPassword} />
          </>
        )}
        {signIn.isError && !isCodeNeeded(signIn.error) && (
          <SignInError error={signIn.error} takesCode={takesCode} />
        )}
        <Button kind="primary" type="submit" busy={signIn.isPending}>
          {signIn.isPending ? 'Signing in…' : 'Sign in'}
        </Button>
        {takesCode && (
          <>
            <Button kind="plain" onClick={changeCode}>
              {CODES[kind].other}
            </Button>
            <Button kind="plain" onClick={startOver}>
              Sign in as someone else
            </Button>
          </>
        )}
      </form>
      <p className="muted small">
        {takesCode ? <LostSecondFactor name={name} /> : <SandboxHint />}
      </p>
    </main>
  )
}

/** Why the sign-in page is shown: the session ended, or the sign-in link is no longer valid. */
function WhyHere({ ended }: { readonly ended: string | undefined }) {
  return (
    <Note tone="warn">
      <p>{ended ?? 'This sign-in link was already used, or it has expired.'}</p>
      <p>
        {ended === undefined
          ? 'Sign in with the password, or restart the service for a new link.'
          : 'Sign in to continue on the same page.'}
      </p>
    </Note>
  )
}

function SandboxHint() {
  return (
    <>
      In a sandbox, open the sign-in link that the service prints when it starts, or sign in as{' '}
      <code>{FIRST_OPERATOR}</code> with the password in <code>sandbox-credentials.json</code> in
      the data folder.
    </>
  )
}

/** Returns whether the password is correct but a second factor is needed. */
const isCodeNeeded = (error: Error) => isProblem(error, 'code-needed')

function InsecureWarning() {
  return (
    <Note tone="warn">
      <p className="strong">This connection is not secure.</p>
      <p>
        Browsers store the session cookie only on a secure connection, so you cannot sign in here.
        Open the console over HTTPS, or at 127.0.0.1 on the machine that runs the service.
      </p>
    </Note>
  )
}

function SignInError({ error, takesCode }: { readonly error: Error; readonly takesCode: boolean }) {
  if (error instanceof CookieRejectedError) {
    return (
      <Note tone="bad">
        <p>
          Your password is correct, but this browser rejected the session cookie because the
          connection is not HTTPS. Serve the console over HTTPS, or use a browser that treats
          127.0.0.1 as secure, such as Chrome or Firefox.
        </p>
      </Note>
    )
  }
  // The code is asked for only after the password was accepted.
  const text = takesCode
    ? 'The code is incorrect or was already used. Enter the next code of the app.'
    : 'The name or the password is incorrect.'
  const wrong = error instanceof ApiError && error.status === 401
  return (
    <Note tone="bad">
      <p>{wrong ? text : messageOf(error)}</p>
    </Note>
  )
}
