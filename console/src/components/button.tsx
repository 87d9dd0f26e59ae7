/** Buttons, and links that look like buttons. */
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from './icons.tsx'

type Kind = '' | 'primary' | 'danger' | 'plain' | 'small' | 'plain small' | 'danger small'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind
  readonly icon?: IconName
  /**
   * Whether pressing the button does nothing, because the action is in progress or was just done.
   * The button keeps the focus.
   */
  readonly busy?: boolean
}

/** A button that performs an action on this page. */
export function Button({ kind = '', icon, busy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${kind}`}
      // `disabled` would remove the keyboard focus from the button.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface LinkProps {
  readonly to: string
  readonly kind?: Kind
  readonly icon?: IconName
  readonly children: ReactNode
}

/** A link to another page that looks like a button. */
export function LinkButton({ to, kind, icon, children }: LinkProps) {
  return (
    <Link href={to} className={`button ${kind ?? ''}`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Link>
  )
}

/** A link that downloads a file from the service. */
export function Download({
  href,
  children,
}: {
  readonly href: string
  readonly children: ReactNode
}) {
  return (
    <a className="button" href={href} download>
      <Icon name="download" />
      {children}
    </a>
  )
}
