/** How the bureaus do. */

import type { Answer } from '../../api/call.ts'
import { useAnswer } from '../../api/use-api-query.ts'
import { Badge, Panel } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { countText, tookText } from '../../format.ts'
import type { Figures } from './overview-data.ts'

const HEALTH = {
  answering: ['good', 'answering'],
  failing: ['bad', 'failing'],
  resting: ['warn', 'resting after failures'],
  silent: ['plain', 'not asked lately'],
} as const

/** The circuit breaker before a vendor; simulated bureaus have none. */
const BREAKER = {
  closed: 'circuit closed',
  open: 'circuit open: left alone until an order comes after the rest',
  'half-open': 'circuit half open: an order tries it',
} as const satisfies Readonly<
  Record<NonNullable<Answer<'GET /bureaus'>['items'][number]['breaker']>, string>
>

type Pulls = Figures['bureaus'][number]

interface Bureau {
  readonly pulls: Pulls
  readonly state: Answer<'GET /bureaus'>['items'][number] | undefined
}

const COLUMNS: readonly Column<Bureau>[] = [
  {
    title: 'Bureau',
    heads: true,
    cell: ({ pulls, state }) => (
      <>
        {pulls.bureau}
        <span className="under">{state?.vendor ?? state?.source}</span>
      </>
    ),
  },
  {
    title: 'Health',
    cell: ({ state }) => {
      const [tone, word] = HEALTH[state?.health ?? 'silent']
      return (
        <>
          <Badge tone={tone}>{word}</Badge>
          {state?.breaker !== undefined && <span className="under">{BREAKER[state.breaker]}</span>}
          {state?.fault !== undefined && <span className="under">told: {state.fault}</span>}
        </>
      )
    },
  },
  {
    title: 'Outcomes of pulls',
    className: 'whole',
    cell: ({ pulls }) => (
      <>
        <ShareBar label={pulls.bureau} parts={partsOf(pulls)} />
        <span className="under">{pullsText(pulls)}</span>
      </>
    ),
  },
  { title: '95 %', number: true, cell: ({ state }) => tookText(state?.recent.p95Ms) },
]

/** Their health, what they answered, and how long that took. */
export function Bureaus({ figures }: { readonly figures: Figures }) {
  const bureaus = useAnswer('bureaus', 'GET /bureaus', {}, { everyMs: 30_000 })
  const stateOf = (bureau: string) => bureaus.data?.items.find((each) => each.bureau === bureau)
  return (
    <Panel title="Bureaus">
      <Table
        caption="Bureaus"
        rows={figures.bureaus.map((pulls) => ({ pulls, state: stateOf(pulls.bureau) }))}
        keyOf={({ pulls }) => pulls.bureau}
        columns={COLUMNS}
      />
    </Panel>
  )
}

function partsOf({ hit, noHit, frozen, failed, other }: Pulls) {
  return [
    ['done', 'files', hit],
    ['quiet', 'without a file', noHit + other],
    ['refused', 'frozen', frozen],
    ['failed', 'failed', failed],
  ] as const
}

function pullsText(pulls: Pulls): string {
  if (pulls.pulls === 0) return 'not asked'
  return partsOf(pulls)
    .filter(([, , value]) => value > 0)
    .map(([, name, value]) => `${countText(value)} ${name}`)
    .join(', ')
}

interface ShareProps {
  readonly label: string
  readonly parts: readonly (readonly [key: string, name: string, value: number])[]
}

/** Parts of a whole on one line; the figures stand beside it. */
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
