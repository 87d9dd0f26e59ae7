/** Writes and flushes that fail, each at its own place and time: refused, nothing lost. */
import { type FlushCase, failUnderLoad } from '../../test/proofs/failing-flush.ts'
import { type FailingIo, failingIo, whyNoFailingIo } from '../../test/proofs/support/failing-io.ts'
import { BROKEN, control, proof } from './orders.ts'
import type { SoakReport } from './report.ts'

const CLIENTS = 8
const LASTING = Number.POSITIVE_INFINITY
const FIRST = Array.from({ length: 40 }, (_, index) => index + 1)
const ERRORS = ['EIO', 'ENOSPC'] as const

/** Each of the first calls fails once, or some in a row: the later ones meet what is opened anew. */
const PASSING: readonly FlushCase[] = FIRST.flatMap((from) => {
  const error = ERRORS[from % 2] ?? 'EIO'
  const flush = { kind: 'flush', error, from, times: 1, end: 'lifted' } as const
  if (from % 3 !== 1) return [flush]
  return [flush, { ...flush, kind: 'write' }, { ...flush, kind: 'any', times: 2 + from }]
})

/** From one of the calls on all fail, until the disk is sound again or the service is killed. */
const STAYING: readonly FlushCase[] = [1, 4, 9, 30].flatMap((from) =>
  ERRORS.flatMap((error) => [
    { kind: 'flush', error, from, times: LASTING, end: 'lifted' } as const,
    { kind: from % 2 ? 'write' : 'flush', error, from, times: LASTING, end: 'killed' } as const,
  ]),
)

export async function failingFlush(report: SoakReport): Promise<void> {
  const why = whyNoFailingIo()
  if (why !== undefined) return report.tell(`no failing flush: ${why}`)
  const run = (io: FailingIo, cases: readonly FlushCase[], program?: readonly string[]) =>
    failUnderLoad({
      ...{ io, cases, clients: CLIENTS, tell: report.tell },
      ...(program === undefined ? {} : { program }),
    })
      .then((figures) => {
        if (figures.met > 0) return figures
        return { ...figures, unexpected: [...figures.unexpected, 'the library is never called'] }
      })
      .finally(() => io.remove())
  const passing = failingIo()
  await proof(report, 'failing calls', passing.site, () => run(passing, PASSING))
  const staying = failingIo()
  await proof(report, 'calls that fail from then on', staying.site, () => run(staying, STAYING))
  const broken = failingIo()
  const cases = STAYING.filter(({ end, from }) => end === 'killed' && from === 1)
  await control(report, 'calls that fail from then on, acknowledged', broken.site, () =>
    run(broken, cases, [BROKEN, 'acknowledgesFailed']),
  )
}
