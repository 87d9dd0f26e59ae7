/** Three times the orders that can be done, for two minutes; and an account beside a flood. */
import {
  brokenBesideFlood,
  brokenUnderOverload,
  flooded,
  lineOf,
  OVERLOAD_FLAGS,
  overload,
} from '../../test/proofs/overload.ts'
import { onService } from './on-service.ts'
import type { SoakReport } from './report.ts'

const LENGTH = { capacitySeconds: 15, overloadSeconds: 120 }
/** Without bound of the wait the load is kept shorter: all of it is done in the end. */
const SHORT = { capacitySeconds: 5, overloadSeconds: 10 }
const BARS = { goodput: 0.9, shedWithin50Ms: 0.99, acceptedP99MsMax: 10_000 }
const FLOOD_SECONDS = 30
const RATIO_MAX = 2
const OVERLOADED = { flags: OVERLOAD_FLAGS }
const NO_BOUND = { flags: { ...OVERLOAD_FLAGS, 'waiting-ms-max': 600_000 } }

export async function overloading(report: SoakReport): Promise<void> {
  await onService(OVERLOADED, async (site, service) => {
    const found = await overload(site, service, LENGTH)
    const name = 'overload, three times the capacity'
    report.holds(name, lineOf(name, found), brokenUnderOverload(found, BARS))
  })
  await onService(NO_BOUND, async (site, service) => {
    const found = await overload(site, service, SHORT)
    const name = 'overload, taking in everything'
    report.catches(name, lineOf(name, found), brokenUnderOverload(found, BARS))
  })
  await onService(OVERLOADED, async (site, service) => {
    const found = await flooded(site, service, { seconds: FLOOD_SECONDS, inOneLine: false })
    const name = 'overload, beside a flood'
    report.holds(name, lineOf(name, found), brokenBesideFlood(found, RATIO_MAX))
  })
  await onService(OVERLOADED, async (site, service) => {
    const found = await flooded(site, service, { seconds: 10, inOneLine: true })
    const name = 'overload, in one line with a flood'
    report.catches(name, lineOf(name, found), brokenBesideFlood(found, RATIO_MAX))
  })
}
