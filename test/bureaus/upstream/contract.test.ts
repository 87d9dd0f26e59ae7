/**
 * Runs the contract of a source of credit files on a vendor over HTTP, which is another service.
 */
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { Bureau } from '../../../src/bureaus/bureau.ts'
import { openUpstream } from '../../../src/bureaus/upstream/vendor.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { fixedSurroundings, runningService } from '../../support/running-service.ts'
import { bureauContract } from '../bureau.contract.ts'
import { persona, request } from '../simulator/simulator-requests.ts'
import { upstreamOptions } from './options.ts'

const vendor = await runningService({ after } as unknown as TestContext, {
  surroundings: fixedSurroundings(),
})
const upstream = openUpstream(
  upstreamOptions(vendor.url, {
    credentials: { as: 'basic', login: vendor.account, password: vendor.secret },
  }),
)
after(() => upstream.close())

let orders = 0

/** Gives every pull its own order ID, as the service does. */
function numbered(bureau: Bureau): Bureau {
  return {
    ...bureau,
    pull: (asked) => {
      orders += 1
      return bureau.pull({ ...asked, orderId: `O${orders}` })
    },
  }
}

for (const bureau of upstream.bureaus) {
  bureauContract(`${bureau.name} from a vendor`, {
    open: () => numbered(bureau),
    withFile: request(persona('avery')),
    withoutFile: request(persona('noHit')),
  })
}

test('the bureaus of a vendor are not simulated', () => {
  assert.deepEqual(
    upstream.bureaus.map(({ name, simulated }) => [name, simulated]),
    BUREAUS.map((name) => [name, false]),
  )
})
