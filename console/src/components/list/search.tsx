/** The search field of a list. The term can be personal data, so it is never in the URL. */
import { type FormEvent, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'

interface SearchProps {
  readonly text: string
  readonly onSearch: (text: string) => void
  /** The values that can be searched for. */
  readonly label: string
}

/** The field with its button. Clearing the field shows the whole list at once. */
export function Search({ text, onSearch, label }: SearchProps) {
  const [typed, setTyped] = useState(text)
  const [previous, setPrevious] = useState(text)
  // The command palette also sets the search. State is updated during rendering, because an effect
  // could run after the next keystroke.
  if (text !== previous) {
    setPrevious(text)
    setTyped(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <form className="list-search" onSubmit={submit}>
      <label className="search-box">
        <span className="hidden">{label}</span>
        <Icon name="search" />
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder="Full last name, last 4 of SSN, case, ID"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            if (event.target.value === '') onSearch('')
          }}
        />
      </label>
      <Button type="submit">Search</Button>
    </form>
  )
}
