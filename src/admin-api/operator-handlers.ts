/** Console users: who may log in, and with which role. */
import type { z } from 'zod'
import type { Operator } from '../store/records/operators.ts'
import { newSecret, passwordHash } from '../store/sealing/secrets.ts'

import { type Api, actorOf, at, found, type Handlers, maybeAt } from './handler.ts'
import { ApiProblem } from './problems.ts'
import type { OperatorView } from './schemas/administration-schemas.ts'

type Names = 'listOperators' | 'createOperator' | 'changeOperator' | 'resetPassword' | 'endSessions'

/** Only for operators. Passwords are made by the service and shown once. */
export const operatorHandlers: Handlers<Names> = {
  listOperators: async (_call, { tools }) => {
    const { operators, audit } = tools.store
    const [people, logins] = await Promise.all([operators.list(), audit.lastLogins()])
    return {
      items: people.map((person) => ({
        ...viewOf(person),
        lastLoginAt: maybeAt(logins.get(person.name)),
      })),
    }
  },
  createOperator: async ({ caller, body }, api) => {
    const { name, role, account } = body
    await assertAccount(account, api)
    const password = newSecret()
    const createdAt = api.tools.realNow().getTime()
    const operator = { name, role, account, passwordHash: passwordHash(password), createdAt }
    const created = await api.tools.store.operators.create(operator, actorOf(caller))
    if (!created) throw new ApiProblem('conflict', 'A user with this name exists already.')
    return { operator: viewOf({ ...operator, hasSecondFactor: false }), password }
  },
  changeOperator: async ({ caller, params, body }, api) => {
    const { store, realNow } = api.tools
    const known = found(await store.operators.find(params.name))
    const role = body.role ?? known.role
    const account = body.account === undefined ? known.account : (body.account ?? undefined)
    if ((role === 'integrator') !== (account !== undefined)) {
      throw new ApiProblem(
        'rejected',
        'account is required for the role integrator and not allowed for other roles.',
      )
    }
    await assertAccount(account, api)
    const since = known.disabledAt ?? realNow().getTime()
    const stays = body.disabled === undefined ? known.disabledAt !== undefined : body.disabled
    const state = { role, account, disabledAt: stays ? since : undefined }
    const changed = await store.operators.change(params.name, state, actorOf(caller))
    // Only the last operator can be the one who asks: all others may be changed.
    if (!changed) {
      throw new ApiProblem(
        'conflict',
        'You are the last operator. Give another user this role first.',
      )
    }
    return viewOf({ ...known, ...state })
  },
  resetPassword: async ({ caller, params }, { tools }) => {
    const password = newSecret()
    const hash = passwordHash(password)
    const by = actorOf(caller)
    const changed = await tools.store.operators.changePassword(params.name, hash, undefined, by)
    if (!changed) throw new ApiProblem('not-found')
    return { password }
  },
  endSessions: async ({ caller, params }, { tools }) => {
    const { name } = found(await tools.store.operators.find(params.name))
    await tools.store.operators.endSessionsOf(name)
    const entry = { actor: actorOf(caller), action: 'sessions.ended', object: name } as const
    await tools.store.audit.record(entry)
    return undefined
  },
}

async function assertAccount(name: string | undefined, { tools }: Api): Promise<void> {
  if (name === undefined) return
  const account = await tools.store.accounts.find(name, tools.realNow().getTime())
  if (account === undefined) throw new ApiProblem('rejected', 'Account not found.')
}

function viewOf(operator: Operator): z.infer<typeof OperatorView> {
  const { name, role, account, createdAt, disabledAt, hasSecondFactor } = operator
  const disabled = maybeAt(disabledAt)
  return { name, role, account, createdAt: at(createdAt), disabledAt: disabled, hasSecondFactor }
}
