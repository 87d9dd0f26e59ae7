/** The view of the sandbox's world as a whole: snapshots and the reset. */
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { Empty, Facts, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { useToast } from '../../components/toast.tsx'
import { dateTimeText } from '../../format.ts'
import { ResetLosses, useSaveFirst, type World } from './before-change.tsx'
import { SaveForm, SnapshotTable } from './snapshots.tsx'

/** The snapshots on the left, the reset on the right. */
export function SandboxWorld() {
  const { operator } = useSession()
  const world = useApiQuery('world', 'GET /sandbox/world')
  const snapshots = useApiQuery('world', 'GET /sandbox/snapshots')
  if (world.data === undefined || snapshots.data === undefined) {
    const error = world.error ?? snapshots.error
    return error === null ? <Loading what="Loading the snapshots" /> : <LoadError error={error} />
  }
  const mayChange = operator.role === 'operator'
  return (
    <div className="columns wide-left world">
      <Panel title="Snapshots">
        <p className="muted">
          A snapshot saves everything in the sandbox: orders, reports, charges, custom people,
          injected faults and the clock.{' '}
          {mayChange
            ? 'Restore it as often as you like.'
            : 'Only operators can save, restore or delete snapshots.'}
        </p>
        {mayChange && <SaveForm taken={snapshots.data.items} now={world.data.now} />}
        {snapshots.data.items.length === 0 ? (
          <Empty title="No snapshots yet">
            <p>
              {mayChange
                ? 'Save one before a test, and restore it afterwards.'
                : 'Operators can save one before a test, and restore it afterwards.'}
            </p>
          </Empty>
        ) : (
          <SnapshotTable
            snapshots={snapshots.data.items}
            world={world.data}
            mayChange={mayChange}
          />
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
            <dt className="warn">Resets</dt>
            <dd>The clock, to the start</dd>
            <dt className="good">Keeps</dt>
            <dd>Accounts, secrets, prices, console users, the audit trail, snapshots</dd>
          </dl>
        </div>
        {mayChange ? (
          <Reset world={world.data} />
        ) : (
          <p className="muted">Only operators can reset the sandbox.</p>
        )}
      </Panel>
    </div>
  )
}

function Reset({ world }: { readonly world: World }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <div className="actions">
        <Button kind="danger" onClick={() => setAsking(true)}>
          Reset the sandbox
        </Button>
      </div>
      {asking && <ResetDialog world={world} onClose={() => setAsking(false)} />}
    </>
  )
}

interface DialogProps {
  readonly world: World
  readonly onClose: () => void
}

function ResetDialog({ world, onClose }: DialogProps) {
  const toast = useToast()
  const first = useSaveFirst(world.now)
  const reset = useApiMutation(
    async () => {
      await first.save()
      return call('POST /sandbox/reset', { body: { confirmed: true } })
    },
    () => {
      toast(`The sandbox was reset.${first.savedText}`)
      onClose()
    },
  )
  const { start, clock, now, advancedMs } = world
  // A running clock restarts at real time.
  const to = clock === 'frozen' ? start : new Date(Date.parse(now) - advancedMs).toISOString()
  return (
    <FormDialog
      title="Reset the sandbox?"
      action="Reset"
      danger
      busy={reset.isPending}
      error={reset.error}
      onSubmit={() => reset.mutate(undefined)}
      onClose={onClose}
    >
      <p>The sandbox returns to its start. Only a snapshot can restore its current state.</p>
      <ResetLosses world={world} to={to} />
      {first.check}
    </FormDialog>
  )
}
