/** Tabs; the arrow keys move between them. */
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'

interface TabsProps {
  readonly label: string
  readonly tabs: readonly (readonly [key: string, name: ReactNode])[]
  readonly current: string
  readonly onTab: (key: string) => void
  readonly children: ReactNode
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** A row of tabs and the panel of the current tab. */
export function Tabs({ label, tabs, current, onTab, children }: TabsProps) {
  const id = useId()
  // On a narrow screen the row of tabs scrolls, and the URL can select a tab that is out of view.
  useEffect(() => {
    const tab = document.getElementById(`${id}-${current}`)
    const row = tab?.parentElement
    if (!row) return
    // The observer calls back at once, and whenever the width of the row changes.
    const observer = new ResizeObserver(() => {
      row.toggleAttribute('data-fits', row.scrollWidth <= row.clientWidth)
      row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [id, current])
  const show = (key: string) => {
    // If the row sticks to the top, the new panel is shown from its beginning.
    const box = document.getElementById(`${id}-panel`)?.parentElement
    if (box && box.getBoundingClientRect().top < 0) box.scrollIntoView()
    onTab(key)
  }
  const go = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(([key]) => key === current)
    const step = STEPS[event.key]
    const next = step === undefined ? endOf(event.key, tabs.length) : at + step
    const [key] = tabs[((next ?? -1) + tabs.length) % tabs.length] ?? []
    if (next === undefined || key === undefined) return
    event.preventDefault()
    show(key)
    document.getElementById(`${id}-${key}`)?.focus()
  }
  return (
    <div className="stack">
      <div className="tab-bar">
        <div className="tabs" role="tablist" aria-label={label} onKeyDown={go}>
          {tabs.map(([key, name]) => (
            <button
              key={key}
              id={`${id}-${key}`}
              type="button"
              role="tab"
              className="tab"
              aria-selected={key === current}
              aria-controls={`${id}-panel`}
              tabIndex={key === current ? 0 : -1}
              onClick={() => show(key)}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        className="stack"
      >
        {children}
      </div>
    </div>
  )
}

function endOf(key: string, count: number): number | undefined {
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
