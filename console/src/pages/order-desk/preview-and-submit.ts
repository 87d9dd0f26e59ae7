/** Previews and submits the order. The cache is discarded when the page is closed. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isUnanswered } from '../../api/api-error.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { type Draft, previewBody } from './draft.ts'

/** How long typing must pause before the preview is updated. */
const TYPING_PAUSE_MS = 250

/** The request XML with its validation errors and its price. */
export type Preview = ApiResponse<'POST /manual-order/preview'>

/** Validates the edited XML, or generates the XML of the form and validates it. */
export function usePreview(draft: Draft, edited: string | undefined) {
  const settled = useSettled(draft, edited)
  return useQuery({
    queryKey: ['manual-order', previewBody(settled.draft), settled.edited],
    queryFn: ({ signal }) => requestPreview(settled.draft, settled.edited, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Returns the work as it was when typing last paused. */
function useSettled(draft: Draft, edited: string | undefined) {
  const [settled, setSettled] = useState({ draft, edited })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ draft, edited }), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, edited])
  return settled
}

/** Returns the errors of the current order, which the preview may not show yet. */
export async function currentErrors(
  draft: Draft,
  edited: string | undefined,
): Promise<Preview['errors']> {
  // If the service cannot be reached, sending the order reports it.
  const preview = await requestPreview(draft, edited).catch(() => undefined)
  return preview?.errors ?? []
}

function requestPreview(
  draft: Draft,
  edited: string | undefined,
  signal?: AbortSignal,
): Promise<Preview> {
  const withSignal = signal === undefined ? {} : { signal }
  if (edited === undefined) {
    return call('POST /manual-order/preview', { body: previewBody(draft), ...withSignal })
  }
  const { account, operation } = draft
  const body = { operation, xml: edited, ...(account === undefined ? {} : { account }) }
  return call('POST /manual-order/check', { body, ...withSignal })
}

interface Submitted {
  readonly draft: Draft
  readonly edited: string | undefined
}

/**
 * Submits the edited XML, or the XML of the current form. If a submission got no response, the
 * unchanged form submits the same XML again: the service may have received it, and recognizes
 * duplicates by their bytes. XML that is generated again would have a later date.
 */
export function useSubmitOrder() {
  const queries = useQueryClient()
  const unanswered = useRef<{ readonly draft: Draft; readonly xml: string }>(undefined)
  return useMutation({
    mutationFn: async ({ draft, edited }: Submitted) => {
      const { current } = unanswered
      const generated = async () =>
        current?.draft === draft ? current.xml : (await requestPreview(draft, undefined)).xml
      const xml = edited ?? (await generated())
      if (edited === undefined) unanswered.current = { draft, xml }
      const { account, operation } = draft
      const body = { operation, xml, ...(account === undefined ? {} : { account }) }
      return call('POST /manual-order/orders', { body })
    },
    onSuccess: () => {
      for (const group of ['orders', 'reports', 'overview']) {
        void queries.invalidateQueries({ queryKey: [group] })
      }
    },
    onSettled: (_result, error) => {
      if (!isUnanswered(error)) unanswered.current = undefined
      // A failed order can also be the last one that meets a fault.
      void queries.invalidateQueries({ queryKey: ['faults'] })
    },
    gcTime: 0,
  })
}
