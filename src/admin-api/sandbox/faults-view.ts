/** Injection and display of faults of simulated bureaus, for the console and the control plane. */
import type { z } from 'zod'
import {
  FaultRejected,
  faultRule,
  type KnownBorrowers,
  namedBorrower,
} from '../../sandbox/fault-rule.ts'
import { SANDBOX_FAULTS } from '../../sandbox/service-faults.ts'
import type { Actor } from '../../store/audit/entry.ts'
import type { FaultRule, InjectedFault } from '../../store/records/sandbox.ts'
import { type Api, at, clockOf } from '../handler.ts'
import { ApiProblem } from '../problems.ts'
import type { Fault, FaultBody, Faults } from '../schemas/sandbox-schemas.ts'
import { peopleOf } from './people-view.ts'

type FaultView = z.output<typeof Fault>
type WantedView = z.output<typeof FaultBody>

/** Returns the injected faults, oldest first, and the available ones. */
export async function faultsView(api: Api): Promise<z.output<typeof Faults>> {
  const uses = await api.tools.store.sandbox.usesOfFaults()
  const { faults } = clockOf(api).state()
  return {
    items: await Promise.all(faults.map((fault) => viewOf(fault, uses.get(fault.id) ?? 0, api))),
    words: SANDBOX_FAULTS,
  }
}

/** Injects a fault. Throws a problem if the fault is not valid. */
export async function injectFault(wanted: WantedView, by: Actor, api: Api): Promise<FaultView> {
  return viewOf(await clockOf(api).addFault(await ruleOf(wanted, api), by), 0, api)
}

async function ruleOf(wanted: WantedView, api: Api): Promise<FaultRule> {
  try {
    return await faultRule(wanted, knownTo(api))
  } catch (error) {
    if (!(error instanceof FaultRejected)) throw error
    if (error.at === undefined) throw new ApiProblem('rejected', error.message)
    throw new ApiProblem('bad-request', undefined, [{ ...error.at, rule: 'fault' }])
  }
}

function knownTo(api: Api): KnownBorrowers {
  const { store, now } = api.tools
  return { people: peopleOf(api), vault: api.vault, accounts: store.accounts, now }
}

async function viewOf(fault: InjectedFault, uses: number, api: Api): Promise<FaultView> {
  const { id, since, word, service, latency, bureau, account, borrower, orders, share } = fault
  const named = borrower && (await namedBorrower(borrower.shown, peopleOf(api)))
  return {
    id,
    since: at(since),
    fault: word,
    service,
    latency,
    bureau: bureau as FaultView['bureau'],
    account,
    borrower: borrower?.shown,
    borrowerName: named && `${named.firstName} ${named.lastName}`,
    orders,
    share,
    met: uses,
  }
}
