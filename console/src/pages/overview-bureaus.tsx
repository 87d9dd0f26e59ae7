/** How the bureaus do. */
import { useAnswer } from '../api/use-answer.ts'
import { Badge, Panel } from '../parts/layout.tsx'
import { ShareBar } from '../parts/share-bar.tsx'
import { countText, tookText } from '../words.ts'
import type { Figures } from './overview.tsx'

const HEALTH = {
  answering: ['good', 'answering'],
  failing: ['bad', 'failing'],
  resting: ['warn', 'resting after failures'],
  silent: ['plain', 'not asked lately'],
} as const

/** Their health, what they answered, and how long that took. */
export function Bureaus({ figures }: { readonly figures: Figures }) {
  const bureaus = useAnswer('bureaus', 'GET /bureaus', {}, { everyMs: 30_000 })
  return (
    <Panel title="Bureaus">
      <table className="cards">
        <caption className="hidden">Bureaus</caption>
        <thead>
          <tr>
            <th scope="col">Bureau</th>
            <th scope="col">Health</th>
            <th scope="col">Outcomes of pulls</th>
            <th scope="col" className="number">
              95 %
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.bureaus.map((each) => {
            const state = bureaus.data?.items.find(({ bureau }) => bureau === each.bureau)
            const [tone, word] = HEALTH[state?.health ?? 'silent']
            return (
              <tr key={each.bureau}>
                <th scope="row" data-title="Bureau">
                  {each.bureau}
                  <span className="under">{state?.vendor ?? state?.source}</span>
                </th>
                <td data-title="Health">
                  <span>
                    <Badge tone={tone}>{word}</Badge>
                  </span>
                  {state?.fault !== undefined && <span className="under">told: {state.fault}</span>}
                </td>
                <td data-title="Pulls">
                  <span>
                    <ShareBar label={each.bureau} parts={partsOf(each)} />
                    <span className="under">{pullsText(each)}</span>
                  </span>
                </td>
                <td data-title="95 %" className="number">
                  {tookText(state?.recent.p95Ms)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}

type Pulls = Figures['bureaus'][number]

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
