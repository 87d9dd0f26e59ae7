/** A service of its own for a proof. */
import type { ServiceProcess } from '../../test/proofs/support/service-process.ts'
import { type Site, type StartOptions, sqliteSite } from '../../test/proofs/support/site.ts'

/** Starts a service on the embedded database, and ends it with its data when the proof is done. */
export async function onService<T>(
  options: StartOptions,
  run: (site: Site, service: ServiceProcess) => Promise<T>,
): Promise<T> {
  const site = sqliteSite()
  const service = await site.start(options)
  try {
    return await run(site, service)
  } finally {
    await service.kill()
    site.remove()
  }
}
