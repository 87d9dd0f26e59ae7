/** PostgreSQL servers cut off or made read-only under load: refused in time, nothing lost. */
import { fillUnderLoad } from '../../test/proofs/filling.ts'
import { cutOffServer, readOnlyServer } from '../../test/proofs/lost-server.ts'
import { BROKEN, control, proof } from './orders.ts'
import type { SoakReport } from './report.ts'

const LOSING = { rounds: 10, clients: 8, fullMs: 3000 }

export async function losingServer(report: SoakReport): Promise<void> {
  const how = { ...LOSING, tell: report.tell }
  const cut = await cutOffServer()
  await proof(report, 'PostgreSQL cut off', cut.site, () =>
    fillUnderLoad({ ...how, disk: cut }).finally(() => cut.remove()),
  )
  const standby = await readOnlyServer()
  await proof(report, 'PostgreSQL read-only', standby.site, () =>
    fillUnderLoad({ ...how, disk: standby }),
  )
  const broken = await cutOffServer()
  const program = [BROKEN, 'acknowledgesEarly']
  await control(report, 'PostgreSQL cut off, acknowledging early', broken.site, () =>
    fillUnderLoad({ ...how, rounds: 2, disk: broken, program }).finally(() => broken.remove()),
  )
}
