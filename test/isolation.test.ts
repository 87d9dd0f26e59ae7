/**
 * Accounts cannot see each other's data. If one account sends any identifier of another, in any
 * action, the response is byte for byte the same as for an identifier that does not exist, and the
 * service takes the same steps.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { OPERATIONS } from '../src/orders/intake/operation.ts'
import type { Store } from '../src/store/store.ts'
import { accountOf } from './orders/support/account-of.ts'
import { chargesOf } from './orders/support/ledger-of.ts'
import {
  type Asked,
  OPERATION_PATHS,
  type OperationPath,
  orderDocument,
  PEOPLE,
} from './orders/support/order-document.ts'
import { reported, reportIdOf } from './orders/support/ordered.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from './support/running-service.ts'

const OWN_CASE = 'CASE-OF-OWNER'
const NO_CASE = 'CASE-OF-NOBODY'
const OWN_REQUEST = 'REQUEST-OF-OWNER'
const JOINT = [PEOPLE.rowan, PEOPLE.juno]

/** Two accounts of one service, one of which has placed orders, and the steps of each request. */
interface Neighbours {
  readonly owner: RunningService
  readonly stranger: RunningService
  /** The identifiers of the owner, by the kind of object. */
  readonly ids: Readonly<Record<string, string>>
  /** Returns the look-ups in the store since the last call. */
  readonly steps: () => readonly string[]
}

async function neighbours(
  t: TestContext,
  changing: (store: Store) => Store = (store) => store,
): Promise<Neighbours> {
  let steps: string[] = []
  const noted = <T extends object>(aggregate: string, object: T) =>
    new Proxy(object, {
      get: (target, name) => {
        const member = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          const step = `${aggregate}.${String(name)}`
          if (LOOK_UPS.includes(step)) steps.push(step)
          return member.apply(target, given)
        }
      },
    })
  const noting = (store: Store): Store => ({
    ...store,
    orders: noted('orders', store.orders),
    reports: noted('reports', store.reports),
    accounts: noted('accounts', store.accounts),
  })
  const flags = { 'log-level': 'silent' }
  const owner = await runningService(t, {
    flags,
    surroundings: fixedSurroundings(),
    changing: (store) => changing(noting(store)),
  })
  const stranger = await accountOf(owner)
  return {
    owner,
    stranger,
    ids: await idsOf(owner),
    steps: () => {
      const taken = steps
      steps = []
      return taken
    },
  }
}

/**
 * The look-ups of a request in the store. The service can make other calls on its own at any time.
 */
const LOOK_UPS = [
  'accounts.find',
  'orders.findRetried',
  'reports.find',
  'reports.lookUp',
  'orders.find',
  'orders.findSummary',
  'orders.begin',
  'orders.complete',
  'orders.fail',
  'orders.journalRejection',
]

/** Places orders of every kind, and returns the resulting identifiers. */
async function idsOf(owner: RunningService): Promise<Readonly<Record<string, string>>> {
  const own: Asked = { lenderCase: OWN_CASE, requestId: OWN_REQUEST }
  const joint = await reported(owner, 'credit_report', { ...own, people: JOINT })
  const base = await reported(owner, 'credit_report', own)
  const reportId = reportIdOf(base)
  const refresh = await reported(owner, 'refresh_report', { ...own, reportId })
  const soft = await reported(owner, 'pre_qualification', own)
  const mortgage = await reported(owner, 'mortgage_only', own)
  const [order] = await owner.storage.store.orders.list({ account: owner.account }, { limit: 1 })
  return {
    'joint report': reportIdOf(joint),
    'base report': reportId,
    refresh: reportIdOf(refresh),
    'soft report': reportIdOf(soft),
    'mortgage-only report': reportIdOf(mortgage),
    order: order?.id ?? '',
    request: OWN_REQUEST,
  }
}

/** Returns an identifier of the same shape that does not exist. */
function unknownId(id: string): string {
  return id.replace(/[0-9A-Z]{4}$/, 'ZZZZ')
}

/**
 * Returns the actions on an existing report. Submit and ForceNew ignore the report that they name.
 */
function onReports(operation: OperationPath): readonly string[] {
  const { actions } = OPERATIONS[operation]
  if (operation === 'refresh_report') return actions
  return actions.filter((action) => action !== 'Submit' && action !== 'ForceNew')
}

const PEOPLE_ASKED = { one: [PEOPLE.avery], both: JOINT } as const

