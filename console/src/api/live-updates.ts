/**
 * Live updates. The event stream reports orders that start or end, and bureaus whose health
 * changes. It is also the first to notice that the service cannot be reached, and that it can be
 * reached again.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { StreamEvent } from '../../../src/admin-api/schemas/order-schemas.ts'
import { addressOf, call } from './call.ts'
import { setConnection, setReconnect } from './connection.ts'
import { queryKeyOf } from './use-api-query.ts'

type Event = z.output<typeof StreamEvent>

/** The shortest time between two refetches, regardless of how many orders arrive. */
const REFETCH_INTERVAL_MS = 700
/** How long to wait before reconnecting a closed stream, for example while the service restarts. */
export const RECONNECT_MS = 2_000
/**
 * How often pages are refetched while the service responds but rejects the stream, for example
 * because the operator has too many pages open.
 */
export const POLL_MS = 15_000
/** The service sends a heartbeat every 15 seconds. A stream that is silent for longer is dead. */
const SILENCE_MAX_MS = 40_000
/** How long a hidden page keeps its stream. Most users who look at another tab soon come back. */
const HIDDEN_MAX_MS = 10_000

/** Refetches the data that an event reports as changed. Events carry no personal data. */
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
      // A script can change the sandbox as the console can, and a reset changes all of its data.
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

/**
 * Returns functions that refetch groups of queries. Groups that change within the interval are
 * refetched together.
 */
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
    /** Refetches one order. The pages of other orders do not depend on it. */
    order: (id: string) => soon(queryKeyOf('order', 'GET /orders/:id', { params: { id } })),
    /** Refetches everything: anything may have changed while the service could not be reached. */
    all: () => void queries.invalidateQueries(),
    /**
     * Refetches everything, but does not restart running fetches: a page that comes into view
     * already refetches most of its data.
     */
    allOnce: () => void queries.invalidateQueries({}, { cancelRefetch: false }),
    stop: () => clearTimeout(waiting),
  }
}

/**
 * Listens while the page is visible. Over HTTP/1.1 a browser opens at most six connections to a
 * service for all its tabs, and each stream occupies one. Returns a function that stops listening.
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

/**
 * Keeps a stream open, and calls `onBack` when it is connected again after an interruption. Returns
 * a function that closes the stream.
 */
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
    setConnection('live')
    if (interrupted) onBack()
    interrupted = false
  }
  const reconnect = () => {
    // A rejected stream is closed already. Whether the service can be reached is known then.
    if (source !== undefined && source.readyState !== EventSource.CLOSED) lost()
    source?.close()
    source = new EventSource(addressOf('GET /events'))
    expectWithin(SILENCE_MAX_MS)
    for (const event of ['open', 'heartbeat', 'order', 'bureau', 'sandbox', 'faults']) {
      source.addEventListener(event, alive)
    }
    source.addEventListener('error', ({ target }) => {
      interrupted = true
      expectWithin(RECONNECT_MS)
      if ((target as EventSource).readyState !== EventSource.CLOSED) return lost()
      // The stream was rejected rather than interrupted. If the session has ended, this call shows
      // the sign-in page.
      call('GET /session').then(() => target === source && poll(), lost)
    })
    listenTo(source)
  }
  const lost = () => {
    interrupted = true
    setConnection('lost')
  }
  const poll = () => {
    expectWithin(POLL_MS)
    setConnection('polled')
    onBack()
  }
  reconnect()
  setReconnect(reconnect)
  return () => {
    setReconnect(undefined)
    clearTimeout(timer)
    source.close()
    setConnection('live')
  }
}
