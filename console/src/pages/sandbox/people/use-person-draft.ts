/** The draft of a person while it is edited, with the preview of what the bureaus return for it. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BureauName } from '../../../../../src/documents/tables/enumerations.ts'
import { call } from '../../../api/call.ts'
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
}

/** The draft, begun with a file, and what changes it. */
export function usePersonDraft(before: { readonly id: string; readonly file: PersonFile }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft>({ id: before.id, text: textOf(before.file) })
  const { id, text, replaced } = draft
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
    begin: (next: typeof before) => setDraft({ id: next.id, text: textOf(next.file) }),
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
