/**
 * The rules of an order beyond the fields of its document. Each rule is a function from the parsed
 * fields to errors. Rules run on partial documents too, so that one response lists all errors.
 */
import { REQUESTABLE_MODEL_NAMES, scoreModelByName } from '../../bureaus/score-models.ts'
import { childPath, fieldPath, tablePath } from '../../documents/codec/paths.ts'
import type { Requirements } from '../../documents/codec/requirements.ts'
import { type Dialect, dialectWord, wireName } from '../../documents/dialects.ts'
import { isInLatinLetters } from '../../documents/names.ts'
import type { PartialBorrower, PartialRequestData } from '../../documents/tables/request.ts'
import type { Reason } from '../../errors.ts'
import { HOUR_MS } from '../../time.ts'
import type { Operation } from './operation.ts'
import { bureausAsked } from './order.ts'
import { type Action, selectProduct } from './products.ts'

/**
 * A validation error and the reason of its error response. It names path and rule, never the value:
 * errors are logged and shown, and values are personal data.
 */
export interface ValidationError {
  /**
   * The row of the error table. An order with several errors gets the code of the most important
   * one.
   */
  readonly reason: Reason
  /** The path in the dialect of the request, so that the client finds it in its own document. */
  readonly path: string
  /** The check that failed: a rule of the document's table, or `rule` for one of this module. */
  readonly rule: string
  /** The end of a sentence that begins with the path. */
  readonly expected: string
}

/** The input of the rules, as far as the document could be parsed. */
export interface RuleInput {
  readonly operation: Operation
  readonly requirements: Requirements
  readonly dialect: Dialect
  /** The rules check only whether the party is present; the same for the submitting party. */
  readonly requestingParty: unknown
  readonly submittingParty: unknown
  readonly requestData: PartialRequestData | undefined
  /** The borrowers that could be read, in the order of the document. */
  readonly borrowers: readonly PartialBorrower[]
  /** When the order was received. */
  readonly receivedAt: Date
  /** Whether the document has more borrowers than an order can have, which is a separate error. */
  readonly hasTooManyBorrowers: boolean
}

const CREDIT_REQUEST = ['REQUEST_GROUP', 'REQUEST', 'REQUEST_DATA', 'CREDIT_REQUEST']
const REQUEST_DATA = [...CREDIT_REQUEST, 'CREDIT_REQUEST_DATA']
/** The path of the ordering party, as element names starting at the root. */
export const REQUESTING_PARTY = ['REQUEST_GROUP', 'REQUESTING_PARTY']
/** The path of the loan application. Errors below it have the reason `invalidBorrower`. */
export const LOAN_APPLICATION = [...CREDIT_REQUEST, 'LOAN_APPLICATION']
/** The path of a borrower, without its position. */
export const BORROWER = [...LOAN_APPLICATION, 'BORROWER']

type Rule = (order: RuleInput) => readonly ValidationError[]

/** Checks every rule. Returns the errors in the order of the rules. */
export function checkRules(order: RuleInput): readonly ValidationError[] {
  return RULES.flatMap((rule) => rule(order))
}

/** With `requirements: interface`, the table of the document already requires the party. */
const partyIsNamed: Rule = ({ requirements, dialect, requestingParty, submittingParty }) =>
  requirements === 'mismo' && requestingParty === undefined && submittingParty === undefined
    ? [ruleError(tablePath(REQUESTING_PARTY, dialect), 'is required if SUBMITTING_PARTY is absent')]
    : []

const bureauIsRequested: Rule = ({ requirements, dialect, requestData }) => {
  const indicators = requestData?.CREDIT_REPOSITORY_INCLUDED
  if (indicators === undefined) return []
  // A missing indicator is already an error of its field, or means no. Three indicators of N are none.
  const isComplete = requirements === 'mismo' || Object.keys(indicators).length === 3
  if (!isComplete) return []
  if (bureausAsked(indicators).length > 0) return []
  const path = tablePath([...REQUEST_DATA, 'CREDIT_REPOSITORY_INCLUDED'], dialect)
  return [ruleError(path, 'must request at least one bureau')]
}

const actionIsAllowed: Rule = ({ operation, dialect, requestData }) => {
  const action = requestData?.CreditReportRequestActionType
  if (action === undefined) return []
  if (operation.actions.includes(action)) return []
  const path = fieldOf('CreditReportRequestActionType', dialect)
  return [ruleError(path, actionsExpected(operation.actions))]
}

/** Returns the allowed actions of a path, as the end of a sentence. */
export function actionsExpected(actions: readonly Action[]): string {
  return `must be ${actions.join(', ').replace(/, (?=[^,]*$)/, ' or ')} for this path`
}

const productIsSelected: Rule = ({ operation, dialect, requestData }) => {
  if (requestData === undefined) return []
  const selected = selectProduct(operation.name, requestData)
  if ('product' in selected) return []
  return selected.errors
    .filter(({ field }) => field !== 'CreditReportType' || requestData[field] !== undefined)
    .map(({ field, expected }) => ruleError(fieldOf(field, dialect), expected))
}

