/** Replicas restarted one after the other under load: no client notices. */

import { rollRestarts } from '../../test/proofs/rolling.ts'
import { postgresSite } from '../../test/proofs/support/site.ts'
import { createDatabase } from '../../test/support/postgres-server.ts'
import { BROKEN, control, proof } from './orders.ts'
import type { SoakReport } from './report.ts'

export async function rolling(report: SoakReport): Promise<void> {
  const { tell } = report
  const site = postgresSite(await createDatabase())
  await proof(report, 'rolling restarts, PostgreSQL, 2 services', site, () =>
    rollRestarts({ site, replicas: 2, restarts: 50, clients: 8, tell }),
  )
  const program = [BROKEN, 'endsAtOnce']
  const other = postgresSite(await createDatabase())
  await control(report, 'rolling restarts, dropping orders', other, () =>
    rollRestarts({ site: other, replicas: 2, restarts: 5, clients: 8, leaseMs: 2000, program }),
  )
}
