/** Logging in and out. */

import { type Api, actorOf, type Handlers } from '../../admin-api/handler.ts'
import { ApiProblem } from '../../admin-api/problems.ts'
import type { Answer } from '../../admin-api/routes.ts'
import { beginSession, type Caller, IDLE_MS, NO_COOKIE } from '../../admin-api/sessions.ts'
import { passwordHash } from '../../store/passwords.ts'
import { clientNetwork } from '../auth/client-network.ts'

export const sessionHandlers: Handlers<'readSession' | 'logOut' | 'changePassword'> = {
  readSession: async ({ caller }, api) => sessionOf(caller, api),
  logOut: async ({ caller, reply }, { tools }) => {
    await tools.store.endSession(caller.tokenHash)
    reply.header('Set-Cookie', NO_COOKIE)
    // What the browser kept of this session goes too.
    reply.header('Clear-Site-Data', '"cache", "cookies", "storage"')
    return undefined
  },
  changePassword: async ({ caller, body, request }, { tools, checkPassword }) => {
    const { name } = caller.operator
    const known = await checkPassword(name, body.current, clientNetwork(request))
    if (known === undefined) throw new ApiProblem('refused', 'The current password is wrong.')
    await tools.store.changePassword(
      name,
      passwordHash(body.next),
      caller.tokenHash,
      actorOf(caller),
    )
    return undefined
  },
}

/** Logs a person in: their session, and the cookie to set. */
export async function logIn(
  { name, password }: { readonly name: string; readonly password: string },
  network: string,
  api: Api,
): Promise<{ readonly answer: Answer<'logIn'>; readonly cookie: string }> {
  const operator = await api.checkPassword(
    name.normalize('NFC'),
    password.normalize('NFC'),
    network,
  )
  if (operator === undefined) throw new ApiProblem('wrong-credentials')
  const { caller, cookie } = await beginSession(operator, sessionTools(api))
  return { answer: sessionOf(caller, api), cookie }
}

/** What sessions are kept with. */
export function sessionTools({ tools, vault }: Api) {
  return { store: tools.store, vault, realNow: tools.realNow }
}

function sessionOf(
  { operator, csrfToken, expiresAt }: Caller,
  { sandbox, version, basePath }: Api,
): Answer<'readSession'> {
  const { name, role, account } = operator
  return {
    operator: { name, role, account },
    csrfToken,
    expiresAt: new Date(expiresAt).toISOString(),
    idleTimeoutMs: IDLE_MS,
    sandbox: sandbox !== undefined,
    version,
    basePath,
  }
}
