/** The list of client accounts. */
import { useState } from 'react'
import { Link } from 'wouter'
import { OPERATION_NAMES } from '../../../../src/orders/intake/products.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Empty, Heading, LoadState, Panel } from '../../components/layout.tsx'
import { TimeZone } from '../../components/list/period-filter.tsx'
import { type Column, Table } from '../../components/list/table.tsx'
import { isNameTaken, NameField } from '../../components/name-field.tsx'
import { SecretDialog } from '../../components/one-time-secret.tsx'
import { DisabledState } from '../../components/state-badge.tsx'
import { useUrlParameter } from '../../components/url-parameter.ts'
import { countText, dateTimeText, minuteText, operationText } from '../../format.ts'
import './accounts.css'

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
  {
    title: 'Requesting party',
    className: 'whole',
    cell: ({ party }) => party || <span className="muted">not set</span>,
  },
  {
    title: 'Permissions',
    className: 'whole',
    cell: ({ products, bureaus }) => (
      <>
        {productsText(products)} <BureauLetters bureaus={bureaus} />
      </>
    ),
  },
  {
    title: 'Last order',
    cell: ({ use }) =>
      use?.lastOrderAt === undefined ? (
        <span className="muted">no orders yet</span>
      ) : (
        <time dateTime={use.lastOrderAt} title={dateTimeText(use.lastOrderAt)}>
          {minuteText(use.lastOrderAt)}
        </time>
      ),
  },
  { title: 'Orders in 30 days', number: true, cell: ({ use }) => countText(use?.orders ?? 0) },
  {
    title: 'State',
    className: 'state',
    cell: ({ disabledAt }) => <DisabledState since={disabledAt} />,
  },
]

/** Returns the products that an account may order, or "All products". */
function productsText(products: readonly string[]): string {
  if (products.length === 0) return 'No product'
  return products.length === OPERATION_NAMES.length
    ? 'All products'
    : products.map(operationText).join(', ')
}

/** The list of accounts. An integrator sees only the account that they belong to. */
export function AccountsPage() {
  const { operator } = useSession()
  const accounts = useApiQuery('accounts', 'GET /accounts', { query: { use: 'true' } })
  const [creating, setCreating] = useUrlParameter('new')
  return (
    <>
      <Heading
        title="Accounts"
        actions={
          operator.role === 'operator' && (
            <Button kind="primary" icon="plus" onClick={() => setCreating('account')}>
              New account
            </Button>
          )
        }
      >
        <p>
          The accounts that clients use to place orders. Select an account for its secrets, profile,
          prices and statements. <TimeZone />
        </p>
      </Heading>
      <Panel flush>
        <LoadState query={accounts} what="Loading accounts" />
        {accounts.data?.items.length === 0 && (
          <Empty title="No accounts yet">
            <p>A lender’s system signs in with an account to place orders.</p>
          </Empty>
        )}
        {accounts.data !== undefined && accounts.data.items.length > 0 && (
          <Table
            caption="Accounts"
            rows={accounts.data.items}
            keyOf={({ name }) => name}
            className="accounts stated"
            rowClass="opens"
            columns={COLUMNS}
          />
        )}
      </Panel>
      {creating !== '' && operator.role === 'operator' && (
        <NewAccount onClose={() => setCreating('')} />
      )}
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
      error={isNameTaken(create.error) ? null : create.error}
      onSubmit={() => create.mutate(undefined)}
      onClose={onClose}
    >
      <NameField
        usedBy="Clients"
        name={name}
        error={create.error}
        onName={(text) => {
          setName(text)
          create.reset()
        }}
      />
      <TextField
        label="Requesting party"
        hint="The lender’s name on reports."
        value={party}
        onText={setParty}
      />
    </FormDialog>
  )
}
