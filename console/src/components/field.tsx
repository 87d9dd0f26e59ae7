/** What is typed or chosen, with its label, its hint and what is wrong with it. */
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'

interface Around {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong, in words; nothing where all is well. */
  readonly fault?: string | undefined
  readonly span?: 2 | 'all'
}

interface Wired {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** Label, hint and fault around a control. */
export function Field({
  label,
  hint,
  fault,
  span,
  children,
}: Around & { readonly children: (wired: Wired) => ReactNode }) {
  const id = useId()
  const told = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`]
  const describedBy = told.filter((each) => each !== false).join(' ')
  return (
    <div className={`field ${span === undefined ? '' : `span-${span}`}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

type InputProps = Around &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
    readonly value: string
    readonly onText: (text: string) => void
  }

/** A line of text. */
export function TextField({ label, hint, fault, span, onText, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} fault={fault} {...(span === undefined ? {} : { span })}>
      {(wired) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...wired}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  )
}

/** What can be chosen: the value and how it is called. */
export type Choice = readonly [value: string, name: string]

type SelectProps = Around &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> & {
    readonly value: string
    readonly choices: readonly Choice[]
    readonly onChoice: (value: string) => void
  }

/** One of several. */
export function SelectField({ label, hint, fault, span, choices, onChoice, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} fault={fault} {...(span === undefined ? {} : { span })}>
      {(wired) => (
        <select {...rest} {...wired} onChange={(event) => onChoice(event.target.value)}>
          {choices.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckProps {
  readonly label: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onCheck: (checked: boolean) => void
}

/** Yes or no. */
export function Check({ label, checked, disabled = false, onCheck }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onCheck(event.target.checked)}
      />
      {label}
    </label>
  )
}

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: readonly (readonly [value: T, name: string])[]
  readonly onChoice: (value: T) => void
}

/** One of a few, all of them seen. */
export function Segments<T extends string>({ label, value, choices, onChoice }: SegmentsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line
    <div className="segments" role="group" aria-label={label}>
      {choices.map(([each, name]) => (
        <button
          key={each}
          type="button"
          className="segment"
          aria-pressed={each === value}
          onClick={() => onChoice(each)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
