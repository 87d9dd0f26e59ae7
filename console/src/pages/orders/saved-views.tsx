/**
 * Named views of the order list. A view consists of the filters in the URL, and is stored in this
 * browser under its name.
 */
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { Button } from '../../components/button.tsx'
import { focusWhenShown } from '../../components/field.tsx'
import { Icon } from '../../components/icons.tsx'

interface View {
  readonly name: string
  /** The query string of the URL. */
  readonly search: string
}

const KEY = 'trimerge-order-views'
const NAME_LENGTH_MAX = 40

function storedViews(): readonly View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}

function isView(value: unknown): value is View {
  const { name, search } = (value ?? {}) as Partial<View>
  return typeof name === 'string' && typeof search === 'string'
}

/** Links to the saved views, and a form to save the current filters. Views have no search terms. */
export function SavedViews() {
  const search = useSearch()
  const [views, setViews] = useState(storedViews)
  const [naming, setNaming] = useState(false)
  useEffect(() => {
    // The browser sends the event to its other windows only.
    const read = () => setViews(storedViews())
    window.addEventListener('storage', read)
    return () => window.removeEventListener('storage', read)
  }, [])
  const saveViews = (next: readonly View[]) => {
    localStorage.setItem(KEY, JSON.stringify(next))
    setViews(next)
    setNaming(false)
  }
  const isNew = search !== '' && views.every((view) => view.search !== search)
  if (views.length === 0 && !isNew) return null
  return (
    <fieldset className="row views" aria-label="Saved views">
      {views.map((view) => (
        <span key={view.name} className="view">
          <Link href={`/orders?${view.search}`} aria-current={view.search === search || undefined}>
            {view.name}
          </Link>
          <button
            type="button"
            aria-label={`Delete view ${view.name}`}
            onClick={() => saveViews(views.filter(({ name }) => name !== view.name))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      {isNew && !naming && (
        <Button kind="plain small" icon="plus" onClick={() => setNaming(true)}>
          Save view
        </Button>
      )}
      {isNew && naming && (
        <NameForm
          onName={(name) =>
            saveViews([...views.filter((view) => view.name !== name), { name, search }])
          }
          onCancel={() => setNaming(false)}
        />
      )}
    </fieldset>
  )
}

interface NameProps {
  readonly onName: (name: string) => void
  readonly onCancel: () => void
}

function NameForm({ onName, onCancel }: NameProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name !== '') onName(name)
  }
  return (
    <form className="row" onSubmit={submit}>
      <input
        name="name"
        aria-label="Name of the view"
        placeholder="Name of the view"
        autoComplete="off"
        maxLength={NAME_LENGTH_MAX}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
        ref={focusWhenShown}
      />
      <Button kind="small" type="submit">
        Save
      </Button>
    </form>
  )
}
