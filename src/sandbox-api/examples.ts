/** An example of each call of the control plane, for OpenAPI and its page. A test checks them. */
import type { ControlName } from './control-routes.ts'

/** What is sent and what comes back; long answers are left out. */
export interface ControlExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly answer?: object
}

const AT = '2026-04-16T15:04:05Z'

const WORLD = {
  start: '2026-01-15T00:00:00.000Z',
  clock: 'frozen',
  ids: 'counted',
  now: '2026-01-15T00:00:00Z',
  advancedMs: 0,
  orders: 0,
}

/** By call, so that a call without an example does not compile. */
export const CONTROL_EXAMPLES: Readonly<Record<ControlName, ControlExample>> = {
  readClock: { answer: { now: AT, advancedMs: 3_888_000_000 } },
  advanceClock: { body: { advance: '45d' }, answer: { now: AT, advancedMs: 3_888_000_000 } },
  listPersonas: {},
  readPersonaOrder: {
    params: { id: 'avery' },
    query: { operation: 'credit_report', dialect: 'mismo' },
  },
  listPeople: {},
  readPerson: { params: { id: 'casey' } },
  putPerson: {
    params: { id: 'casey' },
    body: {
      name: { first: 'Casey', last: 'Whitlock' },
      ssn: '930-21-4471',
      accounts: [
        { id: 'home', kind: 'conventionalMortgage', opened: '26 months ago', amount: 285_000 },
        { id: 'card', kind: 'creditCard', opened: '9 years ago', limit: 12_000, balance: 3_180 },
      ],
    },
  },
  deletePerson: { params: { id: 'casey' } },
  readPersonOrder: { params: { id: 'casey' }, query: { operation: 'credit_report' } },
  listFaults: {},
  addFault: {
    body: { fault: 'TIMEOUT', bureau: 'Experian', borrower: 'avery', orders: 2 },
    answer: {
      id: 'F1',
      since: AT,
      fault: 'TIMEOUT',
      bureau: 'Experian',
      borrower: 'avery',
      orders: 2,
      met: 0,
    },
  },
  removeFaults: { query: { bureau: 'Experian' }, answer: { removed: 1 } },
  removeFault: { params: { id: 'F1' } },
  readWorld: { answer: WORLD },
  resetWorld: { body: { start: '2026-01-15', ids: 'counted' }, answer: WORLD },
  listSnapshots: {
    answer: {
      items: [{ name: 'two-reports', savedAt: AT, sandboxAt: AT, orders: 2, people: 0, faults: 0 }],
    },
  },
  saveSnapshot: { params: { name: 'two-reports' } },
  restoreSnapshot: { params: { name: 'two-reports' }, answer: WORLD },
  deleteSnapshot: { params: { name: 'two-reports' } },
  readReportPerson: { params: { id: 'R0000000000000001' }, query: { borrower: '1' } },
  listOrders: { query: { limit: '10' } },
  readOrder: { params: { id: 'O0000000000000001' } },
}
