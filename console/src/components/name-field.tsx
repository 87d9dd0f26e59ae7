/** The sign-in name of an account or an operator. */
import { TextField } from './field.tsx'

interface NameProps {
  /** Who uses the name, such as `Clients`. */
  readonly usedBy: string
  readonly name: string
  readonly onName: (name: string) => void
}

/** A field for the name that accepts what the API accepts. */
export function NameField({ usedBy, name, onName }: NameProps) {
  return (
    <TextField
      label="Name"
      hint={`${usedBy} sign in with this name. Use letters, digits and . _ @ -`}
      required
      pattern="[A-Za-z0-9._@\-]{1,80}"
      value={name}
      onText={onName}
    />
  )
}
