/** The list of personas and custom people at the order desk. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiResponse, call } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Check, SelectField, TextField } from '../../components/field.tsx'
import { messageOf } from '../../components/layout.tsx'
import {
  groupOf,
  PERSONA_GROUPS,
  type Persona,
  personaMatches,
  scoresText,
} from '../../components/personas.ts'
import { useToast } from '../../components/toast.tsx'
import { type Draft, withPersonas } from './draft.ts'

interface PickerProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
}

type Listed = ApiResponse<'GET /sandbox/people'>['items'][number]

/** Custom people share the list with the personas, whose IDs have no colon. */
const CUSTOM = 'custom:'

/** How many lines of the list are in view. */
const LINES = 7

/** A search above a list with groups and scores; what is chosen fills in the form. */
export function PersonaPicker({ draft, onDraft }: PickerProps) {
  const personas = useApiQuery('personas', 'GET /sandbox/personas')
  const people = useApiQuery('people', 'GET /sandbox/people')
  const [text, setText] = useState('')
  const fill = useFilledIn(draft, onDraft)
  const items = personas.data?.items ?? []
  const custom = people.data?.items ?? []
  const chosen = items.find(({ ssn }) => ssn === draft.people[0]?.ssn)
  const own = custom.find(({ ssn }) => ssn === draft.people[0]?.ssn)
  const partner = items.find(({ id }) => id === chosen?.joint)
  const found = items.filter((each) => each === chosen || personaMatches(each, text))
  return (
    <div className="stack tight">
      <TextField
        label="Find a borrower"
        type="search"
        placeholder="Name, or a result such as frozen, late or thin"
        value={text}
        onText={setText}
      />
      <SelectField
        label="Persona"
        size={LINES}
        className="order-desk-personas"
        hint={
          chosen?.story ??
          own?.description ??
          'Pick a test borrower with a known result, or enter your own. Scores: Equifax · Experian · TransUnion.'
        }
        value={chosen?.id ?? (own === undefined ? '' : CUSTOM + own.id)}
        choices={[['', 'Custom borrower']]}
        groups={[...customGroup(custom, text), ...personaGroups(found)]}
        onChoice={(id) =>
          id.startsWith(CUSTOM)
            ? fill.mutate(id.slice(CUSTOM.length))
            : onDraft(
                withPersonas(
                  draft,
                  items.filter((each) => each.id === id),
                ),
              )
        }
      />
      {chosen !== undefined && partner !== undefined && (
        <Check
          label={`Joint application with ${partner.firstName} ${partner.lastName}`}
          checked={draft.people.length === 2}
          onCheck={(joint) => onDraft(withPersonas(draft, joint ? [chosen, partner] : [chosen]))}
        />
      )}
    </div>
  )
}

function personaGroups(found: readonly Persona[]) {
  const groups = Map.groupBy(found, groupOf)
  return PERSONA_GROUPS.flatMap((group) => {
    const choices = (groups.get(group) ?? []).map(
      (each) => [each.id, `${each.firstName} ${each.lastName} – ${scoresText(each)}`] as const,
    )
    return choices.length === 0 ? [] : [[group, choices] as const]
  })
}

function customGroup(people: readonly Listed[], text: string) {
  const wanted = text.trim().toLowerCase()
  const choices = people
    .map(({ id, firstName, lastName, description = '' }) => {
      return [CUSTOM + id, `${firstName} ${lastName} – ${description || id}`] as const
    })
    .filter(([value, name]) => `${value} ${name}`.toLowerCase().includes(wanted))
  return choices.length === 0 ? [] : [['Custom people', choices] as const]
}

/** Fills in a custom person, whose address the list does not have. */
function useFilledIn(draft: Draft, onDraft: (draft: Draft) => void) {
  const toast = useToast()
  return useMutation({
    mutationFn: (id: string) => call('GET /sandbox/people/:id', { params: { id } }),
    onSuccess: ({ identity }) => onDraft(withPersonas(draft, [identity])),
    onError: (error) => toast(messageOf(error)),
  })
}
