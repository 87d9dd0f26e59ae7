/** Finds the custom person whom an order names; `custom-people.ts` puts them there. */
import { monthNumber } from '../bureaus/simulator/calendar.ts'
import type { CustomPerson, FindCustomPerson } from '../bureaus/simulator/people/custom-person.ts'
import type { PersonFile } from '../bureaus/simulator/people/person-file.ts'
import type { KeptPerson } from '../store/records/people.ts'
import type { Store } from '../store/store.ts'

/**
 * The stored content of a person: the file as it was put, and as it was resolved from a wanted
 * outcome.
 */
export interface Content {
  readonly file: PersonFile
  /** Absent where the file wants no outcome. */
  readonly resolved?: PersonFile
}

/** What is stored of a person. */
export function contentOf({ content }: KeptPerson): Content {
  return JSON.parse(content) as Content
}

/** The person whom the simulated bureaus know. */
export function customOf(kept: KeptPerson): CustomPerson {
  const { file, resolved } = contentOf(kept)
  return { id: kept.id, file: resolved ?? file, putMonth: monthNumber(new Date(kept.putAt)) }
}

/** A bound for the memory of a long run; people are few. */
const KNOWN_MAX = 1_000

/** Finds people by number. A person is the same object as long as the file is, for caches of lives. */
export function findCustomPeople({ people }: Pick<Store, 'people'>): FindCustomPerson {
  const known = new Map<string, { readonly kept: KeptPerson; readonly custom: CustomPerson }>()
  return async (ssn) => {
    const kept = await people.findBySsn(ssn)
    if (kept === undefined) return undefined
    const before = known.get(ssn)
    if (before?.kept.content === kept.content && before.kept.putAt === kept.putAt) {
      return before.custom
    }
    const custom = customOf(kept)
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(ssn, { kept, custom })
    return custom
  }
}
