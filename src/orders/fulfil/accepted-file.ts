/**
 * The last check of a file before it can become part of a report. Another person's file in a report
 * is the worst possible error here, so files of every source are checked, simulated and real.
 */
import type { CreditFile, FileStatus, Subject } from '../../bureaus/bureau.ts'
import { PULL_FAILURES, PullFailed, type PullFailure } from '../../bureaus/pull-failure.ts'
import { isSamePerson } from '../../bureaus/same-person.ts'
import { type BureauName, FILE_RESULT_STATUS_TYPES } from '../../documents/tables/enumerations.ts'

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
  if (file.person !== undefined && !isSamePerson(file.person, subject, file.variations)) {
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
