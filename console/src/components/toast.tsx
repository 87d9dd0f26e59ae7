/** Short messages in the corner of the page, shown one at a time. Screen readers also read them. */
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { Button } from './button.tsx'

/** A message reports a completed action or an error. */
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

/** Returns a function that shows a message. */
export function useToast(): (text: string, tone?: Tone) => void {
  return use(ToastContext)
}
