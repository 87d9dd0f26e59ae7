/**
 * Administration in the console: accounts with permissions, prices, secrets and statements; and
 * console users.
 */

import type { z } from 'zod'
import { csv } from '../csv.ts'
import { counted } from '../documents/wording.ts'
import { AccountProfile, checkedProfile } from '../orders/intake/ordering-account.ts'
import { chargedItems } from '../orders/intake/prices.ts'
import {
  type AccountStatement,
  boundsOfMonth,
  readStatement,
  statementTable,
} from '../orders/statement.ts'
import type { Tools } from '../orders/tools.ts'
import type { Account } from '../store/records/account-rows.ts'
import type { Operator } from '../store/records/operators.ts'
import { newAccountSecret, newSecret, passwordHash } from '../store/sealing/secrets.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import {
  type Api,
  actorOf,
  at,
  type Caller,
  found,
  type Handlers,
  maybeAt,
  onlyAccountOf,
  permittedAccount,
} from './handler.ts'
import { recordExport } from './list-export.ts'
import { ApiProblem } from './problems.ts'
import type { AccountDetail, Statement } from './schemas/account-schemas.ts'
import type { OperatorChange, OperatorView } from './schemas/operator-schemas.ts'

type AccountNames =
  | 'listAccounts'
  | 'createAccount'
  | 'readAccount'
  | 'writeProfile'
  | 'addSecret'
  | 'retireSecret'
  | 'disableAccount'
  | 'enableAccount'
  | 'readStatement'
  | 'exportStatement'
  | 'readPrices'

/** Every change is recorded with its operator, in the unit that makes the change. */
export const accountHandlers: Handlers<AccountNames> = {
  listAccounts: async ({ caller, query }, { tools }) => {
    const own = onlyAccountOf(caller)
    const accounts = await tools.store.accounts.list()
    const seen = accounts.filter(({ name }) => own === undefined || name === own)
    const items = seen.map(accountSummary)
    if (!query.use) return { items }
    const uses = await usesOf(tools)
    return { items: items.map((item) => ({ ...item, use: uses(item.name) })) }
  },
  createAccount: async ({ caller, body }, api) => {
    const { tools, vault } = api
    const createdAt = tools.machineNow().getTime()
    const { secret, stored } = newAccountSecret(vault, createdAt)
    const created = await tools.store.accounts.create(
      { name: body.name, profile: body.profile, createdAt },
      stored,
      actorOf(caller),
    )
    if (!created) throw new ApiProblem('conflict', 'An account with this name exists already.')
    return { account: await accountDetail(caller, body.name, api), secret }
  },
  readAccount: ({ caller, params }, api) => accountDetail(caller, params.name, api),
  writeProfile: async ({ caller, params, body }, api) => {
    const written = await api.tools.store.accounts.writeProfile(params.name, body, actorOf(caller))
    if (!written) throw new ApiProblem('not-found')
    return accountDetail(caller, params.name, api)
  },
  addSecret: async ({ caller, params }, { tools, vault }) => {
    const name = found(permittedAccount(caller, params.name))
    const { secret, stored } = newAccountSecret(vault, tools.machineNow().getTime())
    if (!(await tools.store.accounts.addSecret(name, stored, actorOf(caller)))) {
      throw new ApiProblem('not-found')
    }
    return { id: stored.id, secret }
  },
  retireSecret: async ({ caller, params }, { tools }) => {
    const name = found(permittedAccount(caller, params.name))
    const now = tools.machineNow().getTime()
    const retired = await tools.store.accounts.retireSecret(name, params.id, now, actorOf(caller))
    if (!retired) throw new ApiProblem('not-found')
    return undefined
  },
  disableAccount: ({ caller, params }, api) =>
    disabled(caller, params.name, api.tools.machineNow().getTime(), api),
  enableAccount: ({ caller, params }, api) => disabled(caller, params.name, undefined, api),
  readStatement: async ({ caller, params, query }, api) => {
    const statement = await statementFor(caller, params.name, query.month, api)
    return statementOf(params.name, query.month, statement)
  },
  exportStatement: async ({ caller, params, query }, api) => {
    const statement = await statementFor(caller, params.name, query.month, api)
    const content = csv(statementTable(statement))
    await recordExport(caller, counted(statement.charges.length, 'charge'), params.name, api)
    return { name: `statement-${params.name}-${query.month}.csv`, content }
  },
  readPrices: async () => AccountProfile.parse({}).prices,
}

const RECENT_MS = 30 * DAY_MS

/** Returns the recent activity of accounts, by name. */
async function usesOf({ store, now }: Tools) {
  const since = Math.floor((now().getTime() - RECENT_MS) / HOUR_MS)
  const [counts, last] = await Promise.all([
    store.statistics.ordersByAccount(since),
    store.orders.lastReceived(),
  ])
  return (name: string) => ({
    orders: counts.get(name) ?? 0,
    lastOrderAt: maybeAt(last.get(name)),
  })
}

