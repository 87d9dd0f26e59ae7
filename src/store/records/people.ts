/** The custom test people of a sandbox. Their numbers are fictional, so they are not sealed. */
import type { Actor } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import { type Database, tryCommit, UnitRejected } from '../engine/database.ts'

/** A stored custom person. */
export interface StoredPerson {
  readonly id: string
  /** Nine digits. */
  readonly ssn: string
  /** The sandbox time at which the file was added or replaced. */
  readonly putAt: number
  /** The file, as JSON. */
  readonly content: string
}

/** The custom people, each with an ID, which can be found by social security number. */
export interface PeopleStore {
  find(id: string): Promise<StoredPerson | undefined>
  findBySsn(ssn: string): Promise<StoredPerson | undefined>
  /** Lists the people in the order of their IDs. */
  list(): Promise<readonly StoredPerson[]>
  /** Adds or replaces a person. Returns false if another person has the number. */
  put(person: StoredPerson, by: Actor): Promise<boolean>
  /** Deletes a person. Returns false if there is none with this ID. */
  delete(id: string, by: Actor): Promise<boolean>
}

interface PersonRow {
  readonly [column: string]: string | number
  readonly id: string
  /** Not encrypted, because it is a test number whose area is never issued. */
  readonly ssn: string
  readonly put_at: number
  /** The file of the person, as JSON. */
  readonly content: string
}

const COLUMNS = 'id, ssn, put_at, content'

/** Returns the custom people of a database. */
export function peopleOver(database: Database, audit: AuditWriter): PeopleStore {
  const read = async (rest: string, ...params: readonly string[]) => {
    const sql = `select ${COLUMNS} from people ${rest}`
    return (await database.read<PersonRow>({ sql, params })).map(personOf)
  }
  return {
    find: async (id) => (await read('where id = $1', id))[0],
    findBySsn: async (ssn) => (await read('where ssn = $1', ssn))[0],
    list: () => read('order by id'),
    put: async ({ id, ssn, putAt, content }, actor) => {
      const sql = `insert into people (${COLUMNS}) values ($1, $2, $3, $4)
        on conflict (id) do update set ssn = $2, put_at = $3, content = $4`
      const committing = audit.recording({ actor, action: 'person.put', object: id })
      try {
        await committing.commit([{ sql, params: [id, ssn, putAt, content], rows: 1 }])
        return true
      } catch (error) {
        if (error instanceof UnitRejected && error.reason === 'constraint') return false
        throw error
      }
    },
    delete: (id, actor) =>
      tryCommit(audit.recording({ actor, action: 'person.deleted', object: id }), [
        { sql: 'delete from people where id = $1', params: [id], rows: 1 },
      ]),
  }
}

function personOf({ id, ssn, put_at: putAt, content }: PersonRow): StoredPerson {
  return { id, ssn, putAt, content }
}
