/** Statistics counted from the records themselves, which the stored statistics must equal. */
import type { Database, Row } from '../../src/store/engine/database.ts'
import {
  BUCKET,
  type Counts,
  type HourRange,
  type OrderCount,
} from '../../src/store/statistics/statistics.ts'
import { HOUR_MS } from '../../src/time.ts'

/** Counts orders, pulls and charges within some hours, for one account or for all. */
export async function freshCounts(
  database: Database,
  { from, to }: HourRange,
  account: string | undefined,
): Promise<Counts> {
  const params = [from * HOUR_MS, to * HOUR_MS, ...(account === undefined ? [] : [account])]
  const within = (moment: string) =>
    `${moment} >= $1 and ${moment} < $2 ${account === undefined ? '' : 'and account = $3'}`
  const hour = (moment: string) => `${moment} / ${HOUR_MS} as hour`
  const orders = await database.read<OrderCount & Row>({
    sql: `select ${hour('received_at')}, state, code, ${BUCKET} as bucket, count(*) as count
      from orders o where ${within('received_at')} group by 1, 2, 3, 4`,
    params,
  })
  const pulls = await database.read<Counts['pulls'][number] & Row>({
    sql: `select ${hour('started_at')}, bureau, outcome, count(*) as count
      from pulls where ${within('started_at')} group by 1, 2, 3`,
    params,
  })
  const charges = await database.read<Counts['charges'][number] & Row>({
    sql: `select ${hour('charged_at')}, cast(sum(amount_cents) as bigint) as cents
      from charges where ${within('charged_at')} group by 1`,
    params,
  })
  return { orders, pulls, charges }
}
