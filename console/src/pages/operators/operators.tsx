/** The people who may sign in, and what each may do. */

import { type FormEvent, useState } from 'react'
import { type Answer, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useChange } from '../../api/use-api-mutation.ts'
import { useAnswer } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, FormDialog } from '../../components/dialog.tsx'
import { SelectField } from '../../components/field.tsx'
import { Badge, Failed, Heading, Note, Panel, said, Waiting } from '../../components/layout.tsx'
import { NameField } from '../../components/name-field.tsx'
import { SecretDialog, ShownOnce } from '../../components/one-time-secret.tsx'
import { Table } from '../../components/table.tsx'
import { useTell } from '../../components/toast.tsx'
import { dayText } from '../../format.ts'

type Person = Answer<'GET /operators'>['items'][number]
type Role = Person['role']

const ROLES: readonly (readonly [Role, string])[] = [
  ['operator', 'operator: everything'],
  ['auditor', 'auditor: sees everything masked, changes nothing'],
  ['integrator', 'integrator: one account alone'],
]

/** Everyone who may sign in. */
export function OperatorsPage() {
  const { operator } = useSession()
  const people = useAnswer('operators', 'GET /operators')
  const [adding, setAdding] = useState(false)
  const mayChange = operator.role === 'operator'
  return (
    <>
      <Heading
        title="Operators"
        actions={
          mayChange && (
            <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
              New operator
            </Button>
          )
        }
      >
        <p>People who sign in here. Changes hold from the next thing that they do.</p>
      </Heading>
      <Panel flush>
        {people.isPending && <Waiting what="Fetching operators" />}
        {people.isError && <Failed error={people.error} again={() => void people.refetch()} />}
        {people.data !== undefined && (
          <Table
            caption="Operators"
            rows={people.data.items}
            keyOf={({ name }) => name}
            columns={[
              {
                title: 'Name',
                heads: true,
                cell: ({ name }) => (
                  <>
                    {name}
                    {name === operator.name && <span className="under">you</span>}
                  </>
                ),
              },
              {
                title: 'Role',
                cell: ({ role, account }) => (
                  <>
                    {role}
                    <span className="under">{account}</span>
                  </>
                ),
              },
              { title: 'Since', cell: ({ createdAt }) => dayText(createdAt) },
              { title: 'State', cell: ({ disabledAt }) => <Admission disabledAt={disabledAt} /> },
              mayChange
                ? {
                    title: 'Change',
                    quiet: true,
                    className: 'right',
                    cell: (person) => <ChangeButton person={person} />,
                  }
                : undefined,
            ]}
          />
        )}
      </Panel>
      {adding && <NewOperator onClose={() => setAdding(false)} />}
    </>
  )
}

function Admission({ disabledAt }: Pick<Person, 'disabledAt'>) {
  return disabledAt === undefined ? (
    <Badge tone="good">May sign in</Badge>
  ) : (
    <Badge tone="bad">Disabled</Badge>
  )
}

function ChangeButton({ person }: { readonly person: Person }) {
  const { operator } = useSession()
  const [changing, setChanging] = useState(false)
  const own = person.name === operator.name
  return (
    <>
      <Button kind="small" onClick={() => setChanging(true)}>
        Change<span className="hidden"> {person.name}</span>
      </Button>
      {changing && <Change person={person} own={own} onClose={() => setChanging(false)} />}
    </>
  )
}

interface ChangeProps {
  readonly person: Person
  readonly own: boolean
  readonly onClose: () => void
}

function Change({ person, own, onClose }: ChangeProps) {
  const { name } = person
  const tell = useTell()
  const disabled = person.disabledAt !== undefined
  const [role, setRole] = useState<Role>(person.role)
  const [account, setAccount] = useState(person.account ?? '')
  const change = useChange(
    (body: { role?: Role; account?: string | null; disabled?: boolean }) =>
      call('PATCH /operators/:name', { params: { name }, body }),
    onClose,
  )
  const reset = useChange(() => call('POST /operators/:name/password', { params: { name } }))
  const end = useChange(
    () => call('DELETE /operators/:name/sessions', { params: { name } }),
    () => tell(`${name} is signed out everywhere.`),
  )
  const error = change.error ?? reset.error ?? end.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ role, account: role === 'integrator' ? account : null })
  }
  return (
    <Dialog title={`Operator ${name}`} onClose={onClose}>
      {reset.data !== undefined && <ShownOnce what="Password" secret={reset.data.password} />}
      <form className="stack" onSubmit={submit}>
        <RoleFields role={role} account={account} onRole={setRole} onAccount={setAccount} />
        {error !== null && (
          <Note tone="bad">
            <p>{said(error)}</p>
          </Note>
        )}
        <div className="actions">
          <Button kind="primary" type="submit" busy={change.isPending}>
            Save the role
          </Button>
          <Button busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
            New password
          </Button>
          <Button busy={end.isPending} onClick={() => end.mutate(undefined)}>
            Sign out everywhere
          </Button>
          {!own && (
            <Button
              {...(disabled ? {} : { kind: 'danger' as const })}
              busy={change.isPending}
              onClick={() => change.mutate({ disabled: !disabled })}
            >
              {disabled ? 'Admit again' : 'Disable'}
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </form>
    </Dialog>
  )
}

interface RoleProps {
  readonly role: Role
  readonly account: string
  readonly onRole: (role: Role) => void
  readonly onAccount: (account: string) => void
}

function RoleFields({ role, account, onRole, onAccount }: RoleProps) {
  const accounts = useAnswer('accounts', 'GET /accounts')
  return (
    <>
      <SelectField
        label="Role"
        value={role}
        choices={ROLES}
        onChoice={(next) => onRole(next as Role)}
      />
      {role === 'integrator' && (
        <SelectField
          label="Account"
          required
          value={account}
          choices={[
            ['', 'Choose one'],
            ...(accounts.data?.items.map((each) => [each.name, each.name] as const) ?? []),
          ]}
          onChoice={onAccount}
        />
      )}
    </>
  )
}

function NewOperator({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('auditor')
  const [account, setAccount] = useState('')
  const create = useChange(() =>
    call('POST /operators', {
      body: { name, role, ...(role === 'integrator' ? { account } : {}) },
    }),
  )
  if (create.data !== undefined) {
    const { operator, password } = create.data
    return (
      <SecretDialog
        title={`Operator ${operator.name} is added`}
        what="Password"
        secret={password}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title="New operator"
      action="Add"
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate(undefined)}
      onClose={onClose}
    >
      <NameField who="they" name={name} onName={setName} />
      <RoleFields role={role} account={account} onRole={setRole} onAccount={setAccount} />
    </FormDialog>
  )
}