/**
 * The error repeats the name of the model, without which it would be unclear, if it reads like the
 * name of a model.
 */
const scoreModelsAreOffered: Rule = ({ dialect, requestData }) => {
  const names = requestData?.CREDIT_SCORE_MODEL_NAME ?? []
  return names.flatMap(({ _Type: sent, _TypeOtherDescription: description }, index) => {
    // An element without content requests nothing.
    if (sent === undefined && description === undefined) return []
    const type = sent ?? 'Other'
    if (scoreModelByName(type, description) !== undefined) return []
    const field = wireName(type === 'Other' ? '_TypeOtherDescription' : '_Type', dialect)
    const position = { index, count: names.length }
    const data = tablePath(REQUEST_DATA, dialect)
    const model = childPath(data, 'CREDIT_SCORE_MODEL_NAME', dialect, position, true)
    const path = fieldPath(model, field, dialect)
    const offered = REQUESTABLE_MODEL_NAMES.map((name) => dialectWord(name, dialect)).join(', ')
    return [ruleError(path, `${modelError(type, description, dialect)}; request ${offered}`)]
  })
}

/** A short name with a word of the names of score models, and no long number. */
const MODEL_NAME =
  /^(?=.*(?:score|fico|vantage|beacon|fair ?isaac|empirica|risk|classic))(?!.*\d{3}[\W_]?\d{2})[\w .-]{1,60}$/i

/** Returns what is wrong with the name of a score model, as the end of a sentence. */
function modelError(type: string, description: string | undefined, dialect: Dialect): string {
  if (type === 'Other' && description === undefined) return 'is required if the type is Other'
  const sent = dialectWord(type === 'Other' ? (description ?? '') : type, dialect)
  const named = MODEL_NAME.test(sent) ? `${sent}, which` : 'a model that'
  return `names ${named} is not offered`
}

const borrowerCountMatchesType: Rule = ({ dialect, requestData, borrowers }) => {
  const type = requestData?.CreditRequestType
  if (type === undefined || borrowers.length === 0) return []
  if (borrowers.length === (type === 'Joint' ? 2 : 1)) return []
  const expected = 'must be Individual for one BORROWER and Joint for two'
  return [ruleError(fieldOf('CreditRequestType', dialect), expected)]
}

/** Only an order with a single borrower may omit the identifiers (`requirements: mismo`). */
const jointBorrowersHaveIds: Rule = ({ dialect, requestData, borrowers }) => {
  if (borrowers.length < 2 || requestData === undefined) return []
  const paths = [
    ...(requestData.BorrowerID === undefined ? [fieldOf('BorrowerID', dialect)] : []),
    ...borrowers.flatMap(({ BorrowerID: id }, index) =>
      id === undefined ? [borrowerField('BorrowerID', borrowers, index, dialect)] : [],
    ),
  ]
  return paths.map((each) => ruleError(each, 'is required if there are two borrowers'))
}

const borrowerIdsMatch: Rule = ({ dialect, requestData, borrowers, hasTooManyBorrowers }) => {
  const ids = borrowers.map((borrower) => borrower.BorrowerID)
  if (requestData?.BorrowerID === undefined || hasTooManyBorrowers) return []
  if (ids.length === 0 || ids.includes(undefined)) return []
  const spaced = ids.findIndex((id) => id !== undefined && /\s/.test(id))
  if (spaced >= 0) {
    const path = borrowerField('BorrowerID', borrowers, spaced, dialect)
    return [ruleError(path, 'must not contain spaces, which separate the borrowers of an order')]
  }
  if (new Set(ids).size < ids.length) {
    const path = borrowerField('BorrowerID', borrowers, 1, dialect)
    return [ruleError(path, 'must differ from the BorrowerID of the other borrower')]
  }
  // Joint orders list both identifiers in one attribute, as MISMO's IDREFS do.
  const listed = requestData.BorrowerID.split(/\s+/)
  const match =
    listed.length === ids.length && ids.every((id) => id !== undefined && listed.includes(id))
  const expected = 'must list the BorrowerID of each BORROWER once, separated by spaces'
  return match ? [] : [ruleError(fieldOf('BorrowerID', dialect), expected)]
}

/**
 * Two borrowers with the same number are one person sent twice, or a mistake: the second borrower
 * would get the file of the first.
 */
const socialSecurityNumbersDiffer: Rule = ({ dialect, borrowers }) => {
  const numbers = borrowers.map((borrower) => borrower._SSN?.replaceAll('-', ''))
  if (numbers.length < 2 || numbers.includes(undefined)) return []
  if (new Set(numbers).size === numbers.length) return []
  const path = borrowerField('_SSN', borrowers, 1, dialect)
  return [ruleError(path, 'must differ from the SSN of the other borrower', 'invalidBorrower')]
}

type Contents = readonly (readonly [
  field: string,
  isAccepted: (value: string) => boolean,
  expected: string,
])[]

/** Bureaus store Latin letters, and the printed report cannot show every other script. */
const LATIN = 'must be in Latin letters'
const nameIsLatin = (field: string) =>
  [field, isInLatinLetters, `${LATIN}, as on the borrower’s identity document`] as const

