/** Unsaved profiles by account, held in the memory of the page while other pages are open. */
import { useState } from 'react'
import { onSignOut } from '../../api/sign-out.ts'
import type { Account, Profile } from './account-data.ts'
import { applyChanges } from './apply-changes.ts'

interface StoredDraft {
  /**
   * The profile that the draft was started from. Fields that another operator has saved since are
   * not overwritten.
   */
  readonly base: Profile
  readonly draft: Profile
}

const drafts = new Map<string, StoredDraft>()

onSignOut(() => drafts.clear())

/** Returns the unsaved profile of an account, or undefined, and a function that sets it. */
export function useProfileDraft(
  account: Account,
): [Profile | undefined, (draft?: Profile) => void] {
  const { name, profile } = account
  const [, redraw] = useState({})
  const setDraft = (draft?: Profile) => {
    if (draft === undefined) drafts.delete(name)
    else drafts.set(name, { base: profile, draft })
    redraw({})
  }
  const stored = drafts.get(name)
  const draft = stored && applyChanges(stored.base, stored.draft, profile)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(profile)
  return [isChanged ? draft : undefined, setDraft]
}
