/** The dialog of one operator: each action apart, with what it does. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { messageOf, Note } from '../../components/layout.tsx'
import { OneTimeSecret } from '../../components/one-time-secret.tsx'
import { useToast } from '../../components/toast.tsx'
import { type Person, type Role, RoleFields } from './role-fields.tsx'
import './operators.css'

interface ManageProps {
  readonly person: Person
  readonly onClose: () => void
}

/** Role, password, sessions and state of a console user. */
export function ManageOperator({ person, onClose }: ManageProps) {
  const { operator } = useSession()
  const toast = useToast()
  const { name, disabledAt } = person
  const disabled = disabledAt !== undefined
  const change = useApiMutation(
    (body: { role?: Role; account?: string | null; disabled?: boolean }) =>
      call('PATCH /operators/:name', { params: { name }, body }),
    onClose,
  )
  const reset = useApiMutation(() => call('POST /operators/:name/password', { params: { name } }))
  const end = useApiMutation(
    () => call('DELETE /operators/:name/sessions', { params: { name } }),
    () => toast(`${name} was signed out of all sessions.`),
  )
  const error = change.error ?? reset.error ?? end.error
  return (
    <Dialog title={`Operator ${name}`} onClose={onClose}>
      {error !== null && (
        <Note tone="bad">
          <p>{messageOf(error)}</p>
        </Note>
      )}
      <RoleForm person={person} busy={change.isPending} onRole={change.mutate} />
      <Action says={`A new password for ${name}, shown once. It ends all their sessions.`}>
        <Button busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
          Reset password
        </Button>
      </Action>
      {reset.data !== undefined && <OneTimeSecret what="password" secret={reset.data.password} />}
      <Action says={`${name} has to sign in again on every device.`}>
        <Button busy={end.isPending} onClick={() => end.mutate(undefined)}>
          Sign out everywhere
        </Button>
      </Action>
      {name !== operator.name && (
        <Action
          says={
            disabled
              ? `${name} can sign in again, with the same password.`
              : `${name} is signed out and can no longer sign in, until you enable them again.`
          }
        >
          <Button
            {...(disabled ? {} : { kind: 'danger' })}
            busy={change.isPending}
            onClick={() => change.mutate({ disabled: !disabled })}
          >
            {disabled ? 'Enable' : 'Disable'}
          </Button>
        </Action>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

interface RoleFormProps {
  readonly person: Person
  readonly busy: boolean
  readonly onRole: (change: { role: Role; account: string | null }) => void
}

function RoleForm({ person, busy, onRole }: RoleFormProps) {
  const [role, setRole] = useState<Role>(person.role)
  const [account, setAccount] = useState(person.account ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onRole({ role, account: role === 'integrator' ? account : null })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <RoleFields role={role} account={account} onRole={setRole} onAccount={setAccount} />
      <div className="actions">
        <Button kind="primary" type="submit" busy={busy}>
          Save role
        </Button>
      </div>
    </form>
  )
}

interface ActionProps {
  /** What the button does. */
  readonly says: string
  readonly children: ReactNode
}

function Action({ says, children }: ActionProps) {
  return (
    <div className="operator-action">
      <p className="muted">{says}</p>
      {children}
    </div>
  )
}
