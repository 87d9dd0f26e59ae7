/** Form controls with label, hint and error. */
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react'

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** The validation error; absent if the value is valid. */
  readonly error?: string | undefined
  readonly span?: 2 | 'all' | undefined
}

interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** A control with its label, hint and error. */
function Field({
  label,
  hint,
  error,
  span,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const parts = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
  const describedBy = parts.filter((each) => each !== false).join(' ')
  return (
    <div className={`field ${span === undefined ? '' : `span-${span}`}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Shows the browser's validation message beside the field. The browser's own bubble would cover the
 * hint. After a submission, the message is updated as the user types.
 */
function useBrowserError(value: string) {
  const [wrong, setWrong] = useState<{ readonly value: string; readonly problem: string }>()
  const check = (control: Control) =>
    setWrong(
      control.validity.valid ? undefined : { value: control.value, problem: problemOf(control) },
    )
  return {
    problem: wrong?.value === value ? wrong.problem : undefined,
    onInvalid: (event: { currentTarget: Control; preventDefault: () => void }) => {
      event.preventDefault()
      const { currentTarget } = event
      check(currentTarget)
      const first = currentTarget.form?.querySelector(':is(input, select, textarea):invalid')
      if (first === currentTarget) currentTarget.focus()
    },
    recheck: (control: Control) => wrong !== undefined && check(control),
  }
}

const problemOf = ({ validity, validationMessage }: Control) =>
  validity.valueMissing ? 'Required.' : validationMessage

type InputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
    readonly value: string
    /** The name that identifies the field in its form. */
    readonly 'data-field'?: string
    readonly onText: (text: string) => void
  }

/**
 * Focuses an element when it appears; for use as a `ref`. The browser's own autofocus works only
 * for the first page.
 */
export const focusWhenShown = (element: HTMLElement | null) => element?.focus()

/** A single-line text input. */
export function TextField(properties: InputProps) {
  const { label, hint, error, span, onText, autoFocus, ...rest } = properties
  const { problem, onInvalid, recheck } = useBrowserError(rest.value)
  return (
    <Field label={label} hint={hint} error={error ?? problem} span={span}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...control}
          ref={autoFocus ? focusWhenShown : null}
          onInvalid={onInvalid}
          onChange={(event) => {
            recheck(event.target)
            onText(event.target.value)
          }}
        />
      )}
    </Field>
  )
}

interface LongTextProps extends FieldProps {
  readonly value: string
  readonly required: boolean
  readonly onText: (text: string) => void
}

/** A field for one line of text that can be longer than the field, which grows with it. */
export function LongTextField({ value, required, onText, error, ...field }: LongTextProps) {
  const { problem, onInvalid, recheck } = useBrowserError(value)
  return (
    <Field {...field} error={error ?? problem}>
      {(control) => (
        <textarea
          {...control}
          className="grows"
          rows={2}
          required={required}
          value={value}
          onInvalid={onInvalid}
          onChange={(event) => {
            recheck(event.target)
            onText(event.target.value.replaceAll(/\s*\n\s*/g, ' '))
          }}
        />
      )}
    </Field>
  )
}

/** An option: its value and its label. */
type Choice = readonly [value: string, name: string]

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> & {
    readonly value: string
    readonly choices: readonly Choice[]
    /** Further options, grouped under headings. */
    readonly groups?: readonly (readonly [heading: string, choices: readonly Choice[]])[]
    readonly onChoice: (value: string) => void
  }

/** A select box with a label. */
export function SelectField(properties: SelectProps) {
  const { label, hint, error, span, choices, groups = [], onChoice, ...rest } = properties
  const { problem, onInvalid } = useBrowserError(rest.value)
  return (
    <Field label={label} hint={hint} error={error ?? problem} span={span}>
      {(control) => (
        <select
          {...rest}
          {...control}
          onInvalid={onInvalid}
          onChange={(event) => onChoice(event.target.value)}
        >
          <Options choices={choices} />
          {groups.map(([heading, grouped]) => (
            <optgroup key={heading} label={heading}>
              <Options choices={grouped} />
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}

function Options({ choices }: { readonly choices: readonly Choice[] }) {
  return choices.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}

interface CheckProps {
  readonly label: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onCheck: (checked: boolean) => void
}

/** A checkbox with a label. */
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

/** A row of buttons, one of which is selected. */
export function Segments<T extends string>({ label, value, choices, onChoice }: SegmentsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row
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
