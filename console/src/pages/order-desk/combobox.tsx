/** A text box that searches a grouped list of options. Keys follow the ARIA combobox pattern. */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import '../../styles/combobox.css'

/** One option of the list. */
export interface ComboboxOption {
  readonly value: string
  readonly name: string
  /** A second line below the name. */
  readonly detail?: string
  /** A short text beside the name, such as scores. */
  readonly figure?: string
}

/** Options under a heading. */
export interface ComboboxGroup {
  readonly heading: string
  readonly options: readonly ComboboxOption[]
}

interface ComboboxProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly placeholder: string
  /** The text of the box while its list is closed. */
  readonly shown: string
  /** Returns the options that match a text; all options for an empty text. */
  readonly find: (text: string) => readonly ComboboxGroup[]
  /** The text of the list if no option matches. */
  readonly nothingFound: string
  readonly onChoice: (value: string) => void
}

/** A search box with a list of options below it. */
export function Combobox(properties: ComboboxProps) {
  const { label, hint, placeholder, shown, find, nothingFound, onChoice } = properties
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  /** Undefined until the user types, so that the list opens with all options. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const groups = isOpen ? find(typed ?? '') : []
  const options = groups.flatMap((group) => group.options)
  const open = () => {
    setOpen(true)
    setActive(0)
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
  }
  const choose = (option: ComboboxOption | undefined) => {
    if (option === undefined) return
    onChoice(option.value)
    close()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Ctrl+Enter is a shortcut of the page.
    if (event.ctrlKey || (step === undefined && !['Enter', 'Escape'].includes(event.key))) return
    // Enter selects an option and never submits the surrounding form.
    event.preventDefault()
    if (event.key === 'Escape') close()
    else if (!isOpen) open()
    else if (step === undefined) choose(options[active])
    else setActive((active + step + options.length) % Math.max(1, options.length))
  }
  return (
    <div className="field combobox">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && options.length > 0 ? `${id}-${active}` : undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed ?? shown}
        onFocus={(event) => event.target.select()}
        onClick={open}
        onBlur={close}
        onKeyDown={onKey}
        onChange={(event) => {
          setTyped(event.target.value)
          open()
        }}
      />
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label={label} className="combobox-list">
          {groups.map(({ heading, options: grouped }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
            <div key={heading} role="group" aria-label={heading}>
              <p className="combobox-heading" aria-hidden="true">
                {heading}
              </p>
              {grouped.map((option) => {
                const at = options.indexOf(option)
                return (
                  <Option
                    key={option.value}
                    id={`${id}-${at}`}
                    option={option}
                    isActive={at === active}
                    onChoice={() => choose(option)}
                  />
                )
              })}
            </div>
          ))}
          {options.length === 0 && (
            <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
              {nothingFound}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly option: ComboboxOption
  readonly isActive: boolean
  readonly onChoice: () => void
}

function Option({ id, option, isActive, onChoice }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus
    <div
      role="option"
      id={id}
      data-value={option.value}
      aria-selected={isActive}
      tabIndex={-1}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      // The text box keeps the focus; otherwise the list would close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoice}
    >
      <span>
        <span className="strong">{option.name}</span>
        {option.detail !== undefined && <span className="combobox-detail">{option.detail}</span>}
      </span>
      {option.figure !== undefined && <span className="combobox-figure">{option.figure}</span>}
    </div>
  )
}
