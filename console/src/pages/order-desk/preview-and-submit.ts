/** Writing and placing what is filled in. Nothing of it is kept longer than the page is open. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Answer, call } from '../../api/call.ts'
import { type Draft, isBegun, previewBody } from './draft.ts'

/** The document is written again when typing has paused for so long. */
const PAUSE_MS = 250

/** What the service wrote and found; of an order that is not begun yet it is no news. */
export type Preview = Answer<'POST /desk/preview'> & { readonly begun: boolean }

/** The document of the form, or what is found in the document that was edited by hand. */
export function usePreview(draft: Draft, edited: string | undefined) {
  const settled = useSettled(JSON.stringify({ ...previewBody(draft), edited }))
  return useQuery({
    queryKey: ['desk', settled],
    queryFn: async ({ signal }) => ({
      ...(await written(draft, edited, signal)),
      begun: edited !== undefined || isBegun(draft),
    }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function written(
  draft: Draft,
  edited: string | undefined,
  signal?: AbortSignal,
): Promise<Answer<'POST /desk/preview'>> {
  const cancelled = signal === undefined ? {} : { signal }
  if (edited === undefined) {
    return call('POST /desk/preview', { body: previewBody(draft), ...cancelled })
  }
  const { account, operation } = draft
  const body = { operation, xml: edited, ...(account === undefined ? {} : { account }) }
  return call('POST /desk/check', { body, ...cancelled })
}

/** Places the document of the form as it is now, or the one edited by hand. */
export function usePlacing() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ draft, edited }: { draft: Draft; edited: string | undefined }) => {
      const xml = edited ?? (await written(draft, undefined)).xml
      const { account, operation } = draft
      const body = { operation, xml, ...(account === undefined ? {} : { account }) }
      return call('POST /desk/orders', { body })
    },
    onSuccess: () => {
      for (const group of ['orders', 'reports', 'overview']) {
        void queries.invalidateQueries({ queryKey: [group] })
      }
    },
    gcTime: 0,
  })
}
