/**
 * Parses the bytes of a request into an order, or into the list of all its errors. It reads nothing
 * but the request and its time: whether the account may place the order is checked later.
 */
import { type Issue, issueSentence } from '../../documents/codec/issue.ts'
import {
  type DocumentFormat,
  decodeAs,
  formatOf,
  parseAs,
} from '../../documents/codec/parse-document.ts'
import { tablePath } from '../../documents/codec/paths.ts'
import {
  type PartialValue,
  type Reading,
  type RecordedField,
  read,
} from '../../documents/codec/read.ts'
import type { Requirements } from '../../documents/codec/requirements.ts'
import type { Dialect } from '../../documents/dialects.ts'
import { neverStoredNames, redact } from '../../documents/privacy/redact.ts'
import type { RequestDataEcho } from '../../documents/tables/error-response.ts'
import type {
  PartialRequest,
  PartialRequestData,
  RequestDocument,
} from '../../documents/tables/request.ts'
import { highestPrecedence, OrderError } from '../../errors.ts'
import { OPERATIONS, type Operation } from './operation.ts'
import { bureausAsked, type Order, orderOf } from './order.ts'
import { isUnsupportedForm } from './preferred-form.ts'
import { PRODUCTS, productOfPath, selectProduct, typesExpected } from './products.ts'
import {
  actionsExpected,
  BORROWER,
  checkRules,
  LOAN_APPLICATION,
  REQUESTING_PARTY,
  type RuleInput,
  type ValidationError,
} from './rules.ts'
import { requestedModels, scoreNotes } from './wanted-scores.ts'

/**
 * The brands of payment cards, by the first digits of the number. Of a card, only the brand and the
 * last four digits are stored, never the number or the security code (PCI DSS 3.3).
 */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^(?:5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^6(?:011|5)/, 'Discover'],
]

/**
 * Returns the brand and the last four digits of a card number, or an empty text if the field has no
 * card number. A shorter value is the client's own account number, which may be anything, so none
 * of it is stored.
 */
function maskedCard(accountIdentifier: string, name: string): string {
  if (name !== 'accountidentifier') return ''
  const digits = accountIdentifier.replaceAll(/\D/g, '')
  if (digits.length < 12) return ''
  const brand = BRANDS.find(([prefix]) => prefix.test(digits))?.[1] ?? 'Card'
  return `${brand} ending ${digits.slice(-4)}`
}

/** A parsed request document, valid or not. */
export interface ParsedRequest {
  readonly dialect: Dialect
  /**
   * The document as sent, without card number and security code. This is the text that is stored.
   */
  readonly sent: string
  /**
   * The fields that could be read, including the card number as sent. The value lives only as long
   * as the request and is never stored.
   */
  readonly partial: PartialValue
  /**
   * The part that an error document repeats. Undefined if the document has no readable
   * `CREDIT_REQUEST_DATA`.
   */
  readonly echo: RequestDataEcho | undefined
  /** The versions of the response: of the group and of the credit request. */
  readonly versions: Versions
  /** All validation errors of the document, in the order of its fields; empty for a valid order. */
  readonly errors: readonly ValidationError[]
  /** Remarks such as ignored names, without values. */
  readonly notes: readonly string[]
  /** Undefined if `errors` has an entry. */
  readonly order: Order | undefined
}

/**
 * `MISMOVersionID` as requested, in both places where it occurs (interface section 9). Responses
 * repeat it.
 */
export interface Versions {
  /** The version of `REQUEST_GROUP`; `DEFAULT_VERSION` if the request states none. */
  readonly group: string
  /** The version of `CREDIT_REQUEST`; that of the group if absent. */
  readonly request: string
}

/** The version of the response if the request states none. */
export const DEFAULT_VERSION = '2.3.1'

/**
 * The known versions. Any other version is noted and not rejected, because the interface states no
 * accepted values (section 9).
 */
const KNOWN_VERSIONS = new Set(['2.1', '2.1.1', '2.2', '2.3', '2.3.1', '2.4', '2.4.1', '2.6'])

/**
 * The fields that are never stored. Payment has the same fields in each operation, so the names
 * from one table serve all operations.
 */
const NEVER_STORED = neverStoredNames(OPERATIONS.mortgage_only.request)

/**
 * Reads and checks a request. Rejects with `UnreadableDocument` if the bytes are not a document. If
 * the caller does not state the format, the first character decides.
 */
export async function parseRequest(
  operation: Operation,
  bytes: Uint8Array,
  charset: string | undefined,
  requirements: Requirements,
  receivedAt: Date,
  format: DocumentFormat = formatOf(bytes),
): Promise<ParsedRequest> {
  const text = decodeAs(format, bytes, charset)
  const root = await parseAs(format, text, undefined, requirements)
  const reading = read(operation.request, root, requirements)
  const partial = reading.partial as PartialRequest
  const request = partial.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  if (requirements === 'mismo') fillInAbsent(operation, request)
  // A document of another kind has one error, its root. The rules would add a dozen misleading
  // ones.
  const isOtherDocument = reading.issues.some(({ rule }) => rule === 'root')
  const input = { ...ruleInput(operation, requirements, reading, partial), receivedAt }
  const errors = [
    ...reading.issues.map((issue) =>
      validationErrorOf(
        withRequiredParty(issue, partial, reading.dialect),
        operation,
        reading.dialect,
      ),
    ),
    ...(isOtherDocument ? [] : checkRules(input)),
  ]
  const version = partial.MISMOVersionID ?? DEFAULT_VERSION
  const versions = { group: version, request: request?.MISMOVersionID ?? version }
  const notes = [
    ...reading.unknown.map((path) => unknownNote(path, reading.suggestions.get(path))),
    ...versionNotes(versions),
    ...formNotes(partial),
    ...modelNotes(operation, request?.CREDIT_REQUEST_DATA),
  ]
  return {
    dialect: reading.dialect,
    sent: redact(text, root, NEVER_STORED, maskedCard),
    partial: reading.partial,
    echo: request?.CREDIT_REQUEST_DATA,
    versions,
    errors,
    notes: [...notes, ...reading.recorded.map(recordedNote)],
    order:
      errors.length === 0 && reading.value !== undefined
        ? checkedOrder(operation, reading.value, notes)
        : undefined,
  }
}

