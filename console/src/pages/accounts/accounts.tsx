/** The accounts that may order. */

import { useState } from 'react'
import { Link } from 'wouter'
import { type Answer, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useChange } from '../../api/use-api-mutation.ts'
import { useAnswer } from '../../api/use-api-query.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Empty, Failed, Heading, Panel, Waiting } from '../../components/layout.tsx'
import { NameField } from '../../components/name-field.tsx'
import { SecretDialog } from '../../components/one-time-secret.tsx'
import { AccountState } from '../../components/state-badge.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { dayText, operationText } from '../../format.ts'

type Listed = Answer<'GET /accounts'>['items'][number]

const COLUMNS: readonly Column<Listed>[] = [
  {
    title: 'Account',
    heads: true,
    cell: ({ name }) => (
      <Link href={`/accounts/${name}`} className="stretched">
        {name}
      </Link>
    ),
  },
  { title: 'Party', cell: ({ party }) => party },
  { title: 'Products', cell: ({ products }) => products.map(operationText).join(', ') },
  { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
  { title: 'Since', cell: ({ createdAt }) => dayText(createdAt) },
  { title: 'State', cell: ({ disabledAt }) => <AccountState disabledAt={disabledAt} /> },
]

/** Every account; an integrator sees the own one. */
export function AccountsPage() {
  const { operator } = useSession()
  const accounts = useAnswer('accounts', 'GET /accounts')
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
        <p>Who may order: with which secrets, which products, at which price.</p>
      </Heading>
      <Panel flush>
        {accounts.isPending && <Waiting what="Fetching accounts" />}
        {accounts.isError && (
          <Failed error={accounts.error} again={() => void accounts.refetch()} />
        )}
        {accounts.data?.items.length === 0 && (
          <Empty title="There is no account yet.">
            <p>An account is what a lender's system signs its orders with.</p>
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
  const create = useChange(() =>
    call('POST /accounts', { body: { name, profile: { party: { name: party } } } }),
  )
  if (create.data !== undefined) {
    const { account, secret } = create.data
    return (
      <SecretDialog
        title={`Account ${account.name} is made`}
        what="Secret"
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
      <NameField who="orders" name={name} onName={setName} />
      <TextField
        label="Party"
        hint="The lender as reports name it."
        value={party}
        onText={setParty}
      />
    </FormDialog>
  )
}
