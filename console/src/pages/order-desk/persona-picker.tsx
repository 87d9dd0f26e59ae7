/**
 * The picker for the test borrower of an order: a persona, a custom person, or a borrower whom the
 * user types in.
 */
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ApiResponse, call } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Check } from '../../components/field.tsx'
import { messageOf } from '../../components/layout.tsx'
import {
  type Persona,
  personaGroups,
  personaMatches,
  personaName,
  scoresText,
} from '../../components/personas.ts'
import { useToast } from '../../components/toast.tsx'
import { Combobox, type ComboboxGroup, type ComboboxOption } from './combobox.tsx'
import {
  type Draft,
  type DraftPerson,
  withCoBorrower,
  withoutBorrower,
  withoutCoBorrower,
  withPersonas,
} from './draft.ts'

interface PickerProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
}

type Listed = ApiResponse<'GET /sandbox/people'>['items'][number]

/** The prefix of custom people in the list, which also has personas. Their IDs have no colon. */
const CUSTOM = 'custom:'

const OWN = { value: '', name: 'Enter your own borrower' } as const

/** A search box for test borrowers. The selected borrower fills in the form. */
export function PersonaPicker({ draft, onDraft }: PickerProps) {
  const personas = useApiQuery('personas', 'GET /sandbox/personas')
  const people = useApiQuery('people', 'GET /sandbox/people')
  const fill = useFilledIn(draft, onDraft)
  const items = personas.data?.items ?? []
  const custom = people.data?.items ?? []
  useRefilledNumbers({ draft, onDraft }, personas.data?.items)
  const [borrower] = draft.people
  const chosen = items.find(({ ssn }) => ssn === borrower?.ssn)
  const own = custom.find(({ ssn }) => ssn === borrower?.ssn)
  const partner = partnerOf(draft, items)
  const shown = chosen ?? own
  return (
    <div className="stack tight">
      <Combobox
        label="Persona"
        placeholder="Name or result: frozen, late, thin"
        hint={
          chosen?.story ??
          own?.description ??
          'Pick a test borrower with a known result, or enter your own.'
        }
        shown={shown === undefined ? '' : personaName(shown)}
        nothingFound="No matching borrowers"
        find={(text) => [
          ...namesFirst([...customGroup(custom, text), ...listedGroups(items, text)], text),
          ...(text === '' ? [{ heading: 'Other', options: [OWN] }] : []),
        ]}
        onChoice={(id) => {
          if (id === OWN.value) onDraft(withoutBorrower(draft))
          else if (id.startsWith(CUSTOM)) fill.mutate(id.slice(CUSTOM.length))
          else {
            const found = items.filter((each) => each.id === id)
            onDraft(withPersonas(draft, found))
          }
        }}
      />
      {chosen !== undefined && partner !== undefined && (
        <Check
          label={`Joint application with ${personaName(partner)}`}
          checked={draft.people[1]?.ssn === partner.ssn}
          onCheck={(joint) =>
            onDraft(joint ? withCoBorrower(draft, partner) : withoutCoBorrower(draft))
          }
        />
      )}
    </div>
  )
}

/** Returns the partner of the borrower if the borrower is one of a couple of personas. */
function partnerOf({ people }: Draft, items: readonly Persona[]): Persona | undefined {
  const joint = items.find(({ ssn }) => ssn === people[0]?.ssn)?.joint
  return items.find(({ id }) => id === joint)
}

/** Sorts options whose name contains the text before those whose description mentions it. */
function namesFirst(groups: readonly ComboboxGroup[], text: string): readonly ComboboxGroup[] {
  const wanted = text.trim().toLowerCase()
  const isNamed = ({ name }: ComboboxOption) => name.toLowerCase().includes(wanted)
  const byName = (one: boolean, other: boolean) => Number(other) - Number(one)
  return groups
    .map(({ heading, options }) => ({
      heading,
      options: options.toSorted((one, other) => byName(isNamed(one), isNamed(other))),
    }))
    .toSorted((one, other) => byName(one.options.some(isNamed), other.options.some(isNamed)))
}

/**
 * Returns the personas grouped by middle score, highest first. Each shows its scores from Equifax,
 * Experian and TransUnion.
 */
function listedGroups(items: readonly Persona[], text: string): readonly ComboboxGroup[] {
  const found = items.filter((each) => personaMatches(each, text))
  return personaGroups(found, found).map(([heading, units]) => ({
    heading,
    options: units
      .flat()
      .filter((each) => each !== undefined)
      .map((persona) => ({
        value: persona.id,
        name: personaName(persona),
        detail: persona.story,
        figure: scoresText(persona),
      })),
  }))
}

function customGroup(people: readonly Listed[], text: string): readonly ComboboxGroup[] {
  const wanted = text.trim().toLowerCase()
  const options = people
    .filter(({ id, firstName, lastName, description = '' }) =>
      `${id} ${firstName} ${lastName} ${description}`.toLowerCase().includes(wanted),
    )
    .map(({ id, firstName, lastName, description }) => ({
      value: CUSTOM + id,
      name: `${firstName} ${lastName}`,
      detail: description ?? id,
    }))
  return options.length === 0 ? [] : [{ heading: 'Custom people', options }]
}

/** Fills in a custom person. The list has no addresses, so the person is fetched first. */
function useFilledIn(draft: Draft, onDraft: (draft: Draft) => void) {
  const toast = useToast()
  return useMutation({
    mutationFn: (id: string) => call('GET /sandbox/people/:id', { params: { id } }),
    onSuccess: ({ identity }) => onDraft(withPersonas(draft, [identity])),
    onError: (error) => toast(messageOf(error), 'bad'),
  })
}

/** Restores the numbers and birth dates of personas, which a reload removes from the form. */
function useRefilledNumbers(
  { draft, onDraft }: PickerProps,
  items: readonly Persona[] | undefined,
): void {
  const { people, lacksNumbers } = draft
  useEffect(() => {
    if (!lacksNumbers || items === undefined) return
    const filled = people.map((person) => ({ ...person, ...secretsOf(person, items) }))
    onDraft({ ...draft, people: filled, lacksNumbers: false })
  }, [draft, people, lacksNumbers, items, onDraft])
}

function secretsOf(person: DraftPerson, items: readonly Persona[]) {
  const { firstName, lastName, suffix, street, ssn, birthDate } = person
  const same = items.find(
    (each) =>
      each.firstName === firstName &&
      each.lastName === lastName &&
      each.suffix === suffix &&
      each.address.street === street,
  )
  return ssn === '' && same !== undefined
    ? { ssn: same.ssn, birthDate: birthDate || same.birthDate }
    : { ssn, birthDate }
}
