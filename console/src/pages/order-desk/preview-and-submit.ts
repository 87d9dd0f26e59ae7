/** Previews and submits the order. Nothing is cached after the page is closed. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiResponse, call } from '../../api/call.ts'
import { type Draft, previewBody } from './draft.ts'

/** The preview is updated when typing has paused for this long. */
const TYPING_PAUSE_MS = 250

/** The request XML with its errors and its price. */
export type Preview = ApiResponse<'POST /manual-order/preview'>

/** Validates the edited XML, or writes the XML of the form and validates it. */
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

/** The work as it was when typing last paused. */
function useSettled(draft: Draft, edited: string | undefined) {
  const [settled, setSettled] = useState({ draft, edited })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ draft, edited }), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, edited])
  return settled
}

/** The errors of the order as it is now; typing may be ahead of the preview. */
export async function currentErrors(
  draft: Draft,
  edited: string | undefined,
): Promise<Preview['errors']> {
  // A service that cannot be reached is reported when the order is sent.
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

/** Submits the edited XML, or the XML of the form as it is now. */
export function useSubmitOrder() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ draft, edited }: { draft: Draft; edited: string | undefined }) => {
      const xml = edited ?? (await requestPreview(draft, undefined)).xml
      const { account, operation } = draft
      const body = { operation, xml, ...(account === undefined ? {} : { account }) }
      return call('POST /manual-order/orders', { body })
    },
    onSuccess: () => {
      for (const group of ['orders', 'reports', 'overview']) {
        void queries.invalidateQueries({ queryKey: [group] })
      }
    },
    // An order that fails may have met the last of a fault.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['faults'] }),
    gcTime: 0,
  })
}
