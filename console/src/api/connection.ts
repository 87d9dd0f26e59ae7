/** Whether the service can be reached, as the event stream knows first. */
import { useSyncExternalStore } from 'react'

/** The moment until which the data on the page is current; undefined while the service is connected. */
let disconnectedSince: Date | undefined
const listeners = new Set<() => void>()

/** Notes that the event stream ended, or that it is back. */
export function setConnected(connected: boolean): void {
  if (connected === (disconnectedSince === undefined)) return
  disconnectedSince = connected ? undefined : new Date()
  for (const listener of listeners) listener()
}

/** Since when the service cannot be reached; undefined while it can. */
export function useDisconnectedSince(): Date | undefined {
  return useSyncExternalStore(listen, () => disconnectedSince)
}

let reconnect: (() => void) | undefined

/** Sets what asks the service again, at once; undefined while nothing listens to it. */
export function setReconnect(again: (() => void) | undefined): void {
  reconnect = again
}

/** Asks the service again, at once. */
export function reconnectNow(): void {
  reconnect?.()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
