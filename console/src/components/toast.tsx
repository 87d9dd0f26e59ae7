/** What is told in passing: seen in a corner for a while, and read out. */
import { createContext, type ReactNode, use, useCallback, useState } from 'react'

const Telling = createContext<(text: string) => void>(() => {})

const SHOWN_MS = 6_000

/** Shows what the pages below tell. */
export function ToldProvider({ children }: { readonly children: ReactNode }) {
  const [told, setTold] = useState<readonly { readonly id: number; readonly text: string }[]>([])
  const tell = useCallback((text: string) => {
    const id = performance.now()
    setTold((all) => [...all.slice(-2), { id, text }])
    setTimeout(() => setTold((all) => all.filter((each) => each.id !== id)), SHOWN_MS)
  }, [])
  return (
    <Telling value={tell}>
      {children}
      <div className="told" role="status" aria-live="polite">
        {told.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </Telling>
  )
}

/** Tells something in passing. */
export function useTell(): (text: string) => void {
  return use(Telling)
}
