/** What is pressed. */
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from './icons.tsx'

type Kind = '' | 'primary' | 'danger' | 'plain' | 'small' | 'plain small' | 'danger small'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind
  readonly icon?: IconName
  /** Work is under way: not to be pressed again. */
  readonly busy?: boolean
}

/** A button that does something on this page. */
export function Button({ kind = '', icon, busy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${kind}`}
      // Not `disabled`, which would take the focus away from who works by keyboard.
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

/** A link to a file of the service. */
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
