/** What the service tells while the page is open: orders that begin and end, bureaus that change. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { StreamEvent } from '../../../src/http/api/schemas.ts'
import { addressOf } from './call.ts'

type Told = z.output<typeof StreamEvent>

/** Lists are fetched again at most so often, however many orders arrive. */
const QUIET_MS = 700

/** Fetches again what events say has changed; the events carry no personal data. */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const source = new EventSource(addressOf('GET /events'))
    let waiting: ReturnType<typeof setTimeout> | undefined
    const changed = new Set<string>()
    const soon = (...keys: readonly string[]) => {
      for (const key of keys) changed.add(key)
      waiting ??= setTimeout(() => {
        waiting = undefined
        for (const key of changed) void queries.invalidateQueries({ queryKey: [key] })
        changed.clear()
      }, QUIET_MS)
    }
    source.addEventListener('order', (event: MessageEvent<string>) => {
      const told = JSON.parse(event.data) as Extract<Told, { type: 'order' }>
      soon('orders', 'overview', ...(told.reportId === undefined ? [] : ['reports']))
      void queries.invalidateQueries({ queryKey: ['order', told.id] })
    })
    source.addEventListener('bureau', () => soon('bureaus', 'overview', 'faults'))
    return () => {
      clearTimeout(waiting)
      source.close()
    }
  }, [queries])
}
