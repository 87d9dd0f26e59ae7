/** Accounts besides the sandbox account, with their own profiles. */
import { AccountProfile } from '../../../src/orders/intake/ordering-account.ts'
import { SERVICE } from '../../../src/store/audit/entry.ts'
import type { Answered, RunningService } from '../../support/running-service.ts'

let made = 0

/** Creates an account and returns the service as this account uses it. */
export async function accountOf(
  service: RunningService,
  profile: Readonly<Record<string, unknown>> = {},
): Promise<RunningService> {
  made += 1
  const account = `lender-${made}`
  const secret = `secret-${made}`
  const { store, vault } = service.storage
  await store.accounts.create(
    { name: account, profile: AccountProfile.parse(profile), createdAt: 0 },
    { id: `S${made}`, hash: vault.secretHash(secret), createdAt: 0 },
    SERVICE,
  )
  const authorization = `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`
  return {
    ...service,
    account,
    secret,
    authorization,
    post: (operation, body, headers = {}): Promise<Answered> =>
      service.post(operation, body, { Authorization: authorization, ...headers }),
  }
}
