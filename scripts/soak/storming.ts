/** Each order sent many times at once: one report, one charge, the same bytes. */

import { STORM_FLAGS, storm } from '../../test/proofs/storm.ts'
import { postgresSite, type Site, sqliteSite } from '../../test/proofs/support/site.ts'
import { createDatabase } from '../../test/support/postgres-server.ts'
import { BROKEN, control, proof } from './orders.ts'
import type { SoakReport } from './report.ts'

const STORM = { orders: 1000, atOnce: 8 }

export async function storming(report: SoakReport): Promise<void> {
  await proof(report, 'storm, SQLite, 1 service', sqliteSite(), (site) =>
    stormOver(report, site, 1),
  )
  const postgres = postgresSite(await createDatabase())
  await proof(report, 'storm, PostgreSQL, 2 services', postgres, (site) =>
    stormOver(report, site, 2),
  )
  await control(report, 'storm, taking copies for other orders', sqliteSite(), (site) =>
    stormOver(report, site, 1, { orders: 60, program: [BROKEN, 'forgetsCopies'] }),
  )
}

interface Blown {
  readonly orders?: number
  readonly program?: readonly string[]
}

async function stormOver(
  { tell }: SoakReport,
  site: Site,
  replicas: number,
  { orders, program }: Blown = {},
) {
  const services = []
  try {
    for (let replica = 0; replica < replicas; replica++) {
      services.push(await site.start({ replica, flags: STORM_FLAGS, ...(program && { program }) }))
    }
    return await storm({ ...STORM, ...(orders && { orders }), site, services, tell })
  } finally {
    await Promise.all(services.map((service) => service.kill()))
  }
}
