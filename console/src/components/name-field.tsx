/** The sign-in name of an account or an operator. */
import { isProblem } from '../api/call.ts'
import { TextField } from './field.tsx'
import { messageOf } from './layout.tsx'

interface NameProps {
  /** Who uses the name, such as `Clients`. */
  readonly usedBy: string
  readonly name: string
  /** Why the last attempt to create it failed; shown here if the name is taken. */
  readonly error: unknown
  readonly onName: (name: string) => void
}

/** What the API accepts as a name. */
const NAME_PATTERN = '[A-Za-z0-9._@\\-]{1,80}'
const LENGTH_MAX = 80

/** What is wrong with a name while it is typed; an empty one is not complete yet. */
export function nameProblem(name: string): string | undefined {
  const [wrong] = /[^A-Za-z0-9._@-]/u.exec(name) ?? []
  if (wrong !== undefined) {
    return `A name cannot contain ${wrong.trim() === '' ? 'spaces' : wrong}.`
  }
  return name.length > LENGTH_MAX ? `At most ${LENGTH_MAX} characters.` : undefined
}

/** Whether creating something failed because its name is taken. */
export const isNameTaken = (error: unknown) => isProblem(error, 'conflict')

/** A field for the name that accepts what the API accepts. */
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
