/** Opening some of what is sealed, to try keys on a database before it is relied on. */
import type { Database } from './engine/database.ts'
import { findReport } from './records/report-rows.ts'
import type { Vault } from './sealing/vault.ts'

/** How many reports were looked at, and how many of them opened; others were purged. */
export interface Sample {
  readonly looked: number
  readonly opened: number
}

const SAMPLE_MAX = 50

/** Opens reports of the oldest and the newest orders. Throws `SealBroken` where one does not open. */
export async function sampleReports(database: Database, vault: Vault): Promise<Sample> {
  const ends = await Promise.all(
    ['asc', 'desc'].map((direction) =>
      database.read<{ account: string; report_id: string }>({
        sql: `select account, report_id from orders where report_id is not null
          order by received_at ${direction}, id ${direction} limit $1`,
        params: [SAMPLE_MAX / 2],
      }),
    ),
  )
  const ids = new Map(ends.flat().map(({ report_id, account }) => [report_id, account]))
  let opened = 0
  for (const [id, account] of ids) {
    if ((await findReport(database, vault, account, id)) !== undefined) opened += 1
  }
  return { looked: ids.size, opened }
}
