/** The page of console users: their roles, last sign-ins and states. */
import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { Badge, Heading, LoadState, NotForIntegrators, Panel } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/list/table.tsx'
import { isNameTaken, NameField } from '../../components/name-field.tsx'
import { SecretDialog } from '../../components/one-time-secret.tsx'
import { DisabledState } from '../../components/state-badge.tsx'
import { dateTimeText, dayText, minuteOfYearText, timeZone } from '../../format.ts'
import { ManageOperator } from './manage-operator.tsx'
import { type Person, ROLES, type Role, RoleFields } from './role-fields.tsx'

/** The page of console users. Integrators see a notice instead. */
export function OperatorsPage() {
  return (
    <NotForIntegrators title="Users">
      <Operators />
    </NotForIntegrators>
  )
}

/** All console users. */
function Operators() {
  const { operator, sandbox } = useSession()
  const people = useApiQuery('operators', 'GET /operators')
  const [adding, setAdding] = useState(false)
  const [managed, setManaged] = useState<Person>()
  const mayChange = operator.role === 'operator'
  return (
    <>
      <Heading
        title="Users"
        actions={
          mayChange && (
            <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
              New user
            </Button>
          )
        }
      >
        <p>
          Console users and what they may do. Changes take effect immediately. Times are{' '}
          {sandbox && 'real times '}in {timeZone()}.
        </p>
      </Heading>
      <Panel flush>
        <LoadState query={people} what="Loading users" />
        {people.data !== undefined && (
          <Table
            caption="Users"
            className="operators stated"
            rows={people.data.items}
            keyOf={({ name }) => name}
            columns={[
              {
                title: 'Name',
                rowHeader: true,
                cell: ({ name, createdAt }) => (
                  <>
                    {name}
                    {name === operator.name && <span className="muted"> (you)</span>}
                    <span className="under one-line">added {dayText(createdAt)}</span>
                  </>
                ),
              },
              ...COLUMNS,
              mayChange
                ? {
                    title: 'Manage',
                    titleHidden: true,
                    className: 'right',
                    cell: (person) => (
                      <Button kind="small" onClick={() => setManaged(person)}>
                        Manage<span className="hidden"> {person.name}</span>
                      </Button>
                    ),
                  }
                : undefined,
            ]}
          />
        )}
      </Panel>
      {adding && <NewOperator onClose={() => setAdding(false)} />}
      {managed && <ManageOperator person={managed} onClose={() => setManaged(undefined)} />}
    </>
  )
}

const COLUMNS: readonly Column<Person>[] = [
  {
    title: 'Role',
    className: 'whole',
    cell: ({ role, account }) => (
      <>
        {ROLES[role][0]}
        <span className="under">
          {ROLES[role][1]}
          {account !== undefined && (
            <>
              : <Link href={`/accounts/${account}`}>{account}</Link>
            </>
          )}
        </span>
      </>
    ),
  },
  {
    title: 'Last sign-in',
    cell: ({ name, lastLoginAt }) => (
      <>
        {lastLoginAt === undefined ? (
          <span className="muted">never</span>
        ) : (
          <time dateTime={lastLoginAt} title={dateTimeText(lastLoginAt)}>
            {minuteOfYearText(lastLoginAt)}
          </time>
        )}
        <span className="under">
          <Link href={`/audit?actor=${name}`} aria-label={`Activity of ${name}`}>
            Activity
          </Link>
        </span>
      </>
    ),
  },
  {
    title: 'Second factor',
    cell: ({ hasSecondFactor }) => (
      <Badge tone={hasSecondFactor ? 'good' : 'plain'}>{hasSecondFactor ? 'On' : 'Off'}</Badge>
    ),
  },
  {
    title: 'State',
    className: 'state',
    cell: ({ disabledAt }) => <DisabledState since={disabledAt} />,
  },
]

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
        title={`User ${operator.name} added`}
        what="password"
        secret={password}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title="New user"
      action="Add"
      busy={create.isPending}
      error={isNameTaken(create.error) ? null : create.error}
      onSubmit={() => create.mutate(undefined)}
      onClose={onClose}
    >
      <NameField
        usedBy="Users"
        name={name}
        error={create.error}
        onName={(text) => {
          setName(text)
          create.reset()
        }}
      />
      <RoleFields role={role} account={account} onRole={setRole} onAccount={setAccount} />
    </FormDialog>
  )
}
