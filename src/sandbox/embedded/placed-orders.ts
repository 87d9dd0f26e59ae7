/** What was ordered of a sandbox, gathered from journal, pulls and ledger, to assert on. */
import type { Storage } from '../../app/open-storage.ts'
import type { Order, Pull, RecordedError } from '../../store/records/order-entry.ts'

/** One order of a sandbox and what became of it. */
export interface SandboxOrder {
  readonly id: string
  readonly operation: string
  /** Submit, Reissue and the like; undefined where the request told none. */
  readonly action: string | undefined
  readonly receivedAt: Date
  /** `report`: answered with one. `error`: with an error document. `running`: not answered yet. */
  readonly outcome: 'report' | 'error' | 'running'
  /** Of an error document, such as E001. */
  readonly code: string | undefined
  /** The report that was answered. */
  readonly reportId: string | undefined
  readonly chargedCents: number
  /** The files asked for, by borrower and bureau; none where no bureau was asked. */
  readonly pulls: readonly SandboxPull[]
  /** What was wrong with the request: places and rules, never values. */
  readonly errors: readonly RecordedError[]
  /** Names that the request used and nobody knows, and other remarks. */
  readonly notes: readonly string[]
  /** The request, without card number and security code. */
  readonly sent: string | undefined
}

/** One file that an order asked for. */
export interface SandboxPull {
  readonly bureau: string
  /** 1 is the first borrower of the order. */
  readonly borrower: number
  /** Whether it shows as an inquiry on later files. */
  readonly hard: boolean
  /** Status of the file, such as `FileReturned`; undefined while it is awaited. */
  readonly outcome: string | undefined
}

/** More orders than a test places. */
const ORDERS_MAX = 10_000

/** The orders of an account, the first one first. */
export async function sandboxOrders(
  { store, vault }: Storage,
  account: string,
): Promise<readonly SandboxOrder[]> {
  const summaries = await store.orders.list({ account }, { limit: ORDERS_MAX })
  const charges = await store.ledger.charges(account, 0, Number.MAX_SAFE_INTEGER)
  const centsOf = (id: string) =>
    charges.reduce((sum, each) => sum + (each.orderId === id ? each.amountCents : 0), 0)
  const pullsOf = async (order: Order) => {
    const indexes = numbersOf(order).map((number) => vault.blindIndex('ssn', number))
    const pulls = await Promise.all(indexes.map((index) => store.ledger.pulls(index, 0)))
    return pulls.flat().filter(({ orderId }) => orderId === order.id)
  }
  const orders = summaries.toReversed().map(async ({ id }) => {
    const order = await store.orders.find(account, id)
    return order === undefined ? [] : [shown(order, await pullsOf(order), centsOf(id))]
  })
  return (await Promise.all(orders)).flat()
}

const OUTCOMES = { running: 'running', done: 'report', failed: 'error', rejected: 'error' } as const

function shown(order: Order, pulls: readonly Pull[], chargedCents: number): SandboxOrder {
  const { id, operation, action, code, reportId, errors, notes, sent } = order
  return {
    id,
    operation,
    action,
    receivedAt: new Date(order.receivedAt),
    outcome: OUTCOMES[order.state],
    code,
    reportId,
    chargedCents,
    pulls: pulls
      .map(({ bureau, borrowerPosition, hard, outcome }) => ({
        bureau,
        borrower: borrowerPosition,
        hard,
        outcome,
      }))
      .sort((a, b) => a.borrower - b.borrower || (a.bureau < b.bureau ? -1 : 1)),
    errors,
    notes,
    sent: sent === undefined ? undefined : Buffer.from(sent).toString('utf8'),
  }
}

/** The social security numbers of a request as the journal keeps it; pulls are found by them. */
function numbersOf({ understood }: Order): readonly string[] {
  const found = new Set<string>()
  JSON.stringify(understood ?? {}, (name, value: unknown) => {
    if (name === '_SSN' && typeof value === 'string') found.add(value.replaceAll('-', ''))
    return value
  })
  return [...found]
}
