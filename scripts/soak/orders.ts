/** Proofs that are judged by what the database holds of the orders that were sent. */
import { join } from 'node:path'
import { brokenPromises, figuresLine } from '../../test/proofs/support/kept.ts'
import type { Site } from '../../test/proofs/support/site.ts'
import type { SoakReport } from './report.ts'

/** Services that break a promise on purpose; an argument says which. */
export const BROKEN = join(import.meta.dirname, '../../test/proofs/support/broken-service.ts')

type Figures = Parameters<typeof brokenPromises>[0]
type Run = (site: Site) => Promise<Figures>

/** Runs a proof that must hold, and removes its site. */
export async function proof(report: SoakReport, name: string, site: Site, run: Run): Promise<void> {
  const found = await run(site).finally(() => site.remove())
  const broken = brokenPromises(found)
  report.holds(name, figuresLine(name, found), broken)
  for (const answer of broken.length > 0 ? found.unexpected.slice(0, 3) : []) console.log(answer)
}

/** Runs a proof against a broken service, which it must catch. */
export async function control(
  report: SoakReport,
  name: string,
  site: Site,
  run: Run,
): Promise<void> {
  const found = await run(site).finally(() => site.remove())
  report.catches(name, figuresLine(name, found), brokenPromises(found))
}
