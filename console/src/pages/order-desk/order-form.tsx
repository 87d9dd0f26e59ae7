/** The form of the order desk. */
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { ACTIONS, OPERATION_NAMES, PRODUCTS } from '../../../../src/orders/intake/products.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Check, Segments, SelectField, TextField } from '../../components/field.tsx'
import { operationText } from '../../format.ts'
import {
  type Draft,
  type DraftPerson,
  isAboutReport,
  PERSON_LABELS,
  productsOf,
  withCoBorrower,
  withOperation,
  withoutCoBorrower,
} from './draft.ts'
import { PersonaPicker } from './persona-picker.tsx'
import { ReportField } from './report-field.tsx'

interface FormProps {
  readonly draft: Draft
  /** The validation errors by form field. */
  readonly errors: ReadonlyMap<string, string>
  /** The required fields that are still empty and that the user has not visited. */
  readonly missing: ReadonlySet<string | undefined>
  readonly onDraft: (draft: Draft) => void
}

/** The form: product, action, bureaus and borrowers. */
export function OrderForm({ draft, errors, missing, onDraft }: FormProps) {
  const { operator, sandbox } = useSession()
  return (
    <>
      <fieldset>
        <legend className="legend">Operation</legend>
        <Segments
          label="Operation"
          value={draft.operation}
          choices={OPERATION_NAMES.map((name) => [name, operationText(name)] as const)}
          onChoice={(operation) => onDraft(withOperation(draft, operation))}
        />
      </fieldset>
      {sandbox && <PersonaPicker draft={draft} onDraft={onDraft} />}
      {draft.people.map((person, at) => (
        <Person
          // biome-ignore lint/suspicious/noArrayIndexKey: the position tells borrower and co-borrower apart
          key={at}
          title={at === 0 ? 'Borrower' : 'Co-borrower'}
          person={person}
          nameOf={(field) => `${at}.${field}`}
          errorOf={(field) => errors.get(`${at}.${field}`)}
          isMissing={(field) => missing.has(`${at}.${field}`)}
          onPerson={(changed) =>
            onDraft({
              ...draft,
              people: draft.people.map((each, index) => (index === at ? changed : each)),
            })
          }
        />
      ))}
      <CoBorrower draft={draft} onDraft={onDraft} />
      <fieldset className="section">
        <legend className="legend">Order details</legend>
        <div className="fields order-desk-details">
          {operator.role === 'operator' && <AccountField draft={draft} onDraft={onDraft} />}
          <ProductField draft={draft} onDraft={onDraft} />
          <SelectField
            label="Action"
            value={draft.action}
            choices={ACTIONS[draft.operation].map((each) => [each, each] as const)}
            error={errors.get('action')}
            onChoice={(action) => onDraft({ ...draft, action: action as Draft['action'] })}
          />
          <TextField
            label="Lender case"
            value={draft.lenderCase}
            error={errors.get('lenderCase')}
            onText={(lenderCase) => onDraft({ ...draft, lenderCase })}
          />
          {isAboutReport(draft) && (
            <ReportField draft={draft} error={errors.get('reportId')} onDraft={onDraft} />
          )}
        </div>
        <Bureaus draft={draft} errors={errors} onDraft={onDraft} />
      </fieldset>
    </>
  )
}

type PartProps = Pick<FormProps, 'draft' | 'onDraft'>

/** Adds or removes the co-borrower. The partner of a persona is offered beside the persona. */
function CoBorrower({ draft, onDraft }: PartProps) {
  const isJoint = draft.people.length > 1
  return (
    <p>
      <Button
        kind="small"
        icon={isJoint ? 'close' : 'plus'}
        onClick={() => onDraft(isJoint ? withoutCoBorrower(draft) : withCoBorrower(draft))}
      >
        {isJoint ? 'Remove' : 'Add'} co-borrower
      </Button>
    </p>
  )
}

function AccountField({ draft, onDraft }: PartProps) {
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const items = accounts.data?.items ?? []
  const names = items.filter(({ disabledAt }) => disabledAt === undefined).map(({ name }) => name)
  return (
    <SelectField
      label="Account"
      value={draft.account ?? ''}
      choices={names.map((name) => [name, name] as const)}
      onChoice={(account) => onDraft({ ...draft, account })}
    />
  )
}

function ProductField({ draft, onDraft }: PartProps) {
  const products = productsOf(draft.operation)
  if (products.length === 1) return null
  return (
    <SelectField
      label="Product"
      span={2}
      value={draft.product}
      choices={products.map((name) => [name, PRODUCTS[name].title] as const)}
      onChoice={(product) => onDraft({ ...draft, product: product as Draft['product'] })}
    />
  )
}

function Bureaus({ draft, errors, onDraft }: PartProps & Pick<FormProps, 'errors'>) {
  const error = errors.get('bureaus')
  return (
    <fieldset>
      <legend className="legend">Bureaus</legend>
      <div className="row">
        {BUREAUS.map((bureau) => (
          <Check
            key={bureau}
            label={bureau}
            checked={draft.bureaus.includes(bureau)}
            onCheck={(checked) =>
              onDraft({
                ...draft,
                bureaus: BUREAUS.filter((each) =>
                  each === bureau ? checked : draft.bureaus.includes(each),
                ),
              })
            }
          />
        ))}
      </div>
      {error !== undefined && <p className="error">{error}</p>}
    </fieldset>
  )
}

/**
 * A hint for the fields that a reload empties: the browser's storage never holds numbers and birth
 * dates.
 */
const NOT_SAVED = { hint: 'Not saved across reloads.' }

/** More about some fields of a borrower. */
const PERSON_HINTS: Readonly<Partial<Record<keyof DraftPerson, object>>> = {
  ssn: NOT_SAVED,
  birthDate: { ...NOT_SAVED, placeholder: 'YYYY-MM-DD' },
}

/** Returns the attributes that mark a required field that is still empty. */
const missingMark = (isMissing: boolean) =>
  isMissing ? ({ 'aria-required': true, placeholder: 'Required' } as const) : {}

interface PersonProps {
  readonly title: string
  readonly person: DraftPerson
  /** Returns the key of a field in the map of errors. */
  readonly nameOf: (field: keyof DraftPerson) => string
  readonly errorOf: (field: keyof DraftPerson) => string | undefined
  readonly isMissing: (field: keyof DraftPerson) => boolean
  readonly onPerson: (person: DraftPerson) => void
}

function Person({ title, person, nameOf, errorOf, isMissing, onPerson }: PersonProps) {
  return (
    <fieldset className="section">
      <legend className="legend">{title}</legend>
      <div className="order-desk-person">
        {PERSON_LABELS.map(([field, label]) => (
          <TextField
            key={field}
            label={label}
            value={person[field]}
            error={errorOf(field)}
            {...PERSON_HINTS[field]}
            data-field={nameOf(field)}
            {...missingMark(isMissing(field))}
            onText={(text) => onPerson({ ...person, [field]: text })}
          />
        ))}
      </div>
    </fieldset>
  )
}
