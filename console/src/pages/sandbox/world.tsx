/** The world of the sandbox as a whole: kept in snapshots, restored, and reset. */
import { type FormEvent, useState } from 'react'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import {
  Empty,
  Facts,
  LoadError,
  Loading,
  messageOf,
  Note,
  Panel,
} from '../../components/layout.tsx'
import { NAME_PATTERN, nameProblem } from '../../components/name-field.tsx'
import { Table } from '../../components/table.tsx'
import { useToast } from '../../components/toast.tsx'
import { dateTimeText, minuteOfYearText } from '../../format.ts'
import { freeSnapshotName } from './snapshot-name.ts'

type Snapshot = ApiResponse<'GET /sandbox/snapshots'>['items'][number]

/** Snapshots on the left, the reset on the right. */
export function SandboxWorld() {
  const { operator } = useSession()
  const world = useApiQuery('world', 'GET /sandbox/world')
  const snapshots = useApiQuery('world', 'GET /sandbox/snapshots')
  if (!world.isSuccess || !snapshots.isSuccess) {
    const error = world.error ?? snapshots.error
    return error === null ? <Loading what="Loading the snapshots" /> : <LoadError error={error} />
  }
  const mayChange = operator.role === 'operator'
  return (
    <div className="columns wide-left">
      <Panel title="Snapshots">
        <p className="muted">
          A snapshot keeps everything in the sandbox: orders, reports, charges, custom people and
          the clock. Restore it as often as you like.
        </p>
        {mayChange && <SaveForm taken={snapshots.data.items} now={world.data.now} />}
        {snapshots.data.items.length === 0 ? (
          <Empty title="No snapshots yet">
            <p>Save one before a test, and restore it afterwards.</p>
          </Empty>
        ) : (
          <SnapshotTable snapshots={snapshots.data.items} mayChange={mayChange} />
        )}
      </Panel>
      <Panel title="Reset">
        <h3>Current state</h3>
        <Facts
          facts={[
            ['Started', dateTimeText(world.data.start)],
            ['Sandbox time', dateTimeText(world.data.now)],
            ['Clock', world.data.clock === 'frozen' ? 'frozen until you advance it' : 'running'],
            ['Identifiers', world.data.ids],
          ]}
        />
        <div className="reset-effects">
          <h3>What a reset does</h3>
          <dl>
            <dt className="bad">Deletes</dt>
            <dd>Orders, reports, charges, custom people, injected faults</dd>
            <dt className="warn">Sets back</dt>
            <dd>The clock, to the start</dd>
            <dt className="good">Keeps</dt>
            <dd>Accounts, secrets, prices, console users, the audit trail, snapshots</dd>
          </dl>
        </div>
        {mayChange && <Reset />}
      </Panel>
    </div>
  )
}

interface SaveProps {
  readonly taken: readonly Snapshot[]
  /** The sandbox time, by which a snapshot is named. */
  readonly now: string
}

function SaveForm({ taken, now }: SaveProps) {
  const toast = useToast()
  const [typed, setTyped] = useState<string>()
  const name = typed ?? freeSnapshotName(now, taken)
  const save = useApiMutation(
    () => call('PUT /sandbox/snapshots/:name', { params: { name } }),
    () => {
      toast(`Snapshot ${name} saved.`)
      setTyped(undefined)
    },
  )
  const replaces = taken.some((each) => each.name === name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <form className="stack tight" onSubmit={submit}>
      <div className="row sandbox-save">
        <TextField
          label="Name"
          pattern={NAME_PATTERN}
          error={nameProblem(name)}
          required
          value={name}
          onText={setTyped}
        />
        <Button kind="primary" type="submit" busy={save.isPending}>
          {replaces ? 'Replace snapshot' : 'Save snapshot'}
        </Button>
      </div>
      <p className="muted small">
        {replaces
          ? 'There is a snapshot with this name already. Saving replaces it.'
          : 'Letters, digits, dots, hyphens and underscores.'}
      </p>
      {save.isError && (
        <Note tone="bad">
          <p>{messageOf(save.error)}</p>
        </Note>
      )}
    </form>
  )
}

interface SnapshotsProps {
  readonly snapshots: readonly Snapshot[]
  readonly mayChange: boolean
}

function SnapshotTable({ snapshots, mayChange }: SnapshotsProps) {
  const [asking, setAsking] = useState<readonly ['restore' | 'delete', string]>()
  return (
    <>
      <Table
        caption="Snapshots"
        rows={snapshots}
        keyOf={({ name }) => name}
        columns={[
          { title: 'Name', rowHeader: true, cell: ({ name }) => name },
          { title: 'Sandbox time', cell: ({ sandboxAt }) => minuteOfYearText(sandboxAt) },
          {
            title: 'Saved in real time',
            cell: ({ savedAt }) => <span className="muted">{minuteOfYearText(savedAt)}</span>,
          },
          mayChange
            ? {
                title: 'Actions',
                titleHidden: true,
                className: 'actions',
                cell: ({ name }) => (
                  <>
                    <Button kind="small" onClick={() => setAsking(['restore', name])}>
                      Restore<span className="hidden"> {name}</span>
                    </Button>
                    <Button kind="danger small" onClick={() => setAsking(['delete', name])}>
                      Delete<span className="hidden"> {name}</span>
                    </Button>
                  </>
                ),
              }
            : undefined,
        ]}
      />
      {asking?.[0] === 'restore' && (
        <RestoreDialog name={asking[1]} onClose={() => setAsking(undefined)} />
      )}
      {asking?.[0] === 'delete' && (
        <DeleteDialog name={asking[1]} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

interface DialogProps {
  readonly name: string
  readonly onClose: () => void
}

function RestoreDialog({ name, onClose }: DialogProps) {
  const toast = useToast()
  const restore = useApiMutation(
    () => call('POST /sandbox/snapshots/:name/restore', { params: { name } }),
    () => {
      toast(`Snapshot ${name} restored.`)
      onClose()
    },
  )
  return (
    <FormDialog
      title={`Restore ${name}?`}
      action="Restore snapshot"
      busy={restore.isPending}
      error={restore.error}
      onSubmit={() => restore.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        Orders, reports, charges and custom people are replaced by those of the snapshot, and the
        clock goes back to its time. Save a snapshot first if you still need the current state.
      </p>
    </FormDialog>
  )
}

function DeleteDialog({ name, onClose }: DialogProps) {
  const forget = useApiMutation(
    () => call('DELETE /sandbox/snapshots/:name', { params: { name } }),
    onClose,
  )
  return (
    <FormDialog
      title={`Delete ${name}?`}
      action="Delete snapshot"
      danger
      busy={forget.isPending}
      error={forget.error}
      onSubmit={() => forget.mutate(undefined)}
      onClose={onClose}
    >
      <p>The snapshot cannot be restored afterwards. The sandbox does not change.</p>
    </FormDialog>
  )
}

function Reset() {
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const reset = useApiMutation(
    () => call('POST /sandbox/reset', { body: { confirmed: true } }),
    () => {
      toast('The sandbox was reset.')
      setAsking(false)
    },
  )
  return (
    <>
      <div className="actions">
        <Button kind="danger" onClick={() => setAsking(true)}>
          Reset the sandbox
        </Button>
      </div>
      {asking && (
        <FormDialog
          title="Reset the sandbox?"
          action="Reset"
          danger
          busy={reset.isPending}
          error={reset.error}
          onSubmit={() => reset.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          <p>
            This deletes every order, report and charge, all custom people and injected faults, and
            returns the clock to its start. You cannot undo it, except with a snapshot.
          </p>
        </FormDialog>
      )}
    </>
  )
}
