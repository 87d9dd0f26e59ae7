/** The users of the console and their roles. */

import { type FormEvent, useState } from 'react'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, FormDialog } from '../../components/dialog.tsx'
import { SelectField } from '../../components/field.tsx'
import {
  Badge,
  Heading,
  LoadError,
  Loading,
  messageOf,
  Note,
  Panel,
} from '../../components/layout.tsx'
import { NameField } from '../../components/name-field.tsx'
import { OneTimeSecret, SecretDialog } from '../../components/one-time-secret.tsx'
import { Table } from '../../components/table.tsx'
import { useToast } from '../../components/toast.tsx'
import { dayText } from '../../format.ts'

type Person = ApiResponse<'GET /operators'>['items'][number]
type Role = Person['role']

const ROLES: readonly (readonly [Role, string])[] = [
  ['operator', 'Operator: full access'],
  ['auditor', 'Auditor: read-only, personal data masked'],
  ['integrator', 'Integrator: one account'],
]

/** All operators. */
export function OperatorsPage() {
  const { operator } = useSession()
  const people = useApiQuery('operators', 'GET /operators')
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
        <p>Console users. Changes take effect immediately.</p>
      </Heading>
      <Panel flush>
        {people.isPending && <Loading what="Loading operators" />}
        {people.isError && <LoadError error={people.error} onRetry={() => void people.refetch()} />}
        {people.data !== undefined && (
          <Table
            caption="Operators"
            rows={people.data.items}
            keyOf={({ name }) => name}
            columns={[
              {
                title: 'Name',
                rowHeader: true,
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
              { title: 'Created', cell: ({ createdAt }) => dayText(createdAt) },
              {
                title: 'State',
                cell: ({ disabledAt }) => <OperatorState disabledAt={disabledAt} />,
              },
              {
                title: 'Second factor',
                cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'Active' : 'None'),
              },
              mayChange
                ? {
                    title: 'Edit',
                    titleHidden: true,
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

function OperatorState({ disabledAt }: Pick<Person, 'disabledAt'>) {
  return disabledAt === undefined ? (
    <Badge tone="good">Active</Badge>
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
        Edit<span className="hidden"> {person.name}</span>
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
  const toast = useToast()
  const disabled = person.disabledAt !== undefined
  const [role, setRole] = useState<Role>(person.role)
  const [account, setAccount] = useState(person.account ?? '')
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ role, account: role === 'integrator' ? account : null })
  }
  return (
    <Dialog title={`Operator ${name}`} onClose={onClose}>
      {reset.data !== undefined && <OneTimeSecret what="password" secret={reset.data.password} />}
      <form className="stack" onSubmit={submit}>
        <RoleFields role={role} account={account} onRole={setRole} onAccount={setAccount} />
        {error !== null && (
          <Note tone="bad">
            <p>{messageOf(error)}</p>
          </Note>
        )}
        <div className="actions">
          <Button kind="primary" type="submit" busy={change.isPending}>
            Save role
          </Button>
          <Button busy={reset.isPending} onClick={() => reset.mutate(undefined)}>
            Reset password
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
              {disabled ? 'Enable' : 'Disable'}
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
  const accounts = useApiQuery('accounts', 'GET /accounts')
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
            ['', 'Choose an account'],
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
  const create = useApiMutation(() =>
    call('POST /operators', {
      body: { name, role, ...(role === 'integrator' ? { account } : {}) },
    }),
  )
  if (create.data !== undefined) {
    const { operator, password } = create.data
    return (
      <SecretDialog
        title={`Operator ${operator.name} added`}
        what="password"
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
      <NameField usedBy="Operators" name={name} onName={setName} />
      <RoleFields role={role} account={account} onRole={setRole} onAccount={setAccount} />
    </FormDialog>
  )
}
