/** Live updates: the event stream reports orders that start or end, and bureaus whose health changes. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { StreamEvent } from '../../../src/admin-api/schemas.ts'
import { addressOf } from './call.ts'

type Event = z.output<typeof StreamEvent>

/** The shortest time between two refetches, however many orders arrive. */
const REFETCH_INTERVAL_MS = 700
/** How long to wait before reconnecting a closed stream, for example while the service restarts. */
const RECONNECT_MS = 10_000

/** Refetches what an event says has changed. Events carry no personal data. */
export function useLiveUpdates(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const changed = new Set<string>()
    const refetchSoon = (...keys: readonly string[]) => {
      for (const key of keys) changed.add(key)
      waiting ??= setTimeout(() => {
        waiting = undefined
        for (const key of changed) void queries.invalidateQueries({ queryKey: [key] })
        changed.clear()
      }, REFETCH_INTERVAL_MS)
    }
    const connect = () => {
      const source = new EventSource(addressOf('GET /events'))
      source.addEventListener('order', (event: MessageEvent<string>) => {
        const { reportId } = JSON.parse(event.data) as Extract<Event, { type: 'order' }>
        refetchSoon('orders', 'order', 'overview', ...(reportId === undefined ? [] : ['reports']))
      })
      source.addEventListener('bureau', () => refetchSoon('bureaus', 'overview', 'faults'))
      source.addEventListener('error', () => {
        if (source.readyState === EventSource.CLOSED)
          reconnecting = setTimeout(reconnect, RECONNECT_MS)
      })
      return source
    }
    let reconnecting: ReturnType<typeof setTimeout> | undefined
    let source = connect()
    const reconnect = () => {
      source = connect()
    }
    return () => {
      clearTimeout(waiting)
      clearTimeout(reconnecting)
      source.close()
    }
  }, [queries])
}
