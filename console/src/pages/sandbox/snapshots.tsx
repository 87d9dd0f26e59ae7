/** The snapshots of the sandbox, which can be saved under a name, restored and deleted. */
import { type FormEvent, useState } from 'react'
import { type ApiResponse, call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { ErrorNote } from '../../components/layout.tsx'
import { Table } from '../../components/list/table.tsx'
import { nameProblem } from '../../components/name-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { minuteOfYearText } from '../../format.ts'
import {
  contentText,
  freeSnapshotName,
  RestoreLosses,
  useAddedSince,
  useSaveFirst,
  type World,
} from './before-change.tsx'

type Snapshot = ApiResponse<'GET /sandbox/snapshots'>['items'][number]

interface SaveProps {
  readonly taken: readonly Snapshot[]
  /** The sandbox time, which the default name contains. */
  readonly now: string
}

/** The form that saves the current state of the sandbox. */
export function SaveForm({ taken, now }: SaveProps) {
  const toast = useToast()
  const [typed, setTyped] = useState<string>()
  const name = typed ?? freeSnapshotName(now, taken)
  const save = useApiMutation((saved: string) =>
    call('PUT /sandbox/snapshots/:name', { params: { name: saved } }),
  )
  const replaces = taken.some((each) => each.name === name)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The name is read from the field, because rendering can lag behind typing.
    const wanted = String(new FormData(event.currentTarget).get('name'))
    if (problemOf(wanted) !== undefined) return
    const onSuccess = () => {
      toast(`Snapshot ${wanted} saved.`)
      setTyped(undefined)
    }
    save.mutate(wanted, { onSuccess })
  }
  return (
    <form className="stack tight sandbox-save" onSubmit={submit} noValidate>
      <TextField
        label="Name"
        required
        hint={
          replaces ? (
            <span className="caution">A snapshot with this name exists. Saving replaces it.</span>
          ) : undefined
        }
        error={problemOf(name)}
        name="name"
        value={name}
        onText={setTyped}
      />
      <p>
        <Button kind="primary" type="submit" busy={save.isPending}>
          {replaces ? 'Replace snapshot' : 'Save snapshot'}
        </Button>
      </p>
      <ErrorNote error={save.error} />
    </form>
  )
}

const problemOf = (name: string) => (name === '' ? 'Enter a name.' : nameProblem(name))

interface SnapshotsProps {
  readonly snapshots: readonly Snapshot[]
  readonly world: World
  readonly mayChange: boolean
}

/** The table of saved snapshots. */
export function SnapshotTable({ snapshots, world, mayChange }: SnapshotsProps) {
  const [asking, setAsking] = useState<readonly ['restore' | 'delete', Snapshot]>()
  return (
    <>
      <Table
        caption="Snapshots"
        rows={snapshots}
        keyOf={({ name }) => name}
        columns={[
          {
            title: 'Name',
            rowHeader: true,
            cell: (snapshot) => (
              <>
                <span className={snapshot.name.length > 24 ? '' : 'one-line'}>{snapshot.name}</span>
                <span className="under">{contentText(snapshot)}</span>
              </>
            ),
          },
          {
            title: 'Sandbox time',
            className: 'snapshot-times',
            cell: ({ sandboxAt, savedAt }) => (
              <>
                {minuteOfYearText(sandboxAt)}
                <span className="under">Real time {minuteOfYearText(savedAt)}</span>
              </>
            ),
          },
          mayChange
            ? {
                title: 'Actions',
                titleHidden: true,
                className: 'actions',
                cell: (snapshot) => (
                  <>
                    <Button kind="small" onClick={() => setAsking(['restore', snapshot])}>
                      Restore<span className="hidden"> {snapshot.name}</span>
                    </Button>
                    <Button kind="danger small" onClick={() => setAsking(['delete', snapshot])}>
                      Delete<span className="hidden"> {snapshot.name}</span>
                    </Button>
                  </>
                ),
              }
            : undefined,
        ]}
      />
      {asking?.[0] === 'restore' && (
        <RestoreDialog snapshot={asking[1]} world={world} onClose={() => setAsking(undefined)} />
      )}
      {asking?.[0] === 'delete' && (
        <DeleteDialog name={asking[1].name} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

interface RestoreProps {
  readonly snapshot: Snapshot
  readonly world: World
  readonly onClose: () => void
}

function RestoreDialog({ snapshot: { name, sandboxAt }, world, onClose }: RestoreProps) {
  const toast = useToast()
  const first = useSaveFirst(world.now)
  const added = useAddedSince(name)
  const restore = useApiMutation(
    async () => {
      await first.save()
      return call('POST /sandbox/snapshots/:name/restore', { params: { name } })
    },
    () => {
      toast(`Snapshot ${name} restored.${first.savedText}`)
      onClose()
    },
  )
  return (
    <FormDialog
      title={`Restore ${name}?`}
      action="Restore snapshot"
      danger={added.data !== undefined && added.data.orders > 0}
      busy={restore.isPending}
      error={restore.error}
      onSubmit={() => restore.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        Orders, reports, charges, custom people, injected faults and the clock return to their state
        in the snapshot.
      </p>
      <RestoreLosses world={world} to={sandboxAt} name={name} />
      {first.check}
    </FormDialog>
  )
}

interface DeleteProps {
  readonly name: string
  readonly onClose: () => void
}

function DeleteDialog({ name, onClose }: DeleteProps) {
  const toast = useToast()
  const forget = useApiMutation(
    () => call('DELETE /sandbox/snapshots/:name', { params: { name } }),
    () => {
      toast(`Snapshot ${name} deleted.`)
      onClose()
    },
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
