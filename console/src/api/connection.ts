/** Whether the service can be reached. The event stream is the first to notice if it cannot. */
import { useSyncExternalStore } from 'react'

/**
 * How pages get changes: from the event stream, by fetching at intervals because the service rejects
 * the stream, or not at all.
 */
type Connection = 'live' | 'polled' | 'lost'

let connection: Connection = 'live'
/** When the connection was lost, and so how current the data on the page is. */
let disconnectedSince: Date | undefined
const listeners = new Set<() => void>()

/** Records how pages get changes from now on. */
export function setConnection(next: Connection): void {
  if (next === connection) return
  connection = next
  disconnectedSince = next === 'lost' ? new Date() : undefined
  for (const listener of listeners) listener()
}

/** Returns whether pages fetch their data at intervals. */
export function useIsPolled(): boolean {
  return useSyncExternalStore(listen, () => connection === 'polled')
}

/** Returns when the connection to the service was lost; undefined while it is connected. */
export function useDisconnectedSince(): Date | undefined {
  return useSyncExternalStore(listen, () => disconnectedSince)
}

let reconnect: (() => void) | undefined

/** Sets the function that reconnects the event stream at once; undefined without a stream. */
export function setReconnect(again: (() => void) | undefined): void {
  reconnect = again
}

/** Reconnects the event stream at once, without waiting for the next attempt. */
export function reconnectNow(): void {
  reconnect?.()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