/** Says that a field is not used, and whether it is stored. */
function recordedNote({ path, isStored }: RecordedField): string {
  return `${path} is ${isStored ? 'recorded' : 'never stored as sent'} and not used`
}

/**
 * Forgives a missing requesting party only if the request names a submitting party, because a
 * response needs an addressee.
 */
function withRequiredParty(
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
): Omit<RuleInput, 'receivedAt'> {
  const request = partial.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  return {
    operation,
    requirements,
    dialect,
    requestingParty: partial.REQUESTING_PARTY,
    submittingParty: partial.SUBMITTING_PARTY?.[0],
    requestData: request?.CREDIT_REQUEST_DATA,
    borrowers: request?.LOAN_APPLICATION?.BORROWER ?? [],
    hasTooManyBorrowers: issues.some((issue) => isTooManyBorrowers(issue, dialect)),
  }
}

function unknownNote(path: string, suggestion: string | undefined): string {
  const question = suggestion === undefined ? '' : `; did you mean ${suggestion}?`
  return `${path} is unknown and ignored${question}`
}

/**
 * Returns the error that rejects an order with these validation errors: the code of the most
 * important one, and a text for each.
 */
export function invalidOrder(errors: readonly ValidationError[]): OrderError {
  return new OrderError(
    highestPrecedence(errors.map((error) => error.reason)),
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

/**
 * Whether the issue is that the request has more borrowers than an order can have. Such an issue
 * does not concern any single borrower.
 */
function isTooManyBorrowers({ rule, path }: Issue, dialect: Dialect): boolean {
  return rule === 'too many' && path === tablePath(BORROWER, dialect)
}

function validationErrorOf(found: Issue, operation: Operation, dialect: Dialect): ValidationError {
  const ofBorrower =
    found.path.startsWith(tablePath(LOAN_APPLICATION, dialect)) &&
    !isTooManyBorrowers(found, dialect)
  const reason = ofBorrower ? 'invalidBorrower' : 'invalidDocument'
  const possible = found.rule === 'value' ? possibleValues(found.path, operation) : undefined
  const issue = possible === undefined ? found : { ...found, expected: possible }
  const { path } = issue
  return { reason, path, rule: issue.rule, expected: issueSentence(issue).slice(path.length + 1) }
}

/**
 * The values that a field of the product selection can have on this path, which are fewer than the
 * standard lists.
 */
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

/** Returns notes about requested score models that have no effect. */
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
  const preferences = [requesting, ...submitting].flatMap(
    (party) => party?.PREFERRED_RESPONSE ?? [],
  )
  return preferences.some(isUnsupportedForm)
    ? ['PREFERRED_RESPONSE names an unsupported format of the printed report']
    : []
}

// The fields that an order may omit with `requirements: mismo`, because the rest of the order
// determines them.

/** The parts of a credit request that are filled in. Each of them may be missing. */
interface Incomplete {
  readonly CREDIT_REQUEST_DATA?: RequestData
  readonly LOAN_APPLICATION?: { readonly BORROWER?: readonly Identified[] }
}

interface Identified {
  BorrowerID?: string | undefined
}

interface RequestData extends Identified {
  CreditReportType?: string | undefined
  CreditReportTypeOtherDescription?: string | undefined
}

/**
 * The identifier of a single borrower if the order gives none. It cannot be empty, because
 * responses refer to the borrower by it.
 */
const ONLY_BORROWER_ID = 'B1'

/**
 * Fills in absent fields that can have only one value. Changes the document in place, before the
 * rules run, so that the rules see the intended values and not the sent ones.
 */
function fillInAbsent(operation: Operation, request: Incomplete | undefined): void {
  const data = request?.CREDIT_REQUEST_DATA
  if (data === undefined) return
  fillInBorrowerId(data, request?.LOAN_APPLICATION?.BORROWER ?? [])
  const only = productOfPath(operation.name)
  data.CreditReportType ??= only.type
  if (data.CreditReportType === only.type && only.typeOther !== '') {
    data.CreditReportTypeOtherDescription ??= only.typeOther
  }
}

// With two borrowers, the assignment of identifiers would be a guess; a rule then requires both.
function fillInBorrowerId(data: RequestData, borrowers: readonly Identified[]): void {
  const [borrower] = borrowers
  if (borrower === undefined || borrowers.length > 1) return
  borrower.BorrowerID ??= data.BorrowerID ?? ONLY_BORROWER_ID
  data.BorrowerID ??= borrower.BorrowerID
}
