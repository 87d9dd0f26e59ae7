/**
 * The faults of an embedded sandbox, with the checks of the control plane, because a fault with a
 * mistake would never apply.
 */
import { FaultBody } from '../../admin-api/schemas/sandbox-schemas.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { inputProblems, readInput } from '../../issue-text.ts'
import { SERVICE } from '../../store/audit/entry.ts'
import type { InjectedFault } from '../../store/records/sandbox.ts'
import type { SandboxClock } from '../clock.ts'
import { FaultRejected, faultRule, faultWord, type KnownBorrowers } from '../fault-rule.ts'
import type { WantedFault } from '../wanted-fault.ts'
import type { BureauFaults } from './sandbox-types.ts'

/** The ID of a fault, which may have been cleared before. */
const FAULT_ID = /^F\d+$/

/** Returns the faults of a world. */
export function bureauFaults(clock: SandboxClock, known: KnownBorrowers): BureauFaults {
  return {
    set: (bureau, fault) => {
      const word = faultWord(fault)
      if (bureau !== 'all' && !BUREAUS.includes(bureau)) {
        throw new FaultRejected(`one of all, ${BUREAUS.join(', ')}`, 'bureau')
      }
      const names = bureau === 'all' ? BUREAUS : [bureau]
      return forEachInTurn(names, (name) => clock.setFault(name, word, SERVICE))
    },
    add: async (fault) => {
      const rule = await faultRule(checkedFault(fault), known)
      return (await clock.addFault(rule, SERVICE)).id
    },
    clear: async (which) => {
      const isAll = which === undefined || which === 'all'
      if (!isAll && !BUREAUS.some((each) => each === which) && !FAULT_ID.test(which)) {
        throw new FaultRejected(`all, one of ${BUREAUS.join(', ')}, or the ID of a fault`, 'which')
      }
      const fits = ({ id, bureau }: InjectedFault) => isAll || which === id || which === bureau
      await clock.removeFaults(fits, SERVICE)
    },
  }
}

/** Checks a fault as the control plane does. Throws `FaultRejected`. */
function checkedFault(fault: WantedFault): WantedFault {
  const read = readInput(FaultBody, fault)
  if (read.success) return read.data
  const problems = inputProblems(read.error).map(({ path, expected }) =>
    [path, expected].filter((text) => text !== '').join(': '),
  )
  throw new FaultRejected(problems.join('; '))
}

async function forEachInTurn<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) await work(item)
}
