/** Ten thousand slow clients beside honest orders: dropped in time, and nobody else notices. */
import { join } from 'node:path'
import { figuresLine } from '../../test/proofs/kept.ts'
import { sqliteSite } from '../../test/proofs/site.ts'
import { brokenBySlow, slowClients } from '../../test/proofs/slow-clients.ts'
import type { SoakReport } from './report.ts'

const WHOLE = { clients: 10_000, honestPerSecond: 100, baselineMs: 10_000 }
const FEWER = { clients: 1000, honestPerSecond: 20, baselineMs: 3000 }
const TIMES = { headersTimeoutMs: 10_000, requestTimeoutMs: 30_000 }
const LEAKING = [join(import.meta.dirname, '../../test/proofs/leaking-service.ts'), 'serve']
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
  const site = sqliteSite()
  const service = await site.start({ ...(flags && { flags }), ...(program && { program }) })
  try {
    const authorization = site.authorization()
    return await slowClients({ ...many, ...TIMES, service, authorization, tell })
  } finally {
    await service.kill()
    site.remove()
  }
}
