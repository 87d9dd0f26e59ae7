/** The health and the pull results of each bureau. */
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import {
  activeFaults,
  effectText,
  faultText,
  type InjectedFault,
  scopeTexts,
} from '../../components/injected-faults.ts'
import { Badge, Panel } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/list/table.tsx'
import { countText, durationText, sentence } from '../../format.ts'
import type { Figures } from './overview-data.ts'

const HEALTH = {
  answering: ['good', 'responding'],
  unsteady: ['warn', 'some failures'],
  failing: ['bad', 'failing'],
  resting: ['warn', 'paused after failures'],
  silent: ['plain', 'no recent pulls'],
} as const

/** The states of the circuit breaker of a vendor connection. Simulated bureaus have none. */
const BREAKER = {
  closed: 'circuit breaker closed',
  open: 'circuit breaker open: no requests during the pause',
  'half-open': 'circuit breaker half-open: testing with one order',
} as const satisfies Readonly<
  Record<NonNullable<ApiResponse<'GET /bureaus'>['items'][number]['breaker']>, string>
>

type Pulls = Figures['bureaus'][number]

interface Bureau {
  readonly pulls: Pulls
  readonly state: ApiResponse<'GET /bureaus'>['items'][number] | undefined
  /** Descriptions of this bureau's injected faults. Faults of all bureaus are above the table. */
  readonly faults: readonly string[]
  /** Whether every order meets a fault at this bureau. */
  readonly isBroken: boolean
}

const columnsOf = (period: string): readonly Column<Bureau>[] => [
  {
    title: 'Bureau',
    rowHeader: true,
    cell: ({ pulls, state }) => (
      <>
        {pulls.bureau}
        <span className="under">{state?.vendor ?? state?.source}</span>
      </>
    ),
  },
  { title: 'Last hour', className: 'whole', cell: (bureau) => <Health {...bureau} /> },
  {
    title: `Pull results, last ${period}`,
    className: 'whole',
    cell: ({ pulls }) => (
      <>
        <ShareBar label={pulls.bureau} parts={partsOf(pulls)} />
        <ShareKey pulls={pulls} />
      </>
    ),
  },
]

/** The current health of a bureau and its p95 response time, with the faults injected into it. */
function Health({ state, faults, isBroken }: Bureau) {
  const [tone, label] = HEALTH[state?.health ?? 'silent']
  const isMarked = isBroken || faults.length > 0
  const p95Ms = state?.recent.p95Ms
  return (
    <>
      {isMarked && <Badge tone="warn">fault injected</Badge>}{' '}
      <Badge tone={isMarked && tone === 'good' ? 'plain' : tone}>{label}</Badge>
      {p95Ms !== undefined && <span className="under">p95 {durationText(p95Ms)}</span>}
      {state?.breaker !== undefined && <span className="under">{BREAKER[state.breaker]}</span>}
      {faults.map((text) => (
        <span key={text} className="under">
          {text}
        </span>
      ))}
    </>
  )
}

/** A table of the bureaus with their health, pull results and response times. */
export function Bureaus({
  figures,
  period,
}: {
  readonly figures: Figures
  readonly period: string
}) {
  const bureaus = useApiQuery('bureaus', 'GET /bureaus', {}, { refetchIntervalMs: 30_000 })
  const { sandbox } = useSession()
  const injected = useApiQuery('faults', 'GET /sandbox/faults', {}, { enabled: sandbox })
  const { data = { items: [], words: [], bureauTimeoutMs: 0 } } = injected
  const faults = activeFaults(data).filter(({ service }) => !service)
  const faultsOf = (name: string | undefined) => faults.filter(({ bureau }) => bureau === name)
  const isForAll = (each: InjectedFault) => scopeTexts(each).length === 0
  const textOf = (each: InjectedFault) => sentence(effectText(each, data))
  const stateOf = (bureau: string) => bureaus.data?.items.find((each) => each.bureau === bureau)
  return (
    <Panel title="Bureaus">
      {faultsOf(undefined).map((each) => (
        <p key={each.id} className="small">
          <Badge tone="warn">fault injected</Badge> {sentence(faultText(each, data))}
        </p>
      ))}
      <Table
        caption="Bureaus"
        className="bureau-health dense"
        rows={figures.bureaus.map((pulls) => ({
          pulls,
          state: stateOf(pulls.bureau),
          faults: faultsOf(pulls.bureau).map(textOf),
          isBroken: [...faultsOf(undefined), ...faultsOf(pulls.bureau)].some(isForAll),
        }))}
        keyOf={({ pulls }) => pulls.bureau}
        rowClass={({ isBroken }) => (isBroken ? 'has-injected' : undefined)}
        columns={columnsOf(period)}
      />
    </Panel>
  )
}

function partsOf({ hit, noHit, frozen, failed, other }: Pulls) {
  return [
    ['done', hit === 1 ? 'file' : 'files', hit],
    ['quiet', 'no file', noHit + other],
    ['rejected', frozen === 1 ? 'security freeze' : 'security freezes', frozen],
    ['failed', 'failed', failed],
  ] as const
}

/** The legend of the bar: the parts in words, each with its colour. */
function ShareKey({ pulls }: { readonly pulls: Pulls }) {
  if (pulls.pulls === 0) return <span className="under">no pulls</span>
  return (
    <ul className="chart-key under">
      {partsOf(pulls)
        .filter(([, , value]) => value > 0)
        .map(([key, name, value]) => (
          <li key={key}>
            <span className={`swatch series-${key}`} />
            {countText(value)} {name}
          </li>
        ))}
    </ul>
  )
}

interface ShareProps {
  readonly label: string
  readonly parts: readonly (readonly [key: string, name: string, value: number])[]
}

/** A bar that shows the share of each part. */
function ShareBar({ label, parts }: ShareProps) {
  const total = parts.reduce((sum, [, , value]) => sum + value, 0)
  const words = parts
    .filter(([, , value]) => value > 0)
    .map(([, name, value]) => `${value} ${name}`)
  let from = 0
  return (
    <svg
      className="share"
      role="img"
      aria-label={`${label}: ${words.join(', ') || 'none'}`}
      width="100%"
      height="10"
    >
      <rect className="share-track" width="100%" height="10" rx="3" />
      {parts.map(([key, name, value]) => {
        const x = (from / Math.max(1, total)) * 100
        from += value
        return (
          value > 0 && (
            <rect
              key={key}
              className={`series-${key}`}
              x={`${x}%`}
              width={`${(value / total) * 100}%`}
              height="10"
            >
              <title>{`${value} ${name}`}</title>
            </rect>
          )
        )
      })}
    </svg>
  )
}
