/** Sets up and removes the second factor of the signed-in operator. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { isProblem } from '../api/api-error.ts'
import { type ApiResponse, call } from '../api/call.ts'
import { useSession, useSessionQuery, useSignOut } from '../api/session.tsx'
import { useLatest } from '../api/use-api-mutation.ts'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { Dialog, FormDialog } from '../components/dialog.tsx'
import { Check, TextField } from '../components/field.tsx'
import { Icon, Logo } from '../components/icons.tsx'
import { ErrorNote, Heading, Loading, messageOf, Note } from '../components/layout.tsx'
import { useToast } from '../components/toast.tsx'
import { LostSecondFactor } from './lost-second-factor.tsx'
import { PasswordField } from './password-field.tsx'
import { qrCode } from './qr-code.ts'
import './second-factor.css'

const SETUP_TITLE = 'Set up a second factor'
const CODES_TITLE = 'Recovery codes'

/** The dialog that the link in the sidebar opens. */
export function SecondFactorDialog({ onClose }: { readonly onClose: () => void }) {
  const { secondFactor } = useSession()
  const [codes, setCodes] = useState<readonly string[]>()
  const refresh = useRefreshedSession()
  const close = () => {
    onClose()
    refresh()
  }
  // The second factor is active as soon as there are recovery codes. They are shown only once, so
  // the dialog must stay open.
  if (secondFactor === 'active' && codes === undefined) {
    return <Removal onClose={onClose} onDone={close} />
  }
  return (
    <Dialog
      title={codes === undefined ? SETUP_TITLE : CODES_TITLE}
      stays={codes !== undefined}
      onClose={close}
    >
      {codes === undefined ? (
        <Setup onCodes={setCodes}>
          <Button onClick={close}>Cancel</Button>
        </Setup>
      ) : (
        <RecoveryCodes codes={codes} onDone={close} />
      )}
    </Dialog>
  )
}

/** The only page that an operator sees who must set up a second factor. */
export function RequiredSecondFactor() {
  const signOut = useSignOut(useToast())
  const [codes, setCodes] = useState<readonly string[]>()
  const refresh = useRefreshedSession()
  return (
    <main className="sign-in wide">
      <div className="sign-in-mark">
        <Logo />
      </div>
      <Heading title={codes === undefined ? SETUP_TITLE : CODES_TITLE}>
        {codes === undefined && <p>This service requires a second factor from every user.</p>}
      </Heading>
      {codes === undefined ? (
        <Setup onCodes={setCodes}>
          <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        </Setup>
      ) : (
        <RecoveryCodes codes={codes} onDone={refresh} />
      )}
    </main>
  )
}

/** Returns a function that refetches the session, which says if a second factor is active. */
function useRefreshedSession(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['session'] })
}

type SetupKey = ApiResponse<'POST /session/second-factor/setup'>

/** The margin around the code in modules. The standard requires four. */
const QR_MARGIN = 4

interface SetupProps {
  /** Called once the second factor is active, with recovery codes that can replace it. */
  readonly onCodes: (codes: readonly string[]) => void
  /** The button beside the submit button. */
  readonly children: ReactNode
}

function Setup({ onCodes, children }: SetupProps) {
  const [password, setPassword] = useState('')
  const { code, clear, ...codeField } = useCode()
  const begin = useMutation({
    mutationFn: () => call('POST /session/second-factor/setup'),
    gcTime: 0,
  })
  const turnOn = useLatest(({ secret, proof }: SetupKey) =>
    call('PUT /session/second-factor', { body: { secret, proof, password, code } }),
  )
  const add = useMutation({
    mutationFn: turnOn,
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: clear,
    // The response contains recovery codes, so it is not cached.
    gcTime: 0,
  })
  const { mutate } = begin
  useEffect(() => mutate(), [mutate])
  const setup = begin.data
  const error = begin.error ?? add.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (setup !== undefined) add.mutate(setup)
  }
  return (
    <form className="stack" onSubmit={submit}>
      {setup === undefined && error === null && <Loading what="Creating a key" />}
      {setup !== undefined && (
        <ol className="steps">
          <AppStep setup={setup} />
          <li>
            <h3>Enter the code that the app shows</h3>
            <CodeField
              {...codeField}
              code={code}
              error={add.error}
              hint="Six digits, which change every 30 seconds."
              inputMode="numeric"
              maxLength={7}
            />
          </li>
          <li>
            <h3>Confirm with your password</h3>
            <PasswordField value={password} onText={setPassword} />
          </li>
        </ol>
      )}
      {!isWrong(error) && <ErrorNote error={error} />}
      <div className="dialog-foot">
        {children}
        <Button kind="primary" type="submit" busy={add.isPending}>
          Turn on
        </Button>
      </div>
    </form>
  )
}

