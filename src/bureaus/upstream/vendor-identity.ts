/**
 * Verifies that a vendor's response is about the person of the order: the social security number and
 * family name must be the person's (`IdentityRule` decides about masked and absent numbers). Another
 * person's file in a report is the worst possible error.
 */
import { isSameFamilyName, isSameName } from '../../documents/names.ts'
import type { Subject } from '../bureau.ts'
import type { UpstreamFile, UpstreamResponse } from './answer-document.ts'
import type { IdentityRule } from './options.ts'

/** Reports whether a number, with or without separators, is the subject's. */
function isSubjectsNumber(ssn: string, subject: Subject): boolean {
  return ssn.replaceAll(/[- .]/g, '') === subject.ssn
}

/**
 * Returns a number of nine digits. Any other number, such as a masked one, counts as absent: given
 * name and family name must then agree.
 */
export function readableNumber(ssn: string): string {
  return /^\d{3}[- .]?\d{2}[- .]?\d{4}$/.test(ssn) ? ssn.replaceAll(/[ .]/g, '') : ''
}

/** Reports whether only the last four digits of a number are visible, as in XXX-XX-1234. */
function isMasked(ssn: string): boolean {
  return /^[X*•#-]+\d{4}$/i.test(ssn.trim())
}

/**
 * Reports whether a borrower with a masked or absent number can be the subject: the visible digits
 * and the given name must agree.
 */
function mayBeSubject(borrower: UpstreamBorrower, subject: Subject): boolean {
  const { _SSN: ssn, _FirstName: first = '' } = borrower
  if (ssn.trim() !== '' && !(isMasked(ssn) && subject.ssn.endsWith(ssn.trim().slice(-4))))
    return false
  return isSameName(first, subject.firstName)
}

/**
 * Reports whether the visible digits of a file's masked number are another person's. A relative may
 * have the same name. If the bureau reports another number for the same person, two digits may
 * differ, as in `acceptedFile`.
 */
function isMaskedOfAnother(
  ssn: string,
  { _VARIATION: variations = [] }: UpstreamFile,
  subject: Subject,
): boolean {
  if (!isMasked(ssn)) return false
  const asked = subject.ssn.slice(-4)
  const differing = [...ssn.trim().slice(-4)].filter((digit, index) => digit !== asked[index])
  const isReported = variations.some(({ _Type }) => _Type === 'DifferentSSN')
  return differing.length > (isReported ? 2 : 0)
}

type UpstreamBorrower = NonNullable<UpstreamResponse['BORROWER']>[number]

function isSubjectsName(lastName: string, subject: Subject): boolean {
  return isSameFamilyName(lastName, subject.lastName, subject.suffix)
}

/**
 * Returns the mismatch between a response and the subject, in words for the log; undefined if the
 * response is only about the subject.
 */
export function identityMismatch(
  response: UpstreamResponse,
  subject: Subject,
  identity: IdentityRule,
): string | undefined {
  const { BORROWER: borrowers = [], CREDIT_FILE: files = [] } = response
  const isSubject = (borrower: UpstreamBorrower) =>
    isSubjectsNumber(borrower._SSN, subject) ||
    (identity === 'lenient' && mayBeSubject(borrower, subject))
  if (!borrowers.every(isSubject)) return 'it has another social security number'
  if (!borrowers.every(({ _LastName }) => isSubjectsName(_LastName, subject))) {
    return 'it has another family name'
  }
  const hasOtherFile = files.some((file) => {
    const { _BORROWER: person } = file
    if (person === undefined) return false
    const number = readableNumber(person._SSN)
    if (number === '') return isMaskedOfAnother(person._SSN, file, subject)
    if (person._LastName === '') return false
    return !isSubjectsNumber(number, subject) && !isSubjectsName(person._LastName, subject)
  })
  if (hasOtherFile) return 'it contains a file of another person'
  // An item of a borrower that the response does not list is another person's.
  const listed = new Set(borrowers.map(({ BorrowerID = '' }) => BorrowerID))
  const isOfListedBorrower = ({
    BorrowerID: ids = '',
  }: {
    readonly BorrowerID?: string | undefined
  }) => ids === '' || ids.split(' ').some((id) => listed.has(id))
  return allItems(response).every(isOfListedBorrower)
    ? undefined
    : 'it contains an item of another person'
}

/** Returns the parts of a response that belong to a borrower. */
export function allItems(response: UpstreamResponse) {
  return [
    ...(response.CREDIT_FILE ?? []),
    ...(response.CREDIT_LIABILITY ?? []),
    ...(response.CREDIT_PUBLIC_RECORD ?? []),
    ...(response.CREDIT_INQUIRY ?? []),
    ...(response.CREDIT_SCORE ?? []),
  ]
}
