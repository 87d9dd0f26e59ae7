/**
 * From the bytes of a request to an order, or to every error that keeps it from being one. It reads
 * nothing but the request: whether the account may order this is checked later.
 */
import { type Issue, sentence } from '../../documents/codec/issue.ts'
import {
  type DocumentFormat,
  decodeAs,
  formatOf,
  parseAs,
} from '../../documents/codec/parse-document.ts'
import { tablePath } from '../../documents/codec/paths.ts'
import { type PartialValue, type Reading, read } from '../../documents/codec/read.ts'
import type { Requirements } from '../../documents/codec/requirements.ts'
import type { Dialect } from '../../documents/dialects.ts'
import { neverStoredNames, redact } from '../../documents/privacy/redact.ts'
import type { RequestDataEcho } from '../../documents/tables/error-response.ts'
import type { RequestDocument } from '../../documents/tables/request.ts'
import { foremost, OrderError } from '../../errors.ts'
import { OPERATIONS, type Operation } from './operation.ts'
import { bureausAsked, type Order, orderOf } from './order.ts'
import { isForeignForm, type Preference } from './preferred-form.ts'
import { PRODUCTS, productOfPath, selectProduct, typesExpected } from './products.ts'
import {
  actionsExpected,
  BORROWER,
  checkRules,
  LOAN_APPLICATION,
  type PartialBorrower,
  type PartialRequestData,
  REQUESTING_PARTY,
  type RuleInput,
  type ValidationError,
} from './rules.ts'
import { requestedModels, scoreNotes } from './wanted-scores.ts'

/**
 * What is stored of a card: its brand and last four digits, never the number or the code (PCI DSS
 * 3.3).
 */

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^(?:5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^6(?:011|5)/, 'Discover'],
]

/**
 * Brand and last four digits of a card number. Empty where the field has no card number: shorter
 * texts are the client's own account number, which may be anything, so nothing of it is kept.
 */
function cardKept(accountIdentifier: string, name: string): string {
  if (name !== 'accountidentifier') return ''
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
  /**
   * What was read of it, with the card number as it was sent. It is for the time of the request
   * only and is never stored.
   */
  readonly partial: PartialValue
  /**
   * What an error document repeats of it. Undefined where the document had no `CREDIT_REQUEST_DATA`
   * that could be read.
   */
  readonly echo: RequestDataEcho | undefined
  /** The versions to answer in: of the group and of the credit request. */
  readonly versions: Versions
  /**
   * Every validation error of the document, in the order of its fields; empty for a valid order.
   */
  readonly errors: readonly ValidationError[]
  /** Ignored names and other remarks, without values. */
  readonly notes: readonly string[]
  /** Undefined where `errors` has an entry. */
  readonly order: Order | undefined
}

/**
 * `MISMOVersionID` as requested, at both of its places (interface section 9). Responses repeat it.
 */
export interface Versions {
  /**
   * Of `REQUEST_GROUP`; that of the response where the request states none is `DEFAULT_VERSION`.
   */
  readonly group: string
  /** Of `CREDIT_REQUEST`; the group's where absent. */
  readonly request: string
}

/** The version that is answered where the request states none. */
export const DEFAULT_VERSION = '2.3.1'

/**
 * Another version is noted and not rejected: the interface states no accepted values (section 9).
 */
const KNOWN_VERSIONS = new Set(['2.1', '2.1.1', '2.2', '2.3', '2.3.1', '2.4', '2.4.1', '2.6'])

/** Payment has the same fields at each operation, so one table names what is cut for all. */
const NEVER_STORED = neverStoredNames(OPERATIONS.mortgage_only.request)

