/** The figures of the whole period. Each links to the orders that it counts. */
import { Link } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { centsText, countText } from '../../format.ts'
import { type Figures, injectedOf, injectedText, type OrdersPath } from './overview-data.ts'

interface TilesProps {
  readonly figures: Figures
  readonly ordersPath: OrdersPath
}

/** The numbers of all, failed and rejected orders, and the total charge. */
export function Tiles({ figures, ordersPath }: TilesProps) {
  const { sandbox } = useSession()
  const sum = (key: 'done' | 'failed' | 'rejected' | 'running') =>
    figures.buckets.reduce((total, bucket) => total + bucket[key], 0)
  const [done, failed, rejected, running] = [
    sum('done'),
    sum('failed'),
    sum('rejected'),
    sum('running'),
  ]
  const ended = done + failed + rejected
  const share =
    ended === 0 ? 'none finished yet' : `${Math.round((done / ended) * 100)}% with a report`
  const finished = noteOf(figures.orders, share)
  const injected = injectedOf(figures.codes)
  return (
    <dl className="tiles">
      <Tile
        name="Orders"
        value={countText(figures.orders)}
        note={running === 0 ? finished : `${share}, ${countText(running)} running`}
        to={ordersPath({})}
      />
      <Tile
        name="Failed"
        value={countText(failed)}
        note={
          injected === 0
            ? noteOf(failed, failureText(failed, figures.codes))
            : injectedText(injected)
        }
        to={ordersPath({ state: 'failed' })}
        isWarning={injected > 0}
      />
      <Tile
        name="Rejected"
        value={countText(rejected)}
        note={noteOf(rejected, 'not sent to any bureau')}
        to={ordersPath({ state: 'rejected' })}
      />
      <Tile
        name="Spend"
        value={centsText(figures.spendCents)}
        note={sandbox ? 'simulated charges' : 'charged to accounts'}
      />
    </dl>
  )
}

/** Returns a note about the orders, or that there are none. */
const noteOf = (count: number, note: string) => (count === 0 ? 'none in this period' : note)

/** The reasons for which orders fail, as worded in the tile. */
const FAILURES: Readonly<Record<string, string>> = {
  noFile: 'without a file',
  interrupted: 'interrupted',
}

/** Returns why orders failed. If all reasons are known, each is shown with its count. */
function failureText(failed: number, codes: Figures['codes']): string {
  const reasons = codes.flatMap((code) => code.reasons.filter(({ reason }) => FAILURES[reason]))
  if (reasons.every(({ reason }) => reason === 'noFile')) return 'no bureau returned a file'
  const known = reasons.reduce((sum, { count = 0 }) => sum + count, 0)
  return reasons
    .map(({ reason, count = 0 }) =>
      known === failed && reasons.length > 1
        ? `${countText(count)} ${FAILURES[reason]}`
        : FAILURES[reason],
    )
    .join(known === failed ? ', ' : ' or ')
}

interface TileProps {
  readonly name: string
  readonly value: string
  readonly note: string
  readonly to?: string
  /** Whether the figure includes orders that failed because of injected faults or magic streets. */
  readonly isWarning?: boolean
}

function Tile({ name, value, note, to, isWarning = false }: TileProps) {
  return (
    <div className={isWarning ? 'tile warn' : 'tile'}>
      <dt>{name}</dt>
      <dd className="figure">
        {to === undefined ? (
          value
        ) : (
          <Link href={to} aria-label={`${name}: ${value}`}>
            {value}
          </Link>
        )}
      </dd>
      <dd className="muted small">{note}</dd>
    </div>
  )
}
