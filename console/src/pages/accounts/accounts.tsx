/** The list of client accounts. */

import { useState } from 'react'
import { Link } from 'wouter'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Empty, Heading, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { NameField } from '../../components/name-field.tsx'
import { SecretDialog } from '../../components/one-time-secret.tsx'
import { AccountState } from '../../components/state-badge.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { dayText, operationText } from '../../format.ts'

type Listed = ApiResponse<'GET /accounts'>['items'][number]

const COLUMNS: readonly Column<Listed>[] = [
  {
    title: 'Account',
    rowHeader: true,
    cell: ({ name }) => (
      <Link href={`/accounts/${name}`} className="stretched">
        {name}
      </Link>
    ),
  },
  { title: 'Requesting party', cell: ({ party }) => party || <span className="muted">none</span> },
  { title: 'Products', cell: ({ products }) => products.map(operationText).join(', ') },
  { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
  { title: 'Created', cell: ({ createdAt }) => dayText(createdAt) },
  { title: 'State', cell: ({ disabledAt }) => <AccountState disabledAt={disabledAt} /> },
]

/** All accounts; an integrator sees only the account they belong to. */
export function AccountsPage() {
  const { operator } = useSession()
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Heading
        title="Accounts"
        actions={
          operator.role === 'operator' && (
            <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
              New account
            </Button>
          )
        }
      >
        <p>
          The accounts that clients use to place orders, with their secrets, products and prices.
        </p>
      </Heading>
      <Panel flush>
        {accounts.isPending && <Loading what="Loading accounts" />}
        {accounts.isError && (
          <LoadError error={accounts.error} onRetry={() => void accounts.refetch()} />
        )}
        {accounts.data?.items.length === 0 && (
          <Empty title="No accounts yet">
            <p>A lender's system signs in with an account to place orders.</p>
          </Empty>
        )}
        {accounts.data !== undefined && accounts.data.items.length > 0 && (
          <Table
            caption="Accounts"
            rows={accounts.data.items}
            keyOf={({ name }) => name}
            rowClass="opens"
            columns={COLUMNS}
          />
        )}
      </Panel>
      {creating && <NewAccount onClose={() => setCreating(false)} />}
    </>
  )
}

function NewAccount({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [party, setParty] = useState('')
  const create = useApiMutation(() =>
    call('POST /accounts', { body: { name, profile: { party: { name: party } } } }),
  )
  if (create.data !== undefined) {
    const { account, secret } = create.data
    return (
      <SecretDialog
        title={`Account ${account.name} created`}
        what="secret"
        secret={secret}
        onClose={onClose}
      >
        <Link className="button" href={`/accounts/${account.name}?view=profile`}>
          Set products and prices
        </Link>
      </SecretDialog>
    )
  }
  return (
    <FormDialog
      title="New account"
      action="Create"
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate(undefined)}
      onClose={onClose}
    >
      <NameField usedBy="Clients" name={name} onName={setName} />
      <TextField
        label="Requesting party"
        hint="The lender's name on reports."
        value={party}
        onText={setParty}
      />
    </FormDialog>
  )
}
