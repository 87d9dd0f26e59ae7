/** Setting up and removing the second factor of the signed-in operator. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { useSession, useSignOut } from '../api/session.tsx'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/code.tsx'
import { Dialog, FormDialog } from '../components/dialog.tsx'
import { TextField } from '../components/field.tsx'
import { Logo } from '../components/icons.tsx'
import { Heading, Loading, messageOf, Note } from '../components/layout.tsx'
import { useToast } from '../components/toast.tsx'

/** The dialog behind the button in the sidebar. */
export function SecondFactorDialog({ onClose }: { readonly onClose: () => void }) {
  const { secondFactor } = useSession()
  const refresh = useRefreshedSession()
  const close = () => {
    onClose()
    refresh()
  }
  if (secondFactor === 'active') return <Removal onClose={onClose} onDone={close} />
  return (
    <Dialog title="Set up a second factor" onClose={close}>
      <Setup onDone={close}>
        <Button onClick={close}>Cancel</Button>
      </Setup>
    </Dialog>
  )
}

/** The only page of an operator who must set up a second factor. */
export function RequiredSecondFactor() {
  const signOut = useSignOut()
  return (
    <main className="sign-in">
      <div className="sign-in-mark">
        <Logo />
      </div>
      <Heading title="Set up a second factor">
        <p>This service requires a second factor of every user.</p>
      </Heading>
      <Setup onDone={useRefreshedSession()}>
        <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </Setup>
    </main>
  )
}

/** The session says which second factor there is. */
function useRefreshedSession(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['session'] })
}

interface SetupProps {
  readonly onDone: () => void
  /** The button beside the one that continues. */
  readonly children: ReactNode
}

function Setup({ onDone, children }: SetupProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const begin = useMutation({
    mutationFn: () => call('POST /session/second-factor/setup'),
    gcTime: 0,
  })
  const add = useMutation({
    mutationFn: ({ secret, proof }: { readonly secret: string; readonly proof: string }) =>
      call('PUT /session/second-factor', { body: { secret, proof, password, code } }),
    // The response holds recovery codes, so nothing caches it.
    gcTime: 0,
  })
  const { mutate } = begin
  useEffect(() => mutate(), [mutate])
  if (add.data !== undefined)
    return <RecoveryCodes codes={add.data.recoveryCodes} onDone={onDone} />
  const setup = begin.data
  const error = begin.error ?? add.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (setup !== undefined) add.mutate(setup)
  }
  return (
    <form className="stack" onSubmit={submit}>
      {setup === undefined && error === null && <Loading what="Making a key" />}
      {setup !== undefined && (
        <>
          <p>
            Add this key to an authenticator app as a time-based code, or{' '}
            <a href={setup.uri}>open it in an app on this device</a>. The spaces do not matter.
          </p>
          <p className="row">
            <code className="second-factor-key" data-secret={setup.secret}>
              {setup.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
            <CopyButton text={setup.secret} />
          </p>
          <TextField
            label="Current code of the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onText={setCode}
          />
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onText={setPassword}
          />
        </>
      )}
      {error !== null && (
        <Note tone="bad">
          <p>{messageOf(error)}</p>
        </Note>
      )}
      <div className="dialog-foot">
        {children}
        <Button kind="primary" type="submit" busy={add.isPending}>
          Turn on
        </Button>
      </div>
    </form>
  )
}

interface CodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

function RecoveryCodes({ codes, onDone }: CodesProps) {
  return (
    <div className="stack">
      <Note tone="warn">
        <p>
          Keep these recovery codes in a safe place. They are shown only once. Each replaces one
          code of the app at a sign-in, once.
        </p>
      </Note>
      <pre data-recovery-codes="">{codes.join('\n')}</pre>
      <div className="dialog-foot">
        <CopyButton text={codes.join('\n')} />
        <Button kind="primary" onClick={onDone}>
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
  const [code, setCode] = useState('')
  const remove = useMutation({
    mutationFn: () => call('POST /session/second-factor/removal', { body: { password, code } }),
    onSuccess: () => {
      toast('Second factor removed. All your other sessions were signed out.')
      onDone()
    },
  })
  return (
    <FormDialog
      title="Remove your second factor"
      action="Remove"
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onText={setPassword}
      />
      <TextField
        label="Code of the app, or a recovery code"
        autoComplete="one-time-code"
        required
        value={code}
        onText={setCode}
      />
    </FormDialog>
  )
}