/** Every operation and action that names a report, for the owner's borrowers. */
const TRIES = OPERATION_PATHS.flatMap((operation) =>
  onReports(operation).flatMap((action) =>
    Object.entries(PEOPLE_ASKED).map(([who, people]) => ({
      title: `${action} of ${operation} about ${who}`,
      operation,
      asked: { action, people } satisfies Asked,
    })),
  ),
)

/**
 * Returns the response to a stranger, without the identifier sent and without the headers that
 * always differ.
 */
async function responseTo(
  { stranger, steps }: Neighbours,
  operation: OperationPath,
  asked: Asked,
  sent: string,
) {
  steps()
  const { status, headers, body } = await stranger.post(operation, orderDocument(operation, asked))
  const stable = [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'traceparent'].includes(name),
  )
  return { status, headers: stable, body: body.replaceAll(sent, 'SENT'), steps: steps() }
}

/**
 * Returns the cases in which a foreign identifier and a nonexistent one got different responses, up
 * to a maximum.
 */
async function differences(both: Neighbours, most = Number.MAX_SAFE_INTEGER) {
  const wrong: string[] = []
  for (const { title, operation, asked } of TRIES) {
    if (wrong.length >= most) break
    for (const [kind, id] of Object.entries(both.ids)) {
      const none = unknownId(id)
      const foreign = await responseTo(both, operation, { ...asked, reportId: id }, id)
      const absent = await responseTo(both, operation, { ...asked, reportId: none }, none)
      if (!isSame(foreign, absent) || !foreign.body.includes('"E061"')) {
        wrong.push(`${title}, id of the ${kind}`)
      }
    }
    const foreign = await responseTo(both, operation, { ...asked, lenderCase: OWN_CASE }, OWN_CASE)
    const absent = await responseTo(both, operation, { ...asked, lenderCase: NO_CASE }, NO_CASE)
    if (!isSame(foreign, absent) || !foreign.body.includes('"E061"')) {
      wrong.push(`${title}, by the lender case`)
    }
  }
  return wrong
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

test('a foreign identifier gets the same response as a nonexistent one, in the same steps', async (t) => {
  const both = await neighbours(t)
  assert.equal(TRIES.length, 18)
  assert.deepEqual(await differences(both), [])
})

test('new orders use nothing of another account, whatever they name', async (t) => {
  const both = await neighbours(t)
  const owned = Object.values(both.ids)
  for (const operation of ['credit_report', 'pre_qualification', 'mortgage_only'] as const) {
    for (const action of ['Submit', 'ForceNew']) {
      const reportId = both.ids['base report'] ?? ''
      const asked = { action, reportId, lenderCase: OWN_CASE, requestId: OWN_REQUEST }
      const answer = await reported(both.stranger, operation, asked)
      const origin = answer.answer.key('ReportOrigin')
      assert.equal(origin, 'new', `${operation} ${action}`)
      assert.ok(!owned.includes(reportIdOf(answer)))
    }
  }
})

test('the same bytes from another account are not a retry', async (t) => {
  const { owner, stranger } = await neighbours(t)
  const bytes = orderDocument('credit_report', { people: [PEOPLE.thin] })
  const first = await owner.post('credit_report', bytes)
  const again = await owner.post('credit_report', bytes)
  assert.equal(again.headers.get('trimerge-retry'), 'yes')
  const other = await stranger.post('credit_report', bytes)
  assert.equal(other.headers.get('trimerge-retry'), null)
  const idIn = (body: string) => /CreditReportIdentifier="([^"]+)"/.exec(body)?.[1]
  assert.notEqual(idIn(other.body), idIn(first.body))
  assert.equal((await chargesOf(stranger)).length, 1)
})

/** Stores that ignore the account in one look-up, which the matrix must detect. */
const FORGETTING: Readonly<Record<string, (store: Store) => Store>> = {
  'a look-up by number': (store) => ({
    ...store,
    reports: {
      ...store.reports,
      find: async (account, id) =>
        (await store.reports.find(account, id)) ?? (await store.reports.find('sandbox', id)),
    },
  }),
  'a look-up whose result it hides': (store) => ({
    ...store,
    // The response is the same, but a foreign number costs one more look-up.
    reports: {
      ...store.reports,
      find: async (account, id) => {
        const own = await store.reports.find(account, id)
        if (own !== undefined) return own
        const foreign = await store.reports.find('sandbox', id)
        if (foreign !== undefined) await store.orders.findSummary('sandbox', foreign.orderId)
        return undefined
      },
    },
  }),
}

for (const [what, changing] of Object.entries(FORGETTING)) {
  test(`the matrix detects a store that ignores the account in ${what}`, async (t) => {
    const both = await neighbours(t, changing)
    assert.ok((await differences(both, 1)).length > 0)
  })
}
