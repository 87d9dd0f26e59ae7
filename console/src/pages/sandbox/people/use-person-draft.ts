/** The draft of a person while it is edited, with a preview of the bureaus' results for it. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { BureauName } from '../../../../../src/documents/tables/enumerations.ts'
import { call } from '../../../api/call.ts'
import { onSignOut } from '../../../api/sign-out.ts'
import {
  fileOf,
  type PersonFile,
  type ReplacedScore,
  replaces,
  textOf,
  withChosenFile,
} from './person-draft.ts'
import { scoresOf } from './person-preview.tsx'

interface Draft {
  readonly id: string
  /** The file as JSON. Form and JSON view edit the same text, so nothing is lost between them. */
  readonly text: string
  readonly replaced?: ReplacedScore | undefined
  /** The saved person, or the state that a new person started with. */
  readonly before: { readonly id: string; readonly text: string }
}

/** Unsaved drafts, held in the memory of the page while other pages are open. */
const drafts = new Map<string, Draft>()

onSignOut(() => drafts.clear())

const isUnsaved = ({ id, text, before }: Draft) => id !== before.id || text !== before.text

interface InitialPerson {
  readonly id: string
  readonly file: PersonFile
}

function draftOf({ id, file }: InitialPerson): Draft {
  const before = { id, text: textOf(file) }
  return { ...before, before }
}

/** Returns the draft left under a key, or a new draft of a file, and functions to change it. */
export function usePersonDraft(key: string, initial: InitialPerson) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => drafts.get(key) ?? draftOf(initial))
  const { id, text, replaced } = draft
  useLayoutEffect(() => {
    if (isUnsaved(draft)) drafts.set(key, draft)
    else drafts.delete(key)
  }, [key, draft])
  const setText = (next: string) => setDraft((now) => ({ ...now, text: next }))
  const file = fileOf(text)
  return {
    id,
    text,
    file,
    check: usePersonCheck(id, text),
    /** The middle score that scores of single bureaus have replaced. */
    replacedScore: replaces(file, replaced) ? replaced?.middleScore : undefined,
    setId: (next: string) => setDraft((now) => ({ ...now, id: next })),
    setText,
    setFile: (next: PersonFile) => setText(textOf(next)),
    isUnsaved: isUnsaved(draft),
    begin: (next: InitialPerson) => setDraft(draftOf(next)),
    /** Marks the draft as saved. It can still be changed. */
    markSaved: () => {
      drafts.delete(key)
      setDraft((now) => ({ ...now, before: { id, text } }))
    },
    /** Discards the draft when the form is closed without saving. */
    discard: () => drafts.delete(key),
    /**
     * Sets the result of a bureau. The scores that replace a middle score come from the preview of
     * this exact draft, so the preview is fetched first.
     */
    chooseBureauFile: async (bureau: BureauName, what: string) => {
      const checked = await queries.query(checkOf(id, text)).catch(() => undefined)
      setDraft((now) => afterChoice(now, bureau, what, scoresOf(checked)))
    },
  }
}

function afterChoice(
  draft: Draft,
  bureau: BureauName,
  what: string,
  scores: ReadonlyMap<BureauName, number>,
): Draft {
  const file = fileOf(draft.text)
  if (file === undefined) return draft
  const chosen = withChosenFile({ file, replaced: draft.replaced }, bureau, what, scores)
  return { ...draft, text: textOf(chosen.file), replaced: chosen.replaced }
}

/** How long typing must pause before the preview is updated. */
const TYPING_PAUSE_MS = 400

/**
 * Returns the query for the results that bureaus would return. Without a valid ID, it uses a
 * placeholder, so that there is a preview anyway.
 */
const checkOf = (id: string, text: string) =>
  queryOptions({
    queryKey: ['person-check', id, text],
    queryFn: ({ signal }) =>
      call('POST /sandbox/people/:id/check', {
        params: { id: /^[a-z0-9][a-z0-9._-]*$/.test(id) ? id : 'preview' },
        body: fileOf(text) ?? {},
        signal,
      }),
    retry: false,
    gcTime: 0,
  })

function usePersonCheck(id: string, text: string) {
  const [settled, setSettled] = useState({ id, text })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ id, text }), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [id, text])
  return useQuery({
    ...checkOf(settled.id, settled.text),
    enabled: fileOf(settled.text) !== undefined,
    placeholderData: keepPreviousData,
  })
}
