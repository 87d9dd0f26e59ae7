/** The name that somebody or something signs in with. */
import { TextField } from './field.tsx'

interface NameProps {
  /** Who signs in with it. */
  readonly who: string
  readonly name: string
  readonly onName: (name: string) => void
}

/** The name, held to what the API takes. */
export function NameField({ who, name, onName }: NameProps) {
  return (
    <TextField
      label="Name"
      hint={`What ${who} sign in with: letters, digits, dot, dash, underscore, at.`}
      required
      pattern="[A-Za-z0-9._@\-]{1,80}"
      value={name}
      onText={onName}
    />
  )
}
