/** The order that the form edits, and the mapping of validation errors to form fields. */
import { BUREAUS, type BureauName } from '../../../../src/documents/tables/enumerations.ts'
import {
  ACTIONS,
  type Action,
  type OperationName,
  PRODUCTS,
  type ProductName,
} from '../../../../src/orders/intake/products.ts'
import type { ApiBody, ApiResponse } from '../../api/call.ts'
import { type ValidationError, withoutLine } from '../../components/error-table.tsx'
import { capitalized } from '../../format.ts'

type PreviewBody = NonNullable<ApiBody<'POST /manual-order/preview'>>

/** A borrower, as typed. */
export interface DraftPerson {
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  readonly suffix: string
  readonly ssn: string
  /** Empty unless the operator types it: an order can do without it. */
  readonly birthDate: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
}

/** The order, as filled in so far. */
export interface Draft {
  readonly account: string | undefined
  readonly operation: OperationName
  readonly product: ProductName
  readonly action: Action
  readonly dialect: NonNullable<PreviewBody['dialect']>
  readonly bureaus: readonly BureauName[]
  readonly people: readonly DraftPerson[]
  /** Whether the form was restored after a reload, which removes numbers and birth dates. */
  readonly lacksNumbers: boolean
  readonly reportId: string
  readonly lenderCase: string
}

const EMPTY_PERSON: DraftPerson = {
  firstName: '',
  middleName: '',
  lastName: '',
  suffix: '',
  ssn: '',
  birthDate: '',
  street: '',
  city: '',
  state: '',
  postalCode: '',
}

/** Returns an empty order: a credit report from all bureaus. */
export function newDraft(account: string | undefined): Draft {
  return {
    account,
    operation: 'credit_report',
    product: 'CreditReport',
    action: 'Submit',
    dialect: 'mismo',
    bureaus: BUREAUS,
    people: [EMPTY_PERSON],
    lacksNumbers: false,
    reportId: '',
    lenderCase: '',
  }
}

/** Returns the products of an operation. */
export function productsOf(operation: OperationName): readonly ProductName[] {
  return (Object.keys(PRODUCTS) as ProductName[]).filter(
    (name) => PRODUCTS[name].operation === operation,
  )
}

/** Returns whether the order refers to an existing report. */
export function isAboutReport({ operation, action }: Draft): boolean {
  return operation === 'refresh_report' || (action !== 'Submit' && action !== 'ForceNew')
}

/** Returns the order with another operation, and with a product and an action that fit it. */
export function withOperation(draft: Draft, operation: OperationName): Draft {
  const [product = 'CreditReport'] = productsOf(operation)
  const action = ACTIONS[operation].includes(draft.action) ? draft.action : 'Submit'
  return { ...draft, operation, product, action }
}

/** The identity of a persona or a custom person. */
type Identity = Pick<
  ApiResponse<'GET /sandbox/personas'>['items'][number],
  'firstName' | 'middleName' | 'lastName' | 'suffix' | 'ssn' | 'birthDate' | 'address'
>

/** Fills in one person, or two people for a joint order. */
export function withPersonas(draft: Draft, people: readonly Identity[]): Draft {
  return { ...draft, people: people.map(personOf) }
}

function personOf({ firstName, middleName, lastName, suffix, ssn, birthDate, address }: Identity) {
  const { street, city, state, postalCode } = address
  const name = { firstName, middleName, lastName, suffix }
  return { ...EMPTY_PERSON, ...name, ssn, birthDate, street, city, state, postalCode }
}

/** Empties the form for one borrower, so that the user can type in another. */
export function withoutBorrower(draft: Draft): Draft {
  return { ...draft, people: [EMPTY_PERSON] }
}

/** Adds a co-borrower; an empty one unless a persona is given. */
export function withCoBorrower(draft: Draft, persona?: Identity): Draft {
  const second = persona === undefined ? EMPTY_PERSON : personOf(persona)
  return { ...draft, people: [...draft.people.slice(0, 1), second] }
}

/** Removes the co-borrower. */
export function withoutCoBorrower(draft: Draft): Draft {
  return { ...draft, people: draft.people.slice(0, 1) }
}

