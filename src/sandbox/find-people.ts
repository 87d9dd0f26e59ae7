/** Finds the custom person whom an order names; `custom-people.ts` adds them. */
import { monthNumber } from '../bureaus/simulator/calendar.ts'
import type { CustomPerson, FindCustomPerson } from '../bureaus/simulator/people/custom-person.ts'
import type { PersonFile } from '../bureaus/simulator/people/person-file.ts'
import type { StoredPerson } from '../store/records/people.ts'
import type { Store } from '../store/store.ts'

/**
 * The stored content of a person: the file as it was sent, and the file that produces a requested
 * outcome.
 */
export interface Content {
  readonly file: PersonFile
  /** Absent if the file requests no outcome. */
  readonly resolved?: PersonFile
}

/** Returns the stored content of a person. */
export function personContent({ content }: StoredPerson): Content {
  return JSON.parse(content) as Content
}

/** Returns a stored person as the simulated bureaus know it. */
export function customOf(stored: StoredPerson): CustomPerson {
  const { file, resolved } = personContent(stored)
  return { id: stored.id, file: resolved ?? file, putMonth: monthNumber(new Date(stored.putAt)) }
}

/** Limits the memory in a long run. A world has few people. */
const KNOWN_MAX = 1_000

/**
 * Returns a function that finds people by social security number. It returns the same object as
 * long as the file is unchanged, for caches of simulated lives.
 */
export function findCustomPeople({ people }: Pick<Store, 'people'>): FindCustomPerson {
  const known = new Map<string, { readonly stored: StoredPerson; readonly custom: CustomPerson }>()
  return async (ssn) => {
    const stored = await people.findBySsn(ssn)
    if (stored === undefined) return undefined
    const before = known.get(ssn)
    if (before?.stored.content === stored.content && before.stored.putAt === stored.putAt) {
      return before.custom
    }
    const custom = customOf(stored)
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(ssn, { stored, custom })
    return custom
  }
}
