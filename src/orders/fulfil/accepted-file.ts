/**
 * The last look at what a source answered, before it can become part of a report. A file of another
 * person in a report is the worst that can happen here, so every source passes: simulated and real.
 */
import type { CreditFile, FileStatus, Subject } from '../../bureaus/bureau.ts'
import { PULL_FAILURES, PullFailed, type PullFailure } from '../../bureaus/pull-failure.ts'
import { isSameFamilyName, isSameName } from '../../documents/names.ts'
import { type BureauName, FILE_RESULT_STATUS_TYPES } from '../../documents/tables/enumerations.ts'
import type { FileBorrowerValue } from '../../documents/tables/response.ts'

/** An answer that is not taken, although the bureau was asked for it. */
export class FileRejected extends PullFailed {
  override readonly name = 'FileRejected'

  constructor(failure: PullFailure) {
    super(failure, true, PULL_FAILURES[failure])
  }
}

/** Gives back the file, or throws `FileRejected` where it is none of this bureau or this person. */
export function acceptedFile(file: CreditFile, bureau: BureauName, subject: Subject): CreditFile {
  if (!isWhole(file) || file.bureau !== bureau) {
    throw new FileRejected('unreadable')
  }
  if (file.person !== undefined && !isOf(file.person, subject, file)) {
    throw new FileRejected('other person')
  }
  return file
}

const STATUSES: ReadonlySet<FileStatus> = new Set(FILE_RESULT_STATUS_TYPES)

/** The lists that the merge reads without asking whether they exist. */
const LISTS = [
  'alerts',
  'variations',
  'comments',
  'accounts',
  'publicRecords',
  'inquiries',
  'creditors',
] as const satisfies readonly (keyof CreditFile)[]

/** Whether all parts of a file are there: types say so, and what a vendor sends is not typed. */
function isWhole(file: Partial<CreditFile> | undefined): boolean {
  if (file?.status === undefined || !STATUSES.has(file.status)) return false
  if (!LISTS.every((list) => Array.isArray(file[list]))) return false
  if (file.status !== 'FileReturned') return file.person === undefined
  return file.person?._LastName !== undefined && typeof file.person._SSN === 'string'
}

/**
 * Whether a file is the subject's. Number and family name must agree. A bureau may hold another
 * number of the same person: where it says so itself (`DifferentSSN`, and neither generation nor
 * birth date differ) and the number is a slip of two digits at most, or where it holds none, given
 * and family name must both agree instead. So a transposed digit is reported with its alert, and a
 * father, twin or spouse is refused.
 */
function isOf(person: FileBorrowerValue, subject: Subject, file: CreditFile): boolean {
  const number = person._SSN.replaceAll('-', '')
  const names = namesOf(person)
  if (number === subject.ssn) {
    return names.some(({ last }) => isSameFamilyName(last, subject.lastName, subject.suffix))
  }
  if (number !== '' && !(isSlip(number, subject.ssn) && isFlagged(file))) return false
  return names.some(
    ({ first, last }) =>
      isSameName(first, subject.firstName) &&
      isSameFamilyName(last, subject.lastName, subject.suffix),
  )
}

function isSlip(number: string, asked: string): boolean {
  return [...number].filter((digit, index) => digit !== asked[index]).length <= 2
}

/**
 * Relatives may have names in common and numbers in a row. The bureau sees that from what else
 * differs, such as generation or birth date.
 */
function isFlagged({ variations }: CreditFile): boolean {
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

/** The names that a bureau knows someone by: a former family name is one of them. */
function namesOf({ _FirstName, _LastName, _ALIAS }: FileBorrowerValue): Name[] {
  const aliases = (_ALIAS ?? []).map((alias) => ({
    first: alias._FirstName ?? '',
    last: alias._LastName ?? '',
  }))
  return [{ first: _FirstName, last: _LastName }, ...aliases]
}