function accountSummary({ name, profile, createdAt, disabledAt }: Account) {
  const { party, purpose, products, bureaus } = checkedProfile(profile)
  return {
    name,
    party: party.name,
    purpose,
    products,
    bureaus,
    createdAt: at(createdAt),
    disabledAt: maybeAt(disabledAt),
  }
}

async function accountOf(caller: Caller, asked: string, { tools }: Api) {
  const name = found(permittedAccount(caller, asked))
  return found(await tools.store.accounts.find(name, tools.machineNow().getTime()))
}

async function accountDetail(
  caller: Caller,
  name: string,
  api: Api,
): Promise<z.infer<typeof AccountDetail>> {
  const account = await accountOf(caller, name, api)
  return {
    name: account.name,
    createdAt: at(account.createdAt),
    disabledAt: maybeAt(account.disabledAt),
    profile: checkedProfile(account.profile),
    secrets: account.secrets.map(({ id, createdAt, expiresAt, lastUsedAt }) => ({
      id,
      createdAt: at(createdAt),
      expiresAt: maybeAt(expiresAt),
      lastUsedAt: maybeAt(lastUsedAt),
    })),
  }
}

async function disabled(caller: Caller, name: string, since: number | undefined, api: Api) {
  const changed = await api.tools.store.accounts.disable(name, since, actorOf(caller))
  if (!changed) throw new ApiProblem('not-found')
  return accountDetail(caller, name, api)
}

async function statementFor(caller: Caller, name: string, month: string, api: Api) {
  const account = await accountOf(caller, name, api)
  return readStatement(api.tools.store, account.name, found(boundsOfMonth(month)))
}

function statementOf(
  account: string,
  month: string,
  { charges, totalCents }: AccountStatement,
): z.infer<typeof Statement> {
  return {
    account,
    month,
    totalCents,
    lines: charges.map((line) => ({
      chargedAt: at(line.chargedAt),
      orderId: line.orderId,
      reportId: line.reportId,
      operation: line.operation,
      action: line.action,
      borrowers: [...(line.listed.borrowers ?? [])],
      lenderCase: line.listed.lenderCase,
      kind: line.kind,
      items: [...chargedItems(line)],
      amountCents: line.amountCents,
    })),
  }
}

// Console users: who may log in, and with which role.

type OperatorNames =
  | 'listOperators'
  | 'createOperator'
  | 'changeOperator'
  | 'resetPassword'
  | 'endSessions'

/** The management of console users. The service generates passwords and shows them once. */
export const operatorHandlers: Handlers<OperatorNames> = {
  listOperators: async (_call, { tools }) => {
    const { operators, audit } = tools.store
    const [people, logins] = await Promise.all([operators.list(), audit.lastLogins()])
    return {
      items: people.map((person) => ({
        ...operatorView(person),
        lastLoginAt: maybeAt(logins.get(person.name)),
      })),
    }
  },
  createOperator: async ({ caller, body }, api) => {
    const { name, role, account } = body
    await assertAccount(account, api)
    const password = newSecret()
    const createdAt = api.tools.machineNow().getTime()
    const operator = { name, role, account, passwordHash: passwordHash(password), createdAt }
    const created = await api.tools.store.operators.create(operator, actorOf(caller))
    if (!created) throw new ApiProblem('conflict', 'A user with this name exists already.')
    return { operator: operatorView({ ...operator, hasSecondFactor: false }), password }
  },
  changeOperator: async ({ caller, params, body }, api) => {
    const { store, machineNow } = api.tools
    found(await store.operators.find(params.name))
    await assertAccount(body.account ?? undefined, api)
    const change = (known: Operator) => changedState(known, body, machineNow().getTime())
    const changed = await store.operators.change(params.name, change, actorOf(caller))
    // Only the caller can be the last operator. All other users can be changed.
    if (!changed) {
      throw new ApiProblem(
        'conflict',
        'You are the last operator. Give another user this role first.',
      )
    }
    return operatorView(found(await store.operators.find(params.name)))
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
    await tools.store.operators.endSessionsOf(name, actorOf(caller))
    return undefined
  },
}

/** Returns the state of a user after a change. Members that the change lacks stay. */
function changedState(known: Operator, change: z.infer<typeof OperatorChange>, now: number) {
  const { role = known.role, disabled = known.disabledAt !== undefined } = change
  const account = change.account === undefined ? known.account : (change.account ?? undefined)
  if ((role === 'integrator') !== (account !== undefined)) {
    throw new ApiProblem(
      'rejected',
      'account is required for the role integrator and not allowed for other roles.',
    )
  }
  return { role, account, disabledAt: disabled ? (known.disabledAt ?? now) : undefined }
}

async function assertAccount(name: string | undefined, { tools }: Api): Promise<void> {
  if (name === undefined) return
  const account = await tools.store.accounts.find(name, tools.machineNow().getTime())
  if (account === undefined) throw new ApiProblem('rejected', 'Account not found.')
}

function operatorView(operator: Operator): z.infer<typeof OperatorView> {
  const { name, role, account, createdAt, disabledAt, hasSecondFactor } = operator
  const disabled = maybeAt(disabledAt)
  return { name, role, account, createdAt: at(createdAt), disabledAt: disabled, hasSecondFactor }
}
