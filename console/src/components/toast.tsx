/** Short messages in the corner of the page, which screen readers also read. */
import { createContext, type ReactNode, use, useCallback, useState } from 'react'

const ToastContext = createContext<(text: string) => void>(() => {})

const SHOWN_MS = 6_000

/** Shows the messages of the pages inside. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly { readonly id: number; readonly text: string }[]>(
    [],
  )
  const toast = useCallback((text: string) => {
    const id = performance.now()
    setToasts((all) => [...all.slice(-2), { id, text }])
    setTimeout(() => setToasts((all) => all.filter((each) => each.id !== id)), SHOWN_MS)
  }, [])
  return (
    <ToastContext value={toast}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </ToastContext>
  )
}

/** A function that shows a message. */
export function useToast(): (text: string) => void {
  return use(ToastContext)
}
