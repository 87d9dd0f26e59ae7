/** Disks that fill up under load: refused in time, known orders answered, nothing lost. */

import { type Filling, fillUnderLoad } from '../../test/proofs/filling.ts'
import {
  canLimit,
  canMount,
  canStartLimited,
  type FillingDisk,
  limitedDisk,
  smallDisk,
  startedLimitedDisk,
} from '../../test/proofs/support/filling-disk.ts'
import { BROKEN, control, proof } from './orders.ts'
import type { SoakReport } from './report.ts'

const FILLING = { rounds: 5, clients: 8, fullMs: 2000 }
// Room for the orders of all rounds: only the proof fills it.
const DISK_MIB = 512

export async function filling(report: SoakReport): Promise<void> {
  const run = (disk: FillingDisk, how: Partial<Filling> = {}) =>
    fillUnderLoad({ ...FILLING, tell: report.tell, disk, ...how }).finally(() => disk.remove())
  if (canMount()) {
    const kept = smallDisk(DISK_MIB)
    await proof(report, 'full disk, with the reserve', kept.site, () => run(kept))
    const unkept = smallDisk(DISK_MIB)
    const flags = { 'disk-reserve-bytes': 0 }
    await proof(report, 'full disk, without a reserve', unkept.site, () => run(unkept, { flags }))
  } else report.tell('no disk of its own: this user may not mount one')
  if (canStartLimited()) {
    const started = startedLimitedDisk()
    // Full once and for all: only the service of the first round has the bound.
    await proof(report, 'bound reached', started.site, () => run(started, { rounds: 1 }))
  }
  if (!canLimit()) return report.tell('no bound on a running process: there is no prlimit')
  const limited = limitedDisk()
  await proof(report, 'no file may grow', limited.site, () => run(limited))
  const broken = limitedDisk()
  const program = [BROKEN, 'acknowledgesEarly']
  await control(report, 'no file may grow, acknowledging early', broken.site, () =>
    run(broken, { rounds: 2, program }),
  )
}
