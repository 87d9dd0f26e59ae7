/** A field for the operator's password, which can be shown while it is typed. */
import { useState } from 'react'
import { TextField } from '../components/field.tsx'

interface PasswordProps {
  readonly value: string
  readonly onText: (text: string) => void
  readonly autoFocus?: boolean
  readonly label?: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly autoComplete?: 'current-password' | 'new-password'
}

/** A password field with a button that shows or hides the password. */
export function PasswordField({ label = 'Password', ...rest }: PasswordProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="password">
      <TextField
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="none"
        required
        {...rest}
      />
      <button type="button" className="link small" onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
        <span className="hidden"> {label.toLowerCase()}</span>
      </button>
    </div>
  )
}
