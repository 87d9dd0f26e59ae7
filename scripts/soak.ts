/**
 * The proofs of test/proofs at full length: never charged twice, nothing lost. Each prints a line of
 * figures; the exit code is 0 only if every promise was kept and every broken service was caught.
 * Usage: npm run soak -- [storm|killing|rolling …]
 */
import { join } from 'node:path'
import { createDatabase } from '../test/postgres-server.ts'
import { brokenPromises, figuresLine } from '../test/proofs/kept.ts'
import { killUnderLoad } from '../test/proofs/killing.ts'
import { rollRestarts } from '../test/proofs/rolling.ts'
import { postgresSite, type Site, sqliteSite } from '../test/proofs/site.ts'
import { storm } from '../test/proofs/storm.ts'

const STORM = { orders: 1000, atOnce: 8 }
const KILLING = { kills: 200, clients: 8, leaseMs: 2000, livesMsMax: 1500 }
// A whole check of a file that grows takes longer each time.
const CHECK_EVERY = 10
const DEFAULT_LEASE_MS = 20_000
const TELL_EVERY_MS = 10_000

const BROKEN = join(import.meta.dirname, '../test/proofs/broken-service.ts')
const wanted = process.argv.slice(2)
let broken = 0
let toldAt = 0

if (isWanted('storm')) {
  await proof('storm, SQLite, 1 service', sqliteSite(), (site) => stormOver(site, 1))
  const postgres = postgresSite(await createDatabase())
  await proof('storm, PostgreSQL, 2 services', postgres, (site) => stormOver(site, 2))
  await control('storm, taking copies for other orders', sqliteSite(), (site) =>
    stormOver(site, 1, { orders: 60, program: [BROKEN, 'forgetsCopies'] }),
  )
}
if (isWanted('killing')) {
  const how = { ...KILLING, checkEvery: CHECK_EVERY, tell }
  await proof('killing, SQLite, 1 service', sqliteSite(), (site) =>
    killUnderLoad({ ...how, site, replicas: 1 }),
  )
  const postgres = postgresSite(await createDatabase())
  await proof('killing and freezing, PostgreSQL, 2 services', postgres, (site) =>
    killUnderLoad({ ...how, site, replicas: 2, freezeEvery: 8 }),
  )
  const slow = { ...how, kills: 3, leaseMs: DEFAULT_LEASE_MS, checkEvery: 1 }
  await proof('killing, SQLite, the default lease', sqliteSite(), (site) =>
    killUnderLoad({ ...slow, site, replicas: 1 }),
  )
  await control('killing, acknowledging before the commit', sqliteSite(), (site) =>
    killUnderLoad({ ...how, kills: 10, site, replicas: 1, program: [BROKEN, 'acknowledgesEarly'] }),
  )
}
if (isWanted('rolling')) {
  const site = postgresSite(await createDatabase())
  await proof('rolling restarts, PostgreSQL, 2 services', site, () =>
    rollRestarts({ site, replicas: 2, restarts: 50, clients: 8, tell }),
  )
  const dropping = { leaseMs: KILLING.leaseMs, program: [BROKEN, 'endsAtOnce'] }
  await control(
    'rolling restarts, dropping orders',
    postgresSite(await createDatabase()),
    (other) => rollRestarts({ ...dropping, site: other, replicas: 2, restarts: 5, clients: 8 }),
  )
}
process.exitCode = broken === 0 ? 0 : 1

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name)
}

interface Blown {
  readonly orders?: number
  readonly program?: readonly string[]
}

async function stormOver(site: Site, replicas: number, { orders, program }: Blown = {}) {
  const services = []
  try {
    for (let replica = 0; replica < replicas; replica++) {
      services.push(await site.start({ replica, ...(program && { program }) }))
    }
    return await storm({ ...STORM, ...(orders && { orders }), site, services, tell })
  } finally {
    await Promise.all(services.map((service) => service.kill()))
  }
}

type Figures = Parameters<typeof brokenPromises>[0]

/** Runs a proof that must hold. */
async function proof(
  name: string,
  site: Site,
  run: (site: Site) => Promise<Figures>,
): Promise<void> {
  const found = await run(site).finally(() => site.remove())
  const promises = brokenPromises(found)
  console.log(figuresLine(name, found))
  if (promises.length === 0) return
  broken += 1
  console.log(`${name}: BROKEN: ${promises.join(', ')}`)
  for (const answer of found.unexpected.slice(0, 3)) console.log(answer)
}

/** Runs a proof against a broken service, which it must catch. */
async function control(
  name: string,
  site: Site,
  run: (site: Site) => Promise<Figures>,
): Promise<void> {
  const found = await run(site).finally(() => site.remove())
  const caught = brokenPromises(found).length > 0
  console.log(`${figuresLine(name, found)}: ${caught ? 'caught' : 'NOT CAUGHT'}`)
  if (!caught) broken += 1
}

/** Progress, now and then. */
function tell(line: string): void {
  if (performance.now() < toldAt + TELL_EVERY_MS) return
  toldAt = performance.now()
  console.log(`  ${line}`)
}
