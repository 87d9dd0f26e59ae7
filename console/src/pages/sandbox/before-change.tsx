/**
 * The parts of dialogs that reset or restore the sandbox or advance its clock: what would be lost,
 * and the offer to save a snapshot first.
 */
import { useState } from 'react'
import { HOUR_MS, MINUTE_MS } from '../../../../src/time.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Check } from '../../components/field.tsx'
import { activeFaults } from '../../components/injected-faults.ts'
import { LoadError, Loading } from '../../components/layout.tsx'
import { advanceText, minuteOfYearText, plural } from '../../format.ts'

/** Swedish dates have the format of ISO 8601. */
const DAY = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' })

/**
 * Returns a free name such as `snapshot-2027-01-20`, from the sandbox date in the browser's time
 * zone, which the page shows too. If the name is taken, a number is appended.
 */
export function freeSnapshotName(now: string, taken: readonly { readonly name: string }[]): string {
  const name = `snapshot-${DAY.format(new Date(now))}`
  const numbered = [name, ...taken.map((_, at) => `${name}-${at + 2}`)]
  return numbered.find((each) => !taken.some((other) => other.name === each)) ?? name
}

/** Returns the parts of a dialog that offer to save a snapshot at the sandbox time `now`. */
export function useSaveFirst(now: string) {
  const [wanted, setWanted] = useState(false)
  const snapshots = useApiQuery('world', 'GET /sandbox/snapshots')
  // Saving changes the list of snapshots, but the name that the user agreed to must not change.
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
    /**
     * Saves the snapshot if the user wants one. The caller must await this: if it fails, the
     * sandbox must not be changed.
     */
    save: async () => {
      if (wanted) await call('PUT /sandbox/snapshots/:name', { params: { name } })
    },
    /** A part of the message after the change; empty if no snapshot was saved. */
    savedText: wanted ? ` Snapshot ${name} saved.` : '',
  }
}

/** The state of the sandbox. */
export type World = ApiResponse<'GET /sandbox/world'>

interface LossesProps {
  readonly world: World
  /** The sandbox time after the change. */
  readonly to: string
}

/** The contents that a reset deletes, which is everything in the sandbox. */
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
      intro="You will lose the current content of the sandbox:"
      otherwise="Nothing is lost: there are no orders, custom people or injected faults."
    />
  )
}

/** Fetches what was added to the sandbox since a snapshot, again for each dialog. */
export const useAddedSince = (name: string) =>
  useApiQuery('world', 'GET /sandbox/snapshots/:name/preview', { params: { name } }, { once: true })

/** The contents that a restore deletes, which is everything added since the snapshot. */
export function RestoreLosses({ name, ...rest }: LossesProps & { readonly name: string }) {
  const added = useAddedSince(name)
  if (added.isError) return <LoadError error={added.error} />
  if (added.data === undefined) return <Loading what="Comparing the sandbox with the snapshot" />
  return (
    <Losses
      {...rest}
      contents={added.data}
      intro="You will lose what was added since this snapshot:"
      otherwise="Nothing is lost: nothing was added since this snapshot."
    />
  )
}

interface ContentsProps extends LossesProps {
  readonly contents: Contents
  readonly intro: string
  /** The text if nothing is lost. */
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

/** The numbers of orders, people and faults in a sandbox or a snapshot. */
type Contents = ApiResponse<'GET /sandbox/snapshots/:name/preview'>

/**
 * Returns texts such as `40 orders, with any reports and charges` and `1 custom person`; nothing
 * for a count of zero.
 */
function contentTexts({ orders, people, faults }: Contents): readonly string[] {
  return [
    ...(orders === 0 ? [] : [`${plural(orders, 'order')}, with any reports and charges`]),
    ...(people === 0 ? [] : [plural(people, 'custom person', 'custom people')]),
    ...(faults === 0 ? [] : [plural(faults, 'injected fault')]),
  ]
}

/** Returns a text such as `40 orders · 1 person`, for the list of snapshots. */
export function contentText({ orders, people, faults }: Contents): string {
  return [
    plural(orders, 'order'),
    ...(people === 0 ? [] : [plural(people, 'person', 'people')]),
    ...(faults === 0 ? [] : [plural(faults, 'injected fault')]),
  ].join(' · ')
}

function clockText(backMs: number, to: string): string {
  const by = Math.abs(backMs) < HOUR_MS ? '' : ` ${advanceText(Math.abs(backMs))}`
  return `The clock goes ${backMs < 0 ? 'forward' : 'back'}${by && `${by},`} to ${minuteOfYearText(to)}.`
}
