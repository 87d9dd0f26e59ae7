/** Faults as the console, the control plane and embedding tests request them, made into rules. */
import { misbehaviourOf } from '../bureaus/simulator/misbehaviour.ts'
import { identityOfCustom } from '../bureaus/simulator/people/custom-person.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { FaultRule } from '../store/records/sandbox.ts'
import type { Vault } from '../store/sealing/vault.ts'
import type { CustomPeople } from './custom-people.ts'
import { textOf } from './injected-faults.ts'
import { personaOf } from './persona-order.ts'
import { serviceFaultWord } from './service-faults.ts'

/** A requested fault. An order meets it only if all given conditions fit. */
export interface WantedFault {
  /**
   * Of a bureau, in the words of docs/magic.md, such as `TIMEOUT` or `SLOW 5`; or of the service, in those of
   * docs/sandbox-api.md, such as `UNAVAILABLE`; or only `latency`.
   */
  readonly fault?: string | undefined
  /** How late files are: log-normal, by its median and p95. */
  readonly latency?: { readonly medianMs: number; readonly p95Ms: number } | undefined
  /** One bureau; every bureau where absent. */
  readonly bureau?: BureauName | undefined
  /** Only orders of this account. */
  readonly account?: string | undefined
  /** Only files of this borrower: the ID of a custom person or a persona, or a social security number. */
  readonly borrower?: string | undefined
  /** Only this number of orders, from now on. */
  readonly orders?: number | undefined
  /** Only this share of the orders, from 0 to 1. */
  readonly share?: number | undefined
}

/** A fault that cannot be injected; the message says why. */
export class FaultRejected extends RangeError {
  override readonly name = 'FaultRejected'
  /** The property that is wrong, and what it is to be; absent where the whole is. */
  readonly at: { readonly path: string; readonly expected: string } | undefined

  constructor(message: string, path?: string) {
    super(path === undefined ? message : `${path}: ${message}`)
    this.at = path === undefined ? undefined : { path, expected: message }
  }
}

/** A fault of a bureau as its table spells it. Throws `FaultRejected` where it is unknown. */
export function faultWord(fault: string): string {
  const word = misbehaviourOf(fault)?.word
  if (word === undefined) {
    throw new FaultRejected(
      'Unknown fault; docs/magic.md lists the faults of bureaus, docs/sandbox-api.md those of the service.',
    )
  }
  return word
}

/** How a borrower is found, how the number is kept, and which accounts may order. */
export interface KnownBorrowers {
  readonly people: Pick<CustomPeople, 'find'>
  readonly vault: Pick<Vault, 'blindIndex'>
  readonly isAccount: (name: string) => Promise<boolean>
}

/** The rule of a fault. Throws `FaultRejected` where the fault, the account or the borrower is unknown. */
export async function faultRule(
  { fault, latency, borrower, ...scope }: WantedFault,
  known: KnownBorrowers,
): Promise<FaultRule> {
  if (fault === undefined && latency === undefined) {
    throw new FaultRejected('a fault needs fault, latency or both')
  }
  if (latency !== undefined && latency.p95Ms < latency.medianMs) {
    throw new FaultRejected('p95Ms is at least medianMs', 'latency')
  }
  // An account that does not exist would never meet the fault, and a test would wait for it.
  if (scope.account !== undefined && !(await known.isAccount(scope.account))) {
    throw new FaultRejected('account: no account has this name')
  }
  const ofService = fault === undefined ? undefined : serviceFaultWord(fault)
  if (ofService !== undefined && (latency ?? scope.bureau ?? borrower) !== undefined) {
    throw new FaultRejected(
      `${ofService} is a fault of the service: it takes no bureau, borrower or latency`,
    )
  }
  return defined({
    word: ofService ?? (fault === undefined ? undefined : faultWord(fault)),
    service: ofService === undefined ? undefined : true,
    latency,
    ...scope,
    borrower: borrower === undefined ? undefined : await borrowerOf(borrower, known),
  })
}

/**
 * The borrower without the number: rules rest in the clear. The fault keeps to the number that a
 * custom person has now, and the file of such a person goes before a persona of the same ID.
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
  const ssnIndex = textOf(vault.blindIndex('ssn', ssn)) ?? ''
  return { ssnIndex, shown: named === undefined ? `***-**-${ssn.slice(-4)}` : text }
}

/** The custom person or persona of an ID; nothing where neither has it. */
export async function namedBorrower(id: string, people: KnownBorrowers['people']) {
  const custom = await people.find(id)
  return custom === undefined ? personaOf(id) : identityOfCustom(custom.custom)
}

function defined(rule: FaultRule): FaultRule {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined))
}
