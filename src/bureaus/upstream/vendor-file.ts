/** Extracts one bureau's file from a vendor's report. */
import { isSameFamilyName } from '../../documents/names.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { AlertValue, FileBorrowerValue } from '../../documents/tables/response.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import { nonEmpty, truncated } from '../../documents/wording.ts'
import type { CreditFile, FileRequest, FileStatus, Subject } from '../bureau.ts'
import { BUREAU_OFFICES } from '../offices.ts'
import { MAY_HAVE_ASKED } from '../pull-failure.ts'
import { isSamePerson } from '../same-person.ts'
import { NO_FILE_CATEGORY, NO_FILE_REASONS, withoutFile } from '../without-file.ts'
import type {
  UpstreamEmployer,
  UpstreamFile,
  UpstreamPerson,
  UpstreamResponse,
} from './answer-document.ts'
import { rejectedFile, statusIn, textsAbout, textsFor } from './no-file.ts'
import { remarkOf } from './vendor-account.ts'
import type { UpstreamAnswered, UpstreamReport } from './vendor-answer.ts'
import { readableNumber } from './vendor-identity.ts'
import { itemsOf } from './vendor-items.ts'
import { messagesWith, omissionRemark } from './vendor-messages.ts'
import { scoresOf } from './vendor-score.ts'
import { isKnown } from './vendor-status.ts'

/** The parts of a request that decide what is taken from its response. */
type Wanted = Pick<FileRequest, 'subject' | 'scoreWanted' | 'scoreFamilies'>

/** Returns the file of a bureau in a response, or a file with the reason for none. */
export function vendorFile(
  answer: UpstreamAnswered,
  bureau: BureauName,
  wanted: Wanted,
): CreditFile {
  if (answer.kind === 'error') return rejectedFile(answer, bureau)
  const { response, evidence } = answer
  const files = (response.CREDIT_FILE ?? []).filter(
    (one) => one.CreditRepositorySourceType === bureau,
  )
  const returned = files.filter((one) => statusOf(one, bureau, response) === 'FileReturned')
  const [missing] = files
  if (returned.length > 0) return returnedFile(answer, bureau, returned, wanted)
  // Some vendors return only the scores and items of a bureau, without a `CREDIT_FILE`, or with one
  // that says nothing.
  const isSilent = files.every((one) => saysNothing(one, bureau, response))
  if (isSilent && hasContentOf(answer, bureau)) return returnedFile(answer, bureau, files, wanted)
  if (missing === undefined) return unmentionedFile(answer, bureau)
  const status = statusOf(missing, bureau, response)
  const reason = reasonFor(missing, bureau, response) || NO_FILE_REASONS[status]
  const { alerts, comments } = messagesWith(files, answer, bureau)
  return {
    ...withoutFile(bureau, status, reason),
    // A frozen file can have a fraud alert with it.
    alerts: alerts.filter((alert) => !isAboutMissing(alert)),
    comments: [...comments, ...itemsWithoutFile(answer, bureau)],
    evidence,
  }
}

/** Returns a remark about the items that a response assigns to a bureau without a file. */
function itemsWithoutFile(answer: UpstreamReport, bureau: BureauName): readonly Comment[] {
  const { accounts, publicRecords, inquiries } = itemsOf(answer, bureau)
  const count = accounts.length + publicRecords.length + inquiries.length
  return count === 0 ? [] : [omissionRemark('belong to a bureau without a file', count)]
}

/** Reports whether an alert only says that the file is missing, which the report says anyway. */
function isAboutMissing({ _CategoryType, _CategoryTypeOtherDescription: other }: AlertValue) {
  return _CategoryType === 'CreditFileSuppressed' || other === NO_FILE_CATEGORY
}

/** Reports whether a file states neither a status, nor a person, nor an error. */
function saysNothing(file: UpstreamFile, bureau: BureauName, response: UpstreamResponse): boolean {
  return (
    file._ResultStatusType === undefined &&
    !isKnown(file._BORROWER) &&
    reasonFor(file, bureau, response) === ''
  )
}

/**
 * Returns the file of a bureau that returned one. The response can have several parts of it, because
 * a bureau can have several files about a person, or none.
 */
