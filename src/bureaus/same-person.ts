/** Decides whether the person on a bureau's file is the person of the order. */
import { isSameFamilyName, isSameName } from '../documents/names.ts'
import type { FileBorrowerValue, VariationType } from '../documents/tables/response.ts'
import type { Subject } from './bureau.ts'

/**
 * Reports whether a file belongs to the subject. The number and the family name must agree. A bureau
 * may have another number for the same person. Such a file is accepted in two cases, and only if
 * first and family name agree: the bureau has no number, or it reports the difference itself
 * (`DifferentSSN`, and neither the generation nor the birth date differs) and at most two digits
 * differ. So a report with a transposed digit has its alert, and the file of a father, twin or
 * spouse is rejected.
 */
export function isSamePerson(
  person: FileBorrowerValue,
  subject: Subject,
  variations: readonly VariationType[],
): boolean {
  const number = person._SSN.replaceAll('-', '')
  const names = namesOf(person)
  if (number === subject.ssn) {
    return names.some(({ last }) => isSameFamilyName(last, subject.lastName, subject.suffix))
  }
  if (number !== '' && !(isLikelyTypo(number, subject.ssn) && isDifferenceReported(variations)))
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
 * Reports whether the bureau reports a different number, but no different generation or birth date.
 * Relatives may have the same name and consecutive numbers, and the bureau recognizes them by these
 * other differences.
 */
function isDifferenceReported(variations: readonly VariationType[]): boolean {
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
