/** The profile of an account: requesting party, permissions, limits and prices. */
import type { FormEvent, ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Check, SelectField, TextField } from '../../components/field.tsx'
import { messageOf, Note, Panel } from '../../components/layout.tsx'
import { useToast } from '../../components/toast.tsx'
import type { Account, Profile } from './account-data.ts'
import { Prices } from './prices.tsx'
import { type OneRow, PROFILE_ROWS, type Row, type SomeRow } from './profile-fields.ts'

interface ProfileProps {
  readonly account: Account
  /** What was changed and not saved; it stays while other tabs are open. */
  readonly draft: Profile | undefined
  readonly onDraft: (draft: Profile | undefined) => void
}

/** The profile. Operators can change it; other roles can only read it. */
export function ProfileForm({ account, draft, onDraft }: ProfileProps) {
  const { operator } = useSession()
  const toast = useToast()
  const profile = draft ?? account.profile
  const mayChange = operator.role === 'operator'
  const isChanged = draft !== undefined
  const save = useApiMutation(
    () => call('PUT /accounts/:name/profile', { params: { name: account.name }, body: profile }),
    (saved) => {
      // As it was stored, until the account is read again.
      onDraft(saved.profile)
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
      {!mayChange && <p className="muted">Only operators can change the profile and prices.</p>}
      <fieldset disabled={!mayChange} className="stack">
        <Panel title="Requesting party">
          <Rows panel="party" {...part}>
            <Party {...part} />
          </Rows>
        </Panel>
        <Panel title="Permissions">
          <Rows panel="order" {...part} />
        </Panel>
        <Panel title="Limits">
          <Rows panel="limits" {...part} />
        </Panel>
        <Prices {...part} mayChange={mayChange} />
      </fieldset>
      {save.isError && (
        <Note tone="bad">
          <p>{messageOf(save.error)}</p>
        </Note>
      )}
      {mayChange && (
        <div className={isChanged ? 'actions save-bar' : 'actions'}>
          <Button kind="primary" type="submit" busy={save.isPending}>
            Save profile
          </Button>
          {isChanged && (
            <>
              <Button kind="plain" onClick={() => onDraft(undefined)}>
                Discard changes
              </Button>
              <span className="muted">Unsaved changes</span>
            </>
          )}
        </div>
      )}
    </form>
  )
}

interface PartProps {
  readonly profile: Profile
  readonly onProfile: (profile: Profile) => void
}

const PARTY_LABELS = {
  name: 'Name',
  street: 'Street',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
  contact: 'Contact',
} as const satisfies Readonly<Record<keyof Profile['party'], string>>

function Party({ profile, onProfile }: PartProps) {
  return (Object.keys(PARTY_LABELS) as (keyof typeof PARTY_LABELS)[]).map((field) => (
    <TextField
      key={field}
      label={PARTY_LABELS[field]}
      value={profile.party[field]}
      onText={(text) => onProfile({ ...profile, party: { ...profile.party, [field]: text } })}
    />
  ))
}

interface RowsProps extends PartProps {
  readonly panel: string
  /** Fields to show before the others. */
  readonly children?: ReactNode
}

/** The fields of a panel: checkboxes first, then the other fields in a grid. */
function Rows({ panel, profile, onProfile, children }: RowsProps) {
  const rows = (Object.entries(PROFILE_ROWS) as [keyof Profile, Row][]).filter(
    ([, row]) => 'panel' in row && row.panel === panel,
  )
  const inputs = (lists: boolean) =>
    rows
      .filter(([, { kind }]) => (kind === 'some') === lists)
      .map(([name, row]) => (
        <RowInput
          key={name}
          row={row}
          value={profile[name]}
          onValue={(value) => onProfile(withField(profile, name, value))}
        />
      ))
  const lists = inputs(true)
  return (
    <>
      {lists.length > 0 && <div className="columns profile-lists">{lists}</div>}
      <div className="fields">
        {children}
        {inputs(false)}
      </div>
    </>
  )
}

/** Sets or removes a field of the profile. */
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
        <TextField
          label={row.label}
          hint={row.hint}
          span={2}
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