interface PartialRequest extends PartialValue {
  readonly MISMOVersionID?: string
  readonly REQUESTING_PARTY?: PartialParty
  readonly SUBMITTING_PARTY?: readonly PartialParty[]
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

/**
 * Reads and checks a request; rejects with `UnreadableDocument` where it is no document. Its format
 * is that of its first character where the transport does not say which it is.
 */
export async function parseRequest(
  operation: Operation,
  bytes: Uint8Array,
  charset: string | undefined,
  requirements: Requirements,
  format: DocumentFormat = formatOf(bytes),
): Promise<ParsedRequest> {
  const text = decodeAs(format, bytes, charset)
  const root = await parseAs(format, text, undefined, requirements)
  const reading = read(operation.request, root, requirements)
  const partial = reading.partial as PartialRequest
  if (requirements === 'mismo') deriveAbsent(operation, partial)
  const request = partial.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  // A document of another kind has one error, its root. The rules would add a dozen that mislead.
  const isAnother = reading.issues.some(({ rule }) => rule === 'root')
  const errors = [
    ...reading.issues.map((issue) =>
      validationErrorOf(hinted(issue, partial, reading.dialect), operation, reading.dialect),
    ),
    ...(isAnother ? [] : checkRules(ruleInput(operation, requirements, reading, partial))),
  ]
  const version = partial.MISMOVersionID ?? DEFAULT_VERSION
  const versions = { group: version, request: request?.MISMOVersionID ?? version }
  const notes = [
    ...reading.unknown.map((path) => unknownNote(path, reading.meant.get(path))),
    ...versionNotes(versions),
    ...formNotes(partial),
    ...modelNotes(operation, request?.CREDIT_REQUEST_DATA),
  ]
  return {
    dialect: reading.dialect,
    sent: redact(text, root, NEVER_STORED, cardKept),
    partial: reading.partial,
    echo: request?.CREDIT_REQUEST_DATA,
    versions,
    errors,
    notes: [...notes, ...reading.recorded.map((path) => `${path} is recorded and not used`)],
    order:
      errors.length === 0 && reading.value !== undefined
        ? checkedOrder(operation, reading.value, notes)
        : undefined,
  }
}

/**
 * A missing party is forgiven only where a submitting party is named: a response needs an
 * addressee.
 */
function hinted(
  issue: Issue,
  { SUBMITTING_PARTY: parties = [] }: PartialRequest,
  dialect: Dialect,
): Issue {
  const isParty = issue.path === tablePath(REQUESTING_PARTY, dialect)
  return isParty && parties.length === 0 ? { ...issue, forgiven: false } : issue
}

function ruleInput(
  operation: Operation,
  requirements: Requirements,
  { dialect, issues }: Pick<Reading<never>, 'dialect' | 'issues'>,
  partial: PartialRequest,
): RuleInput {
  const request = partial.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  return {
    operation,
    requirements,
    dialect,
    requestingParty: partial.REQUESTING_PARTY,
    submittingParty: partial.SUBMITTING_PARTY?.[0],
    requestData: request?.CREDIT_REQUEST_DATA,
    borrowers: request?.LOAN_APPLICATION?.BORROWER ?? [],
    moreBorrowers: issues.some((issue) => namesMoreBorrowers(issue, dialect)),
  }
}

function unknownNote(path: string, meant: string | undefined): string {
  const question = meant === undefined ? '' : `; did you mean ${meant}?`
  return `${path} is unknown and ignored${question}`
}

/**
 * The error that an order with these validation errors is rejected with: the code of the most
 * important one, and a text for each.
 */
export function rejectionOf(errors: readonly ValidationError[]): OrderError {
  return new OrderError(
    foremost(errors.map((error) => error.reason)),
    errors.map(({ path, expected }) => `${path} ${expected}`),
  )
}

function checkedOrder(
  operation: Operation,
  document: RequestDocument,
  notes: readonly string[],
): Order | undefined {
  const data = document.REQUEST.REQUEST_DATA.CREDIT_REQUEST.CREDIT_REQUEST_DATA
  const selected = selectProduct(operation.name, data)
  return 'product' in selected ? orderOf(operation, selected.product, document, notes) : undefined
}

/** Whether more borrowers were sent than an order can have: nothing is wrong with any of them. */
function namesMoreBorrowers({ rule, path }: Issue, dialect: Dialect): boolean {
  return rule === 'too many' && path === tablePath(BORROWER, dialect)
}

function validationErrorOf(found: Issue, operation: Operation, dialect: Dialect): ValidationError {
  const ofBorrower =
    found.path.startsWith(tablePath(LOAN_APPLICATION, dialect)) &&
    !namesMoreBorrowers(found, dialect)
  const reason = ofBorrower ? 'invalidBorrower' : 'invalidDocument'
  const possible = found.rule === 'value' ? possibleValues(found.path, operation) : undefined
  const issue = possible === undefined ? found : { ...found, expected: possible }
  const { path } = issue
  return { reason, path, rule: issue.rule, expected: sentence(issue).slice(path.length + 1) }
}

/** What a field of the selection can be on this path, which is less than the standard lists. */
function possibleValues(path: string, { name, actions }: Operation): string | undefined {
  if (path.endsWith('CreditReportRequestActionType')) return actionsExpected(actions)
  if (path.endsWith('CreditReportType')) return typesExpected(name)
  return undefined
}

function versionNotes(versions: Versions): string[] {
  return KNOWN_VERSIONS.has(versions.group) && KNOWN_VERSIONS.has(versions.request)
    ? []
    : ['the version is not a known MISMO 2.x version']
}

/** What of the requested score models has no effect. */
function modelNotes(operation: Operation, data: PartialRequestData | undefined): string[] {
  const wanted = requestedModels(data?.CREDIT_SCORE_MODEL_NAME ?? [])
  if (data === undefined || wanted === undefined) return []
  const selected = selectProduct(operation.name, data)
  const hasScores = 'product' in selected && PRODUCTS[selected.product].scores
  return scoreNotes(wanted, bureausAsked(data.CREDIT_REPOSITORY_INCLUDED ?? {}), hasScores)
}

function formNotes({
  REQUESTING_PARTY: requesting,
  SUBMITTING_PARTY: submitting = [],
}: PartialRequest): string[] {
  const wishes = [requesting, ...submitting].flatMap((party) => party?.PREFERRED_RESPONSE ?? [])
  return wishes.some(isForeignForm)
    ? ['PREFERRED_RESPONSE names an unsupported format of the printed report']
    : []
}

// What `requirements: mismo` lets an order omit, because the rest of the order says it.

/**
 * As much of a request document as is read here; each level may be missing in a partial document.
 */
interface Absent {
  readonly REQUEST?: {
    readonly REQUEST_DATA?: {
      readonly CREDIT_REQUEST?: {
        readonly CREDIT_REQUEST_DATA?: RequestData
        readonly LOAN_APPLICATION?: { readonly BORROWER?: readonly Identified[] }
      }
    }
  }
}

interface Identified {
  BorrowerID?: string | undefined
}

interface RequestData extends Identified {
  CreditReportType?: string | undefined
  CreditReportTypeOtherDescription?: string | undefined
}

/**
 * The identifier of an only borrower for whom the order has none. Responses refer to the borrower
 * by it, so it cannot be empty.
 */
const ONLY_BORROWER_ID = 'B1'

/**
 * Sets what is absent from a document just read, where it can only be one thing. It changes the
 * document in place, before the rules run, so that they see what is meant and not what was sent.
 */
function deriveAbsent(operation: Operation, document: Absent): void {
  const request = document.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  const data = request?.CREDIT_REQUEST_DATA
  if (data === undefined) return
  deriveBorrowerId(data, request?.LOAN_APPLICATION?.BORROWER ?? [])
  const only = productOfPath(operation.name)
  data.CreditReportType ??= only.type
  if (data.CreditReportType === only.type && only.typeOther !== '') {
    data.CreditReportTypeOtherDescription ??= only.typeOther
  }
}

// With two borrowers it would be a guess which identifier is whose; a rule asks for both then.
function deriveBorrowerId(data: RequestData, borrowers: readonly Identified[]): void {
  const [borrower] = borrowers
  if (borrower === undefined || borrowers.length > 1) return
  borrower.BorrowerID ??= data.BorrowerID?.trim() || ONLY_BORROWER_ID
  data.BorrowerID ??= borrower.BorrowerID
}
