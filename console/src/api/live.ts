/** What the service tells while the page is open: orders that begin and end, bureaus that change. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { StreamEvent } from '../../../src/admin-api/schemas.ts'
import { addressOf } from './call.ts'

type Told = z.output<typeof StreamEvent>

/** Lists are fetched again at most so often, however many orders arrive. */
const QUIET_MS = 700
/** A stream that was refused, as while the service restarts, is asked for again after so long. */
const AGAIN_MS = 10_000

/** Fetches again what events say has changed; the events carry no personal data. */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
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
    const listen = () => {
      const source = new EventSource(addressOf('GET /events'))
      source.addEventListener('order', (event: MessageEvent<string>) => {
        const told = JSON.parse(event.data) as Extract<Told, { type: 'order' }>
        soon('orders', 'order', 'overview', ...(told.reportId === undefined ? [] : ['reports']))
      })
      source.addEventListener('bureau', () => soon('bureaus', 'overview', 'faults'))
      source.addEventListener('error', () => {
        if (source.readyState === EventSource.CLOSED) again = setTimeout(relisten, AGAIN_MS)
      })
      return source
    }
    let again: ReturnType<typeof setTimeout> | undefined
    let source = listen()
    const relisten = () => {
      source = listen()
    }
    return () => {
      clearTimeout(waiting)
      clearTimeout(again)
      source.close()
    }
  }, [queries])
}
