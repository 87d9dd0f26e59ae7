/** From the bytes of a request to an order, or to every fault that keeps it from being one. */
import { decode } from '../../documents/codec/decode.ts'
import { type Issue, sentence } from '../../documents/codec/issue.ts'
import { parseInTurns } from '../../documents/codec/parse.ts'
import { type PartialValue, type Requirements, read } from '../../documents/codec/read.ts'
import type { Dialect } from '../../documents/dialects.ts'
import { neverStoredNames, redact } from '../../documents/privacy/redact.ts'
import type { RequestDataEcho } from '../../documents/tables/error-response.ts'
import type { RequestDocument } from '../../documents/tables/request.ts'
import { foremost, OrderError } from '../../errors.ts'
import { OPERATIONS, type Operation } from './operation.ts'
import { type Order, orderOf } from './order.ts'
import { isForeignForm, type Preference } from './preferred-form.ts'
import { selectProduct } from './products.ts'
import {
  BORROWER,
  checkRules,
  type PartialBorrower,
  type PartialRequestData,
  type ValidationError,
} from './rules.ts'

/** What is kept of a card: its brand and last four digits, never the number or the code. */

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^(?:5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^6(?:011|5)/, 'Discover'],
]

/** Brand and last four of a card number; empty where there is no number to speak of. */
function cardKept(accountIdentifier: string): string {
  const digits = accountIdentifier.replaceAll(/\D/g, '')
  if (digits.length < 12) return ''
  const brand = BRANDS.find(([prefix]) => prefix.test(digits))?.[1] ?? 'Card'
  return `${brand} ending ${digits.slice(-4)}`
}

/** A request document as it was understood, good or not. */
export interface ParsedRequest {
  readonly dialect: Dialect
  /** The document as sent, without card number and security code: this is what is stored. */
  readonly sent: string
  /** What was read of it, with the card number as it was sent. */
  readonly partial: PartialValue
  /** What an error document repeats of it. */
  readonly echo: RequestDataEcho | undefined
  /** The versions to answer in: of the group and of the credit request. */
  readonly versions: Versions
  readonly errors: readonly ValidationError[]
  /** Ignored names and other remarks, without values. */
  readonly notes: readonly string[]
  /** The order, where there are no faults. */
  readonly order: Order | undefined
}

export interface Versions {
  readonly group: string
  readonly request: string
}

/** The version that is answered where the request states none. */
export const DEFAULT_VERSION = '2.3.1'

const KNOWN_VERSIONS = new Set(['2.1', '2.1.1', '2.2', '2.3', '2.3.1', '2.4', '2.4.1', '2.6'])

const NEVER_STORED = neverStoredNames(OPERATIONS.mortgage_only.request)

interface PartialRequest extends PartialValue {
  readonly MISMOVersionID?: string
  readonly REQUESTING_PARTY?: PartialParty
  readonly SUBMITTING_PARTY?: PartialParty
  readonly REQUEST?: {
    readonly REQUEST_DATA?: { readonly CREDIT_REQUEST?: PartialCreditRequest }
  }
}

interface PartialParty extends PartialValue {
  readonly PREFERRED_RESPONSE?: readonly Preference[]
}

interface PartialCreditRequest {
  readonly MISMOVersionID?: string
  readonly CREDIT_REQUEST_DATA?: PartialRequestData & RequestDataEcho
  readonly SERVICE_PAYMENT?: { readonly _AccountIdentifier?: string }
  readonly LOAN_APPLICATION?: { readonly BORROWER?: readonly PartialBorrower[] }
}

/** Reads and checks a request; rejects with `NotReadable` where it is no document. */
export async function parseRequest(
  operation: Operation,
  bytes: Uint8Array,
  charset: string | undefined,
  requirements: Requirements,
): Promise<ParsedRequest> {
  const text = decode(bytes, charset)
  const root = await parseInTurns(text)
  const reading = read(operation.request, root, requirements)
  const partial = reading.partial as PartialRequest
  const request = partial.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  const errors = [
    ...reading.issues.map(validationErrorOf),
    ...checkRules({
      operation,
      dialect: reading.dialect,
      requestingParty: partial.REQUESTING_PARTY,
      submittingParty: partial.SUBMITTING_PARTY,
      requestData: request?.CREDIT_REQUEST_DATA,
      borrowers: request?.LOAN_APPLICATION?.BORROWER ?? [],
      moreBorrowers: reading.issues.some(namesMoreBorrowers),
    }),
  ]
  const version = partial.MISMOVersionID ?? DEFAULT_VERSION
  const versions = { group: version, request: request?.MISMOVersionID ?? version }
  return {
    dialect: reading.dialect,
    sent: redact(text, root, NEVER_STORED, cardKept),
    partial: reading.partial,
    echo: request?.CREDIT_REQUEST_DATA,
    versions,
    errors,
    notes: [
      ...reading.unknown.map((path) => `${path} is unknown and ignored`),
      ...versionNotes(versions),
      ...formNotes(partial),
    ],
    order:
      errors.length === 0 && reading.value !== undefined
        ? checkedOrder(operation, reading.value)
        : undefined,
  }
}

/** The error that an order with these faults is refused with. */
export function rejectionOf(errors: readonly ValidationError[]): OrderError {
  return new OrderError(
    foremost(errors.map((error) => error.reason)),
    errors.map(({ path, expected }) => `${path} ${expected}`),
  )
}

function checkedOrder(operation: Operation, document: RequestDocument): Order | undefined {
  const data = document.REQUEST.REQUEST_DATA.CREDIT_REQUEST.CREDIT_REQUEST_DATA
  const selected = selectProduct(operation.name, data)
  return 'product' in selected ? orderOf(operation, selected.product, document) : undefined
}

/** Whether more borrowers were sent than an order can have: nothing is wrong with any of them. */
function namesMoreBorrowers({ rule, path }: Issue): boolean {
  return rule === 'too many' && path === BORROWER
}

function validationErrorOf(issue: Issue): ValidationError {
  const ofBorrower = issue.path.includes('/LOAN_APPLICATION') && !namesMoreBorrowers(issue)
  const reason = ofBorrower ? 'invalidBorrower' : 'invalidDocument'
  const { path } = issue
  return { reason, path, rule: issue.rule, expected: sentence(issue).slice(path.length + 1) }
}

function versionNotes(versions: Versions): string[] {
  return KNOWN_VERSIONS.has(versions.group) && KNOWN_VERSIONS.has(versions.request)
    ? []
    : ['the version is not a known MISMO 2.x version']
}

function formNotes({ REQUESTING_PARTY, SUBMITTING_PARTY }: PartialRequest): string[] {
  const wishes = [REQUESTING_PARTY, SUBMITTING_PARTY].flatMap(
    (party) => party?.PREFERRED_RESPONSE ?? [],
  )
  return wishes.some(isForeignForm)
    ? ['PREFERRED_RESPONSE names an unsupported format of the printed report']
    : []
}
