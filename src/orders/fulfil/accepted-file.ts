/**
 * The last check of a file before it can become part of a report. Another person's file in a report
 * is the worst possible error here, so files of every source are checked, simulated and real.
 */
import type { CreditFile, FileStatus, Subject } from '../../bureaus/bureau.ts'
import { PULL_FAILURES, PullFailed, type PullFailure } from '../../bureaus/pull-failure.ts'
import { isSameFamilyName, isSameName } from '../../documents/names.ts'
import { type BureauName, FILE_RESULT_STATUS_TYPES } from '../../documents/tables/enumerations.ts'
import type { FileBorrowerValue } from '../../documents/tables/response.ts'

/** A file that the bureau returned but that is not accepted. */
export class FileRejected extends PullFailed {
  override readonly name = 'FileRejected'

  constructor(failure: PullFailure) {
    super(failure, true, PULL_FAILURES[failure])
  }
}

/**
 * Returns the file. Throws `FileRejected` if the file is not of this bureau or not of this person.
 */
export function acceptedFile(file: CreditFile, bureau: BureauName, subject: Subject): CreditFile {
  if (!hasAllParts(file) || file.bureau !== bureau) {
    throw new FileRejected('unreadable')
  }
  if (file.person !== undefined && !isOf(file.person, subject, file)) {
    throw new FileRejected('other person')
  }
  return file
}

const STATUSES: ReadonlySet<FileStatus> = new Set(FILE_RESULT_STATUS_TYPES)

/** The lists that the merge reads without checking that they exist. */
const LISTS = [
  'alerts',
  'variations',
  'comments',
  'accounts',
  'publicRecords',
  'inquiries',
  'creditors',
] as const satisfies readonly (keyof CreditFile)[]

/**
 * Whether a file has all its parts. The types require them, but data from a vendor is not typed.
 */
function hasAllParts(file: Partial<CreditFile> | undefined): boolean {
  if (file?.status === undefined || !STATUSES.has(file.status)) return false
  if (!LISTS.every((list) => Array.isArray(file[list]))) return false
  if (file.status !== 'FileReturned') return file.person === undefined
  return file.person?._LastName !== undefined && typeof file.person._SSN === 'string'
}

/**
 * Whether a file belongs to the subject. The number and the family name must agree. A bureau may
 * have another number for the same person. Such a file is accepted in two cases, and only if first
 * and family name agree: the bureau has no number, or it reports the difference itself
 * (`DifferentSSN`, and neither the generation nor the birth date differs) and at most two digits
 * differ. So a report with a transposed digit has its alert, and the file of a father, twin or
 * spouse is rejected.
 */
function isOf(person: FileBorrowerValue, subject: Subject, file: CreditFile): boolean {
  const number = person._SSN.replaceAll('-', '')
  const names = namesOf(person)
  if (number === subject.ssn) {
    return names.some(({ last }) => isSameFamilyName(last, subject.lastName, subject.suffix))
  }
  if (number !== '' && !(isLikelyTypo(number, subject.ssn) && isDifferenceReported(file)))
    return false
  return names.some(
    ({ first, last }) =>
      isSameName(first, subject.firstName) &&
      isSameFamilyName(last, subject.lastName, subject.suffix),
  )
}

function isLikelyTypo(number: string, asked: string): boolean {
  return [...number].filter((digit, index) => digit !== asked[index]).length <= 2
}

/**
 * Whether the bureau reports a different number, but no different generation or birth date.
 * Relatives may have the same name and consecutive numbers, and the bureau recognizes them by these
 * other differences.
 */
function isDifferenceReported({ variations }: CreditFile): boolean {
  return (
    variations.includes('DifferentSSN') &&
    !variations.includes('DifferentGeneration') &&
    !variations.includes('DifferentBirthDate')
  )
}

interface Name {
  readonly first: string
  readonly last: string
}

/** Returns the names that a bureau has for a person, including a former family name. */
function namesOf({ _FirstName, _LastName, _ALIAS }: FileBorrowerValue): Name[] {
  const aliases = (_ALIAS ?? []).map((alias) => ({
    first: alias._FirstName ?? '',
    last: alias._LastName ?? '',
  }))
  return [{ first: _FirstName, last: _LastName }, ...aliases]
}
