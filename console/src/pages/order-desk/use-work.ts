/** The work at the order desk while it is open, and its changes. */
import { useEffect } from 'react'
import { useOrderingAccount } from '../../components/order-now.ts'
import type { Draft } from './draft.ts'
import { useDesk, type Work } from './kept-work.ts'

/** The kept work, and its changes. */
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
    /** The order was sent; typing may have gone on. */
    setSent: (sent: Pick<Work, 'draft' | 'edited'>) =>
      setWork((now) =>
        now.draft === sent.draft && now.edited === sent.edited ? { ...now, isSafe: true } : now,
      ),
  }
}
