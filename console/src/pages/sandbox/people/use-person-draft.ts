/** The draft of a person while it is edited, with the preview of what the bureaus return for it. */
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
  /** The file as JSON: form and JSON edit the same text, so nothing is lost between them. */
  readonly text: string
  readonly replaced?: ReplacedScore | undefined
  /** What is saved, or what a new person began with. */
  readonly before: { readonly id: string; readonly text: string }
}

/** Unsaved drafts, kept in the memory of the page while other pages are open. */
const drafts = new Map<string, Draft>()

onSignOut(() => drafts.clear())

const isUnsaved = ({ id, text, before }: Draft) => id !== before.id || text !== before.text

interface Begun {
  readonly id: string
  readonly file: PersonFile
}

function draftOf({ id, file }: Begun): Draft {
  const before = { id, text: textOf(file) }
  return { ...before, before }
}

/** The draft as it was left under a key, or begun with a file; and what changes it. */
export function usePersonDraft(key: string, begun: Begun) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => drafts.get(key) ?? draftOf(begun))
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
    /** The middle score in whose place single bureaus have scores. */
    replacedScore: replaces(file, replaced) ? replaced?.middleScore : undefined,
    setId: (next: string) => setDraft((now) => ({ ...now, id: next })),
    setText,
    setFile: (next: PersonFile) => setText(textOf(next)),
    isUnsaved: isUnsaved(draft),
    begin: (next: Begun) => setDraft(draftOf(next)),
    /** The draft is saved as it is, and may be changed further. */
    keep: () => {
      drafts.delete(key)
      setDraft((now) => ({ ...now, before: { id, text } }))
    },
    /** The form is closed without it. */
    discard: () => drafts.delete(key),
    /** Scores in place of a middle score follow from this very draft, so its preview comes first. */
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

/** The preview is updated when typing has paused for this long. */
const TYPING_PAUSE_MS = 400

/** What the bureaus would return; an ID that is missing is no reason to have no preview. */
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
