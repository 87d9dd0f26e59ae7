/** Ten thousand slow clients beside honest orders: dropped in time, and nobody else notices. */
import { join } from 'node:path'
import { brokenBySlow, slowClients } from '../../test/proofs/slow-clients.ts'
import { figuresLine } from '../../test/proofs/support/kept.ts'
import { generateLoad } from '../../test/proofs/support/load.ts'
import { onService } from './on-service.ts'
import type { SoakReport } from './report.ts'

const WHOLE = { clients: 10_000, honestPerSecond: 100, baselineMs: 10_000 }
/** A machine that could not do a hundred orders a second at ease is asked for this part of its most. */
const AT_EASE = 0.3
const CAPACITY = { seconds: 8, connections: 8, firstBorrower: 40_000_000 }
const FEWER = { clients: 1000, honestPerSecond: 20, baselineMs: 3000 }
const TIMES = { headersTimeoutMs: 10_000, requestTimeoutMs: 30_000 }
const LEAKING = [join(import.meta.dirname, '../../test/proofs/support/leaking-service.ts'), 'serve']
const PATIENT = {
  'headers-timeout-ms': 60_000,
  'request-timeout-ms': 300_000,
  'body-bytes-per-second-min': 0,
}

interface Run {
  readonly many: typeof WHOLE
  readonly flags?: Readonly<Record<string, number>>
  readonly program?: readonly string[]
}

/** Runs the proof at full length, and its controls with fewer clients. */
export async function slow(report: SoakReport): Promise<void> {
  const run = async (name: string, how: Run) => {
    const figures = await slowlyAt(report, how)
    return [name, figuresLine(name, figures), brokenBySlow(figures)] as const
  }
  report.holds(...(await run('slow clients', { many: WHOLE })))
  report.catches(
    ...(await run('slow clients, waiting as Node does', { many: FEWER, flags: PATIENT })),
  )
  report.catches(...(await run('slow clients, keeping sockets', { many: FEWER, program: LEAKING })))
}

async function slowlyAt({ tell }: SoakReport, { many, flags, program }: Run) {
  const options = { ...(flags && { flags }), ...(program && { program }) }
  return await onService(options, async (site, service) => {
    const { address } = service
    const authorization = site.authorization()
    const { heard } = await generateLoad({ address, authorization, ...CAPACITY })
    const atEase = Math.floor((AT_EASE * heard.length) / CAPACITY.seconds)
    const honestPerSecond = Math.max(1, Math.min(many.honestPerSecond, atEase))
    return await slowClients({ ...many, honestPerSecond, ...TIMES, service, authorization, tell })
  })
}
