/** Short messages in the corner of the page, one at a time, which screen readers also read. */
import { createContext, type ReactNode, use, useCallback, useState } from 'react'

const ToastContext = createContext<(text: string) => void>(() => {})

const SHOWN_MS = 6_000

/** Shows the messages of the pages inside. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<{ readonly text: string }>()
  const toast = useCallback((text: string) => {
    const next = { text }
    setShown(next)
    setTimeout(() => setShown((now) => (now === next ? undefined : now)), SHOWN_MS)
  }, [])
  return (
    <ToastContext value={toast}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {shown !== undefined && <p>{shown.text}</p>}
      </div>
    </ToastContext>
  )
}

/** A function that shows a message. */
export function useToast(): (text: string) => void {
  return use(ToastContext)
}
