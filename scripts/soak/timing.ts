/** Refused logins of an account and of nobody, ten thousand, compared by how long they take. */
import { join } from 'node:path'
import { brokenByTiming, loginTiming, TIMING_FLAGS } from '../../test/proofs/login-timing.ts'
import { figuresLine } from '../../test/proofs/support/kept.ts'
import { onService } from './on-service.ts'
import type { SoakReport } from './report.ts'

const LOGINS = 10_000
const FEWER = 2_000
const PROBABILITY_MIN = 0.01
const TELLING = [join(import.meta.dirname, '../../test/proofs/support/telling-service.ts'), 'serve']

export async function timing(report: SoakReport): Promise<void> {
  report.holds(...(await timed('refused logins', LOGINS)))
  report.catches(...(await timed('refused logins, one kind longer', FEWER, TELLING)))
}

async function timed(name: string, logins: number, program?: readonly string[]) {
  const options = { flags: TIMING_FLAGS, ...(program && { program }) }
  return await onService(options, async (site, service) => {
    await site.addAccount('lender')
    const found = await loginTiming(service, 'lender', logins)
    return [name, figuresLine(name, found), brokenByTiming(found, PROBABILITY_MIN)] as const
  })
}
