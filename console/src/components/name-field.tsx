/** The field for the sign-in name of an account or an operator. */
import { isProblem } from '../api/api-error.ts'
import { TextField } from './field.tsx'
import { messageOf } from './layout.tsx'

interface NameProps {
  /** The plural noun of the users of the name, such as `Clients`. */
  readonly usedBy: string
  readonly name: string
  /** Why the last attempt to create this name failed. Shown here if the name is taken. */
  readonly error: unknown
  readonly onName: (name: string) => void
}

/** The pattern of names that the API accepts. */
const NAME_PATTERN = '[A-Za-z0-9._@\\-]{1,80}'
const LENGTH_MAX = 80

/** Returns what is wrong with a name while it is typed. An empty name is merely incomplete. */
export function nameProblem(name: string): string | undefined {
  const [wrong] = /[^A-Za-z0-9._@-]/u.exec(name) ?? []
  if (wrong !== undefined) {
    return `A name cannot contain ${wrong.trim() === '' ? 'spaces' : wrong}.`
  }
  return name.length > LENGTH_MAX ? `At most ${LENGTH_MAX} characters.` : undefined
}

/** Returns whether an account or operator could not be created because its name is taken. */
export const isNameTaken = (error: unknown) => isProblem(error, 'conflict')

/** A field for names that the API accepts. */
export function NameField({ usedBy, name, error, onName }: NameProps) {
  return (
    <TextField
      label="Name"
      hint={`${usedBy} sign in with this name. Use letters, digits and . _ @ -`}
      required
      pattern={NAME_PATTERN}
      error={nameProblem(name) ?? (isNameTaken(error) ? messageOf(error) : undefined)}
      value={name}
      onText={onName}
    />
  )
}