const contains = (needed: RegExp) => (value: string) => needed.test(value)
const HAS_LETTER = contains(/\p{L}/u)

/**
 * What names and addresses must contain. Systems send a dot or a hyphen for a name that they do not
 * have. For a first name, that is accepted: some people have only one name. No file can have such a
 * family name or address, so bureaus would be asked in vain, and their files would be those of another
 * person.
 */
const NAMES_CONTAIN: Contents = [
  ...['_FirstName', '_MiddleName', '_LastName', '_NameSuffix'].map(nameIsLatin),
  [
    '_FirstName',
    contains(/\p{L}|^[.\p{Pd}]+$/u),
    'must have a letter, or be a dot if there is none',
  ],
  ['_LastName', HAS_LETTER, 'must have a letter'],
]
const ADDRESSES_CONTAIN: Contents = [
  ['_StreetAddress', isInLatinLetters, LATIN],
  ['_StreetAddress', contains(/[\p{L}\p{N}]/u), 'must have a letter or a digit'],
  ['_City', isInLatinLetters, LATIN],
  ['_City', HAS_LETTER, 'must have a letter'],
]

const namesAndAddressesHaveContent: Rule = ({ dialect, borrowers }) =>
  borrowers.flatMap((borrower, index) => {
    const own = borrowerPath(borrowers, index, dialect)
    const { _RESIDENCE: residences = [] } = borrower
    const placeOf = (position: number) => {
      const at = { index: position, count: residences.length }
      return childPath(own, '_RESIDENCE', dialect, at, true)
    }
    return [
      ...contentErrors(borrower, NAMES_CONTAIN, own, dialect),
      ...residences.flatMap((residence, position) =>
        contentErrors(residence, ADDRESSES_CONTAIN, placeOf(position), dialect),
      ),
    ]
  })

function contentErrors(
  values: Readonly<Record<string, unknown>>,
  contents: Contents,
  path: string,
  dialect: Dialect,
): ValidationError[] {
  return contents.flatMap(([field, isAccepted, expected]) => {
    const value = values[field]
    if (typeof value !== 'string' || isAccepted(value)) return []
    const place = fieldPath(path, wireName(field, dialect), dialect)
    return [ruleError(place, expected, 'invalidBorrower')]
  })
}

/** How far the earliest time zone is ahead of UTC: there, it can be the next day already. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS

/** A year, month or day is compared with the present one, for dates of any precision. */
const birthDatesAreNotInTheFuture: Rule = ({ dialect, borrowers, receivedAt }) => {
  const today = new Date(receivedAt.getTime() + EARLIEST_ZONE_MS).toISOString()
  return borrowers.flatMap(({ _BirthDate: date = '' }, index) => {
    if (date <= today.slice(0, date.length)) return []
    const path = borrowerField('_BirthDate', borrowers, index, dialect)
    return [ruleError(path, 'must not be in the future', 'invalidBorrower')]
  })
}

const borrowersHaveOneCurrentResidence: Rule = ({ dialect, borrowers }) =>
  borrowers.flatMap(({ _RESIDENCE: residences }, index) => {
    const types = residences?.map((residence) => residence.BorrowerResidencyType) ?? []
    if (types.length === 0 || types.includes(undefined)) return []
    const currentCount = types.filter((type) => type === 'Current').length
    if (currentCount === 1) return []
    const path = childPath(borrowerPath(borrowers, index, dialect), '_RESIDENCE', dialect)
    const expected =
      currentCount === 0
        ? 'must contain a residence with BorrowerResidencyType Current'
        : `must contain only one residence with BorrowerResidencyType Current, not ${currentCount}; send the others as Prior`
    return [ruleError(path, expected, 'invalidBorrower')]
  })

const RULES: readonly Rule[] = [
  partyIsNamed,
  bureauIsRequested,
  actionIsAllowed,
  productIsSelected,
  scoreModelsAreOffered,
  borrowerCountMatchesType,
  jointBorrowersHaveIds,
  borrowerIdsMatch,
  socialSecurityNumbersDiffer,
  namesAndAddressesHaveContent,
  birthDatesAreNotInTheFuture,
  borrowersHaveOneCurrentResidence,
]

function ruleError(
  path: string,
  expected: string,
  reason: Reason = 'invalidDocument',
): ValidationError {
  return { reason, path, rule: 'rule', expected }
}

/** Returns the path of a field of the credit request data. */
function fieldOf(field: string, dialect: Dialect): string {
  return tablePath(REQUEST_DATA, dialect, field)
}

function borrowerPath(
  { length: count }: readonly unknown[],
  index: number,
  dialect: Dialect,
): string {
  return childPath(
    tablePath(LOAN_APPLICATION, dialect),
    'BORROWER',
    dialect,
    { index, count },
    true,
  )
}

function borrowerField(
  field: string,
  borrowers: readonly unknown[],
  index: number,
  dialect: Dialect,
): string {
  return fieldPath(borrowerPath(borrowers, index, dialect), wireName(field, dialect), dialect)
}
