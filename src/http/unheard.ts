/**
 * Connections whose request has not wholly come. There may be a certain number of them; beyond it
 * those that wait longest go before their time, so that any number of silent or dripping clients
 * cost bounded memory and never have all the connections there are.
 */
import type { Socket } from 'node:net'

/** Keeps the connections that have not said all yet, in the order in which they began to wait. */
export interface Unheard {
  /** A request is awaited on the connection, or has only begun to come. */
  awaited(socket: Socket): void
  /** Its request has wholly come, or it is gone. */
  heard(socket: Socket): void
  close(): void
}

const SWEEP_EVERY_MS = 100
/**
 * So many sweeps a connection has at least: what its client sent at once was read between them,
 * however late this thread came to it.
 */
const SWEEPS_MIN = 4

/** Drops the longest waiting beyond so many; `isOurs` tells of those that wait for this service. */
export function openUnheard(
  max: () => number,
  isOurs: (socket: Socket) => boolean,
  drop: (socket: Socket) => void,
): Unheard {
  const sinceSweep = new Map<Socket, number>()
  let sweep = 0
  const timer = setInterval(() => {
    sweep += 1
    let tooMany = sinceSweep.size - max()
    for (const [socket, since] of sinceSweep) {
      if (tooMany <= 0 || sweep - since < SWEEPS_MIN) return
      if (isOurs(socket)) continue
      tooMany -= 1
      sinceSweep.delete(socket)
      drop(socket)
    }
  }, SWEEP_EVERY_MS).unref()
  return {
    awaited: (socket) => {
      if (!sinceSweep.has(socket)) sinceSweep.set(socket, sweep)
    },
    heard: (socket) => void sinceSweep.delete(socket),
    close: () => clearInterval(timer),
  }
}
