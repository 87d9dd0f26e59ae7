/** The password of the operator, which can be shown while it is typed. */
import { useState } from 'react'
import { TextField } from '../components/field.tsx'

interface PasswordProps {
  readonly value: string
  readonly onText: (text: string) => void
  readonly autoFocus?: boolean
}

/** A password field with a button beside its label. */
export function PasswordField(properties: PasswordProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="password">
      <TextField
        label="Password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="none"
        required
        {...properties}
      />
      <button type="button" className="link small" onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
        <span className="hidden"> password</span>
      </button>
    </div>
  )
}
