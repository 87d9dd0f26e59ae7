/** The secrets of an account: a new one lives beside the newest before it, so that clients can change over. */

import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useChange } from '../../api/use-api-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Empty, Panel, said } from '../../components/layout.tsx'
import { SecretDialog } from '../../components/one-time-secret.tsx'
import { Table } from '../../components/table.tsx'
import { momentText } from '../../format.ts'
import type { Account } from './account-data.ts'

/** The living secrets, by identifier; none can be shown again. */
export function Secrets({ account }: { readonly account: Account }) {
  const { operator } = useSession()
  const mayChange = operator.role !== 'auditor'
  const { name } = account
  const add = useChange(() => call('POST /accounts/:name/secrets', { params: { name } }))
  const [retiring, setRetiring] = useState<string>()
  return (
    <Panel
      title="Secrets"
      actions={
        mayChange && (
          <Button icon="key" busy={add.isPending} onClick={() => add.mutate(undefined)}>
            New secret
          </Button>
        )
      }
    >
      <p className="muted">
        To rotate: make a new secret, give it to the client, then retire the old one. Both open the
        account until then; a third takes the place of the oldest.
      </p>
      {add.isError && <p className="fault">{said(add.error)}</p>}
      {account.secrets.length === 0 ? (
        <Empty title="No secret opens this account.">
          <p>Orders are refused until there is one.</p>
        </Empty>
      ) : (
        <Table
          caption="Secrets"
          rows={account.secrets}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Secret', heads: true, className: 'mono', cell: ({ id }) => id },
            { title: 'Made', cell: ({ createdAt }) => momentText(createdAt) },
            {
              title: 'Ends',
              cell: ({ expiresAt }) =>
                expiresAt === undefined ? 'when retired' : momentText(expiresAt),
            },
            mayChange
              ? {
                  title: 'Retire',
                  quiet: true,
                  className: 'right',
                  cell: ({ id }) => (
                    <Button kind="danger small" onClick={() => setRetiring(id)}>
                      Retire<span className="hidden"> secret {id}</span>
                    </Button>
                  ),
                }
              : undefined,
          ]}
        />
      )}
      {add.data !== undefined && (
        <SecretDialog
          title="A new secret"
          what="Secret"
          secret={add.data.secret}
          onClose={() => add.reset()}
        />
      )}
      {retiring !== undefined && (
        <Retire name={name} id={retiring} onClose={() => setRetiring(undefined)} />
      )}
    </Panel>
  )
}

interface RetireProps {
  readonly name: string
  readonly id: string
  readonly onClose: () => void
}

function Retire({ name, id, onClose }: RetireProps) {
  const retire = useChange(
    () => call('DELETE /accounts/:name/secrets/:id', { params: { name, id } }),
    onClose,
  )
  return (
    <Dialog title={`Retire secret ${id}?`} onClose={onClose}>
      <p>Whoever still uses it is refused from that moment on.</p>
      {retire.isError && <p className="fault">{said(retire.error)}</p>}
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={retire.isPending} onClick={() => retire.mutate(undefined)}>
          Retire it now
        </Button>
      </div>
    </Dialog>
  )
}
