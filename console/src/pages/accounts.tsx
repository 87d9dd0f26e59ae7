/** The accounts that may order. */
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useAnswer } from '../api/use-answer.ts'
import { useChange } from '../api/use-change.ts'
import { BureauLetters } from '../parts/bureaus.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Empty, Failed, Heading, Note, Panel, said, Waiting } from '../parts/layout.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { dayText, operationText } from '../words.ts'
import { AccountState } from './account-state.tsx'

/** Every account; an integrator sees the own one. */
export function Accounts() {
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
          <table className="cards">
            <caption className="hidden">Accounts</caption>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col">Party</th>
                <th scope="col">Products</th>
                <th scope="col">Bureaus</th>
                <th scope="col">Since</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {accounts.data.items.map((account) => (
                <tr key={account.name} className="opens">
                  <th scope="row" data-title="Account">
                    <Link href={`/accounts/${account.name}`} className="stretched">
                      {account.name}
                    </Link>
                  </th>
                  <td data-title="Party">{account.party}</td>
                  <td data-title="Products">{account.products.map(operationText).join(', ')}</td>
                  <td data-title="Bureaus">
                    <BureauLetters bureaus={account.bureaus} />
                  </td>
                  <td data-title="Since">{dayText(account.createdAt)}</td>
                  <td data-title="State">
                    <span>
                      <AccountState disabledAt={account.disabledAt} />
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(undefined)
  }
  if (create.data !== undefined) {
    return (
      <Dialog title={`Account ${create.data.account.name} is made`} onClose={onClose}>
        <ShownOnce what="Secret" secret={create.data.secret} />
        <div className="dialog-foot">
          <Link className="button" href={`/accounts/${create.data.account.name}`}>
            Set products and prices
          </Link>
          <Button kind="primary" onClick={onClose}>
            I have kept it
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="New account" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          hint="What orders sign in with: letters, digits, dot, dash, underscore, at."
          required
          pattern="[A-Za-z0-9._@\-]{1,80}"
          value={name}
          onText={setName}
        />
        <TextField
          label="Party"
          hint="The lender as reports name it."
          value={party}
          onText={setParty}
        />
        {create.isError && (
          <Note tone="bad">
            <p>{said(create.error)}</p>
          </Note>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
