/** The form for the profile of an account: requesting party, permissions, limits and prices. */
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { queryKeyOf } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Check, LongTextField, SelectField, TextField } from '../../components/field.tsx'
import { ErrorNote, Panel } from '../../components/layout.tsx'
import { useToast } from '../../components/toast.tsx'
import type { Account, Profile } from './account-data.ts'
import { applyChanges } from './apply-changes.ts'
import { Prices } from './prices.tsx'
import { type OneRow, type Row, rowsOf, type SomeRow } from './profile-fields.ts'

interface ProfileProps {
  readonly account: Account
  /** The profile with unsaved changes. It is preserved while other pages are open. */
  readonly draft: Profile | undefined
  readonly onDraft: (draft?: Profile) => void
}

/** The profile for operators, who can change it. */
export function ProfileForm({ account, draft, onDraft }: ProfileProps) {
  const toast = useToast()
  const queries = useQueryClient()
  const profile = draft ?? account.profile
  const params = { name: account.name }
  const isChanged = draft !== undefined
  const save = useApiMutation(
    async () => {
      // Another operator may have saved other fields since this page was opened.
      const { profile: saved } = await call('GET /accounts/:name', { params })
      const body = applyChanges(account.profile, profile, saved)
      return call('PUT /accounts/:name/profile', { params, body })
    },
    (saved) => {
      queries.setQueryData(queryKeyOf('account', 'GET /accounts/:name', { params }), saved)
      onDraft()
      toast('Profile saved. It applies from the next order.')
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  const part = { profile, onProfile: onDraft }
  return (
    <form className="stack" onSubmit={submit}>
      <Panel title="Requesting party">
        <Party {...part} />
      </Panel>
      <Panel title="Permissions">
        <Rows panel="order" {...part} />
      </Panel>
      <Panel title="Limits">
        <Rows panel="limits" {...part} />
      </Panel>
      <Prices {...part} />
      <ErrorNote error={save.error} />
      <div className={isChanged ? 'actions save-bar' : 'actions'}>
        <Button kind="primary" type="submit" busy={save.isPending || !isChanged}>
          Save profile
        </Button>
        {isChanged && (
          <>
            <Button kind="plain" onClick={() => onDraft()}>
              Discard changes
            </Button>
            <span className="muted">Unsaved changes</span>
          </>
        )}
      </div>
    </form>
  )
}

interface PartProps {
  readonly profile: Profile
  readonly onProfile: (profile: Profile) => void
}

const PARTY_LABELS = {
  name: 'Name',
  contact: 'Contact',
  street: 'Street',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
} as const satisfies Readonly<Record<keyof Profile['party'], string>>

/** The requesting party with its address, then the end user and the permissible purpose. */
function Party(part: PartProps) {
  const { profile, onProfile } = part
  return (
    <div className="party-fields">
      {(Object.keys(PARTY_LABELS) as (keyof typeof PARTY_LABELS)[]).map((field) => (
        <TextField
          key={field}
          label={PARTY_LABELS[field]}
          data-field={field}
          value={profile.party[field]}
          onText={(text) => onProfile({ ...profile, party: { ...profile.party, [field]: text } })}
        />
      ))}
      <Inputs rows={rowsOf('party')} {...part} />
    </div>
  )
}

interface RowsProps extends PartProps {
  readonly panel: string
}

/** The fields of a panel: checkboxes first, then the other fields in a grid. */
function Rows({ panel, ...part }: RowsProps) {
  const [lists, others] = [true, false].map((isList) =>
    rowsOf(panel).filter(([, { kind }]) => (kind === 'some') === isList),
  )
  return (
    <>
      {lists !== undefined && lists.length > 0 && (
        <div className="columns profile-lists">
          <Inputs rows={lists} {...part} />
        </div>
      )}
      <div className="fields">
        <Inputs rows={others ?? []} {...part} />
      </div>
    </>
  )
}

interface InputsProps extends PartProps {
  readonly rows: readonly [keyof Profile, Row][]
}

function Inputs({ rows, profile, onProfile }: InputsProps) {
  return rows.map(([name, row]) => (
    <RowInput
      key={name}
      row={row}
      value={profile[name]}
      onValue={(value) => onProfile(withField(profile, name, value))}
    />
  ))
}

/** Returns the profile with a field set or removed. */
function withField(profile: Profile, name: keyof Profile, value: unknown): Profile {
  const { [name]: _, ...others } = profile
  return (value === undefined ? others : { ...profile, [name]: value }) as Profile
}

interface InputProps<R extends Row = Row> {
  readonly row: R
  readonly value: unknown
  readonly onValue: (value: unknown) => void
}

function RowInput({ row, value, onValue }: InputProps) {
  switch (row.kind) {
    case 'text':
      return (
        <LongTextField
          label={row.label}
          hint={row.hint}
          required={row.required ?? false}
          value={String(value)}
          onText={onValue}
        />
      )
    case 'count':
      return (
        <TextField
          label={row.label}
          hint={row.hint}
          type="number"
          min={1}
          step={1}
          placeholder={row.unset}
          value={value === undefined ? '' : String(value)}
          onText={(text) => onValue(text === '' ? undefined : Number(text))}
        />
      )
    case 'some':
      return <SomeOf row={row} value={value} onValue={onValue} />
    case 'one':
      return <OneOf row={row} value={value} onValue={onValue} />
    default:
      return null
  }
}

function OneOf({ row, value, onValue }: InputProps<OneRow & { readonly unset?: string }>) {
  const choices = Object.entries(row.words)
  return (
    <SelectField
      label={row.label}
      hint={row.hint}
      value={String(value ?? '')}
      choices={row.unset === undefined ? choices : [['', row.unset], ...choices]}
      onChoice={(choice) => onValue(choice === '' ? undefined : choice)}
    />
  )
}

function SomeOf({ row: { label, names, text }, value, onValue }: InputProps<SomeRow>) {
  const chosen = value as readonly string[]
  return (
    <fieldset>
      <legend className="legend">{label}</legend>
      <div className="row">
        {names.map((name) => (
          <Check
            key={name}
            label={text(name)}
            checked={chosen.includes(name)}
            onCheck={(checked) =>
              onValue(names.filter((each) => (each === name ? checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
