/** The secrets of an account. Two can be active at once, so that clients can switch without downtime. */

import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Empty, messageOf, Panel } from '../../components/layout.tsx'
import { SecretDialog } from '../../components/one-time-secret.tsx'
import { Table } from '../../components/table.tsx'
import { dateTimeText } from '../../format.ts'
import type { Account } from './account-data.ts'

/** The active secrets by identifier. The secrets themselves cannot be shown again. */
export function Secrets({ account }: { readonly account: Account }) {
  const { operator } = useSession()
  const mayChange = operator.role !== 'auditor'
  const { name } = account
  const add = useApiMutation(() => call('POST /accounts/:name/secrets', { params: { name } }))
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
        To rotate the secret, create a new one, give it to the client, then retire the old one. Both
        are valid until then. A third secret replaces the oldest.
      </p>
      {add.isError && <p className="error">{messageOf(add.error)}</p>}
      {account.secrets.length === 0 ? (
        <Empty title="No active secrets">
          <p>Orders are rejected until you create a secret.</p>
        </Empty>
      ) : (
        <Table
          caption="Secrets"
          rows={account.secrets}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Secret', rowHeader: true, className: 'mono', cell: ({ id }) => id },
            { title: 'Created', cell: ({ createdAt }) => dateTimeText(createdAt) },
            {
              title: 'Expires',
              cell: ({ expiresAt }) =>
                expiresAt === undefined ? 'when retired' : dateTimeText(expiresAt),
            },
            mayChange
              ? {
                  title: 'Retire',
                  titleHidden: true,
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
          title="New secret created"
          what="secret"
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
  const retire = useApiMutation(
    () => call('DELETE /accounts/:name/secrets/:id', { params: { name, id } }),
    onClose,
  )
  return (
    <Dialog title={`Retire secret ${id}?`} onClose={onClose}>
      <p>Clients that still use this secret are rejected immediately.</p>
      {retire.isError && <p className="error">{messageOf(retire.error)}</p>}
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={retire.isPending} onClick={() => retire.mutate(undefined)}>
          Retire now
        </Button>
      </div>
    </Dialog>
  )
}
