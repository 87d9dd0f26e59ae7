/** The work on the order desk while the desk is open. */
import { useEffect } from 'react'
import { useOrderingAccount } from '../../components/order-now.ts'
import { useDesk, type Work } from './desk-work.ts'
import type { Draft } from './draft.ts'

/** Returns the work on the desk, and functions that change it. */
export function useWork() {
  const { work, replaced, setWork } = useDesk()
  const { draft, isAsWritten = false } = work
  const account = useOrderingAccount()
  useEffect(() => {
    if (draft.account !== undefined || account === undefined) return
    setWork((before) => ({ ...before, draft: { ...before.draft, account } }))
  }, [draft.account, account, setWork])
  return {
    ...work,
    isAsWritten,
    hasReplaced: replaced !== undefined,
    setDraft: (draft: Draft) => setWork((before) => ({ ...before, draft, isSafe: false })),
    setEdited: (edited: string | undefined, asWritten = false) =>
      setWork((before) => ({ ...before, edited, isAsWritten: asWritten, isSafe: false })),
    /** Marks the work as sent, unless it was changed meanwhile. */
    setSent: (sent: Pick<Work, 'draft' | 'edited'>) =>
      setWork((now) =>
        now.draft === sent.draft && now.edited === sent.edited ? { ...now, isSafe: true } : now,
      ),
  }
}
