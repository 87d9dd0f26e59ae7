/** The world of the sandbox as a whole: shown, returned to its start, kept and restored. */
import { at, found } from '../admin-api/handler.ts'
import { ApiProblem } from '../admin-api/problems.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import { WorldRejected } from '../sandbox/world.ts'
import { moment } from '../time.ts'
import type { ControlHandlers } from './handler.ts'
import type { ControlAnswer } from './routes.ts'

type Names =
  | 'readWorld'
  | 'resetWorld'
  | 'listSnapshots'
  | 'saveSnapshot'
  | 'restoreSnapshot'
  | 'deleteSnapshot'

export const worldHandlers: ControlHandlers<Names> = {
  readWorld: async (_call, { clock }) => worldView(clock),
  resetWorld: async ({ caller, body = {} }, { world, clock }) => {
    const { start, ids } = body
    await world.reset(
      { start: typeof start === 'string' ? new Date(start) : start, ids },
      caller.actor,
    )
    return worldView(clock)
  },
  listSnapshots: async (_call, { world }) => ({
    items: (await world.snapshots()).map(({ name, savedAt }) => ({ name, savedAt: at(savedAt) })),
  }),
  saveSnapshot: async ({ caller, params }, { world }) => {
    await orConflict(world.save(params.name, caller.actor))
    return undefined
  },
  restoreSnapshot: async ({ caller, params }, { world, clock }) => {
    found((await orConflict(world.restore(params.name, caller.actor))) || undefined)
    return worldView(clock)
  },
  deleteSnapshot: async ({ caller, params }, { world }) => {
    found((await world.forget(params.name, caller.actor)) || undefined)
    return undefined
  },
}

async function orConflict<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof WorldRejected) throw new ApiProblem('conflict', error.message)
    throw error
  }
}

function worldView(clock: SandboxClock): ControlAnswer<'readWorld'> {
  const { epoch, frozen, ids, advancedMs } = clock.state()
  return {
    start: at(epoch),
    clock: frozen ? 'frozen' : 'running',
    ids,
    now: moment(clock.now()),
    advancedMs,
  }
}