function returnedFile(
  answer: UpstreamReport,
  bureau: BureauName,
  parts: readonly UpstreamFile[],
  wanted: Wanted,
): CreditFile {
  const { evidence } = answer
  const [first] = parts
  const { alerts, comments } = messagesWith(parts, answer, bureau)
  return {
    bureau,
    status: 'FileReturned',
    inFileDate: first?._InfileDate,
    person: personOnAll(parts, answer, wanted.subject),
    owningBureau: first?._OWNING_BUREAU ?? BUREAU_OFFICES[bureau],
    alerts,
    variations: [
      ...new Set(parts.flatMap((part) => part._VARIATION?.map(({ _Type }) => _Type) ?? [])),
    ],
    comments: [...comments, ...errorRemarks(parts, answer, bureau)],
    ...itemsOf(answer, bureau),
    ...scoresOf(answer, bureau, wanted),
    evidence,
  }
}

/**
 * Returns the errors that a vendor reports although it returns the file, and other files of the
 * bureau that it does not return, as remarks.
 */
function errorRemarks(
  parts: readonly UpstreamFile[],
  { response }: UpstreamReport,
  bureau: BureauName,
): readonly Comment[] {
  const missing = (response.CREDIT_FILE ?? []).filter(
    (one) => one.CreditRepositorySourceType === bureau && !parts.includes(one),
  )
  const texts = [
    ...[...parts, ...missing].flatMap((one) => textsFor(one.CREDIT_ERROR_MESSAGE ?? [], bureau)),
    ...textsFor(response.CREDIT_ERROR_MESSAGE ?? [], bureau),
    ...missing.map((one) => `Another file: ${NO_FILE_REASONS[statusOf(one, bureau, response)]}`),
  ]
  return [...new Set(texts)].map(remarkOf)
}

/**
 * Returns the status of a file. A vendor may omit it if the file has content, or if an error gives
 * the reason.
 */
function statusOf(file: UpstreamFile, bureau: BureauName, response: UpstreamResponse): FileStatus {
  const stated = file._ResultStatusType
  const known = isKnown(file._BORROWER)
  const reason = reasonFor(file, bureau, response)
  // Some vendors report every reason as an error, and state in words that the file is frozen.
  if (stated === 'NoFileReturnedError') return statusIn(reason) ?? stated
  if (stated !== undefined && stated !== 'FileReturned' && stated !== 'Other') return stated
  if (reason !== '' && !known) return statusIn(reason) ?? 'NoFileReturnedError'
  if (stated === 'Other') return known ? 'FileReturned' : 'Other'
  return known || stated === 'FileReturned' ? 'FileReturned' : 'NoFileReturnedError'
}

/**
 * Returns the reason why a file is missing: its own errors or, unless it is stated to be returned,
 * those of the response that name the bureau.
 */
function reasonFor(
  { CREDIT_ERROR_MESSAGE: own = [], _ResultStatusType: stated }: UpstreamFile,
  bureau: BureauName,
  { CREDIT_ERROR_MESSAGE: ofAll = [] }: UpstreamResponse,
): string {
  const texts = textsFor(own, bureau)
  if (texts.length > 0 || stated === 'FileReturned') return texts.join(' ')
  return textsAbout(ofAll, bureau).join(' ')
}

/** Reports whether a response has scores of a bureau, or items and no error about it. */
function hasContentOf(answer: UpstreamReport, bureau: BureauName): boolean {
  const { CREDIT_SCORE: scores = [], CREDIT_ERROR_MESSAGE: errors = [] } = answer.response
  if (scores.some((one) => one.CreditRepositorySourceType === bureau)) return true
  if (textsAbout(errors, bureau).length > 0) return false
  const { accounts, publicRecords, inquiries } = itemsOf(answer, bureau)
  return [accounts, publicRecords, inquiries].some(({ length }) => length > 0)
}

function unmentionedFile({ response, evidence }: UpstreamReport, bureau: BureauName): CreditFile {
  const reason = textsFor(response.CREDIT_ERROR_MESSAGE ?? [], bureau).join(' ')
  const message =
    reason || `The response of the source does not mention the bureau; ${MAY_HAVE_ASKED}.`
  return { ...withoutFile(bureau, statusIn(reason) ?? 'NoFileReturnedError', message), evidence }
}

/**
 * Returns the person as the bureau knows them. If the vendor names the person only once for all
 * files, uses that.
 */
