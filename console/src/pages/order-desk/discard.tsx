/** Giving work at the order desk up, which asks where something typed would be lost. */
import { type ReactNode, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { type Draft, isTyped } from './draft.ts'

/** Whether the form has more than a persona, which is chosen again with one click. */
export function useIsFilledIn(draft: Draft): boolean {
  const { sandbox } = useSession()
  const personas = useApiQuery('personas', 'GET /sandbox/personas', {}, { enabled: sandbox })
  return isTyped(draft, personas.data?.items ?? [])
}

interface StartOverProps {
  /** Something was typed, and it was not sent as an order. */
  readonly isLost: boolean
  readonly onStartOver: () => void
}

/** The button to begin with an empty form. */
export function StartOver({ isLost, onStartOver }: StartOverProps) {
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
  /** What is lost. */
  readonly children: ReactNode
}

/** Asks before work is lost. */
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
