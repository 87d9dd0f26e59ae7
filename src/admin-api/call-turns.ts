/**
 * Turns of the calls of the operator API. The main thread carries out all of these calls, and some
 * of them take long: a large document, an export, a year of figures. The calls of one user wait for
 * each other, so that they cannot slow down the orders of other accounts.
 */
import type { ServerResponse } from 'node:http'
import { ApiProblem } from './problems.ts'

const AT_ONCE_MAX = 3
/** More than all calls of several open pages of the console. */
const WAITING_MAX = 60

/** The calls of one user. */
interface Calls {
  running: number
  /** The functions that begin the calls that wait, in the order of arrival. */
  readonly waiting: Set<() => void>
}

/**
 * Waits for the turn of a call. Resolves with a function that ends the turn, which the end of the
 * response does in any case. Rejects if too many calls wait already, or if the client disconnects.
 */
type TakeTurn = (user: string, response: ServerResponse) => Promise<() => void>

/** Creates the turns of all users. */
export function callTurns(): TakeTurn {
  const users = new Map<string, Calls>()
  return async (user, response) => {
    // The client can have disconnected during the login. No event would end such a turn.
    if (response.closed) throw new ApiProblem('unavailable')
    const calls = users.get(user) ?? { running: 0, waiting: new Set() }
    if (calls.waiting.size >= WAITING_MAX) throw new ApiProblem('too-many')
    users.set(user, calls)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const begin = () => {
      calls.waiting.delete(begin)
      calls.running += 1
      resolve()
    }
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      if (calls.waiting.delete(begin)) reject(new ApiProblem('unavailable'))
      else calls.running -= 1
      serve(calls)
      if (calls.running === 0) users.delete(user)
    }
    response.once('close', end)
    calls.waiting.add(begin)
    serve(calls)
    await promise
    return end
  }
}

function serve({ running, waiting }: Calls): void {
  const [begin] = waiting
  if (running < AT_ONCE_MAX) begin?.()
}
