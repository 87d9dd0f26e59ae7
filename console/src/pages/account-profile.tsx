/** The profile of an account: what it may order, and what that costs. */
import { type FormEvent, useState } from 'react'
import { BUREAUS } from '../../../src/documents/enumerations.ts'
import { OPERATION_NAMES, type OperationName } from '../../../src/ordering/products.ts'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useAnswer } from '../api/use-answer.ts'
import { useChange } from '../api/use-change.ts'
import { Button } from '../parts/button.tsx'
import { Check, SelectField, TextField } from '../parts/field.tsx'
import { Note, Panel, said } from '../parts/layout.tsx'
import { useTell } from '../parts/told.tsx'
import { operationText } from '../words.ts'
import type { AccountView } from './account.tsx'

type Profile = AccountView['profile']

const PARTY_FIELDS = [
  ['name', 'Name'],
  ['street', 'Street'],
  ['city', 'City'],
  ['state', 'State'],
  ['postalCode', 'Postal code'],
  ['contact', 'Contact'],
] as const satisfies readonly (readonly [keyof Profile['party'], string])[]

/** The profile to read, and for operators to change. */
export function ProfileForm({ account }: { readonly account: AccountView }) {
  const { operator } = useSession()
  const tell = useTell()
  const [profile, setProfile] = useState<Profile>(account.profile)
  const prices = useAnswer('prices', 'GET /prices')
  const save = useChange(
    () => call('PUT /accounts/:name/profile', { params: { name: account.name }, body: profile }),
    () => tell('The profile is saved. It holds for the next order.'),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <form className="stack" onSubmit={submit}>
      <fieldset disabled={operator.role !== 'operator'} className="stack">
        <Party profile={profile} onProfile={setProfile} />
        <Panel title="May order">
          <Choices
            legend="Products"
            names={OPERATION_NAMES}
            chosen={profile.products}
            text={operationText}
            onChosen={(products) => setProfile({ ...profile, products })}
          />
          <Choices
            legend="Bureaus"
            names={BUREAUS}
            chosen={profile.bureaus}
            text={(name) => name}
            onChosen={(bureaus) => setProfile({ ...profile, bureaus })}
          />
          <div className="fields">
            <SelectField
              label="Required fields"
              value={profile.requirements}
              choices={[
                ['interface', 'As the interface says'],
                ['mismo', 'As plain MISMO clients send'],
              ]}
              onChoice={(value) =>
                setProfile({ ...profile, requirements: value as Profile['requirements'] })
              }
            />
            <SelectField
              label="Printed report"
              value={profile.printedFormat}
              choices={[
                ['PDF', 'PDF'],
                ['HTML', 'HTML'],
              ]}
              onChoice={(value) =>
                setProfile({ ...profile, printedFormat: value as Profile['printedFormat'] })
              }
            />
          </div>
        </Panel>
        <Prices profile={profile} onProfile={setProfile} />
        {operator.role === 'operator' && (
          <div className="actions">
            <Button kind="primary" type="submit" busy={save.isPending}>
              Save the profile
            </Button>
            <Button
              busy={!prices.isSuccess}
              onClick={() =>
                prices.data !== undefined && setProfile({ ...profile, prices: prices.data })
              }
            >
              Prices of a new account
            </Button>
          </div>
        )}
      </fieldset>
      {save.isError && (
        <Note tone="bad">
          <p>{said(save.error)}</p>
        </Note>
      )}
    </form>
  )
}

interface PartProps {
  readonly profile: Profile
  readonly onProfile: (profile: Profile) => void
}

function Party({ profile, onProfile }: PartProps) {
  return (
    <Panel title="Party">
      <div className="fields">
        {PARTY_FIELDS.map(([field, label]) => (
          <TextField
            key={field}
            label={label}
            value={profile.party[field]}
            onText={(text) => onProfile({ ...profile, party: { ...profile.party, [field]: text } })}
          />
        ))}
        <TextField
          label="End user"
          hint="On whose behalf files are pulled, where that is not the party."
          span={2}
          value={profile.endUser}
          onText={(endUser) => onProfile({ ...profile, endUser })}
        />
        <TextField
          label="Permissible purpose"
          hint="Which the account has certified (FCRA 604)."
          span={2}
          required
          value={profile.purpose}
          onText={(purpose) => onProfile({ ...profile, purpose })}
        />
      </div>
    </Panel>
  )
}

interface ChoicesProps<T extends string> {
  readonly legend: string
  readonly names: readonly T[]
  readonly chosen: readonly T[]
  readonly text: (name: T) => string
  readonly onChosen: (chosen: T[]) => void
}

function Choices<T extends string>({ legend, names, chosen, text, onChosen }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend className="legend">{legend}</legend>
      <div className="row">
        {names.map((name) => (
          <Check
            key={name}
            label={text(name)}
            checked={chosen.includes(name)}
            onCheck={(checked) =>
              onChosen(names.filter((each) => (each === name ? checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

const PRICE_PARTS = [
  ['base', 'Base'],
  ['perFile', 'Each file'],
  ['perScore', 'Each score'],
] as const
const FEES = [
  ['reissue', 'Reissue'],
  ['unmerge', 'Unmerge'],
  ['upgrade', 'Upgrade, base'],
] as const

function Prices({ profile, onProfile }: PartProps) {
  const { prices } = profile
  const setPrice = (name: OperationName, part: (typeof PRICE_PARTS)[number][0], cents: number) =>
    onProfile({
      ...profile,
      prices: {
        ...prices,
        products: { ...prices.products, [name]: { ...prices.products[name], [part]: cents } },
      },
    })
  return (
    <Panel title="Prices, in dollars">
      <table className="prices">
        <caption className="hidden">Prices</caption>
        <thead>
          <tr>
            <th scope="col">Product</th>
            {PRICE_PARTS.map(([part, title]) => (
              <th key={part} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {OPERATION_NAMES.map((name) => (
            <tr key={name}>
              <th scope="row">{operationText(name)}</th>
              {PRICE_PARTS.map(([part, title]) => (
                <td key={part} className="number">
                  <Dollars
                    label={`${operationText(name)}: ${title}`}
                    cents={prices.products[name][part]}
                    onCents={(cents) => setPrice(name, part, cents)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="fields">
        {FEES.map(([fee, label]) => (
          <div key={fee} className="field">
            <span className="legend">{label}</span>
            <Dollars
              label={label}
              cents={prices[fee]}
              onCents={(cents) => onProfile({ ...profile, prices: { ...prices, [fee]: cents } })}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}

interface DollarsProps {
  readonly label: string
  readonly cents: number
  readonly onCents: (cents: number) => void
}

/** An amount typed in dollars and kept in cents. */
function Dollars({ label, cents, onCents }: DollarsProps) {
  const [text, setText] = useState((cents / 100).toFixed(2))
  const [known, setKnown] = useState(cents)
  if (known !== cents) {
    setKnown(cents)
    setText((cents / 100).toFixed(2))
  }
  return (
    <input
      className="dollars"
      aria-label={label}
      type="number"
      min={0}
      max={10_000}
      step="0.01"
      required
      value={text}
      onChange={(event) => {
        const next = Math.round(Number(event.target.value) * 100)
        setText(event.target.value)
        setKnown(next)
        onCents(next)
      }}
    />
  )
}
