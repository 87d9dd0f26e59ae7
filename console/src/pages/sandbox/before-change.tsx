/** What dialogs say and offer before the sandbox goes back: what would be lost, and a snapshot of it. */
import { useState } from 'react'
import { type ApiResponse, call } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Check } from '../../components/field.tsx'
import { activeFaults } from '../../components/injected-faults.ts'
import { minuteOfYearText, plural, wholeDaysText } from '../../format.ts'

/** Sweden writes days as ISO 8601 does. */
const DAY = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' })

/**
 * `snapshot-2027-01-20` by the day of the sandbox time in the browser's time zone, as the page shows
 * it, with a number where that is taken.
 */
export function freeSnapshotName(now: string, taken: readonly { readonly name: string }[]): string {
  const name = `snapshot-${DAY.format(new Date(now))}`
  const numbered = [name, ...taken.map((_, at) => `${name}-${at + 2}`)]
  return numbered.find((each) => !taken.some((other) => other.name === each)) ?? name
}

/** What a dialog needs to offer a snapshot of the sandbox as it is at the sandbox time `now`. */
export function useSaveFirst(now: string) {
  const [wanted, setWanted] = useState(false)
  const snapshots = useApiQuery('world', 'GET /sandbox/snapshots')
  // Its list changes with the snapshot that is saved, and the name stays what was agreed to.
  const [agreed, setAgreed] = useState<string>()
  const name = agreed ?? freeSnapshotName(now, snapshots.data?.items ?? [])
  return {
    check: (
      <Check
        label={
          <span>
            Save a snapshot first, as <code>{name}</code>
          </span>
        }
        checked={wanted}
        disabled={!snapshots.isSuccess}
        onCheck={(checked) => {
          setWanted(checked)
          setAgreed(checked ? name : undefined)
        }}
      />
    ),
    /** Saves it where that is wanted. What follows must wait: without its snapshot nothing changes. */
    save: async () => {
      if (wanted) await call('PUT /sandbox/snapshots/:name', { params: { name } })
    },
    /** For the message after the change; empty where nothing was saved. */
    savedText: wanted ? ` Snapshot ${name} saved.` : '',
  }
}

/** The state of the sandbox. */
export type World = ApiResponse<'GET /sandbox/world'>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What the sandbox has now and will not have afterwards, and where its clock goes. */
export function Losses({ world, to }: { readonly world: World; readonly to: string }) {
  const people = useApiQuery('people', 'GET /sandbox/people')
  const faults = useApiQuery('faults', 'GET /sandbox/faults')
  const counts = [
    [world.orders, 'order', 'orders', ' with reports and charges'],
    [people.data?.items.length ?? 0, 'custom person', 'custom people', ''],
    [activeFaults(faults.data ?? { items: [] }).length, 'injected fault', 'injected faults', ''],
  ] as const
  const backMs = Date.parse(world.now) - Date.parse(to)
  const lost = counts.filter(([count]) => count > 0)
  return (
    <>
      {lost.length === 0 ? (
        <p>Nothing is lost: there are no orders, custom people or injected faults.</p>
      ) : (
        <>
          <p>You lose what the sandbox has now:</p>
          <ul className="effects">
            {lost.map(([count, one, many, more]) => (
              <li key={one}>
                <span className="strong">{plural(count, one, many)}</span>
                {more}
              </li>
            ))}
          </ul>
        </>
      )}
      {Math.abs(backMs) >= MINUTE_MS && <p>{clockText(backMs, to)}</p>}
    </>
  )
}

function clockText(backMs: number, to: string): string {
  const by = Math.abs(backMs) < HOUR_MS ? '' : ` ${wholeDaysText(Math.abs(backMs))}`
  return `The clock goes ${backMs < 0 ? 'forward' : 'back'}${by && `${by},`} to ${minuteOfYearText(to)}.`
}