/** Returns whether the password or the code is wrong. The API does not reveal which. */
const isWrong = (error: unknown) => isProblem(error, 'rejected')

/**
 * Returns the typed code and functions that change it. A wrong code is cleared, because it cannot
 * be used again or has been replaced by the next one.
 */
function useCode() {
  const [{ code, failures }, setState] = useState({ code: '', failures: 0 })
  return {
    code,
    failures,
    onCode: (next: string) => setState({ code: next, failures }),
    clear: () => setState({ code: '', failures: failures + 1 }),
  }
}

interface CodeProps {
  readonly code: string
  /** How many codes were wrong. Each increment moves the focus back to the field. */
  readonly failures: number
  readonly onCode: (code: string) => void
  /** The error of the last attempt. It is shown here if the code may have caused it. */
  readonly error: unknown
  readonly hint: string
  readonly inputMode?: 'numeric'
  readonly maxLength?: number
}

function CodeField({ code, failures, onCode, error, ...rest }: CodeProps) {
  return (
    <TextField
      key={failures}
      label="Code"
      className="second-factor-code"
      autoComplete="one-time-code"
      autoFocus
      required
      {...rest}
      error={isWrong(error) && code === '' ? messageOf(error) : undefined}
      value={code}
      onText={onCode}
    />
  )
}

/**
 * The key as a QR code for another device, as text to type in, and as a link for an app on this
 * device. Phones, on which the app usually is, show the link first.
 */
function AppStep({ setup: { uri, secret } }: { readonly setup: SetupKey }) {
  return (
    <li>
      <h3>Add the key to an authenticator app</h3>
      <div className="second-factor-app">
        <QrCode text={uri} />
        <div className="second-factor-typed">
          <p>Scan the code with the app. Any app for time-based codes works.</p>
          <p className="muted">No camera? Enter this key; spaces do not matter.</p>
          <code className="second-factor-key" data-secret={secret}>
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <p>
            <CopyButton text={secret}>Copy key</CopyButton>
          </p>
        </div>
        <p className="second-factor-open">
          <span className="muted">Is the app on this device?</span>
          <a className="button small" href={uri}>
            Open the app directly
          </a>
        </p>
      </div>
    </li>
  )
}

/**
 * The QR code, dark on white in both themes, with the margin that cameras need. Nothing is shown if
 * a very long name makes the text too long.
 */
function QrCode({ text }: { readonly text: string }) {
  const modules = qrCode(text)
  if (modules === undefined) return null
  const path = modules.map((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  )
  const size = modules.length + 2 * QR_MARGIN
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label="QR code of the key"
      viewBox={`${-QR_MARGIN} ${-QR_MARGIN} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  )
}

interface CodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

function RecoveryCodes({ codes, onDone }: CodesProps) {
  const session = useSessionQuery()
  const [saved, setSaved] = useState(false)
  const text = codes.join('\n')
  return (
    <div className="stack">
      <Note tone="good">
        <p>Your second factor is active. You will be asked for a code the next time you sign in.</p>
      </Note>
      <div className="stack tight">
        <p>
          If you lose your device, each of these codes signs you in once instead of a code from the
          app. They are shown only now: store them separately from the device, for example in a
          password manager.
        </p>
        <pre className="recovery-codes" data-recovery-codes="">
          {text}
        </pre>
        <div className="row">
          <CopyButton text={text}>Copy codes</CopyButton>
          <a
            className="button small"
            href={`data:text/plain,${encodeURIComponent(`${text}\n`)}`}
            download="trimerge-recovery-codes.txt"
          >
            <Icon name="download" />
            Download
          </a>
        </div>
        <p className="muted small">
          <LostSecondFactor name={session.data?.operator.name} />
        </p>
      </div>
      <Check label="I have saved the codes" checked={saved} onCheck={setSaved} />
      <div className="dialog-foot">
        <Button kind="primary" disabled={!saved} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

interface RemovalProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

function Removal({ onClose, onDone }: RemovalProps) {
  const toast = useToast()
  const [password, setPassword] = useState('')
  const { code, clear, ...codeField } = useCode()
  const remove = useMutation({
    mutationFn: useLatest(() =>
      call('POST /session/second-factor/removal', { body: { password, code } }),
    ),
    onSuccess: () => {
      toast('Second factor removed. All your other sessions were signed out.')
      onDone()
    },
    onError: clear,
  })
  return (
    <FormDialog
      title="Remove your second factor"
      action="Remove"
      busy={remove.isPending}
      error={isWrong(remove.error) ? null : remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <PasswordField value={password} onText={setPassword} />
      <CodeField
        {...codeField}
        code={code}
        error={remove.error}
        hint="Six digits from your authenticator app, or a recovery code."
      />
    </FormDialog>
  )
}
