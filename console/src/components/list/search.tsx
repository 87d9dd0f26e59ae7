/** The search field of a list. What is typed is personal data, so it is never in the URL. */
import { type FormEvent, useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'

interface SearchProps {
  readonly text: string
  readonly onSearch: (text: string) => void
  /** What can be searched for. */
  readonly label: string
}

/** A field with its button. An empty field shows the whole list at once. */
export function Search({ text, onSearch, label }: SearchProps) {
  const [typed, setTyped] = useState(text)
  const [previous, setPrevious] = useState(text)
  // The command palette searches too. At once: an effect could come after the next letter.
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
