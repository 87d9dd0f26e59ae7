/** Discards work on the order desk, after a confirmation if typed input would be lost. */
import { type ReactNode, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { clearDesk, isUnsent, restoreWork, type Work } from './desk-work.ts'
import type { useWork } from './use-work.ts'

/** Returns whether the desk has unsent input other than a persona, which one click restores. */
function useIsUnsent(work: Work): boolean {
  const { sandbox } = useSession()
  const personas = useApiQuery('personas', 'GET /sandbox/personas', {}, { enabled: sandbox })
  return isUnsent(work, personas.data?.items ?? [])
}

interface ActionsProps {
  readonly work: ReturnType<typeof useWork>
  readonly onStartAgain: () => void
}

/** The buttons that replace the work on the desk: restore the previous order, and start over. */
export function DeskActions({ work, onStartAgain }: ActionsProps) {
  const isLost = useIsUnsent(work)
  const restore = () => {
    restoreWork(isLost)
    onStartAgain()
  }
  const startOver = () => {
    clearDesk()
    onStartAgain()
  }
  return (
    <>
      {work.hasReplaced && <Button onClick={restore}>Restore previous order</Button>}
      <StartOver isLost={isLost} onStartOver={startOver} />
    </>
  )
}

interface StartOverProps {
  /** Whether typed input would be lost because it was not sent as an order. */
  readonly isLost: boolean
  readonly onStartOver: () => void
}

/** The button to start over with an empty form. */
function StartOver({ isLost, onStartOver }: StartOverProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => (isLost ? setAsking(true) : onStartOver())}>Start over</Button>
      {asking && (
        <DiscardDialog
          title="Discard this order?"
          action="Discard order"
          onDiscard={onStartOver}
          onClose={() => setAsking(false)}
        >
          What you have entered is lost.
        </DiscardDialog>
      )}
    </>
  )
}

interface DiscardProps {
  readonly title: string
  readonly action: string
  readonly onDiscard: () => void
  readonly onClose: () => void
  /** A description of the work that is lost. */
  readonly children: ReactNode
}

/** Asks for confirmation before work is discarded. */
export function DiscardDialog({ title, action, onDiscard, onClose, children }: DiscardProps) {
  return (
    <FormDialog
      title={title}
      action={action}
      danger
      busy={false}
      error={null}
      onSubmit={onDiscard}
      onClose={onClose}
    >
      <p>{children}</p>
    </FormDialog>
  )
}
