/** Short messages in the corner of the page, one at a time, which screen readers also read. */
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { Button } from './button.tsx'

/** A message about what was done, or about an error. */
type Tone = 'good' | 'bad'

const ToastContext = createContext<(text: string, tone?: Tone) => void>(() => {})

const SHOWN_MS = 6_000

/** Shows the messages of the pages inside. An error stays until it is closed or replaced. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<{ readonly text: string; readonly tone: Tone }>()
  const toast = useCallback((text: string, tone: Tone = 'good') => {
    const next = { text, tone }
    setShown(next)
    if (tone === 'bad') return
    setTimeout(() => setShown((now) => (now === next ? undefined : now)), SHOWN_MS)
  }, [])
  return (
    <ToastContext value={toast}>
      {children}
      <div className="toasts" role={shown?.tone === 'bad' ? 'alert' : 'status'}>
        {shown?.tone === 'good' && <p>{shown.text}</p>}
        {shown?.tone === 'bad' && (
          <p className="bad">
            <span>{shown.text}</span>
            <Button kind="plain small" icon="close" onClick={() => setShown(undefined)}>
              Close
            </Button>
          </p>
        )}
      </div>
    </ToastContext>
  )
}

/** A function that shows a message. */
export function useToast(): (text: string, tone?: Tone) => void {
  return use(ToastContext)
}
