/** The world of the sandbox as a whole: shown, returned to its start, kept and restored. */
import { found } from '../admin-api/handler.ts'
import { orConflict, snapshotsView, worldView } from '../admin-api/sandbox/world-view.ts'
import type { ControlHandlers } from './handler.ts'

type Names =
  | 'readWorld'
  | 'resetWorld'
  | 'listSnapshots'
  | 'saveSnapshot'
  | 'restoreSnapshot'
  | 'deleteSnapshot'

export const worldHandlers: ControlHandlers<Names> = {
  readWorld: async (_call, { api }) => worldView(api),
  resetWorld: async ({ caller, body = {} }, { world, api }) => {
    const { start, ids } = body
    await world.reset(
      { start: typeof start === 'string' ? new Date(start) : start, ids },
      caller.actor,
    )
    return worldView(api)
  },
  listSnapshots: async (_call, { world }) => snapshotsView(world),
  saveSnapshot: async ({ caller, params }, { world }) => {
    await orConflict(world.save(params.name, caller.actor))
    return undefined
  },
  restoreSnapshot: async ({ caller, params }, { world, api }) => {
    found((await orConflict(world.restore(params.name, caller.actor))) || undefined)
    return worldView(api)
  },
  deleteSnapshot: async ({ caller, params }, { world }) => {
    found((await world.forget(params.name, caller.actor)) || undefined)
    return undefined
  },
}
