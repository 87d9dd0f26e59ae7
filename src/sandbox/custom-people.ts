/** The custom people of a sandbox: read from their files and stored with the world. */
import { monthNumber } from '../bureaus/simulator/calendar.ts'
import { readPersonFile } from '../bureaus/simulator/people/check-person.ts'
import { type CustomPerson, identityOfCustom } from '../bureaus/simulator/people/custom-person.ts'
import type { PersonFile } from '../bureaus/simulator/people/person-file.ts'
import { PersonRejected } from '../bureaus/simulator/people/person-problem.ts'
import { resolveOutcome } from '../bureaus/simulator/people/resolve-outcome.ts'
import type { Actor } from '../store/audit/entry.ts'
import type { StoredPerson } from '../store/records/people.ts'
import type { Store } from '../store/store.ts'
import { type Content, customOf, personContent } from './find-people.ts'

/** A custom person as callers see it. */
export interface ShownPerson {
  /** The ID under which the person was added. */
  readonly id: string
  /** When the person was added, in sandbox time. Relative months in the file count from here. */
  readonly putAt: Date
  readonly custom: CustomPerson
  /** The file as it was sent. */
  readonly file: PersonFile
  /** The file that produces the requested outcome; undefined if the file requests none. */
  readonly resolved: PersonFile | undefined
}

function shownOf(stored: StoredPerson): ShownPerson {
  const { file, resolved } = personContent(stored)
  return { id: stored.id, putAt: new Date(stored.putAt), custom: customOf(stored), file, resolved }
}

/** The custom people of a world, for callers that control the sandbox. */
export interface CustomPeople {
  /** Returns all people, sorted by ID. */
  list(): Promise<readonly ShownPerson[]>
  find(id: string): Promise<ShownPerson | undefined>
  /** Returns the person that a file describes, without storing it. Throws `PersonRejected`. */
  resolve(id: string, value: unknown): Promise<ShownPerson>
  /** Adds or replaces a person. Throws `PersonRejected`. */
  put(id: string, value: unknown, by: Actor): Promise<ShownPerson>
  /** Deletes a person. Resolves with false if no person has this ID. */
  delete(id: string, by: Actor): Promise<boolean>
}

/** Returns the custom people of a store whose world has begun. */
export function customPeople(
  store: Pick<Store, 'people' | 'sandbox'>,
  now: () => Date,
): CustomPeople {
  const { people } = store
  const recordOf = async (id: string, value: unknown): Promise<StoredPerson> => {
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
      const stored = await people.find(id)
      return stored && shownOf(stored)
    },
    resolve: async (id, value) => shownOf(await recordOf(id, value)),
    put: async (id, value, by) => {
      const stored = await recordOf(id, value)
      if (!(await people.put(stored, by))) {
        throw new PersonRejected([{ path: 'ssn', expected: 'a number that no other person has' }])
      }
      return shownOf(stored)
    },
    delete: (id, by) => people.delete(id, by),
  }
}
