/**
 * Converts faults, as the console, the control plane and embedding tests request them, to rules.
 */
import { misbehaviourOf, SECONDS_MAX } from '../bureaus/simulator/misbehaviour.ts'
import { identityOfCustom } from '../bureaus/simulator/people/custom-person.ts'
import type { FaultRule } from '../store/records/sandbox.ts'
import type { Vault } from '../store/sealing/vault.ts'
import type { Store } from '../store/store.ts'
import type { CustomPeople } from './custom-people.ts'
import { ssnIndexText } from './injected-faults.ts'
import { personaOf } from './persona-order.ts'
import { serviceFaultWord } from './service-faults.ts'
import type { WantedFault } from './wanted-fault.ts'

/** A fault that cannot be injected. The message gives the reason. */
export class FaultRejected extends RangeError {
  override readonly name = 'FaultRejected'
  /**
   * The wrong property and its expected value; absent if the error concerns the fault as a whole.
   */
  readonly at: { readonly path: string; readonly expected: string } | undefined

  constructor(message: string, path?: string) {
    super(path === undefined ? message : `${path}: ${message}`)
    this.at = path === undefined ? undefined : { path, expected: message }
  }
}

/**
 * Returns the word of a bureau's fault as its table spells it. Throws `FaultRejected` if the fault
 * is unknown.
 */
export function faultWord(fault: string): string {
  const word = misbehaviourOf(fault)?.word
  if (word !== undefined) return word
  if (/^\s*slow\b/i.test(fault)) {
    throw new FaultRejected(`SLOW takes whole seconds, at most ${SECONDS_MAX}`, 'fault')
  }
  if (serviceFaultWord(fault) !== undefined) {
    throw new FaultRejected('this is a fault of the service: inject it without a bureau', 'fault')
  }
  throw new FaultRejected(
    'Unknown fault; docs/magic.md lists the faults of bureaus, docs/sandbox-api.md those of the service.',
  )
}

/** Where a fault's borrower and account are looked up, and what hashes a social security number. */
export interface KnownBorrowers {
  readonly people: Pick<CustomPeople, 'find'>
  readonly vault: Pick<Vault, 'blindIndex'>
  readonly accounts: Pick<Store['accounts'], 'find'>
  readonly now: () => Date
}

/**
 * Returns the rule of a fault. Throws `FaultRejected` if the fault, the account or the borrower is
 * unknown.
 */
export async function faultRule(
  { fault, latency, borrower, ...scope }: WantedFault,
  known: KnownBorrowers,
): Promise<FaultRule> {
  if (fault === undefined && latency === undefined) {
    throw new FaultRejected('a fault needs fault, latency or both')
  }
  if (latency !== undefined && latency.p95Ms < latency.medianMs) {
    throw new FaultRejected('p95Ms must be at least medianMs', 'latency')
  }
  // A fault for a missing account would never apply, and a test would wait for it.
  if (scope.account !== undefined) await requireAccount(scope.account, known)
  const serviceFault = fault === undefined ? undefined : serviceFaultWord(fault)
  if (serviceFault !== undefined && (latency ?? scope.bureau ?? borrower) !== undefined) {
    throw new FaultRejected(
      `${serviceFault} is a fault of the service: it takes no bureau, borrower or latency`,
    )
  }
  return defined({
    word: serviceFault ?? (fault === undefined ? undefined : faultWord(fault)),
    service: serviceFault === undefined ? undefined : true,
    latency,
    ...scope,
    borrower: borrower === undefined ? undefined : await borrowerOf(borrower, known),
  })
}

async function requireAccount(name: string, { accounts, now }: KnownBorrowers): Promise<void> {
  const account = await accounts.find(name, now().getTime())
  if (account === undefined) throw new FaultRejected('the name of an existing account', 'account')
}

/**
 * Returns the borrower without the social security number, because rules are stored unencrypted.
 * The fault applies to the number that a custom person has now. A custom person takes precedence
 * over a persona with the same ID.
 */
async function borrowerOf(
  text: string,
  { people, vault }: KnownBorrowers,
): Promise<FaultRule['borrower']> {
  const named = await namedBorrower(text, people)
  const ssn = (named?.ssn ?? text).replaceAll('-', '')
  if (!/^[0-9]{9}$/.test(ssn)) {
    throw new FaultRejected(
      'give the ID of a custom person or persona, or a social security number',
      'borrower',
    )
  }
  const ssnIndex = ssnIndexText(vault.blindIndex('ssn', ssn)) ?? ''
  return { ssnIndex, shown: named === undefined ? `***-**-${ssn.slice(-4)}` : text }
}

/** Returns the custom person or persona with an ID; undefined if neither exists. */
export async function namedBorrower(id: string, people: KnownBorrowers['people']) {
  const custom = await people.find(id)
  return custom === undefined ? personaOf(id) : identityOfCustom(custom.custom)
}

function defined(rule: FaultRule): FaultRule {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined))
}
