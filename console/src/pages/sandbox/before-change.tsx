/** What dialogs say and offer before the sandbox goes back: what would be lost, and a snapshot of it. */
import { useState } from 'react'
import { HOUR_MS, MINUTE_MS } from '../../../../src/time.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Check } from '../../components/field.tsx'
import { activeFaults } from '../../components/injected-faults.ts'
import { LoadError, Loading } from '../../components/layout.tsx'
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
        disabled={snapshots.data === undefined}
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

interface LossesProps {
  readonly world: World
  /** What the clock goes to. */
  readonly to: string
}

/** What a reset deletes: all that the sandbox has now. */
export function ResetLosses(properties: LossesProps) {
  const people = useApiQuery('people', 'GET /sandbox/people')
  const faults = useApiQuery('faults', 'GET /sandbox/faults')
  const contents = {
    orders: properties.world.orders,
    people: people.data?.items.length ?? 0,
    faults: activeFaults(faults.data ?? { items: [] }).length,
  }
  return (
    <Losses
      {...properties}
      contents={contents}
      intro="You lose what the sandbox has now:"
      otherwise="Nothing is lost: there are no orders, custom people or injected faults."
    />
  )
}

/** What the sandbox has and a snapshot has not, fetched for each dialog. */
export const useAddedSince = (name: string) =>
  useApiQuery('world', 'GET /sandbox/snapshots/:name/preview', { params: { name } }, { once: true })

/** What a restore deletes: what was added since the snapshot. */
export function RestoreLosses({ name, ...rest }: LossesProps & { readonly name: string }) {
  const added = useAddedSince(name)
  if (added.isError) return <LoadError error={added.error} />
  if (added.data === undefined) return <Loading what="Comparing the sandbox with the snapshot" />
  return (
    <Losses
      {...rest}
      contents={added.data}
      intro="You lose what was added since this snapshot:"
      otherwise="Nothing is lost: nothing was added since this snapshot."
    />
  )
}

interface ContentsProps extends LossesProps {
  readonly contents: Contents
  readonly intro: string
  /** Where there is nothing to lose. */
  readonly otherwise: string
}

function Losses({ world, to, contents, intro, otherwise }: ContentsProps) {
  const backMs = Date.parse(world.now) - Date.parse(to)
  const lost = contentTexts(contents)
  return (
    <>
      {lost.length === 0 ? (
        <p>{otherwise}</p>
      ) : (
        <>
          <p>{intro}</p>
          <ul className="effects">
            {lost.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {Math.abs(backMs) >= MINUTE_MS && <p>{clockText(backMs, to)}</p>}
    </>
  )
}

/** How much a sandbox has, or a snapshot of it. */
type Contents = ApiResponse<'GET /sandbox/snapshots/:name/preview'>

/** `40 orders, with any reports and charges` and `1 custom person`; nothing of what there is none. */
function contentTexts({ orders, people, faults }: Contents): readonly string[] {
  return [
    ...(orders === 0 ? [] : [`${plural(orders, 'order')}, with any reports and charges`]),
    ...(people === 0 ? [] : [plural(people, 'custom person', 'custom people')]),
    ...(faults === 0 ? [] : [plural(faults, 'injected fault')]),
  ]
}

/** `40 orders · 1 person`, as a list of snapshots has it. */
export function contentText({ orders, people, faults }: Contents): string {
  return [
    plural(orders, 'order'),
    ...(people === 0 ? [] : [plural(people, 'person', 'people')]),
    ...(faults === 0 ? [] : [plural(faults, 'injected fault')]),
  ].join(' · ')
}

function clockText(backMs: number, to: string): string {
  const by = Math.abs(backMs) < HOUR_MS ? '' : ` ${wholeDaysText(Math.abs(backMs))}`
  return `The clock goes ${backMs < 0 ? 'forward' : 'back'}${by && `${by},`} to ${minuteOfYearText(to)}.`
}
