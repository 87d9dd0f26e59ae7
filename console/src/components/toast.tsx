/** Short messages in the corner of the page, shown one at a time. Screen readers also read them. */
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { Button } from './button.tsx'

/** A message reports a completed action or an error. */
type Tone = 'good' | 'bad'

interface Message {
  readonly text: string
  readonly tone: Tone
  /** Differs between messages with the same text, because screen readers read only new elements. */
  readonly key: number
}

let lastKey = 0

interface Toasts {
  readonly shown: Message | undefined
  /** The open dialogs. The last is on top and shows the messages. */
  readonly dialogs: readonly string[]
  readonly toast: (text: string, tone?: Tone) => void
  readonly close: () => void
  readonly setDialogs: (change: (open: readonly string[]) => readonly string[]) => void
}

const ToastContext = createContext<Toasts>({
  shown: undefined,
  dialogs: [],
  toast: () => {},
  close: () => {},
  setDialogs: () => {},
})

const SHOWN_MS = 6_000

/** Shows the messages of the pages inside. An error stays until it is closed or replaced. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<Message>()
  const [dialogs, setDialogs] = useState<readonly string[]>([])
  const toast = useCallback((text: string, tone: Tone = 'good') => {
    lastKey += 1
    const next = { text, tone, key: lastKey }
    setShown(next)
    if (tone === 'bad') return
    setTimeout(() => setShown((now) => (now === next ? undefined : now)), SHOWN_MS)
  }, [])
  const close = useCallback(() => setShown(undefined), [])
  const toasts = useMemo(
    () => ({ shown, dialogs, toast, close, setDialogs }),
    [shown, dialogs, toast, close],
  )
  return (
    <ToastContext value={toasts}>
      {children}
      <ToastRegion message={dialogs.length > 0 ? undefined : shown} />
    </ToastContext>
  )
}

/**
 * Shows the messages inside a modal dialog. While it is open, the browser dims everything else, and
 * screen readers do not read it.
 */
export function DialogToasts() {
  const { shown, dialogs, setDialogs } = use(ToastContext)
  const id = useId()
  useEffect(() => {
    setDialogs((open) => [...open, id])
    return () => setDialogs((open) => open.filter((each) => each !== id))
  }, [setDialogs, id])
  return <ToastRegion message={dialogs.at(-1) === id ? shown : undefined} />
}

function ToastRegion({ message }: { readonly message: Message | undefined }) {
  const { close } = use(ToastContext)
  return (
    <div className="toasts" role={message?.tone === 'bad' ? 'alert' : 'status'}>
      {message?.tone === 'good' && <p key={message.key}>{message.text}</p>}
      {message?.tone === 'bad' && (
        <p key={message.key} className="bad">
          <span>{message.text}</span>
          <Button kind="plain small" icon="close" onClick={close}>
            Close
          </Button>
        </p>
      )}
    </div>
  )
}

/** Returns a function that shows a message. */
export function useToast(): (text: string, tone?: Tone) => void {
  return use(ToastContext).toast
}
