/** The program of an order thread: the order path, with database connections of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type MessagePort, workerData } from 'node:worker_threads'
import type { Bureau, CreditFile } from '../bureaus/bureau.ts'
import { misbehaviourOf } from '../bureaus/simulator/misbehaviour.ts'
import { handleOrder } from '../orders/fulfil/handle-order.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import { startKeyJob, startLeaseJob } from '../orders/jobs/jobs.ts'
import type { MadePull, Tools } from '../orders/tools.ts'
import { printReport } from '../print/print-report.ts'
import { scoreNoticeOf } from '../settings/settings.ts'
import type { DatabaseCall } from '../store/engine/instrumented-database.ts'
import { answerRequests } from '../threads/program.ts'
import { askThrough, ownBytes } from '../threads/thread.ts'
import { bureausByName, clockOf, simulatedBureaus } from './bureaus.ts'
import { newId } from './identifiers.ts'
import { openStorageBeside } from './open-storage.ts'
import {
  failureOf,
  type MainAnswer,
  type MainRequest,
  type OrderThreadData,
  type ThreadAnswer,
  type ThreadRequest,
  type VendorFacts,
} from './order-threads.ts'
import { machineNow, newTools } from './service-options.ts'

const { settings, masterKeys, vendors, main: port } = workerData as OrderThreadData
const main = askThrough<MainRequest, MainAnswer>(port)

const storage = await openStorageBeside(settings, masterKeys, async () => {
  const writer = await main.ask({ do: 'connect writer' })
  return writer as MessagePort
})
const { database, store } = storage
const simulated = await simulatedBureaus(settings, store, {
  now: machineNow,
  faultAt: (bureau) => misbehaviourOf(clock?.faultOf(bureau)?.word ?? ''),
})
const bureaus = [...vendors.map(vendorBureau), ...simulated]
const clock = await clockOf(bureaus, store, machineNow)

// What is counted goes back with the next answer: a message of its own costs more than it says.
let pulls: MadePull[] = []
let calls: DatabaseCall[] = []
database.listen((call) => calls.push(call))

const printing = { tagged: settings['tagged-pdf'], scoreNotice: scoreNoticeOf(settings) }
const tools: Tools = {
  ...newTools(settings, storage),
  now: clock?.now ?? machineNow,
  // The main thread says what it has learnt with each request.
  refresh: async () => {},
  newId,
  bureaus: bureausByName(bureaus),
  print: async (report, form) => printReport(report, form, printing),
  pulled: (pull) => pulls.push(pull),
  log: ({ what, orderId, error }) => {
    const failure = error === undefined ? undefined : failureOf(error)
    void main.ask({ do: 'log', what, orderId, error: failure }).catch(() => undefined)
  },
}
const jobs = [startLeaseJob(tools), startKeyJob(tools)]

answerRequests<ThreadRequest, ThreadAnswer>(
  async ({ operation, slot, sandbox, trace, ...request }, transfer) => {
    if (sandbox !== undefined) clock?.learn(sandbox)
    const outcome = await outcomeOf(async () => {
      const own = { ...tools, trace, yieldSlot: yieldSlotOf(slot) }
      const answer = await handleOrder({ ...request, operation: OPERATIONS[operation] }, own)
      const body = ownBytes(answer.body)
      transfer(body.buffer)
      return { ...answer, body }
    })
    const counted = { pulls, calls }
    pulls = []
    calls = []
    return { outcome, ...counted }
  },
  {
    end: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
      await store.close()
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

/** Shorter waits are not worth asking the main thread for another request meanwhile. */
const YIELD_AFTER_MS = 5

function yieldSlotOf(slot: number): Tools['yieldSlot'] {
  return async (waiting) => {
    const waited = new AbortController()
    let yielded: Promise<unknown> | undefined
    const yielding = sleep(YIELD_AFTER_MS, undefined, { signal: waited.signal }).then(
      () => {
        yielded = main.ask({ do: 'yield slot', slot })
      },
      () => undefined,
    )
    try {
      return await waiting()
    } finally {
      waited.abort()
      await yielding
      if (yielded !== undefined) {
        await yielded
        await main.ask({ do: 'return', slot })
      }
    }
  }
}

/** A bureau that the main thread asks: breakers and limits of a vendor hold for the whole process. */
function vendorBureau({ name, repeatable, timeoutMs }: VendorFacts): Bureau {
  return {
    name,
    simulated: false,
    repeatable,
    timeoutMs,
    pull: async ({ signal: _, ...request }) =>
      (await main.ask({ do: 'pull', bureau: name, request })) as CreditFile,
  }
}
