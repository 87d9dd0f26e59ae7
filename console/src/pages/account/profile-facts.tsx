/** The profile of an account, for operators who may only read it. */
import { Facts, Panel } from '../../components/layout.tsx'
import type { Profile } from './account-data.ts'
import { Prices } from './prices.tsx'
import { type Row, rowsOf } from './profile-fields.ts'

/** The profile as text. */
export function ProfileFacts({ profile }: { readonly profile: Profile }) {
  return (
    <>
      <p className="muted">Only operators can change the profile and prices.</p>
      <Panel title="Requesting party">
        <Facts facts={[...partyFacts(profile.party), ...factsOf('party', profile)]} />
      </Panel>
      <Panel title="Permissions">
        <Facts facts={factsOf('order', profile)} />
      </Panel>
      <Panel title="Limits">
        <Facts facts={factsOf('limits', profile)} />
      </Panel>
      <Prices profile={profile} />
    </>
  )
}

/** Returns the fields of the requesting party that are set. The name is always included. */
function partyFacts({ name, contact, street, city, state, postalCode }: Profile['party']) {
  const address = [street, city, `${state} ${postalCode}`.trim()].filter(Boolean).join(', ')
  return [
    ['Name', name || 'not set'] as const,
    ...(contact === '' ? [] : [['Contact', contact] as const]),
    ...(address === '' ? [] : [['Address', address] as const]),
  ]
}

type Fact = readonly [name: string, value: string, width?: 'whole']

function factsOf(panel: string, profile: Profile): readonly Fact[] {
  return rowsOf(panel).map(([name, row]) => {
    const isLong = row.kind === 'some' || (row.kind === 'text' && row.required)
    const fact = ['label' in row ? row.label : name, textOf(row, profile[name])] as const
    return isLong ? [...fact, 'whole'] : fact
  })
}

/** Returns a value as the form would show it, or the default that applies without it. */
function textOf(row: Row, value: unknown): string {
  const unset = ('unset' in row && row.unset) || 'not set'
  if (row.kind === 'some') {
    const chosen = value as readonly string[]
    return (
      row.names
        .filter((name) => chosen.includes(name))
        .map(row.text)
        .join(', ') || 'none'
    )
  }
  if (value === undefined || value === '') return unset
  return row.kind === 'one' ? (row.words[String(value)] ?? String(value)) : String(value)
}
