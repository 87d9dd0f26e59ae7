/** Services killed and frozen under load: nothing acknowledged is lost, nothing is charged twice. */

import { killUnderLoad } from '../../test/proofs/killing.ts'
import { postgresSite, sqliteSite } from '../../test/proofs/support/site.ts'
import { createDatabase } from '../../test/support/postgres-server.ts'
import { BROKEN, control, proof } from './orders.ts'
import type { SoakReport } from './report.ts'

const KILLING = { kills: 200, clients: 8, leaseMs: 2000, livesMsMax: 1500 }
// A whole check of a file that grows takes longer each time.
const CHECK_EVERY = 10
const DEFAULT_LEASE_MS = 20_000

export async function killing(report: SoakReport): Promise<void> {
  const how = { ...KILLING, checkEvery: CHECK_EVERY, tell: report.tell }
  await proof(report, 'killing, SQLite, 1 service', sqliteSite(), (site) =>
    killUnderLoad({ ...how, site, replicas: 1 }),
  )
  const postgres = postgresSite(await createDatabase())
  await proof(report, 'killing and freezing, PostgreSQL, 2 services', postgres, (site) =>
    killUnderLoad({ ...how, site, replicas: 2, freezeEvery: 8 }),
  )
  const slow = { ...how, kills: 3, leaseMs: DEFAULT_LEASE_MS, checkEvery: 1 }
  await proof(report, 'killing, SQLite, the default lease', sqliteSite(), (site) =>
    killUnderLoad({ ...slow, site, replicas: 1 }),
  )
  await control(report, 'killing, acknowledging before the commit', sqliteSite(), (site) =>
    killUnderLoad({ ...how, kills: 10, site, replicas: 1, program: [BROKEN, 'acknowledgesEarly'] }),
  )
}
