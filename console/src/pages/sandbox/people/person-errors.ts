/** What is wrong in a person file, in words for the form. */
import { ApiError } from '../../../api/call.ts'
import { capitalized } from '../../../format.ts'

/** The errors of a file by path, such as `outcome.middleScore`. */
export type PersonErrors = ReadonlyMap<string, string>

/** What fields say in place of what the service says of the file. */
const OF_FIELDS: Readonly<Record<string, string>> = {
  'name.first': 'Enter a first name, or leave both names empty',
  'name.last': 'Enter a last name, or leave both names empty',
}

/** The errors that the service found in a file. */
export function errorsOf(error: Error | null): PersonErrors {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return new Map(
    errors.map(({ path, expected, rule }) => [
      path,
      OF_FIELDS[path] ?? capitalized(expected ?? rule),
    ]),
  )
}

/** The paths that the form has fields for. */
const FIELDS =
  /^(?:name\.(?:first|last)|ssn|description|outcome\.(?:\w+|lates\.\d+\.days\d0|scores\.\w+)|bureaus\.\w+)$/

/** The errors that no field of the form shows. */
export function unmarked(errors: PersonErrors): PersonErrors {
  return new Map([...errors].filter(([path]) => !FIELDS.test(path)))
}
