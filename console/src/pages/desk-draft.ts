/** An order that is being filled in, and which of its fields a fault is about. */
import {
  ACTION_TYPES,
  BUREAUS,
  type BureauName,
} from '../../../src/documents/tables/enumerations.ts'
import {
  type OperationName,
  PRODUCTS,
  type ProductName,
} from '../../../src/orders/intake/products.ts'
import type { Answer, Body } from '../api/call.ts'
import { type Fault, withoutLine } from '../parts/faults.tsx'

type PreviewBody = NonNullable<Body<'POST /desk/preview'>>

/** A person as typed. */
export interface DraftPerson {
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  readonly suffix: string
  readonly ssn: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
}

/** An order as filled in so far. */
export interface Draft {
  readonly account: string | undefined
  readonly operation: OperationName
  readonly product: ProductName
  readonly action: (typeof ACTION_TYPES)[number]
  readonly dialect: NonNullable<PreviewBody['dialect']>
  readonly bureaus: readonly BureauName[]
  readonly people: readonly DraftPerson[]
  readonly reportId: string
  readonly lenderCase: string
}

const NOBODY: DraftPerson = {
  firstName: '',
  middleName: '',
  lastName: '',
  suffix: '',
  ssn: '',
  street: '',
  city: '',
  state: '',
  postalCode: '',
}

/** An empty order of the fullest kind. */
export function newDraft(account: string | undefined): Draft {
  return {
    account,
    operation: 'credit_report',
    product: 'CreditReport',
    action: 'Submit',
    dialect: 'mismo',
    bureaus: BUREAUS,
    people: [NOBODY],
    reportId: '',
    lenderCase: '',
  }
}

/** The products of an operation. */
export function productsOf(operation: OperationName): readonly ProductName[] {
  return (Object.keys(PRODUCTS) as ProductName[]).filter(
    (name) => PRODUCTS[name].operation === operation,
  )
}

/** The actions of an operation. */
export function actionsOf(operation: OperationName): readonly Draft['action'][] {
  return operation === 'refresh_report' ? ['Submit', 'Reissue'] : ACTION_TYPES
}

/** Whether the order is about a report that is there. */
export function isAboutReport({ operation, action }: Draft): boolean {
  return operation === 'refresh_report' || (action !== 'Submit' && action !== 'ForceNew')
}

/** The order with another operation: product and action follow. */
export function withOperation(draft: Draft, operation: OperationName): Draft {
  const [product = 'CreditReport'] = productsOf(operation)
  const action = actionsOf(operation).includes(draft.action) ? draft.action : 'Submit'
  return { ...draft, operation, product, action }
}

type Persona = Answer<'GET /sandbox/personas'>['items'][number]

/** The order for a persona, and for the partner where they order jointly. */
export function withPersonas(draft: Draft, personas: readonly Persona[]): Draft {
  return {
    ...draft,
    people: personas.map(({ firstName, middleName, lastName, suffix, ssn, address }) => ({
      firstName,
      middleName,
      lastName,
      suffix,
      ssn,
      ...address,
    })),
  }
}

/** The order with a co-borrower or without. */
export function withPeople(draft: Draft, count: 1 | 2): Draft {
  const [first = NOBODY, second = NOBODY] = draft.people
  return { ...draft, people: count === 1 ? [first] : [first, second] }
}

/** Whether anybody was typed yet; of an empty form it is no news that it is not complete. */
export function isBegun({ people }: Draft): boolean {
  return people.some(({ lastName, ssn }) => lastName !== '' || ssn !== '')
}

/** What the service is asked to write. */
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
      people: draft.people.map(({ street, city, state, postalCode, ...name }) => ({
        ...name,
        address: { street, city, state, postalCode },
      })),
    },
  }
}

/** The field of a person that the last part of a place is about. */
const PERSON_FIELDS: Readonly<Record<string, keyof DraftPerson>> = {
  FirstName: 'firstName',
  MiddleName: 'middleName',
  LastName: 'lastName',
  NameSuffix: 'suffix',
  SSN: 'ssn',
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

/** The fields of the form with a fault: `0.ssn` of the first person, `reportId` of the order. */
export function faultsByField(faults: readonly Fault[]): ReadonlyMap<string, string> {
  return new Map(
    faults.flatMap((fault) => {
      const field = fieldOf(fault.path)
      return field === undefined ? [] : [[field, faultText(fault)] as const]
    }),
  )
}

function fieldOf(path: string): string | undefined {
  const last = /_?([A-Za-z]+)$/.exec(path.replace(/\[\d+\]$/, ''))?.[1] ?? ''
  const person = PERSON_FIELDS[last]
  if (person !== undefined && /BORROWER/.test(path)) return `${borrowerOf(path)}.${person}`
  if (/CREDIT_REPOSITORY_INCLUDED/.test(path)) return 'bureaus'
  return ORDER_FIELDS[last]
}

/** Places count from 1, and leave the number out where there is one. */
function borrowerOf(path: string): number {
  return Number(/BORROWER\[(\d+)\]/.exec(path)?.[1] ?? 1) - 1
}

/** A fault in a line beside its field. */
function faultText({ rule, expected }: Fault): string {
  return expected === undefined ? rule : `${rule}: ${withoutLine(expected)}`
}
