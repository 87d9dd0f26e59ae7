/** The simulated world of a sandbox: when it began. All replicas live in the same one. */
import type { Database } from './database.ts'

/** What is kept of the simulated world. */
export interface World {
  /** The moment of the first start, from which the lives of simulated people are told. */
  readonly epoch: number
}

/** The world of this database; it begins now where there is none yet. */
export async function worldOf(database: Database, now: number): Promise<World> {
  await database.commit([
    {
      sql: "insert into world (name, epoch) values ('sandbox', $1) on conflict do nothing",
      params: [now],
    },
  ])
  const [row] = await database.read<{ epoch: number }>({
    sql: "select epoch from world where name = 'sandbox'",
    params: [],
  })
  if (row === undefined) throw new Error('the world was kept and is not there')
  return { epoch: row.epoch }
}
