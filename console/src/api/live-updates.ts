/**
 * Live updates: the event stream reports orders that start or end, and bureaus whose health changes.
 * It also knows first when the service cannot be reached, and when it can again.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { StreamEvent } from '../../../src/admin-api/schemas/order-schemas.ts'
import { addressOf, call } from './call.ts'
import { setConnected, setReconnect } from './connection.ts'
import { queryKeyOf } from './use-api-query.ts'

type Event = z.output<typeof StreamEvent>

/** The shortest time between two refetches, however many orders arrive. */
const REFETCH_INTERVAL_MS = 700
/** How long to wait before reconnecting a closed stream, for example while the service restarts. */
export const RECONNECT_MS = 2_000
/** The service sends a heartbeat every 15 seconds: a stream that is silent for longer is dead. */
const SILENCE_MAX_MS = 40_000
/** A hidden page listens for this long: most who look at another tab come back. */
const HIDDEN_MAX_MS = 10_000

/** Refetches what an event says has changed. Events carry no personal data. */
export function useLiveUpdates(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refetch = refetcher(queries)
    const listen = (source: EventSource) => {
      source.addEventListener('order', (event: MessageEvent<string>) => {
        const { id, reportId } = JSON.parse(event.data) as Extract<Event, { type: 'order' }>
        refetch.soon('orders', 'overview', ...(reportId === undefined ? [] : ['reports']))
        refetch.order(id)
      })
      // A script may do to the sandbox what the console can; after a reset nothing is as it was.
      source.addEventListener('sandbox', refetch.all)
      source.addEventListener('faults', () => refetch.soon('faults'))
      source.addEventListener('bureau', () => refetch.soon('bureaus', 'overview', 'faults'))
    }
    const close = whileVisible(() => connectAgain(listen, refetch.all), refetch.allOnce)
    return () => {
      refetch.stop()
      close()
    }
  }, [queries])
}

/** Refetches groups of queries, gathered over an interval. */
function refetcher(queries: QueryClient) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const changed = new Map<string, readonly unknown[]>()
  const soon = (...keys: readonly (readonly unknown[])[]) => {
    for (const key of keys) changed.set(JSON.stringify(key), key)
    waiting ??= setTimeout(() => {
      waiting = undefined
      for (const queryKey of changed.values()) void queries.invalidateQueries({ queryKey })
      changed.clear()
    }, REFETCH_INTERVAL_MS)
  }
  return {
    soon: (...groups: readonly string[]) => soon(...groups.map((group) => [group])),
    /** One order: the pages of others show nothing of it. */
    order: (id: string) => soon(queryKeyOf('order', 'GET /orders/:id', { params: { id } })),
    /** Everything may have changed while the service could not be reached. */
    all: () => void queries.invalidateQueries(),
    /** The same, but nothing twice: a page that comes into view refetches much by itself. */
    allOnce: () => void queries.invalidateQueries({}, { cancelRefetch: false }),
    stop: () => clearTimeout(waiting),
  }
}

/**
 * Listens while the page is in view: over HTTP/1.1 a browser has six connections for all tabs of a
 * service, and each stream holds one. Returns what ends it.
 */
function whileVisible(listen: () => () => void, onBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let close: (() => void) | undefined = listen()
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) {
      timer = setTimeout(() => {
        close?.()
        close = undefined
      }, HIDDEN_MAX_MS)
    } else if (close === undefined) {
      close = listen()
      onBack()
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    close?.()
  }
}

/** Keeps a stream open, and says when it is back after an interruption. Returns what closes it. */
function connectAgain(listenTo: (source: EventSource) => void, onBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource
  let interrupted = false
  const expectWithin = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(reconnect, ms)
  }
  const alive = () => {
    expectWithin(SILENCE_MAX_MS)
    setConnected(true)
    if (interrupted) onBack()
    interrupted = false
  }
  const reconnect = () => {
    if (source !== undefined) lost()
    source?.close()
    source = new EventSource(addressOf('GET /events'))
    expectWithin(SILENCE_MAX_MS)
    for (const event of ['open', 'heartbeat', 'order', 'bureau', 'sandbox', 'faults']) {
      source.addEventListener(event, alive)
    }
    source.addEventListener('error', ({ target }) => {
      lost()
      // A stream that was rejected, not cut off: where the session is over, this call shows sign-in.
      if ((target as EventSource).readyState === EventSource.CLOSED) {
        call('GET /session').catch(() => {})
      }
      expectWithin(RECONNECT_MS)
    })
    listenTo(source)
  }
  const lost = () => {
    interrupted = true
    setConnected(false)
  }
  reconnect()
  setReconnect(reconnect)
  return () => {
    setReconnect(undefined)
    clearTimeout(timer)
    source.close()
    setConnected(true)
  }
}