/** Returns the request body for a preview of the order. */
export function previewBody(draft: Draft): PreviewBody {
  const { account, operation, dialect, product, action, bureaus, reportId, lenderCase } = draft
  return {
    operation,
    dialect,
    ...(account === undefined ? {} : { account }),
    form: {
      product,
      action,
      bureaus: [...bureaus],
      lenderCase,
      ...(isAboutReport(draft) && reportId !== '' ? { reportId } : {}),
      people: draft.people.map(({ birthDate, street, city, state, postalCode, ...name }) => ({
        ...name,
        ...(birthDate !== '' && { birthDate }),
        address: { street, city, state, postalCode },
      })),
    },
  }
}

/** The form fields of a borrower, by the last part of the path. */
const PERSON_FIELDS: Readonly<Record<string, keyof DraftPerson>> = {
  FirstName: 'firstName',
  MiddleName: 'middleName',
  LastName: 'lastName',
  NameSuffix: 'suffix',
  SSN: 'ssn',
  BirthDate: 'birthDate',
  StreetAddress: 'street',
  City: 'city',
  State: 'state',
  PostalCode: 'postalCode',
}

const ORDER_FIELDS: Readonly<Record<string, string>> = {
  CreditReportIdentifier: 'reportId',
  LenderCaseIdentifier: 'lenderCase',
  CreditReportRequestActionType: 'action',
}

/** Returns the errors by form field: `0.ssn` for the first borrower, `reportId` for the order. */
export function errorsByField(errors: readonly ValidationError[]): ReadonlyMap<string, string> {
  return new Map(
    errors.flatMap((error) => {
      const field = fieldOf(error.path)
      return field === undefined ? [] : [[field, errorText(error)] as const]
    }),
  )
}

/**
 * Returns whether the error is only that a field is empty. Optionally, fields that the user has
 * visited do not count: only the others are not shown as errors while the form is being filled in.
 */
export function isEmptyField({ path, rule }: ValidationError, visited?: ReadonlySet<string>) {
  const field = fieldOf(path)
  return rule === 'empty' && field !== undefined && visited?.has(field) !== true
}

/**
 * The fields of a borrower and their labels, in rows: the name, the number with the birth date, the
 * street, and the rest of the address.
 */
export const PERSON_LABELS: readonly (readonly [field: keyof DraftPerson, label: string])[] = [
  ['firstName', 'First name'],
  ['middleName', 'Middle name'],
  ['lastName', 'Last name'],
  ['suffix', 'Suffix'],
  ['ssn', 'Social Security number'],
  ['birthDate', 'Birth date'],
  ['street', 'Street'],
  ['city', 'City'],
  ['state', 'State'],
  ['postalCode', 'Postal code'],
]

/** Returns the form's label for the field of a path, or the path if the form has no such field. */
export function labelOf(path: string): string {
  const field = fieldOf(path)?.replace(/^\d+\./, '')
  if (field === 'reportId') return 'Report ID'
  return PERSON_LABELS.find(([name]) => name === field)?.[1] ?? path
}

/** Returns whether nothing was entered for any borrower. */
export function isBorrowerEmpty({ people }: Draft): boolean {
  return people.every((person) => Object.values(person).every((text) => text === ''))
}

/**
 * Returns whether the form has a report ID, a lender case, or a borrower who is neither empty nor
 * an unchanged persona.
 */
export function isTyped({ people, lenderCase, reportId }: Draft, personas: readonly Identity[]) {
  const textOf = (person: DraftPerson) => JSON.stringify(Object.entries(person).toSorted())
  const known = new Set([EMPTY_PERSON, ...personas.map(personOf)].map(textOf))
  return lenderCase !== '' || reportId !== '' || people.some((person) => !known.has(textOf(person)))
}

/** Returns the form field of a path in the document. */
export function fieldOf(path: string): string | undefined {
  const last = /_?([A-Za-z]+)$/.exec(path.replace(/\[\d+\]$/, ''))?.[1] ?? ''
  const person = PERSON_FIELDS[last]
  if (person !== undefined && /BORROWER/.test(path)) return `${borrowerOf(path)}.${person}`
  if (/CREDIT_REPOSITORY_INCLUDED/.test(path)) return 'bureaus'
  return ORDER_FIELDS[last]
}

/** Returns the index of a borrower. Indexes in paths start at 1; a single borrower has none. */
function borrowerOf(path: string): number {
  return Number(/BORROWER\[(\d+)\]/.exec(path)?.[1] ?? 1) - 1
}

/** Returns the message that is shown beside the field of an error. */
function errorText({ rule, expected }: ValidationError): string {
  if (rule === 'empty' || rule === 'missing') return 'This field is required'
  return capitalized(withoutLine(expected) ?? rule)
}
