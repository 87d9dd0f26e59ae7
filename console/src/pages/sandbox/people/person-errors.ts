/** The errors in a person file, worded for the form. */
import { ApiError } from '../../../api/api-error.ts'
import { capitalized } from '../../../format.ts'

/** The errors of a file by path, such as `outcome.middleScore`. */
export type PersonErrors = ReadonlyMap<string, string>

/** Texts of fields that replace the messages of the service. */
const OF_FIELDS: Readonly<Record<string, string>> = {
  'name.first': 'Enter a first name, or leave both names empty',
  'name.last': 'Enter a last name, or leave both names empty',
}

/** Returns the errors that the service found in a file. */
export function errorsOf(error: Error | null): PersonErrors {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return new Map(
    errors.map(({ path, expected, rule }) => [
      path,
      OF_FIELDS[path] ?? capitalized(expected ?? rule),
    ]),
  )
}

/** Matches the paths that have a field in the form. */
const FIELDS =
  /^(?:name\.(?:first|last)|ssn|description|outcome\.(?:\w+|lates\.\d+\.days\d0|scores\.\w+)|bureaus\.\w+)$/

/** Returns the errors that no field of the form shows. */
export function unmarked(errors: PersonErrors): PersonErrors {
  return new Map([...errors].filter(([path]) => !FIELDS.test(path)))
}

/** The pattern of IDs that the service accepts. */
export const ID_PATTERN = '[a-z0-9](?:[a-z0-9._\\-]{0,62}[a-z0-9])?'

/** Returns what is wrong with an ID while the user types it. An empty ID is merely incomplete. */
export function idProblem(id: string): string | undefined {
  if (id === '' || new RegExp(`^${ID_PATTERN}$`, 'v').test(id)) return undefined
  if (/[^a-z0-9._\-]/v.test(id)) return 'Use lower-case letters, digits and . _ -'
  return id.length > 64 ? 'At most 64 characters.' : 'Begin and end with a letter or digit.'
}
