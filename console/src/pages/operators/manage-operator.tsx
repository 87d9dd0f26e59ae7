/** The dialog that manages one console user. Each action has its own section that explains it. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, FormDialog } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/layout.tsx'
import { SecretDialog } from '../../components/one-time-secret.tsx'
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
  const [asked, setAsked] = useState<Asked>()
  const [password, setPassword] = useState<string>()
  const { name } = person
  if (password !== undefined) {
    return (
      <SecretDialog
        title={`New password of ${name}`}
        what="password"
        secret={password}
        onClose={onClose}
      />
    )
  }
  if (asked !== undefined) {
    return (
      <Question
        name={name}
        asked={asked}
        onCancel={() => setAsked(undefined)}
        onPassword={setPassword}
        onDone={onClose}
      />
    )
  }
  const isSelf = name === operator.name
  const offered: readonly Asked[] = isSelf
    ? ['endOwn']
    : ['reset', 'end', person.disabledAt === undefined ? 'disable' : 'enable']
  return (
    <Dialog title={`User ${name}`} onClose={onClose}>
      <RoleForm person={person} onDone={onClose} />
      {isSelf && (
        <Action description="To change your own password, use Change password in the menu." />
      )}
      {offered.map((each) => (
        <Action key={each} description={ACTIONS[each].description(name)}>
          <Button
            {...(each === 'disable' ? { kind: 'danger' } : {})}
            onClick={() => setAsked(each)}
          >
            {ACTIONS[each].title}
          </Button>
        </Action>
      ))}
      <div className="dialog-foot">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

interface RoleFormProps {
  readonly person: Person
  readonly onDone: () => void
}

function RoleForm({ person: { name, ...person }, onDone }: RoleFormProps) {
  const toast = useToast()
  const [role, setRole] = useState<Role>(person.role)
  const [account, setAccount] = useState(person.account ?? '')
  const isChanged = role !== person.role || (role === 'integrator' && account !== person.account)
  const save = useApiMutation(
    () =>
      call('PATCH /operators/:name', {
        params: { name },
        body: { role, account: role === 'integrator' ? account : null },
      }),
    () => {
      toast(`Role of ${name} saved.`)
      onDone()
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <form className="stack tight" onSubmit={submit}>
      <div className="operator-role">
        <RoleFields role={role} account={account} onRole={setRole} onAccount={setAccount} />
        <Button kind="primary" type="submit" disabled={!isChanged} busy={save.isPending}>
          Save role
        </Button>
      </div>
      {isChanged && <ErrorNote error={save.error} />}
    </form>
  )
}

interface ActionProps {
  /** An explanation of the action. */
  readonly description: string
  readonly children?: ReactNode
}

function Action({ description, children }: ActionProps) {
  return (
    <div className="operator-action">
      <p className="muted">{description}</p>
      {children}
    </div>
  )
}

/** The actions that end sessions or change who can sign in. Each asks for confirmation. */
type Asked = 'reset' | 'end' | 'endOwn' | 'disable' | 'enable'

interface AskedAction {
  /** The label of the button that opens the confirmation. */
  readonly title: string
  readonly description: (name: string) => string
  readonly question: (name: string) => string
  /** The label of the button that confirms. */
  readonly confirm: string
  /** The message after the action; absent if something else shows that it is done. */
  readonly done?: (name: string) => string
}

const ACTIONS: Readonly<Record<Asked, AskedAction>> = {
  reset: {
    title: 'Reset password',
    description: (name) =>
      `${name} gets a new password, which is shown once. The old one stops working, and all their sessions end.`,
    question: (name) => `Reset the password of ${name}?`,
    confirm: 'Reset password',
  },
  end: {
    title: 'Sign out everywhere',
    description: (name) =>
      `All sessions of ${name} end. They have to sign in again on every device.`,
    question: (name) => `Sign ${name} out everywhere?`,
    confirm: 'Sign out',
    done: (name) => `${name} was signed out of all sessions.`,
  },
  endOwn: {
    title: 'Sign out everywhere',
    description: () => 'All your sessions end, this one included. Sign in again to continue.',
    question: () => 'Sign yourself out everywhere?',
    confirm: 'Sign out',
  },
  disable: {
    title: 'Disable',
    description: (name) => `${name} is signed out, and cannot sign in until you enable them again.`,
    question: (name) => `Disable user ${name}?`,
    confirm: 'Disable user',
    done: (name) => `User ${name} disabled.`,
  },
  enable: {
    title: 'Enable',
    description: (name) => `${name} can sign in again, with the same password.`,
    question: (name) => `Enable user ${name}?`,
    confirm: 'Enable user',
    done: (name) => `User ${name} enabled.`,
  },
}

/** Carries out an action. Returns the new password if the action is a reset. */
async function carryOut(asked: Asked, name: string): Promise<string | undefined> {
  const params = { name }
  if (asked === 'reset') return (await call('POST /operators/:name/password', { params })).password
  if (asked === 'end' || asked === 'endOwn')
    await call('DELETE /operators/:name/sessions', { params })
  else await call('PATCH /operators/:name', { params, body: { disabled: asked === 'disable' } })
  return undefined
}

interface QuestionProps {
  readonly name: string
  readonly asked: Asked
  readonly onCancel: () => void
  readonly onPassword: (password: string) => void
  readonly onDone: () => void
}

function Question({ name, asked, onCancel, onPassword, onDone }: QuestionProps) {
  const toast = useToast()
  const { description, question, confirm, done } = ACTIONS[asked]
  const change = useApiMutation(
    () => carryOut(asked, name),
    (password) => {
      if (done !== undefined) toast(done(name))
      if (password === undefined) onDone()
      else onPassword(password)
    },
  )
  return (
    <FormDialog
      title={question(name)}
      action={confirm}
      danger={asked !== 'enable'}
      busy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate(undefined)}
      onClose={onCancel}
    >
      <p>{description(name)}</p>
    </FormDialog>
  )
}
