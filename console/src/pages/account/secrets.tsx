/** The secrets of an account. Two can be active at once, so clients can switch without downtime. */
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { Empty, Note, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/list/table.tsx'
import { SecretDialog } from '../../components/one-time-secret.tsx'
import { RealTime } from '../../components/real-time.tsx'
import { useToast } from '../../components/toast.tsx'
import type { Account } from './account-data.ts'

/** The active secrets by their IDs. The secrets themselves cannot be shown again. */
export function Secrets({ account }: { readonly account: Account }) {
  const { operator } = useSession()
  const mayChange = operator.role !== 'auditor'
  const { name } = account
  const secrets = account.secrets.toSorted((one, other) =>
    other.createdAt.localeCompare(one.createdAt),
  )
  const older = secrets.slice(1)
  const [creating, setCreating] = useState(false)
  const [retiring, setRetiring] = useState<string>()
  const add = useApiMutation(
    () => call('POST /accounts/:name/secrets', { params: { name } }),
    () => setCreating(false),
  )
  const create = () => {
    add.reset()
    setCreating(true)
  }
  return (
    <Panel
      title="Secrets"
      actions={
        mayChange && (
          <Button icon="key" onClick={create}>
            New secret
          </Button>
        )
      }
    >
      {mayChange && (
        <p className="muted">
          {older.length === 0
            ? 'To rotate the secret, create a new one and give it to the client. The old one stays valid until you retire it.'
            : 'Both secrets are valid. Give the client the new one, and retire the old one when it is no longer used.'}
        </p>
      )}
      {secrets.length === 0 ? (
        <Empty title="No active secrets">
          <p>Orders are rejected until you create a secret.</p>
        </Empty>
      ) : (
        <SecretTable secrets={secrets} onRetire={mayChange ? setRetiring : undefined} />
      )}
      {creating && (
        <NewSecret
          older={older}
          busy={add.isPending}
          error={add.error}
          onCreate={() => add.mutate(undefined)}
          onClose={() => setCreating(false)}
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
        <Retire
          name={name}
          id={retiring}
          secrets={secrets}
          onCreate={() => {
            setRetiring(undefined)
            create()
          }}
          onClose={() => setRetiring(undefined)}
        />
      )}
    </Panel>
  )
}

interface NewSecretProps {
  /** The active secrets except the newest. Creating a secret retires them. */
  readonly older: Account['secrets']
  readonly busy: boolean
  readonly error: Error | null
  readonly onCreate: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before creating a secret, because a new secret is valid at once. */
function NewSecret({ older, busy, error, onCreate, onClose }: NewSecretProps) {
  const replaces = older.length > 0
  return (
    <FormDialog
      title={replaces ? 'Replace the oldest secret?' : 'Create a new secret?'}
      action={replaces ? 'Create and retire' : 'Create secret'}
      danger={replaces}
      busy={busy}
      error={error}
      onSubmit={onCreate}
      onClose={onClose}
    >
      {replaces ? (
        <p>
          An account can have at most two active secrets. The new one retires{' '}
          <code>{older.map(({ id }) => id).join(', ')}</code>: clients that still use it are
          rejected immediately.
        </p>
      ) : (
        <p>
          The new secret is valid immediately. It is shown once, in the next step. An earlier secret
          stays valid until you retire it.
        </p>
      )}
    </FormDialog>
  )
}

interface SecretTableProps {
  /** Newest first. */
  readonly secrets: Account['secrets']
  /** Absent if the operator may not retire secrets. */
  readonly onRetire: ((id: string) => void) | undefined
}

function SecretTable({ secrets, onRetire }: SecretTableProps) {
  const [newest, ...older] = secrets
  return (
    <Table
      caption="Secrets"
      className="dense headed"
      rows={secrets}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Secret ID',
          rowHeader: true,
          cell: ({ id }) => (
            <>
              <span className="mono">{id}</span>
              {older.length > 0 && id === newest?.id && <span className="muted"> newest</span>}
            </>
          ),
        },
        { title: 'Created', cell: ({ createdAt }) => <RealTime at={createdAt} /> },
        {
          title: 'Last used',
          cell: ({ lastUsedAt }) =>
            lastUsedAt === undefined ? (
              <span className="muted">no use recorded</span>
            ) : (
              <RealTime at={lastUsedAt} />
            ),
        },
        secrets.some(({ expiresAt }) => expiresAt !== undefined)
          ? {
              title: 'Expires',
              cell: ({ expiresAt }) =>
                expiresAt === undefined ? 'never' : <RealTime at={expiresAt} />,
            }
          : undefined,
        onRetire && {
          title: 'Retire',
          titleHidden: true,
          className: 'right',
          cell: ({ id }) => (
            <Button kind="danger small" onClick={() => onRetire(id)}>
              Retire<span className="hidden"> secret {id}</span>
            </Button>
          ),
        },
      ]}
    />
  )
}

interface RetireProps {
  readonly name: string
  readonly id: string
  /** Newest first. */
  readonly secrets: Account['secrets']
  /** Creates another secret instead of retiring this one. */
  readonly onCreate: () => void
  readonly onClose: () => void
}

function Retire({ name, id, secrets, onCreate, onClose }: RetireProps) {
  const toast = useToast()
  const retire = useApiMutation(
    () => call('DELETE /accounts/:name/secrets/:id', { params: { name, id } }),
    () => {
      toast(`Secret ${id} retired.`)
      onClose()
    },
  )
  const lastUsedAt = secrets.find((each) => each.id === id)?.lastUsedAt
  const [newest] = secrets
  const isNewestUnused = newest?.id !== id && newest?.lastUsedAt === undefined
  return (
    <FormDialog
      title={`Retire secret ${id}?`}
      action="Retire now"
      danger
      busy={retire.isPending}
      error={retire.error}
      onSubmit={() => retire.mutate(undefined)}
      onClose={onClose}
    >
      {secrets.length === 1 && (
        <Note tone="warn">
          <p>
            This is the only secret of the account. All its orders are rejected until you create
            another.
          </p>
          <p>
            <Button kind="small" icon="key" onClick={onCreate}>
              New secret first
            </Button>
          </p>
        </Note>
      )}
      <p>
        {lastUsedAt === undefined ? (
          'No use of this secret is recorded.'
        ) : (
          <>
            This secret was last used on <RealTime at={lastUsedAt} />.
          </>
        )}{' '}
        {lastUsedAt !== undefined && isNewestUnused && 'The newest secret has not been used yet. '}
        Uses of the last minute may be missing. Clients that still use the secret are rejected
        immediately.
      </p>
    </FormDialog>
  )
}
