/** Plans orders without placing them. */
import assert from 'node:assert/strict'
import { orderLimits } from '../../../src/app/service-options.ts'
import { OrderError } from '../../../src/errors.ts'
import { OPERATIONS } from '../../../src/orders/intake/operation.ts'
import { AccountProfile } from '../../../src/orders/intake/ordering-account.ts'
import { parseRequest } from '../../../src/orders/intake/parse-request.ts'
import type { Plan } from '../../../src/orders/plan/plan.ts'
import { planOrder } from '../../../src/orders/plan/plan-order.ts'
import type { Tools } from '../../../src/orders/tools.ts'
import { readSettings } from '../../../src/settings/settings.ts'
import type { RunningService } from '../../support/running-service.ts'
import { type Asked, type OperationPath, orderDocument } from '../support/order-document.ts'
import type { World } from './world.ts'

const limits = orderLimits(readSettings({ flags: {}, environment: {} }))
const profile = AccountProfile.parse({})

/**
 * Plans an order of an account from the data that the service has stored. Returns the error of a
 * rejected order.
 */
export async function planned(
  service: RunningService,
  operation: OperationPath,
  asked: Asked,
  world: World,
): Promise<Plan | OrderError> {
  const body = Buffer.from(orderDocument(operation, asked))
  const { requirements } = profile
  const { order } = await parseRequest(
    OPERATIONS[operation],
    body,
    undefined,
    requirements,
    world.now(),
  )
  assert.ok(order)
  const { store, vault } = service.storage
  const tools = { store, vault, limits, now: world.now, newId: () => 'planned' }
  try {
    // The planner uses only these tools.
    return await planOrder(order, { name: service.account, profile }, tools as unknown as Tools)
  } catch (error) {
    if (error instanceof OrderError) return error
    throw error
  }
}
