/** Whether the service can be reached. The event stream is the first to notice if it cannot. */
import { useSyncExternalStore } from 'react'

/**
 * When the connection was lost, and so how current the data on the page is; undefined while the
 * service is connected.
 */
let disconnectedSince: Date | undefined
const listeners = new Set<() => void>()

/** Records that the event stream was lost, or that it is connected again. */
export function setConnected(connected: boolean): void {
  if (connected === (disconnectedSince === undefined)) return
  disconnectedSince = connected ? undefined : new Date()
  for (const listener of listeners) listener()
}

let polled = false

/** Records whether pages fetch their data at intervals, because there is no event stream. */
export function setPolled(isPolled: boolean): void {
  if (isPolled === polled) return
  polled = isPolled
  for (const listener of listeners) listener()
}

/** Returns whether pages fetch their data at intervals. */
export function useIsPolled(): boolean {
  return useSyncExternalStore(listen, () => polled)
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
