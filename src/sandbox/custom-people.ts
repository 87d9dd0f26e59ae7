/**
 * The custom people of a sandbox: read from their files, kept with the world, found when an order
 * for one of them arrives.
 */
import { monthNumber } from '../bureaus/simulator/calendar.ts'
import { PersonRejected, readPersonFile } from '../bureaus/simulator/people/check-person.ts'
import {
  type CustomPerson,
  type FindCustomPerson,
  identityOfCustom,
} from '../bureaus/simulator/people/custom-person.ts'
import type { PersonFile } from '../bureaus/simulator/people/person-file.ts'
import { resolveOutcome } from '../bureaus/simulator/people/resolve-outcome.ts'
import type { Actor } from '../store/audit/entry.ts'
import type { KeptPerson } from '../store/records/people.ts'
import type { Store } from '../store/store.ts'

/**
 * The stored content of a person: the file as it was put, and as it was resolved from a wanted
 * outcome.
 */
interface Content {
  readonly file: PersonFile
  /** Absent where the file wants no outcome. */
  readonly resolved?: PersonFile
}

function contentOf({ content }: KeptPerson): Content {
  return JSON.parse(content) as Content
}

function customOf(kept: KeptPerson): CustomPerson {
  const { file, resolved } = contentOf(kept)
  return { id: kept.id, file: resolved ?? file, putMonth: monthNumber(new Date(kept.putAt)) }
}

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
/** A bound for the memory of a long run; people are few. */
const KNOWN_MAX = 1_000

/** A person of the sandbox as callers see them. */
export interface ShownPerson {
  /** The name under which it was put. */
  readonly id: string
  /** Relative months in the file count from this moment of the sandbox. */
  readonly putAt: Date
  readonly custom: CustomPerson
  /** As it was put. */
  readonly file: PersonFile
  /** What follows from a wanted outcome. */
  readonly resolved: PersonFile | undefined
}

function shownOf(kept: KeptPerson): ShownPerson {
  const { file, resolved } = contentOf(kept)
  return { id: kept.id, putAt: new Date(kept.putAt), custom: customOf(kept), file, resolved }
}

/** The custom people of a world, for those who control it. */
export interface CustomPeople {
  /** By ID. */
  list(): Promise<readonly ShownPerson[]>
  find(id: string): Promise<ShownPerson | undefined>
  /** What a file would lead to, without keeping it. Throws `PersonRejected`. */
  resolve(id: string, value: unknown): Promise<ShownPerson>
  /** Adds or replaces a person. Throws `PersonRejected`. */
  put(id: string, value: unknown, by: Actor): Promise<ShownPerson>
  /** False: no person has this ID. */
  delete(id: string, by: Actor): Promise<boolean>
}

/** The people of a store whose world has begun. */
export function customPeople(
  store: Pick<Store, 'people' | 'sandbox'>,
  now: () => Date,
): CustomPeople {
  const { people } = store
  const keptOf = async (id: string, value: unknown): Promise<KeptPerson> => {
    const putAt = now()
    const { epoch } = await store.sandbox.begin(putAt.getTime())
    const at = { epochMonth: monthNumber(new Date(epoch)), month: monthNumber(putAt) }
    const file = readPersonFile(value, at)
    const resolved = file.outcome === undefined ? undefined : resolveOutcome(id, file, at)
    const custom: CustomPerson = { id, file: resolved ?? file, putMonth: at.month }
    const ssn = identityOfCustom(custom).ssn.replaceAll('-', '')
    const content = JSON.stringify({ file, ...(resolved && { resolved }) } satisfies Content)
    return { id, ssn, putAt: putAt.getTime(), content }
  }
  return {
    list: async () => (await people.list()).map(shownOf),
    find: async (id) => {
      const kept = await people.find(id)
      return kept && shownOf(kept)
    },
    resolve: async (id, value) => shownOf(await keptOf(id, value)),
    put: async (id, value, by) => {
      const kept = await keptOf(id, value)
      if (!(await people.put(kept, by))) {
        throw new PersonRejected([{ path: 'ssn', expected: 'a number that no other person has' }])
      }
      return shownOf(kept)
    },
    delete: (id, by) => people.delete(id, by),
  }
}