function personOf(onFile: UpstreamPerson | undefined, report: UpstreamReport): FileBorrowerValue {
  const {
    EMPLOYER: employers = [],
    _UnparsedEmployment: employments = [],
    _NameSuffix: suffix,
    _ALIAS: aliases = [],
    _RESIDENCE: residences = [],
    ...person
  } = onFile ?? {}
  const [asked] = report.response.BORROWER ?? []
  const known = isKnown(onFile) ? onFile : undefined
  const { _FirstName: first = '', _LastName: last = '' } = namesOf(known, asked)
  const middle = known?._LastName ? known._MiddleName : ''
  return {
    _BirthDate: '',
    _MiddleName: '',
    ...person,
    _ALIAS: aliases.map(aliasOf),
    _RESIDENCE: residences.map(residenceOf),
    _UnparsedEmployment: truncated(
      [...employments, ...employers.map(employmentText)].filter((text) => text !== '').join('; '),
      EMPLOYMENT_LENGTH_MAX,
    ),
    _FirstName: first,
    _LastName: last,
    _SSN: readableNumber((known ?? asked)?._SSN ?? ''),
    _UnparsedName: known?._UnparsedName || nonEmpty([first, middle, last, suffix]).join(' '),
  }
}

type Names = Partial<Pick<UpstreamPerson, '_FirstName' | '_LastName'>>

/**
 * Returns the name on a file: that of its parts, or that of the response. A whole name that does not
 * contain the family name of the response is another person's, and its last word stands for it.
 */
function namesOf(known: UpstreamPerson | undefined, asked: Names | undefined): Names {
  if (known?._LastName) return known
  const words = (known?._UnparsedName ?? '').split(/[\s,]+/).filter((word) => word !== '')
  const [first = '', last = first] = [words[0], words.at(-1)]
  // A family name can have several words, as MC DONALD has for McDonald.
  const isAsked = words.some((_, from) =>
    words.some((__, to) =>
      isSameFamilyName(words.slice(from, to + 1).join(' '), asked?._LastName ?? ''),
    ),
  )
  return last === '' || isAsked ? (asked ?? {}) : { _FirstName: first, _LastName: last }
}

/** Returns another name on file, with all its parts in the whole name. */
function aliasOf({ _MiddleName: middle, _NameSuffix: suffix, ...alias }: UpstreamAlias) {
  const whole = nonEmpty([alias._FirstName, middle, alias._LastName, suffix]).join(' ')
  return { ...alias, _UnparsedName: alias._UnparsedName || whole }
}

/** Returns an address on file, with the street of its parts if it has no other. */
function residenceOf({ PARSED_STREET_ADDRESS: parts = {}, ...residence }: UpstreamResidence) {
  const street = nonEmpty([
    parts._HouseNumber,
    parts._DirectionPrefix,
    parts._StreetName,
    parts._StreetSuffix,
    parts._DirectionSuffix,
    parts._ApartmentOrUnit,
  ]).join(' ')
  return { ...residence, _StreetAddress: residence._StreetAddress || street }
}

type UpstreamAlias = NonNullable<UpstreamPerson['_ALIAS']>[number]
type UpstreamResidence = NonNullable<UpstreamPerson['_RESIDENCE']>[number]

/**
 * Returns the person on all files of a bureau: as on the first one, with the other names, addresses
 * and employments of the others. If any of them is about someone else, returns that person, so that
 * the file is rejected.
 */
function personOnAll(
  parts: readonly UpstreamFile[],
  report: UpstreamReport,
  subject: Subject,
): FileBorrowerValue {
  const first = personOf(parts[0]?._BORROWER, report)
  const others = parts.slice(1).map((part) => ({
    person: personOf(part._BORROWER, report),
    variations: part._VARIATION?.map(({ _Type }) => _Type) ?? [],
  }))
  const stranger = others.find(
    ({ person, variations }) => !isSamePerson(person, subject, variations),
  )
  if (stranger !== undefined) return stranger.person
  const all = [first, ...others.map(({ person }) => person)]
  const employments = [...new Set(all.map((person) => person._UnparsedEmployment))]
  return {
    ...first,
    _BirthDate: all.find((person) => person._BirthDate !== '')?._BirthDate ?? '',
    _ALIAS: distinct(all.flatMap((person) => person._ALIAS ?? [])),
    _RESIDENCE: distinct(all.flatMap((person) => person._RESIDENCE ?? [])),
    _UnparsedAddress: distinct(all.flatMap((person) => person._UnparsedAddress ?? [])),
    _UnparsedEmployment: truncated(
      employments.filter((text) => text !== '').join('; '),
      EMPLOYMENT_LENGTH_MAX,
    ),
  }
}

/** Returns each value once, by its content. */
function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** The longest text of the employments of a person. */
const EMPLOYMENT_LENGTH_MAX = 1000

function employmentText({
  _Name: name,
  EmploymentPositionDescription: position,
}: UpstreamEmployer): string {
  return [position, name].filter((part) => part !== undefined).join(', ')
}
