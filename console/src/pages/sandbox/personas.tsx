/** The personas, filtered by text, range of scores and scenario. */
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Segments, TextField } from '../../components/field.tsx'
import { Empty, LoadState, Panel } from '../../components/layout.tsx'
import {
  bandOf,
  type Persona,
  personaGroups,
  personaMatches,
  type SCORE_BANDS,
} from '../../components/personas.ts'
import { useUrlParameter } from '../../components/url-parameter.ts'
import { PersonaDialog } from './persona-dialog.tsx'
import { PersonaTable } from './persona-table.tsx'

type Trait = Persona['traits'][number]

const TRAITS: Readonly<Record<Trait, string>> = {
  joint: 'Joint',
  frozen: 'Security freeze',
  noHit: 'No hit',
  thinFile: 'Thin file',
  noScore: 'No score',
  fraudAlert: 'Fraud alert',
  otherAlert: 'Other alert',
  latePayment: 'Late payment',
  collection: 'Collection',
  bankruptcy: 'Bankruptcy',
  dispute: 'Dispute',
}

const BANDS = [
  ['', 'All'],
  ['740', '740 and above'],
  ['670', '670–739'],
  ['580', '580–669'],
  ['0', 'Below 580'],
] as const satisfies readonly (readonly [`${(typeof SCORE_BANDS)[number][0]}` | '', string])[]

/** Returns the filters that are in the URL. The search text is not: it can be a name. */
function useFilters() {
  const [namedTraits, setTraits] = useUrlParameter('traits')
  const [namedScore, setScore] = useUrlParameter('score')
  const named = namedTraits.split(',')
  const traits = (Object.keys(TRAITS) as Trait[]).filter((trait) => named.includes(trait))
  const score = BANDS.find(([lowest]) => lowest === namedScore)?.[0] ?? ''
  return { traits, setTraits, score, setScore }
}

/** The list of all personas, with search and filters. */
export function Personas() {
  const personas = useApiQuery('personas', 'GET /sandbox/personas')
  const [text, setText] = useState('')
  const [openedId, setOpened] = useUrlParameter('persona')
  const { traits, setTraits, score, setScore } = useFilters()
  if (personas.data === undefined) return <LoadState query={personas} what="Loading the personas" />
  const { items, version } = personas.data
  const opened = items.find(({ id }) => id === openedId)
  const found = items.filter(
    (persona) =>
      personaMatches(persona, text) &&
      (score === '' || String(bandOf(persona)) === score) &&
      traits.every((trait) => persona.traits.includes(trait)),
  )
  const groups = personaGroups(found, items)
  const shown = groups.flatMap(([, units]) => units.flat().filter(Boolean)).length
  const isFiltered = score !== '' || traits.length > 0 || text !== ''
  const clear = () => {
    setText('')
    setScore('')
    setTraits('')
  }
  return (
    <Panel flush>
      <div className="panel-tools personas-find">
        <TextField
          label="Search"
          type="search"
          placeholder="Name, SSN or scenario"
          value={text}
          onText={setText}
        />
        <div className="field">
          <span className="legend" aria-hidden="true">
            Middle score
          </span>
          <Segments label="Middle score" value={score} choices={BANDS} onChoice={setScore} />
        </div>
        <Chips found={found} chosen={traits} onChosen={(next) => setTraits(next.join())} />
        <p className="muted small row">
          <span>
            <span role="status">
              {isFiltered ? `${found.length} of ${items.length}` : items.length} personas
            </span>
            {shown > found.length && ', shown with their partners'}, version {version}. Their SSNs
            are in ranges that are never issued. Scores are those of a new sandbox.
          </span>
          {isFiltered && (
            <Button kind="plain small" icon="close" onClick={clear}>
              Clear filters
            </Button>
          )}
        </p>
      </div>
      {found.length === 0 ? (
        <Empty title="No matching personas">
          <p>Search for a result, for example frozen, late, bankruptcy, fraud or thin.</p>
        </Empty>
      ) : (
        <PersonaTable groups={groups} onOpen={({ id }) => setOpened(id)} />
      )}
      {opened !== undefined && <PersonaDialog persona={opened} onClose={() => setOpened('')} />}
    </Panel>
  )
}

interface ChipsProps {
  readonly found: readonly Persona[]
  readonly chosen: readonly Trait[]
  readonly onChosen: (chosen: readonly Trait[]) => void
}

/** The scenarios as filters. Each chip shows how many of the listed personas it would leave. */
function Chips({ found, chosen, onChosen }: ChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row
    <div className="chips" role="group" aria-label="Scenario">
      {(Object.keys(TRAITS) as Trait[]).map((trait) => {
        const isChosen = chosen.includes(trait)
        const count = found.filter(({ traits }) => traits.includes(trait)).length
        return (
          <button
            key={trait}
            type="button"
            className="chip"
            aria-pressed={isChosen}
            disabled={!isChosen && count === 0}
            onClick={() =>
              onChosen(isChosen ? chosen.filter((each) => each !== trait) : [...chosen, trait])
            }
          >
            {TRAITS[trait]} <span>{count}</span>
          </button>
        )
      })}
    </div>
  )
}
