/** Unsaved profiles, kept in the memory of the page by account while other pages are open. */
import { useState } from 'react'
import { onSignOut } from '../../api/sign-out.ts'
import type { Account, Profile } from './account-data.ts'

const drafts = new Map<string, Profile>()

onSignOut(() => drafts.clear())

/** The unsaved profile of an account, undefined if nothing is changed, and how to set it. */
export function useKeptDraft(account: Account): [Profile | undefined, (draft?: Profile) => void] {
  const { name, profile } = account
  const [, redraw] = useState({})
  const keep = (draft?: Profile) => {
    if (draft === undefined) drafts.delete(name)
    else drafts.set(name, draft)
    redraw({})
  }
  const kept = drafts.get(name)
  const isChanged = JSON.stringify(kept) !== JSON.stringify(profile)
  return [isChanged ? kept : undefined, keep]
}
