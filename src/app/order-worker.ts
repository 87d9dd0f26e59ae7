/** The program of an order thread. It handles orders with its own database connections. */
import { isDeepStrictEqual } from 'node:util'
import { type MessagePort, workerData } from 'node:worker_threads'
import type { Bureau } from '../bureaus/bureau.ts'
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import { handleOrder } from '../orders/fulfil/handle-order.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import { startKeyJob, startLeaseJob } from '../orders/jobs/jobs.ts'
import type { EndedPull, LogEvent, Tools } from '../orders/tools.ts'
import { printReport } from '../print/print-report.ts'
import type { Report } from '../reports/report.ts'
import { countedIds } from '../sandbox/order-numbers.ts'
import { answerRequests } from '../threads/program.ts'
import { openPortClient, ownBytes } from '../threads/requests.ts'
import { bureausByName, openBureaus } from './bureaus.ts'
import { REAL_ENVIRONMENT } from './environment.ts'
import { newId } from './identifiers.ts'
import { openStorageBeside } from './open-storage.ts'
import {
  type CountedEvents,
  errorOf,
  failureOf,
  type MainAnswer,
  type MainRequest,
  type OrderThreadData,
  type PulledFile,
  type ThreadAnswer,
  type ThreadRequest,
  type ThreadState,
  type VendorFacts,
} from './order-threads.ts'
import { machineNow, newTools } from './service-options.ts'
import { withRunner } from './world-orders.ts'

const { settings, printing, masterKeys, vendors, main: port } = workerData as OrderThreadData
const main = openPortClient<MainRequest, MainAnswer>(port)

const storage = await openStorageBeside(settings, masterKeys, async () => {
  const writer = await main.ask({ type: 'connect writer' })
  return writer as MessagePort
})
const { database, store } = storage
const { bureaus, clock } = await openBureaus(settings, store, REAL_ENVIRONMENT, {
  vendors: vendors.map(vendorBureau),
})

// Counted events are sent to the main thread in groups, because a message costs more than its
// content.
const SEND_COUNTED_EVERY_MS = 250
let counted: CountedEvents = { pulls: [], calls: [] }
let sentState: ThreadState | undefined
database.listen((call) => counted.calls.push(call))
storage.watchTampering((row) => {
  void main.ask({ type: 'report tampering', row }).catch(() => undefined)
})

function sendCounted(): void {
  const { unsealed, unsealedSince } = store.audit.state()
  const state: ThreadState = { unsealed, unsealedSince, connections: database.connections?.() }
  if (counted.pulls.length + counted.calls.length === 0 && isDeepStrictEqual(state, sentState)) {
    return
  }
  const sent = counted
  counted = { pulls: [], calls: [] }
  sentState = state
  void main.ask({ type: 'count', counted: sent, state }).catch(() => undefined)
}
const sendTimer = setInterval(sendCounted, SEND_COUNTED_EVERY_MS)

const ownTools = {
  ...newTools(settings, storage),
  now: clock?.now ?? machineNow,
  // The main thread sends the state of the sandbox with each request.
  refresh: async () => {},
  newId,
  bureaus: bureausByName(bureaus),
  print: async (report: Report, form: PrintedForm) => printReport(report, form, printing),
  pulled: (pull: EndedPull) => counted.pulls.push(pull),
  log: ({ error, ...event }: LogEvent) => {
    const failure = error === undefined ? undefined : failureOf(error)
    void main.ask({ type: 'log', ...event, error: failure }).catch(() => undefined)
  },
}
const tools: Tools = withRunner(ownTools, () => clock?.state().generation ?? 0)
const jobs = [startLeaseJob(tools), startKeyJob(tools)]

answerRequests<ThreadRequest, ThreadAnswer>(
  async ({ operation, slot, sandbox, trace, number, world, ...request }, transfer) => {
    if (sandbox !== undefined) clock?.adopt(sandbox)
    return await outcomeOf(async () => {
      const ids = number === undefined ? newId : countedIds(number)
      const requestTools = { ...tools, trace, world, newId: ids, yieldSlot: yieldSlotOf(slot) }
      const order = { ...request, operation: OPERATIONS[operation] }
      const answer = await handleOrder(order, requestTools).finally(() => request.body.fill(0))
      const body = ownBytes(answer.body)
      transfer(body.buffer)
      return { ...answer, body }
    })
  },
  {
    end: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
      await store.close()
      clearInterval(sendTimer)
      main.close()
    },
  },
)

async function outcomeOf<T>(work: () => Promise<T>) {
  try {
    return { answer: await work() }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** Shorter waits do not give up the slot: they are not worth a message to the main thread. */
const YIELD_AFTER_MS = 5

function yieldSlotOf(slot: number): Tools['yieldSlot'] {
  return async (waiting) => {
    let yielded: Promise<unknown> | undefined
    const timer = setTimeout(() => {
      yielded = main.ask({ type: 'yield slot', slot }).catch(() => undefined)
    }, YIELD_AFTER_MS)
    try {
      return await waiting()
    } finally {
      clearTimeout(timer)
      if (yielded !== undefined) {
        await yielded
        await main.ask({ type: 'take slot', slot })
      }
    }
  }
}

/**
 * Returns a bureau that the main thread asks, because circuit breakers and limits of a vendor apply
 * to the whole process.
 */
function vendorBureau({ name, repeatable, timeoutMs }: VendorFacts): Bureau {
  return {
    name,
    simulated: false,
    repeatable,
    timeoutMs,
    pull: async ({ signal: _, ...request }) => {
      const pulled = (await main.ask({ type: 'pull', bureau: name, request })) as PulledFile
      if ('failure' in pulled) throw errorOf(pulled.failure)
      return pulled.file
    },
  }
}
